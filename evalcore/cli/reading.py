"""``evalcore read`` and ``evalcore rules``: how replies are read."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from evalcore.cli.output import DONE, print_json, print_table
from evalcore.errors import InputError


def register(commands: Any) -> None:
    """Add the commands."""
    read = commands.add_parser("read", help="read replies by a rule: JSON lines in, JSON lines out")
    read.add_argument("file", nargs="?", default="-", help='lines {"id", "reply", "thinking"?, "finish_reason"?}')
    read.add_argument("--rule", required=True, help="name of the rule; `evalcore rules` lists them")
    read.set_defaults(run=_read)
    rules = commands.add_parser("rules", help="list the reading rules")
    rules.add_argument("--json", action="store_true", help="one JSON document on standard output")
    rules.set_defaults(run=_rules)


def _read(arguments: argparse.Namespace) -> int:
    from evalcore.replies import read

    for row in _lines(arguments.file):
        reading = read(
            arguments.rule, row.get("reply") or "", thinking=row.get("thinking"), finish_reason=row.get("finish_reason")
        )
        result = {
            "id": row.get("id"),
            "verdict": reading.token,
            "how": reading.how.value,
            "step": reading.step,
            "reason": reading.reason,
        }
        print(json.dumps(result))
    return DONE


def _lines(file: str) -> Iterator[dict[str, Any]]:
    if file == "-":
        yield from _parse(sys.stdin, "standard input")
        return
    try:
        with Path(file).open(encoding="utf-8") as stream:
            yield from _parse(stream, file)
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"expected a UTF-8 file of JSON lines; {error}", file=file) from error


def _parse(stream: TextIO, name: str) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(stream, start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except json.JSONDecodeError as error:
            raise InputError(f"expected one JSON object on the line; {error}", file=name, row=number) from error
        if not isinstance(row, dict) or not isinstance(row.get("reply"), str | None):
            raise InputError('expected an object with the text field "reply"', file=name, row=number)
        yield row


def _rules(arguments: argparse.Namespace) -> int:
    from evalcore.replies import RULES

    if arguments.json:
        print_json(
            [{"name": rule.name, "summary": rule.summary, "tokens": list(rule.tokens)} for rule in RULES.values()]
        )
    else:
        print_table(["rule", "what it does"], [[rule.name, rule.summary] for rule in RULES.values()])
    return DONE
