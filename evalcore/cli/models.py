"""``evalcore models``: which models can be judges here, and fetching one."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from typing import Any

from evalcore.cli.output import DONE, ProgressLine, megabytes, note, print_json, print_table
from evalcore.cli.unused import lists
from evalcore.errors import ProviderError

EMBEDDED_NAME = "smollm2-135m"


def register(commands: Any) -> None:
    """Add the command."""
    models = commands.add_parser("models", help="list the models that can judge here, or pull one")
    models.add_argument("--json", action="store_true", dest="list_json", help="one JSON document on standard output")
    lists(models, _list)
    actions = models.add_subparsers(metavar="ACTION")
    pull = actions.add_parser("pull", help="fetch a model")
    pull.add_argument("model", help=f"an Ollama model, or {EMBEDDED_NAME} for the one that runs in process")
    pull.set_defaults(run=_pull)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Offer:
    """A model that can judge here, named as a judge."""

    judge: str
    state: str
    size_bytes: int | None = None


def _offers() -> Iterator[_Offer]:
    from evalcore.providers.ollama import list_models

    yield _Offer(judge=f"embedded:{EMBEDDED_NAME}", state=_state_of_embedded())
    try:
        for model in list_models():
            yield _Offer(judge=f"ollama:{model.name}", state=model.digest[:12], size_bytes=model.size_bytes)
    except ProviderError as error:
        note(str(error))


def _state_of_embedded() -> str:
    from evalcore.providers.weights import weights_present

    if find_spec("xllamacpp") is None:
        return "needs the extra `embedded`"
    return "here" if weights_present() else "fetched when first used"


def _list(arguments: argparse.Namespace) -> int:
    offers = list(_offers())
    if arguments.list_json:
        print_json([asdict(offer) for offer in offers])
        return DONE
    sizes = ["" if offer.size_bytes is None else f"{offer.size_bytes / 1e6:,.0f} MB" for offer in offers]
    print_table(
        ["judge", "size", "digest or state"],
        [[offer.judge, size, offer.state] for offer, size in zip(offers, sizes, strict=True)],
        right=(1,),
    )
    return DONE


def _pull(arguments: argparse.Namespace) -> int:
    from evalcore.providers.ollama import pull_model
    from evalcore.providers.weights import fetch_weights

    line = ProgressLine()

    def show(what: str, done_bytes: int, total_bytes: int | None) -> None:
        line.show(megabytes(what, done_bytes, total_bytes))

    if arguments.model == EMBEDDED_NAME:
        fetch_weights(show)
    else:
        pull_model(arguments.model, show)
    line.end(f"{arguments.model} is here")
    return DONE
