"""Whether a judge may take the place of a person, where three or more labelled the same cases."""

from __future__ import annotations

from collections.abc import Mapping

from evalcore.domain import UNNAMED, AnnotatorTest, PersonCompared, Scale
from evalcore.report.by_value import numbers_of
from evalcore.report.columns import NO_VALUE, NONE, SIDES, JudgeColumns, RunColumns
from evalcore.report.compared import at_pass_or_fail, said_values, shares_values
from evalcore.report.outcomes import side_of
from evalcore.stats import alternative_annotator_test
from evalcore.stats.annotator_test import FEWEST_ANNOTATORS

EPSILON = 0.2
"""What the paper advises for experts."""

_Votes = Mapping[str, Mapping[str, str]]
"""Annotator → case → value."""


def people_votes(run: RunColumns) -> _Votes | None:
    """What each person said of each case; None unless three who are known by name labelled one and the same case."""
    if max((len(gold.votes) for gold in run.gold.values()), default=0) < FEWEST_ANNOTATORS:
        return None
    scale, by_person = run.scale, dict[str, dict[str, str]]()
    together = 0
    for case_id, gold in run.gold.items():
        votes = [vote for vote in gold.votes if vote.value in scale.values]
        if any(vote.annotator.partition(" ")[0] == UNNAMED for vote in votes):
            return None
        together = max(together, len(votes))
        for vote in votes:
            by_person.setdefault(vote.annotator, {})[case_id] = vote.value
    return by_person if together >= FEWEST_ANNOTATORS else None


def annotator_test(run: RunColumns, columns: JudgeColumns, votes: _Votes) -> AnnotatorTest | None:
    """The alternative annotator test of a judge, as deployed, at repeat 0; None where people give other values.

    Value by value where people and judge share a scale, by the distance of numbers where the values are numbers; else
    at pass or fail. A reply without a verdict fails where it is to be a fail at pass or fail; else it is left out.

    Parameters
    ----------
    votes
        As :func:`people_votes` gives them.
    """
    scale, judged = run.scale, columns.judge.scale
    at_sides = at_pass_or_fail(scale, judged) and (len(scale.values) == 2 or not shares_values(scale, judged))
    if at_sides:
        said, known = columns.deployed.effective[:, 0], columns.deployed.effective[:, 0] != NONE
        values: tuple[str, ...] = SIDES
        votes = {name: _sides(scale, theirs) for name, theirs in votes.items()}
    elif shares_values(scale, judged):
        said, values = said_values(scale, judged, columns.deployed)[:, 0], scale.values
        known = said != NO_VALUE
    else:
        return None
    by_judge = {
        run.cases[at].id: values[said[at]] for at in (columns.deployed.counted[:, 0] & known).nonzero()[0].tolist()
    }
    numeric = not at_sides and numbers_of(scale) is not None
    found = alternative_annotator_test(
        votes, by_judge, epsilon=EPSILON, score="negative rmse" if numeric else "accuracy"
    )
    return AnnotatorTest(
        epsilon=found.epsilon,
        score="negative rmse" if numeric else "accuracy",
        people=tuple(
            PersonCompared(
                annotator=one.annotator,
                n=one.n,
                advantage=one.advantage,
                p_value=one.p_value,
                p_adjusted=one.p_adjusted,
                won=one.won,
            )
            for one in found.annotators
        ),
        winning_rate=found.winning_rate,
        advantage_probability=found.advantage_probability,
        passes=found.passes,
        note=found.note,
    )


def _sides(scale: Scale, votes: Mapping[str, str]) -> dict[str, str]:
    return {case: side for case, value in votes.items() if (side := side_of(scale, value)) is not None}
