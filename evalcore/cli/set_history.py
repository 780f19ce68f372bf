"""``evalcore sets show`` and ``evalcore sets recipe``: how a stored set came about."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from evalcore.cli.output import DONE, print_json, print_table, say
from evalcore.cli.stored import add_store_argument, opened_store, refuse_unknown_set
from evalcore.errors import InputError

if TYPE_CHECKING:
    from evalcore.store import SetVersion

NOT_NOTED = "not noted"
_SHOWN_DIGEST = 16


def register(actions: Any) -> None:
    """Add the actions."""
    show = actions.add_parser("show", help="how each version of a set came about: its files, and what was done since")
    show.add_argument("set_name", metavar="SET", help="a stored set")
    show.add_argument("--json", action="store_true", help="one JSON document on standard output")
    add_store_argument(show)
    show.set_defaults(run=_show)
    recipe = actions.add_parser("recipe", help="print the recipe that a set was imported with")
    recipe.add_argument("set_name", metavar="SET", help="a stored set")
    add_store_argument(recipe)
    recipe.set_defaults(run=_recipe)


def origin_sentence(version: SetVersion) -> str:
    """How a version came about, in a few words."""
    return version.origins[0].origin.sentence if version.origins else NOT_NOTED


def _history(arguments: argparse.Namespace) -> tuple[SetVersion, ...]:
    with opened_store(arguments) as store:
        history = store.history(arguments.set_name)
        if not history:
            refuse_unknown_set(store, arguments.set_name)
    return history


def _show(arguments: argparse.Namespace) -> int:
    history = _history(arguments)
    if arguments.json:
        print_json([_document(version) for version in history])
        return DONE
    rows = [
        [
            f"{version.stored.created_at:%Y-%m-%d %H:%M}",
            f"{version.stored.cases:,}",
            f"{version.stored.labels:,}",
            version.stored.fingerprint[:_SHOWN_DIGEST],
            origin_sentence(version),
        ]
        for version in history
    ]
    print_table(["made", "cases", "labels", "fingerprint", "how it came about"], rows, right=[1, 2])
    files = dict.fromkeys(file for version in history for noted in version.origins for file in noted.origin.files)
    for file in files:
        say(f"\n{file.name}: {file.size_bytes:,} bytes, SHA-256 {file.sha256}")
    return DONE


def _document(version: SetVersion) -> dict[str, Any]:
    stored = version.stored
    return {
        "fingerprint": stored.fingerprint,
        "made": stored.created_at.isoformat(),
        "cases": stored.cases,
        "labels": stored.labels,
        "origins": [
            {
                "at": noted.at.isoformat(),
                "what": noted.origin.what,
                "files": [
                    {"name": file.name, "sha256": file.sha256, "bytes": file.size_bytes} for file in noted.origin.files
                ],
                "tool": noted.origin.tool,
                "recipe": noted.origin.recipe,
            }
            for noted in version.origins
        ],
    }


def _recipe(arguments: argparse.Namespace) -> int:
    from evalcore.store import newest_recipe

    recipe = newest_recipe(_history(arguments))
    if recipe is None:
        raise InputError(
            "expected a set that was imported with a recipe, found none noted: it came from a file that says itself"
            " what is what, or was stored before recipes were kept",
            file=arguments.set_name,
        )
    say(recipe.rstrip("\n"))
    return DONE
