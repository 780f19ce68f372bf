"""Cases on which a judge and people disagree, for documents that may quote them."""

from __future__ import annotations

from dataclasses import dataclass

from evalcore.domain import Case
from evalcore.report import JudgeColumns, RunColumns, cases_in_cell, labels_of

MOST_PER_CELL = 3
"""Cases that are quoted of each kind of error."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """One case that the judge got wrong, as deployed, at repeat 0."""

    case: Case
    human: str
    """What people say."""
    verdict: str
    """What the judge says, by default included."""
    reply: str
    """Word for word."""


def examples_of(run: RunColumns, judge: JudgeColumns) -> tuple[Example, ...]:
    """The first cases of the set in each cell of the confusion matrix off its diagonal."""
    labels = labels_of(run, judge)
    return tuple(
        example
        for human in labels
        for verdict in labels
        if human != verdict
        for example in _in_cell(run, judge, human, verdict)
    )


def _in_cell(run: RunColumns, judge: JudgeColumns, human: str, verdict: str) -> tuple[Example, ...]:
    listed = cases_in_cell(run, judge, human=human, column=verdict, lenient=False).listed[:MOST_PER_CELL]
    return tuple(
        Example(
            case=run.texts[position],
            human=human,
            verdict=verdict,
            reply=judge.calls.forms[judge.calls.form[position, 0]].text,
        )
        for position in listed.tolist()
    )
