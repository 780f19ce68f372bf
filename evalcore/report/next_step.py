"""The one next step, from what a report says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from evalcore.domain import CalibrationReport, JudgeReport
from evalcore.report.formatting import counted
from evalcore.report.ranking import ranked

SMALL_SLICE = 20
"""Below this many cases an interval of agreement is some 40 points wide: too wide to say anything of a slice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NextStep:
    """What to do now, and why, in one sentence."""

    to: Literal["cases", "run", "compare", "export"]
    """The step of the job that it belongs to."""
    label: str
    why: str


def next_step(report: CalibrationReport, *, on_older_set: bool = False) -> NextStep:
    """What brings a person nearest to a judge that can be trusted.

    Nothing can be measured without gold, nothing trusted with calls missing or on labels that were
    changed since, and nothing exported that is not proven to beat always saying the commonest label.

    Parameters
    ----------
    on_older_set
        Whether the report rests on a version of its set that the newest one differs from.
    """
    dataset = report.dataset
    if on_older_set:
        return NextStep(
            to="run", label="Run judges on the newest version", why="These figures rest on an older version of the set."
        )
    if dataset.labelled == dataset.unresolved:
        return NextStep(
            to="cases",
            label="Load labels",
            why="No case has a gold label, so agreement with people cannot be measured.",
        )
    missing = sum(judge.calls.missing for judge in report.judges)
    if missing:
        return NextStep(to="run", label="Ask what is missing", why=f"Missing in this run: {counted(missing, 'call')}.")
    failed = sum(judge.calls.failed for judge in report.judges)
    if failed:
        return NextStep(
            to="run", label="Ask the failed calls again", why=f"Failed in this run: {counted(failed, 'call')}."
        )
    proven = [judge for judge in ranked(report) if judge.baseline.beats]
    if not proven:
        return NextStep(
            to="run",
            label="Try another judge",
            why="No judge of this run is proven to beat always saying the commonest label.",
        )
    small = _too_small_slice(proven[0])
    if small:
        return NextStep(to="compare", label="Compare the judges", why=f"{proven[0].name} is proven better; {small}.")
    return NextStep(
        to="export", label=f"Export {proven[0].name}", why=f"{proven[0].name} is proven better than guessing."
    )


def _too_small_slice(judge: JudgeReport) -> str | None:
    """The smallest slice in words, if it is too small; slices without a measured case say nothing either way."""
    measured = [one for one in judge.slices if one.as_deployed.n > 0]
    smallest = min(measured, key=lambda one: one.as_deployed.n, default=None)
    if smallest is None or smallest.as_deployed.n >= SMALL_SLICE:
        return None
    name = ", ".join(f"{key} = {value}" for key, value in smallest.slice.items())
    return f"the slice {name} ({counted(smallest.as_deployed.n, 'case')}) is too small to say anything"
