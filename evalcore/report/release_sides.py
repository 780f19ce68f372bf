"""The cases of one run of a comparison: which of them count, and which pass or are judged rightly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from evalcore.domain import CaseOutline, Scale
from evalcore.domain.reply_columns import Bools, Ints
from evalcore.errors import InputError
from evalcore.report.case_index import Names
from evalcore.report.columns import NO_VALUE, NONE, PASS, JudgeColumns, RunColumns
from evalcore.report.compared import at_pass_or_fail, said_values, shares_values
from evalcore.report.counted import cluster_numbers, shared_only
from evalcore.report.release_pairs import Pairs, Release
from evalcore.report.release_rates import Hits


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """The cases of one run, each with whether it counts and how."""

    release: Release
    counted: Bools
    labelled: Bools
    """Whether there is what the figure is measured against; shape (cases,) as all here."""
    hit: Bools
    clusters: Ints | None
    """Number of the cluster of each; None where no two share one."""
    slices: Mapping[str, Names]
    """By slice key."""

    @property
    def cases(self) -> Sequence[CaseOutline]:
        """The cases, in the order of every array."""
        return self.release.run.cases

    def hits(self, at: Ints) -> Hits:
        """Those of the cases at some positions that count."""
        kept = at[self.counted[at]]
        clusters = None if self.clusters is None else self.clusters[kept]
        return Hits(hit=self.hit[kept], clusters=shared_only(clusters))

    def in_slice(self, part: Mapping[str, str]) -> Bools:
        """Which cases are in a slice; all of them are in an empty one."""
        inside = np.ones(len(self.cases), dtype=np.bool_)
        for key, value in part.items():
            inside &= self.slices[key] == value if key in self.slices else False
        return inside

    def why_not(self, position: int) -> str | None:
        """Why a case does not count; None where it does."""
        if self.counted[position]:
            return None
        reason = self.release.judge.calls.not_asked[position]
        if reason is not None:
            return f"not asked ({reason})"
        return "without a verdict" if self.release.judge.answered[position, 0] else "not answered"


def by_judge(release: Release) -> Side:
    """Passed by the judge, whatever people say."""
    if not release.judge.judge.scale.passing:
        raise InputError(
            f"the scale of the judge {release.judge.judge.name!r} does not say which values pass, so that there is no"
            " pass rate to compare; declare them in the judge's file"
        )
    verdicts = release.judge.deployed
    return Side(
        release=release,
        counted=verdicts.counted[:, 0],
        labelled=np.ones(len(release.run.cases), dtype=np.bool_),
        hit=verdicts.effective[:, 0] == PASS,
        clusters=cluster_numbers(release.run.cases),
        slices=_slices(release.run),
    )


def by_people(before: Release, after: Release, pairs: Pairs) -> tuple[Side, Side]:
    """Judged as people do, by the labels of the run after; a case of the run before has them where it is shared."""
    scale = after.run.scale
    at_sides = all(at_pass_or_fail(scale, one.judge.judge.scale) for one in (before, after))
    gold, nothing = (after.run.human, NONE) if at_sides else (after.run.gold_values, NO_VALUE)
    gold_before = np.full(len(before.run.cases), nothing, dtype=np.int64)
    gold_before[pairs.before] = gold[pairs.after]
    return (
        _against(before, _said(scale, before.judge, at_sides=at_sides), gold_before, gold_before != nothing),
        _against(after, _said(scale, after.judge, at_sides=at_sides), gold, gold != nothing),
    )


def _against(release: Release, said: Ints, gold: Ints, known: Bools) -> Side:
    return Side(
        release=release,
        counted=release.judge.deployed.counted[:, 0] & known,
        labelled=known,
        hit=said == gold,
        clusters=cluster_numbers(release.run.cases),
        slices=_slices(release.run),
    )


def _said(scale: Scale, judge: JudgeColumns, *, at_sides: bool) -> Ints:
    """What the judge says at repeat 0, in the codes of the gold labels."""
    judged = judge.judge.scale
    if at_sides:
        return judge.deployed.effective[:, 0]
    if not shares_values(scale, judged):
        raise InputError(
            f"expected the values of the labels ({', '.join(scale.values)}) from the judge {judge.judge.name!r}, found"
            f" {', '.join(judged.values)}; they cannot be told to agree"
        )
    return said_values(scale, judged, judge.deployed)[:, 0]


def _slices(run: RunColumns) -> dict[str, Names]:
    return {
        key: np.array([case.slices.get(key) for case in run.cases], dtype=np.object_) for key in run.dataset.slice_keys
    }
