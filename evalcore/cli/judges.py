"""``evalcore judges``: the judges at hand, one of them in full, and Spring's own prompts from a jar."""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evalcore.cli.output import DONE, note, print_json, print_table, put, say
from evalcore.cli.stored import note_calibration
from evalcore.cli.unused import lists
from evalcore.errors import InputError

if TYPE_CHECKING:
    from evalcore.judges import Judge


def register(commands: Any) -> None:
    """Add the command."""
    judges = commands.add_parser("judges", help="list the built-in judges, show one, or add Spring's own")
    actions = judges.add_subparsers(metavar="ACTION")
    judges.add_argument("--json", action="store_true", dest="list_json", help="one JSON document on standard output")
    lists(judges, _list)

    show = actions.add_parser("show", help="print a judge as a file, to be edited and used")
    show.add_argument("judge", help="a preset, provider:model, preset@provider:model or a file")
    show.set_defaults(run=_show)

    add = actions.add_parser("add", help="write judge files from Spring AI's own prompts")
    source = add.add_mutually_exclusive_group(required=True)
    source.add_argument(
        "--spring-jar", metavar="FILE", help="a spring-ai-client-chat jar; its default prompts are read"
    )
    source.add_argument("--template", metavar="FILE", help="a file that holds a pasted prompt template")
    add.add_argument("--model", metavar="PROVIDER:MODEL", help="which model the judges ask (default: none yet)")
    add.add_argument("--out", metavar="DIR", default=".", help="where the files are written (default: here)")
    add.set_defaults(run=_add)


def _list(arguments: argparse.Namespace) -> int:
    from evalcore.judges import builtin_judges, needs_model

    presets = builtin_judges().values()
    if arguments.list_json:
        print_json(
            [
                {
                    "name": judge.name,
                    "criterion": judge.criterion,
                    "rule": judge.rule.name,
                    "needs_model": needs_model(judge),
                    "description": judge.description,
                }
                for judge in presets
            ]
        )
        return DONE
    print_table(
        ["judge", "model", "read by", "what it is"],
        [
            [judge.name, "needed" if needs_model(judge) else "none needed", judge.rule.name, judge.description]
            for judge in presets
        ],
    )
    note("\nWith a model: PRESET@PROVIDER:MODEL, for example spring-fact-check@ollama:smollm2:135m")
    return DONE


def _show(arguments: argparse.Namespace) -> int:
    from evalcore.judges import builtin_judges, find_judge, judge_to_text, read_judge_file

    # A file or preset is shown before it names a model; everything else must be ready to be asked.
    judge = builtin_judges().get(arguments.judge)
    if judge is None:
        judge = read_judge_file(arguments.judge) if Path(arguments.judge).is_file() else find_judge(arguments.judge)
    note_calibration(arguments.judge)
    put(judge_to_text(judge), end="")
    return DONE


def _add(arguments: argparse.Namespace) -> int:
    from evalcore.judges import judge_for_template, judge_to_text, parse_model, templates_in_jar, with_model

    if arguments.spring_jar:
        texts = [found.text for found in templates_in_jar(arguments.spring_jar)]
    else:
        texts = [_pasted(Path(arguments.template))]
    judges = _named_apart([judge_for_template(text) for text in texts])
    if arguments.model:
        judges = [replace(with_model(judge, parse_model(arguments.model)), name=judge.name) for judge in judges]
    for judge in judges:
        path = Path(arguments.out) / f"{judge.name}.yaml"
        _write_new(path, judge_to_text(judge))
        known_as = judge.prompt.known_as if judge.prompt else None
        say(f"{path}: {known_as or 'a prompt that is no published default; it is used as it is'}")
    if not arguments.model:
        note("These judges name no model yet: add model.provider and model.name to the files, or use --model.")
    return DONE


def _named_apart(judges: list[Judge]) -> list[Judge]:
    """The judges, those of one name numbered: a jar may hold several prompts of one evaluator that nobody knows."""
    times: Counter[str] = Counter()
    apart = []
    for judge in judges:
        times[judge.name] += 1
        apart.append(judge if times[judge.name] == 1 else replace(judge, name=f"{judge.name}-{times[judge.name]}"))
    return apart


def _pasted(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"expected a UTF-8 text file with a prompt template; {error}", file=str(path)) from error


def _write_new(path: Path, text: str) -> None:
    """Write a judge file, but never over one that a person may have edited."""
    try:
        if path.exists() and path.read_bytes() != text.encode("utf-8"):
            raise InputError("there is another judge in this file already; choose another --out", file=str(path))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        raise InputError(f"cannot write there: {error.strerror or error}", file=str(path)) from error
