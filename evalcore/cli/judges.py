"""``evalcore judges``: the judges at hand, one of them in full, and Spring's own prompts from a jar."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from evalcore.cli.output import DONE, note, print_json, print_table
from evalcore.errors import InputError


def register(commands: Any) -> None:
    """Add the command."""
    judges = commands.add_parser("judges", help="list, show or add judges")
    actions = judges.add_subparsers(metavar="ACTION")
    judges.add_argument("--json", action="store_true", help="one JSON document on standard output")
    judges.set_defaults(run=_list)

    show = actions.add_parser("show", help="print a judge as a file, to be edited and used")
    show.add_argument("judge", help="a preset, provider:model, preset@provider:model or a file")
    show.set_defaults(run=_show)

    add = actions.add_parser("add", help="write judge files from Spring AI's own prompts")
    source = add.add_mutually_exclusive_group(required=True)
    source.add_argument("--spring-jar", metavar="FILE", help="a spring-ai-client-chat jar; its default prompts are read")
    source.add_argument("--template", metavar="FILE", help="a file that holds a pasted prompt template")
    add.add_argument("--model", metavar="PROVIDER:MODEL", help="which model the judges ask")
    add.add_argument("--out", metavar="DIR", default=".", help="where the files are written (default: here)")
    add.set_defaults(run=_add)


def _list(arguments: argparse.Namespace) -> int:
    from evalcore.judges import builtin_judges

    presets = builtin_judges().values()
    if arguments.json:
        print_json(
            [
                {
                    "name": judge.name,
                    "criterion": judge.criterion,
                    "rule": judge.rule.name,
                    "needs_model": judge.prompt is not None,
                    "description": judge.description,
                }
                for judge in presets
            ]
        )
        return DONE
    print_table(
        ["judge", "model", "read by", "what it is"],
        [
            [judge.name, "needed" if judge.prompt else "none needed", judge.rule.name, judge.description]
            for judge in presets
        ],
    )
    note("\nWith a model: PRESET@PROVIDER:MODEL, for example spring-fact-check@ollama:smollm2:135m")
    return DONE


def _show(arguments: argparse.Namespace) -> int:
    from evalcore.judges import find_judge, judge_to_text

    print(judge_to_text(find_judge(arguments.judge)), end="")
    return DONE
