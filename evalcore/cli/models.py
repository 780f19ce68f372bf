"""``evalcore models``: which models can be judges here."""

from __future__ import annotations

import argparse
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


def _list(*, as_json: bool) -> int:
    from evalcore.providers.ollama import list_models
    from evalcore.providers.weights import weights_present

    rows = [
        {"judge": f"embedded:{EMBEDDED_NAME}", "size_bytes": None, "state": "here" if weights_present() else "to be fetched"}
    ]
    try:
        rows += [
            {"judge": f"ollama:{model.name}", "size_bytes": model.size_bytes, "state": model.digest[:12]} for model in list_models()
        ]
    except ProviderError as error:
        note(str(error))
    if as_json:
        print_json(rows)
    else:
        sizes = [f"{row['size'] / 1e6:,.0f} MB" if isinstance(row["size_bytes"], int) else "" for row in rows]
        print_table(
            ["judge", "size", "digest or state"],
            [[str(row["judge"]), size, str(row["state"])] for row, size in zip(rows, sizes, strict=True)],
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
