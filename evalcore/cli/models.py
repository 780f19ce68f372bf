"""``evalcore models``: which models can be judges here."""

from __future__ import annotations

import argparse
import asyncio
from typing import Any

from evalcore.cli.output import DONE, ProgressLine, print_json, print_table


def register(commands: Any) -> None:
    """Add the command."""
    models = commands.add_parser("models", help="models that can judge here; `models pull NAME` fetches one")
    models.add_argument("action", nargs="?", choices=["list", "pull"], default="list")
    models.add_argument("name", nargs="?", help="with pull: an Ollama model, or smollm2-135m for the embedded one")
    models.add_argument("--json", action="store_true", help="one JSON document on standard output")
    models.set_defaults(run=_models)


def _models(arguments: argparse.Namespace) -> int:
    return _pull(arguments.name) if arguments.action == "pull" else _list(as_json=arguments.json)
