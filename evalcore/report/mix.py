"""A judge's figures under the mix of slices that production has."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from evalcore.domain import Estimate, Mix, MixMeasures, undefined
from evalcore.domain.reply_columns import Bools, Floats, Ints
from evalcore.errors import InputError
from evalcore.report.by_value import NO_CUT
from evalcore.report.columns import FAIL, NONE, PASS, JudgeColumns, RunColumns
from evalcore.report.compared import at_pass_or_fail, compared
from evalcore.report.counted import cluster_numbers, shared_only
from evalcore.report.measures import with_note
from evalcore.stats import counts_by_cluster, mixed_balanced_accuracy, mixed_share

_SHARE = re.compile(r"(?P<value>.+?)=(?P<share>[0-9.]+)(?:,|$)")
_SYNTAX = "expected KEY:VALUE=SHARE,VALUE=SHARE such as topic:billing=0.7,returns=0.3"


def read_mix(text: str) -> Mix:
    """The mix of ``topic:billing=0.7,returns=0.3``; shares in any unit, so that 70 and 30 are the same.

    Raises
    ------
    InputError
        The text is not written so, or no share is above 0.
    """
    key, _, rest = text.partition(":")
    found = list(_SHARE.finditer(rest))
    if not key or not found or "".join(one.group() for one in found) != rest:
        raise InputError(f"{_SYNTAX}, found {text!r}")
    try:
        shares = {one["value"].strip(): float(one["share"]) for one in found}
    except ValueError:
        raise InputError(f"{_SYNTAX}, found {text!r}") from None
    return mix_of(key.strip(), shares)


def mix_of(key: str, shares: Mapping[str, float]) -> Mix:
    """The mix by shares in any unit; values without a share are left out.

    Raises
    ------
    InputError
        No share is above 0.
    """
    total = sum(shares.values())
    if not total > 0 or not math.isfinite(total):
        raise InputError(f"expected shares of {key} of which at least one is above 0, found {shares}")
    return Mix(key=key, shares={value: share / total for value, share in shares.items() if share > 0})


def mix_measures(run: RunColumns, columns: JudgeColumns, mix: Mix) -> MixMeasures:
    """What a judge's figures at repeat 0, as deployed, would be if slices occurred as often as the mix says.

    A figure is undefined when a slice that has a share has no case that it could rest on.

    Raises
    ------
    InputError
        The set has no such slice key.
    """
    if mix.key not in run.dataset.slice_keys:
        known = ", ".join(run.dataset.slice_keys) or "it has none"
        raise InputError(f"expected a slice of the set to declare a mix of ({known}), found {mix.key!r}")
    weighed = _Weighed.of(run, mix)
    agreed, verdicts = compared(run, columns), columns.deployed
    agreement = weighed.share(agreed.right[:, 0], agreed.kept[:, 0], agreed.kept[:, 0])
    if not at_pass_or_fail(run.scale, columns.judge.scale):
        nothing = undefined(0, NO_CUT)
        return MixMeasures(agreement=agreement, balanced_accuracy=nothing, tpr=nothing, tnr=nothing, pass_rate=nothing)
    answered = columns.answered[:, 0] & (run.human != NONE)
    sides = _as_judged(run.human, verdicts.sides[:, 0], verdicts.unread)
    judged = answered & (sides != NONE)
    right, counted = sides == run.human, verdicts.counted[:, 0]
    return MixMeasures(
        agreement=agreement,
        balanced_accuracy=weighed.balanced_accuracy(run.human * 2 + sides, judged),
        tpr=weighed.share(right, judged & (run.human == PASS), judged),
        tnr=weighed.share(right, judged & (run.human == FAIL), judged),
        pass_rate=weighed.share(verdicts.sides[:, 0] == PASS, counted, counted),
    )


def _as_judged(human: Ints, sides: Ints, unread: str) -> Ints:
    """The judge's side per case, with the replies without a verdict where the measures have them."""
    if unread == "fail":
        return np.where(sides == NONE, FAIL, sides)
    if unread == "wrong":
        return np.where(sides == NONE, np.where(human == PASS, FAIL, PASS), sides)
    return sides


@dataclass(frozen=True, slots=True, kw_only=True)
class _Weighed:
    """The cases of a run by the slices of a mix."""

    names: tuple[str, ...]
    """Of the slices that have a share."""
    weights: Floats
    slices: Ints
    """Index of each case's slice, -1 where it has no share; shape (cases,)."""
    clusters: Ints | None
    without: tuple[str, ...]
    """Slices of the set that have no share."""

    @classmethod
    def of(cls, run: RunColumns, mix: Mix) -> _Weighed:
        number = {name: index for index, name in enumerate(mix.shares)}
        found = [case.slices.get(mix.key) for case in run.cases]
        return cls(
            names=tuple(number),
            weights=np.array(list(mix.shares.values())),
            slices=np.array([-1 if value is None else number.get(value, -1) for value in found], dtype=np.int64),
            clusters=cluster_numbers(run.cases),
            without=tuple(value for value in dict.fromkeys(found) if value is not None and value not in number),
        )

    def share(self, hit: Bools, of_class: Bools, among: Bools) -> Estimate:
        """Share of the cases of a class that count; slices are weighed by the cases among which the class is."""
        counts, parts, missing = self._counted(np.where(of_class, np.where(hit, 0, 1), 2), among, kinds=3)
        if missing:
            return undefined(int(counts[:, :2].sum()), missing)
        return self._noted(mixed_share(counts, self.weights, clusters=parts))

    def balanced_accuracy(self, kind: Ints, among: Bools) -> Estimate:
        """Mean of tpr and tnr, from the cell of each case in the table of people and judge."""
        counts, parts, missing = self._counted(kind, among, kinds=4)
        if missing:
            return undefined(int(counts.sum()), missing)
        return self._noted(mixed_balanced_accuracy(counts.reshape(-1, 2, 2), self.weights, clusters=parts))

    def _counted(self, kind: Ints, among: Bools, *, kinds: int) -> tuple[Ints, Floats | None, str]:
        """Cases by slice and kind, the same by cluster, and which slices have none."""
        kept, size = among & (self.slices >= 0), len(self.names) * kinds
        cell, clusters = (self.slices * kinds + kind)[kept], shared_only(self.clusters, kept)
        counts = np.bincount(cell, minlength=size).reshape(-1, kinds)
        empty = [name for name, cases in zip(self.names, counts.sum(axis=1).tolist(), strict=True) if not cases]
        missing = f"no case of {', '.join(empty)} that the figure could rest on" if empty else ""
        return counts, None if clusters is None else counts_by_cluster(cell, clusters, size), missing

    def _noted(self, estimate: Estimate) -> Estimate:
        return with_note(estimate, f"no share for {', '.join(self.without)}") if self.without else estimate
