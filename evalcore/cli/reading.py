"""``evalcore read`` and ``evalcore rules``: how replies are read."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from evalcore.cli.output import DONE, print_json, print_table, put
from evalcore.errors import InputError


def register(commands: Any) -> None:
    """Add the commands."""
    read = commands.add_parser("read", help="read replies by a rule: JSON lines in, JSON lines out")
    lines = 'lines {"id", "reply", "thinking"?, "finish_reason"?}'
    read.add_argument("file", nargs="?", default="-", help=f"{lines} (default: -, standard input)")
    read.add_argument("--rule", required=True, help="the reading rule; `evalcore rules` lists them")
    read.add_argument(
        "--param",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a parameter of the rule, mappings as JSON; may be repeated",
    )
    read.set_defaults(run=_read)
    rules = commands.add_parser("rules", help="list the reading rules")
    rules.add_argument("--json", action="store_true", help="one JSON document on standard output")
    rules.set_defaults(run=_rules)


def _read(arguments: argparse.Namespace) -> int:
    from evalcore.replies import check_rule, params_from_texts, read, rule_named

    params = params_from_texts(rule_named(arguments.rule), _named(arguments.param))
    check_rule(arguments.rule, params)
    for row in _lines(arguments.file):
        reading = read(
            arguments.rule,
            row.get("reply") or "",
            thinking=row.get("thinking"),
            finish_reason=row.get("finish_reason"),
            params=params,
        )
        result = {
            "id": row.get("id"),
            "verdict": reading.token,
            "how": reading.how.value,
            "step": reading.step,
            "reason": reading.reason,
        }
        put(json.dumps(result))
    return DONE


def _named(arguments: list[str]) -> dict[str, str]:
    named = {}
    for argument in arguments:
        name, equals, value = argument.partition("=")
        if not equals or name in named:
            raise InputError(f"--param: expected NAME=VALUE, each name once, found {argument!r}")
        named[name] = value
    return named


def _lines(file: str) -> Iterator[dict[str, Any]]:
    if file == "-":
        yield from _parse(sys.stdin.buffer, "standard input")
        return
    try:
        with Path(file).open("rb") as stream:
            yield from _parse(stream, file)
    except OSError as error:
        raise InputError(f"expected a file of JSON lines; {error.strerror or error}", file=file) from error


def _parse(stream: BinaryIO, name: str) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(stream, start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line.decode("utf-8-sig"))
        except (ValueError, RecursionError) as error:
            raise InputError(f"expected one JSON object in UTF-8 on the line; {error}", file=name, row=number) from None
        if not isinstance(row, dict) or "reply" not in row:
            raise InputError('expected an object with the field "reply"', file=name, row=number)
        for field in ("reply", "thinking", "finish_reason"):
            if not isinstance(row.get(field), str | None):
                raise InputError(f"expected text in the field {field!r}", file=name, row=number)
        yield row


def _rules(arguments: argparse.Namespace) -> int:
    from evalcore.replies import RULES

    if arguments.json:
        print_json(
            [
                {
                    "name": rule.name,
                    "summary": rule.summary,
                    "tokens": list(rule.tokens),
                    "params": dict(rule.defaults),
                }
                for rule in RULES.values()
            ]
        )
    else:
        print_table(["rule", "what it does"], [[rule.name, rule.summary] for rule in RULES.values()])
    return DONE
