"""``evalcore models``: which models can be judges here."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from evalcore.cli.output import DONE, ProgressLine, megabytes, note, print_json, print_table
from evalcore.errors import InputError, ProviderError

EMBEDDED_NAME = "smollm2-135m"


def register(commands: Any) -> None:
    """Add the command."""
    models = commands.add_parser("models", help="models that can judge here; `models pull NAME` fetches one")
    models.add_argument("action", nargs="?", choices=["list", "pull"], default="list")
    models.add_argument("name", nargs="?", help="with pull: an Ollama model, or smollm2-135m for the embedded one")
    models.add_argument("--json", action="store_true", help="one JSON document on standard output")
    models.set_defaults(run=_models)


def _models(arguments: argparse.Namespace) -> int:
    return _pull(arguments.name) if arguments.action == "pull" else _list(as_json=arguments.json)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Offer:
    """A model that can judge here, named as a judge."""

    judge: str
    state: str
    size_bytes: int | None = None


def _offers() -> Iterator[_Offer]:
    from evalcore.providers.ollama import list_models
    from evalcore.providers.weights import weights_present

    yield _Offer(judge=f"embedded:{EMBEDDED_NAME}", state="here" if weights_present() else "to be fetched")
    try:
        for model in list_models():
            yield _Offer(judge=f"ollama:{model.name}", state=model.digest[:12], size_bytes=model.size_bytes)
    except ProviderError as error:
        note(str(error))


def _list(*, as_json: bool) -> int:
    offers = list(_offers())
    if as_json:
        print_json([asdict(offer) for offer in offers])
        return DONE
    sizes = ["" if offer.size_bytes is None else f"{offer.size_bytes / 1e6:,.0f} MB" for offer in offers]
    print_table(
        ["judge", "size", "digest or state"],
        [[offer.judge, size, offer.state] for offer, size in zip(offers, sizes, strict=True)],
        right=(1,),
    )
    return DONE


def _pull(name: str | None) -> int:
    from evalcore.providers.ollama import pull_model
    from evalcore.providers.weights import fetch_weights

    if not name:
        raise InputError("expected the name of a model to pull, as in `evalcore models pull smollm2:135m`")
    line = ProgressLine()

    def show(what: str, done_bytes: int, total_bytes: int | None) -> None:
        line.show(megabytes(what, done_bytes, total_bytes))

    if name == EMBEDDED_NAME:
        fetch_weights(show)
    else:
        pull_model(name, show)
    line.end(f"{name} is here")
    return DONE
