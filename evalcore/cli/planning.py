"""``evalcore plan``: how many labels a question needs, and what a judge's errors cost."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from evalcore.cli import numbers
from evalcore.cli.output import DONE, print_json, say
from evalcore.cli.report_at_hand import report_at_hand
from evalcore.cli.stored import add_store_argument
from evalcore.cli.unused import refuse_unused
from evalcore.errors import InputError

if TYPE_CHECKING:
    from evalcore.report.plan_sentences import PlanAnswer

_POWER, _ATTEMPTS = 0.8, 3


def register(commands: Any) -> None:
    """Add the command."""
    plan = commands.add_parser("plan", help="how many labels a question needs, and what a judge's errors cost")
    add = plan.add_argument
    add("--half-width", type=_inside, metavar="H", help="labels for an interval of so much to either side")
    add("--threshold", type=_inside, metavar="T", help="labels to tell a judge from a threshold; needs --rate")
    add("--judges", type=_share, nargs=2, metavar=("A", "B"), help="labels to tell two rates apart on the same cases")
    add("--discordant", type=_inside, metavar="D", help="with --judges: share of cases on which exactly one is right")
    add("--releases", type=_share, nargs=2, metavar=("A", "B"), help="cases to tell two rates apart on different cases")
    add("--gate", type=_inside, metavar="T", help="whether a gate can be reached; needs --cases")
    add("--cases", type=numbers.whole(1, 1_000_000_000), metavar="N", help="with --gate: the cases at hand")
    add("--retry", action="store_true", help="cost of a loop that asks again until the judge accepts")
    add("--pass-rate", type=_share, metavar="P", help="with --retry: share of good answers among fresh ones")
    add("--tpr", type=_share, metavar="P", help="with --retry: share of good answers that the judge accepts")
    add("--tnr", type=_share, metavar="P", help="with --retry: share of bad answers that the judge catches")
    add(
        "--attempts",
        type=numbers.whole(1, 1_000),
        metavar="N",
        help=f"with --retry: attempts before giving up (default {_ATTEMPTS})",
    )
    add("--rate", type=_share, metavar="P", help="the assumed true rate (default with --half-width: 0.5)")
    add("--power", type=_inside, metavar="P", help=f"chance of seeing what is true (default {_POWER})")
    add("--report", metavar="R", help="take rates and cases that are not given from a report or a run")
    add("--judge", metavar="NAME", help="with --report: which judge (default: the only one)")
    add("--json", action="store_true", help="one JSON document on standard output")
    add_store_argument(plan)
    plan.set_defaults(run=_plan)


_QUESTIONS = ("--half-width", "--threshold", "--judges", "--releases", "--gate", "--retry")
_GOES_WITH = {
    "--discordant": ("--judges",),
    "--cases": ("--gate",),
    "--pass-rate": ("--retry",),
    "--tpr": ("--retry",),
    "--tnr": ("--retry",),
    "--attempts": ("--retry",),
    "--rate": ("--half-width", "--threshold", "--gate"),
    "--power": ("--threshold", "--judges", "--releases"),
    "--report": ("--half-width", "--threshold", "--gate", "--retry"),
}
"""The questions that an option is for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Known:
    """Rates and cases, as given or from a report; None where neither says."""

    rate: float | None
    pass_rate: float | None
    tpr: float | None
    tnr: float | None
    cases: int | None


def _plan(arguments: argparse.Namespace) -> int:
    _refuse_unused(arguments)
    answers = list(_answers(arguments, _known(arguments)))
    if not answers:
        raise InputError(
            "expected a question: --half-width, --threshold, --judges, --releases, --gate or --retry; found none"
        )
    if arguments.json:
        print_json([asdict(answer) for answer in answers])
    else:
        say("\n\n".join(answer.text for answer in answers))
    return DONE


def _refuse_unused(arguments: argparse.Namespace) -> None:
    """Refuse what goes with another question than those asked, or with a report where none is named."""
    asked = {option for option in _QUESTIONS if getattr(arguments, option.removeprefix("--").replace("-", "_"))}
    if not asked:
        return
    for option, questions in _GOES_WITH.items():
        if not asked & set(questions):
            refuse_unused(arguments, [option], goes_with=f"{' or '.join(questions)}")
    if not arguments.report:
        refuse_unused(arguments, ["--judge"], goes_with="--report")


def _answers(arguments: argparse.Namespace, known: _Known) -> Iterator[PlanAnswer]:
    from evalcore.report import plan_sentences as plan

    power: float = arguments.power or _POWER
    if arguments.half_width is not None:
        yield plan.half_width_answer(arguments.half_width, 0.5 if known.rate is None else known.rate)
    if arguments.threshold is not None:
        yield plan.threshold_answer(_needed(known.rate, "--threshold", "--rate"), arguments.threshold, power)
    if arguments.judges is not None:
        a, b = arguments.judges
        yield plan.paired_answer(a, b, arguments.discordant, power)
    if arguments.releases is not None:
        a, b = arguments.releases
        yield plan.unpaired_answer(a, b, power)
    if arguments.gate is not None:
        yield plan.gate_answer(int(_needed(known.cases, "--gate", "--cases")), arguments.gate, known.rate)
    if arguments.retry:
        yield plan.retry_answer(
            _needed(known.pass_rate, "--retry", "--pass-rate"),
            tpr=_needed(known.tpr, "--retry", "--tpr"),
            tnr=_needed(known.tnr, "--retry", "--tnr"),
            attempts=arguments.attempts or _ATTEMPTS,
        )


def _known(arguments: argparse.Namespace) -> _Known:
    given = {field.name: getattr(arguments, field.name) for field in fields(_Known)}
    if not arguments.report:
        return _Known(**given)
    measured = _measured(arguments)
    return replace(measured, **{name: value for name, value in given.items() if value is not None})


def _measured(arguments: argparse.Namespace) -> _Known:
    from evalcore.gate import one_judge

    judge = one_judge(report_at_hand(arguments.report, arguments), arguments.judge)
    measures = judge.as_deployed
    return _Known(
        rate=measures.agreement.value,
        pass_rate=judge.pass_rate["raw"].value,
        tpr=measures.tpr.value,
        tnr=measures.tnr.value,
        cases=measures.n,
    )


def _needed(value: float | None, question: str, option: str) -> float:
    if value is None:
        raise InputError(f"{question} needs {option}; name it, or a report that holds it with --report")
    return value


def _number(kind: Callable[[str], float], fits: Callable[[float], bool], expected: str) -> Callable[[str], float]:
    def convert(text: str) -> float:
        try:
            value = kind(text)
        except ValueError:
            value = -1
        if not fits(value):
            raise argparse.ArgumentTypeError(f"expected {expected}, found {text!r}")
        return value

    return convert


_share = _number(float, lambda value: 0 <= value <= 1, "a share between 0 and 1")
_inside = _number(float, lambda value: 0 < value < 1, "a share between 0 and 1, both excluded")
