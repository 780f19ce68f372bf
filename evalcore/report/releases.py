"""Two runs side by side: what became of a rate, in all and by slice, and which cases turned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from evalcore.domain.reply_columns import Bools, Ints
from evalcore.errors import InputError
from evalcore.report.case_list import CaseList
from evalcore.report.columns import JudgeColumns, RunColumns
from evalcore.report.release_pairs import Changed, Pairs, Release, are_the_same_cases, what_changed
from evalcore.report.release_rates import RateChange, lone_rate, paired_change, unpaired_change
from evalcore.report.release_sides import Side, by_judge, by_people
from evalcore.stats import holm

Figure = Literal["pass rate", "agreement"]
NO_LABEL = "no gold label"


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnedCase:
    """A case whose verdict turned."""

    case_id: str
    before: int
    """Position in the run before."""
    after: int
    """Position in the run after."""
    wavers: bool
    """Repeats of one and the same run differ, so that it may have turned by that alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseComparison:
    """What two runs say of a change."""

    changed: Changed
    figure: Figure
    """Agreement of the judge with people where the judge changed, else the pass rate as the judge sees it."""
    paired: bool
    """Whether the cases are the same."""
    overall: RateChange
    slices: tuple[RateChange, ...]
    lost: tuple[TurnedCase, ...]
    """Newly failing, or newly wrong; in the order of the set after."""
    gained: tuple[TurnedCase, ...]
    shared: int
    """Cases that are in both runs."""
    only_before: int
    only_after: int
    left_out: Mapping[str, int]
    """Why further cases are in neither rate, and how many."""
    clustered: bool
    """Some cases share a cluster, which intervals and tests honour."""
    repeats: int
    """The larger number of repeats of the two runs."""


def compare_releases(before: Release, after: Release, *, slice_keys: Sequence[str] | None = None) -> ReleaseComparison:
    """Compare two runs at repeat 0, as deployed.

    Judged by one judge, they are two releases of an application: cases are the same when id and question are, whatever
    the answers, and what is compared is the share that the judge passes. Judged by two, they are two releases of a
    judge: cases are the same when id and all that a judge can see are, and what is compared is the agreement with the
    gold labels of the run after. Where fewer than half of the cases of the smaller run are in both, the runs count as
    different cases.

    Parameters
    ----------
    slice_keys
        Which slices to compare; None: all. On the same cases a slice holds those that it holds in the run after.

    Raises
    ------
    InputError
        When the runs cannot be compared: other criteria; both judge and answers changed; scales that do not fit; or
        there is no such slice.
    """
    _refuse_other_criteria(before, after)
    changed, pairs = what_changed(before, after)
    sides = by_people(before, after, pairs) if changed == "judge" else (by_judge(before), by_judge(after))
    paired = changed == "judge" or are_the_same_cases(pairs, before.run, after.run)
    changes = [_change(sides, pairs if paired else None, part) for part in _parts(before.run, after.run, slice_keys)]
    adjusted = holm([change.p_value for change in changes])
    lost, gained = (_turned(sides, pairs, newly=newly) if paired else () for newly in (False, True))
    return ReleaseComparison(
        changed=changed,
        figure="agreement" if changed == "judge" else "pass rate",
        paired=paired,
        overall=_change(sides, pairs if paired else None, {}),
        slices=tuple(replace(change, p_adjusted=p) for change, p in zip(changes, adjusted, strict=True)),
        lost=lost,
        gained=gained,
        shared=len(pairs),
        only_before=len(before.run.cases) - len(pairs),
        only_after=len(after.run.cases) - len(pairs),
        left_out=Counter(_why_left_out(sides, pairs if paired else None)),
        clustered=any(side.clusters is not None for side in sides),
        repeats=max(before.run.repeats, after.run.repeats),
    )


def turned_list(after: Release, turned: Sequence[TurnedCase]) -> CaseList:
    """Turned cases to choose from, as they are in the run after."""
    listed = np.array([case.after for case in turned], dtype=np.int64)
    return CaseList(cases=after.run.cases, position=after.run.position, listed=listed)


def _refuse_other_criteria(before: Release, after: Release) -> None:
    if before.run.criterion != after.run.criterion:
        raise InputError(
            f"expected two runs under one criterion, found {before.run.criterion!r} before and"
            f" {after.run.criterion!r} after; choose two of the same"
        )


def _parts(before: RunColumns, after: RunColumns, keys: Sequence[str] | None) -> Iterator[dict[str, str]]:
    """Every slice of either run."""
    known = tuple(dict.fromkeys((*after.dataset.slice_keys, *before.dataset.slice_keys)))
    for key in known if keys is None else keys:
        if key not in known:
            raise InputError(f"expected a slice of the runs ({', '.join(known) or 'they have none'}), found {key!r}")
        values = dict.fromkeys(case.slices.get(key) for run in (after, before) for case in run.cases)
        yield from ({key: value} for value in values if value is not None)


def _change(sides: tuple[Side, Side], pairs: Pairs | None, part: Mapping[str, str]) -> RateChange:
    before, after = sides
    inside = before.in_slice(part), after.in_slice(part)
    alone = np.flatnonzero(inside[0]), np.flatnonzero(inside[1])
    if pairs is None:
        if not part or (len(alone[0]) and len(alone[1])):
            return unpaired_change(part, before.hits(alone[0]), after.hits(alone[1]))
        return lone_rate(part, before.hits(alone[0]), after.hits(alone[1]), why=_only_in(alone))
    shared = pairs.where(inside[1][pairs.after])
    if part and not len(shared):
        return lone_rate(part, before.hits(alone[0]), after.hits(alone[1]), why=_only_in(alone))
    both = shared.where(before.counted[shared.before] & after.counted[shared.after])
    kept = after.hits(both.after)
    return paired_change(part, replace(before.hits(both.before), clusters=kept.clusters), kept)


def _only_in(alone: tuple[Ints, Ints]) -> str:
    if len(alone[0]) and len(alone[1]):
        return "none of its cases is in both runs"
    return f"only in the run {'before' if len(alone[0]) else 'after'}"


def _turned(sides: tuple[Side, Side], pairs: Pairs, *, newly: bool) -> tuple[TurnedCase, ...]:
    """The cases that are hits after and were none before, or the other way round."""
    before, after = sides
    both = pairs.where(before.counted[pairs.before] & after.counted[pairs.after])
    turned = both.where((before.hit[both.before] != newly) & (after.hit[both.after] == newly))
    wavers = _wavering(before.release.judge)[turned.before] | _wavering(after.release.judge)[turned.after]
    return tuple(
        TurnedCase(case_id=after.cases[b].id, before=a, after=b, wavers=waver)
        for a, b, waver in zip(turned.before.tolist(), turned.after.tolist(), wavers.tolist(), strict=True)
    )


def _wavering(judge: JudgeColumns) -> Bools:
    """Per case whether its answered repeats say different things, shape (cases,)."""
    verdicts, answered = judge.deployed, judge.answered
    said = verdicts.effective if judge.judge.scale.passing else verdicts.values
    least = np.where(answered, said, np.iinfo(np.int64).max).min(axis=1)
    wavers: Bools = np.where(answered, said, np.iinfo(np.int64).min).max(axis=1) > least
    return wavers


def _why_left_out(sides: tuple[Side, Side], pairs: Pairs | None) -> Iterator[str]:
    before, after = sides
    if pairs is None:
        for side, when in ((before, "before"), (after, "after")):
            yield from (f"{side.why_not(at)} {when}" for at in np.flatnonzero(~side.counted).tolist())
        return
    out = pairs.where(~(before.counted[pairs.before] & after.counted[pairs.after]))
    for a, b in zip(out.before.tolist(), out.after.tolist(), strict=True):
        was, now = before.why_not(a), after.why_not(b)
        if not after.labelled[b]:
            yield NO_LABEL
        elif was == now:
            yield f"{now} in both runs"
        else:
            yield ", ".join(f"{why} {when}" for why, when in ((was, "before"), (now, "after")) if why)
