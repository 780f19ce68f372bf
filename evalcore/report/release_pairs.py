"""Which cases of two runs are the same, and what changed between the runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from evalcore.domain.reply_columns import Bools, Ints
from evalcore.errors import InputError
from evalcore.judges import config_sha256
from evalcore.report.columns import JudgeColumns, RunColumns

Changed = Literal["answers", "judge", "nothing"]
"""What is another in the run after."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Release:
    """One side of a comparison: a run, and one of its judges."""

    run: RunColumns
    judge: JudgeColumns


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairs:
    """Cases that are in both runs, by their positions; in the order of the run after."""

    before: Ints
    after: Ints

    def __len__(self) -> int:
        return len(self.after)

    def where(self, kept: Bools) -> Pairs:
        """Some of them."""
        return Pairs(before=self.before[kept], after=self.after[kept])


def what_changed(before: Release, after: Release) -> tuple[Changed, Pairs]:
    """What is another in the run after, and the cases that the two runs share for that.

    Of an application a case is the same when id and question are, whatever the answer; of a judge, when id and all
    that the judge can see are.

    Raises
    ------
    InputError
        When neither the judge nor the cases are the same, so that nobody could tell what a difference comes from.
    """
    shared = _shared(before.run, after.run)
    same_text = np.fromiter(
        (
            before.run.fingerprints[a] == after.run.fingerprints[b]
            for a, b in zip(shared.before.tolist(), shared.after.tolist(), strict=True)
        ),
        dtype=np.bool_,
        count=len(shared),
    )
    if config_sha256(before.judge.judge) == config_sha256(after.judge.judge):
        return ("nothing" if len(shared) and same_text.all() else "answers"), shared
    if not same_text.any():
        raise InputError(
            "expected the same judge in both runs, or the same cases; found that both are others, so that nobody can"
            " tell what a difference comes from. Run one judge on both sets, or both judges on one set"
        )
    return "judge", shared.where(same_text)


def are_the_same_cases(pairs: Pairs, before: RunColumns, after: RunColumns) -> bool:
    """Whether at least half of the smaller run's cases are in both; else the shared ones are too few to rest on."""
    return 2 * len(pairs) >= min(len(before.cases), len(after.cases)) > 0


def _shared(before: RunColumns, after: RunColumns) -> Pairs:
    asked = [case.question for case in before.texts]
    found = [
        (position, at)
        for at, case in enumerate(after.texts)
        if (position := before.position.get(case.id)) is not None and asked[position] == case.question
    ]
    places = np.array(found, dtype=np.int64).reshape(-1, 2)
    return Pairs(before=places[:, 0], after=places[:, 1])
