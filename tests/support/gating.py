"""Reports for gates, measured from replies that are made to counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from evalcore.domain import PASS_FAIL, CalibrationReport, Dataset, Label, case_fingerprint
from evalcore.gate import GateResult, Gates, Line, evaluate, gates_from_text
from evalcore.judges import Judge
from evalcore.report import Unread, build_report
from tests.support.reports import judged
from tests.support.things import make_case, make_judge

HEAD = "schema: evalcore-gates/1\n"


@dataclass(frozen=True, kw_only=True)
class Answers:
    """So many answers of one kind: what people say (None: nobody did), and the judge's reply at each repeat."""

    n: int
    human: str | None
    said: str | Sequence[str]
    topic: str = "billing"


def answers(
    *, accepted: int = 0, rejected: int = 0, let_through: int = 0, caught: int = 0, topic: str = "billing"
) -> tuple[Answers, ...]:
    """Good answers accepted and rejected, bad ones let through and caught, by literal replies."""
    return (
        Answers(n=accepted, human="pass", said="YES", topic=topic),
        Answers(n=rejected, human="pass", said="NO", topic=topic),
        Answers(n=let_through, human="fail", said="YES", topic=topic),
        Answers(n=caught, human="fail", said="NO", topic=topic),
    )


def report_of(
    *groups: Answers, judge: Judge | None = None, repeats: int = 1, unread: Unread = "fail"
) -> CalibrationReport:
    """The report of one judge on these answers."""
    listed = [group for group in groups for _ in range(group.n)]
    cases = tuple(make_case(number, slices={"topic": group.topic}) for number, group in enumerate(listed))
    labels = tuple(
        Label(
            case_id=case.id,
            case_fingerprint=case_fingerprint(case),
            criterion="grounded",
            annotator="ines",
            value=group.human,
        )
        for case, group in zip(cases, listed, strict=True)
        if group.human
    )
    dataset = Dataset(name="support", criteria={"grounded": PASS_FAIL}, cases=cases, labels=labels)
    texts = [[group.said] * repeats if isinstance(group.said, str) else list(group.said) for group in listed]
    asked = judged(judge or make_judge(), dataset, texts)
    return build_report(dataset, [asked], criterion="grounded", repeats=repeats, unread=unread)


def gates_of(text: str, *, folder: Path = Path()) -> Gates:
    """Gates by the text of their file, without its first line."""
    return gates_from_text(HEAD + text, file="gates.yaml", folder=folder)


def gated(report: CalibrationReport, text: str, *, baseline: CalibrationReport | None = None) -> GateResult:
    """The result of gates on a report."""
    return evaluate(gates_of(text), report, baseline=baseline)


def only_line(report: CalibrationReport, text: str, *, baseline: CalibrationReport | None = None) -> Line:
    """The only line of the result."""
    (line,) = gated(report, text, baseline=baseline).lines
    return line


def outcomes(result: GateResult) -> Mapping[str, str]:
    """Outcome by the name of the line."""
    return {line.name: line.outcome.value for line in result.lines}


def on_judge(figure: str, demand: str) -> str:
    """A file with one demand on the judge."""
    return f"judge: {{overall: {{{figure}: {{{demand}}}}}}}\n"


def on_application(figure: str, demand: str) -> str:
    """A file with one demand on the application."""
    return f"application: {{overall: {{{figure}: {{{demand}}}}}}}\n"
