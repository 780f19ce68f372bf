"""``evalcore score``: judges whose verdicts a file already holds, against its human labels; no model is called."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evalcore.cli.importing import FILES, note_problems
from evalcore.cli.output import DONE, note
from evalcore.cli.reporting import add_comparing_arguments, print_document
from evalcore.cli.unused import refuse_unused
from evalcore.errors import InputError

if TYPE_CHECKING:
    from evalcore.domain import CalibrationReport
    from evalcore.importing import Imported
    from evalcore.report.scoring import Columns, Scored, TakenFor

_SHOWN_WORDS = 8
_OF_COLUMNS = (
    "--human",
    "--judge",
    "--slice",
    "--cluster",
    "--rule",
    "--scale",
    "--values",
    "--passing",
    "--level",
)
"""What a person says of a table that nothing else says."""
_NO_HUMAN = "expected a column of human labels: --human COL, or a recipe that says which: --map RECIPE"


def register(commands: Any) -> None:
    """Add the command."""
    score = commands.add_parser("score", help="measure verdicts you already have; no model is called")
    score.add_argument("file", help=f"{FILES}; a row is a case")
    score.add_argument(
        "--human", action="append", default=[], metavar="COL", help="a column of human labels; one per annotator"
    )
    score.add_argument(
        "--judge", action="append", default=[], metavar="COL", help="a column of a judge's verdicts; may be repeated"
    )
    score.add_argument(
        "--slice", action="append", default=[], metavar="COL", dest="slices", help="a column to slice by"
    )
    score.add_argument("--cluster", metavar="COL", help="a column that names what cases share, such as a document")
    score.add_argument("--rule", metavar="RULE", help="the judges' columns hold raw replies; read them by this rule")
    score.add_argument(
        "--scale",
        choices=["yes-no", "named", "ordinal", "rating", "pair"],
        help="what the labels are (default: yes or no, where the words leave no doubt)",
    )
    score.add_argument("--values", metavar="A,B,C", help="the values of the scale, lowest to highest if ordinal")
    score.add_argument("--passing", metavar="A,B", help="those of the values that pass")
    score.add_argument("--level", choices=["nominal", "ordinal"], help="whether the order of the values means anything")
    score.add_argument(
        "--map", metavar="RECIPE", help="a recipe that says which columns are labels and which a judge recorded"
    )
    score.add_argument(
        "--join", metavar="FILE", action="append", default=[], help="a further file that the recipe joins"
    )
    score.add_argument("--criterion", metavar="C", help="with --map: whose labels (default: the set's first)")
    add_comparing_arguments(score)
    form = score.add_mutually_exclusive_group()
    form.add_argument(
        "--format", choices=["text", "json", "md", "html"], default="text", help="how it is written (default text)"
    )
    form.add_argument("--json", action="store_const", const="json", dest="format", help="the same as --format json")
    score.set_defaults(run=_score)


def _score(arguments: argparse.Namespace) -> int:
    report = _mapped_report(arguments) if arguments.map else _report(arguments)
    if arguments.format == "text":
        from evalcore.cli.tables import print_report, print_slices

        print_report(report)
        if arguments.slices:
            print_slices(report)
    else:
        print_document(report, arguments.format)
    return DONE


def _report(arguments: argparse.Namespace) -> CalibrationReport:
    if not arguments.human:
        exported = None if arguments.judge else _exported(arguments.file)
        if exported is None:
            raise InputError(_NO_HUMAN)
        tool = exported.understood.tool
        refuse_unused(
            arguments, _OF_COLUMNS, because=f"an export of {tool} says which columns are what, and by which scale"
        )
        refuse_unused(arguments, ["--join"], goes_with="a recipe that says how: --map RECIPE")
        return _report_on(exported, arguments)
    return _columns_report(arguments)


def _columns_report(arguments: argparse.Namespace) -> CalibrationReport:
    """The report on columns that the command names."""
    from evalcore.report.scoring import doubts_of

    refuse_unused(arguments, ("--join", "--criterion"), goes_with="--map, and not with --human")
    if not arguments.judge:
        refuse_unused(arguments, ("--rule", "--reference", "--margin", "--mix"), goes_with="--judge COL")
    for both in (name for name in arguments.judge if name in arguments.human):
        raise InputError(
            f"expected another column under --judge than under --human, found {both!r} under both: a column always"
            " agrees with itself",
            file=arguments.file,
        )
    scored = _scored(arguments)
    for one in scored.taken:
        note(_taken(one))
    for sentence in doubts_of(scored):
        note(sentence)
    return scored.report


def _mapped_report(arguments: argparse.Namespace) -> CalibrationReport:
    """The report on what a recipe takes for labels and for recorded verdicts or replies."""
    from evalcore.cli.stored import read_recipe_file
    from evalcore.importing import Further, read_cases

    refuse_unused(arguments, _OF_COLUMNS, because="a recipe says which columns are what and by which scale and rule")
    imported = read_cases(
        Path(arguments.file),
        recipe=read_recipe_file(arguments.map),
        further=[Further(source=Path(file)) for file in arguments.join],
    )
    return _report_on(imported, arguments)


def _exported(file: str) -> Imported | None:
    """What a known tool's export holds; None where the file is none, or nothing can be made of it without a recipe."""
    from evalcore.importing import read_cases

    try:
        imported = read_cases(Path(file))
    except InputError:
        return None
    return imported if imported.understood.tool else None


def _report_on(imported: Imported, arguments: argparse.Namespace) -> CalibrationReport:
    from evalcore.report import read_mix
    from evalcore.report.recorded_import import recorded_judges, report_on_recorded

    if imported.understood.tool:
        note(f"the file was taken for a {imported.understood.tool} export")
    note_problems(imported.problems)
    report = report_on_recorded(
        imported,
        criterion=arguments.criterion,
        reference=arguments.reference,
        margin=arguments.margin,
        mix=read_mix(arguments.mix) if arguments.mix else None,
    )
    for sentence in recorded_judges(imported, report.dataset.criterion)[1]:
        note(sentence)
    return report


def _scored(arguments: argparse.Namespace) -> Scored:
    from evalcore.importing import read_rows
    from evalcore.report import read_mix
    from evalcore.report.scale_words import Declared
    from evalcore.report.scoring import Columns, score_rows

    path = Path(arguments.file)
    columns = Columns(
        human=tuple(dict.fromkeys(arguments.human)),
        judges=tuple(dict.fromkeys(arguments.judge)),
        slices=tuple(dict.fromkeys(arguments.slices)),
        cluster=arguments.cluster,
    )
    declared = Declared(
        kind=arguments.scale,
        values=_split(arguments.values),
        passing=_split(arguments.passing),
        level=arguments.level,
    )
    table, problems = read_rows(path)
    note_problems(problems)
    if not table.rows:
        raise InputError("no row of the file could be used", file=arguments.file)
    _refuse_unknown(columns, table.columns, file=arguments.file)
    return score_rows(
        table.rows,
        columns,
        name=path.stem,
        declared=declared,
        rule=arguments.rule,
        reference=arguments.reference,
        margin=arguments.margin,
        mix=read_mix(arguments.mix) if arguments.mix else None,
    )


def _split(text: str | None) -> tuple[str, ...]:
    return tuple(part.strip() for part in (text or "").split(",") if part.strip())


def _refuse_unknown(columns: Columns, known: tuple[str, ...], *, file: str) -> None:
    unknown = [name for name in columns.named if name not in known]
    if unknown:
        raise InputError(f"expected columns of the file ({', '.join(known)}), found {', '.join(unknown)}", file=file)


def _taken(one: TakenFor) -> str:
    """One line on how the words of a column were understood."""
    parts = [f"{_words(words)} → {value}" for value, words in one.values.items()]
    if one.nothing:
        parts.append(f"blank ({one.nothing}) → missing" if one.of == "judge" else f"nothing said ({one.nothing})")
    if one.unusable:
        parts.append(f"{_words(one.unusable)} → no verdict")
    return f"{one.column}: {'; '.join(parts)}"


def _words(words: Any) -> str:
    shown = [f"{word} ({count})" for word, count in list(words.items())[:_SHOWN_WORDS]]
    more = len(words) - _SHOWN_WORDS
    return ", ".join([*shown, f"{more} more"] if more > 0 else shown)
