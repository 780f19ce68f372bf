"""Pairs: whether the judge prefers an answer or a place."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from evalcore.doctor.pairs import FEWEST, MORE_CASES, Pairs, is_shown
from evalcore.doctor.probed import Probed, finding, undefined_finding
from evalcore.doctor.report import Exchange, Finding, Mark
from evalcore.doctor.variants import FIRST, SECOND
from evalcore.report.formatting import counted, difference, p_value


def answers_finding(probed: Probed) -> Finding:
    """Whether the judge keeps to a place when the two answers change theirs.

    Agreement alone would not show it: of a judge that always prefers the first place it is the same in both orders.
    So the figure is how many more pairs keep the first place in both orders than keep the second.
    """
    kind = "answers"
    why = probed.why_nothing(kind)
    if why:
        return undefined_finding(kind, why)
    if not {FIRST, SECOND} <= set(probed.plan.judge.scale.values):
        return undefined_finding(kind, f"the judge's scale does not name the answers {FIRST} and {SECOND}")
    after = {one.case_id: one for one in probed.made_for(kind) if one.failure is None and one.verdict}
    read = [(one, after[case_id]) for case_id, one in probed.plain.items() if case_id in after and one.verdict]
    if not read:
        return undefined_finding(kind, "no pair has a verdict in both orders")
    first, second = (
        np.array([before.verdict == place == other.verdict for before, other in read], dtype=bool)
        for place in (FIRST, SECOND)
    )
    lean, p = Pairs(before=second, after=first, cases=[probed.cases[str(one.case_id)] for one, _ in read]).difference()
    quiet = not (first.any() or second.any()) and len(read) >= FEWEST
    mark = Mark.LOOK if is_shown(lean, p) else Mark.OK if quiet else Mark.UNCLEAR
    return finding(
        kind,
        mark,
        f"Of {counted(len(read), 'pair')} in both orders, {int(first.sum())} kept the first place and "
        f"{int(second.sum())} the second, whichever answer stood there: {difference(lean)} towards the first"
        f"{f', exact {p_value(p)}' if p is not None else ''}. {_agreement(read)}",
        estimate=lean,
        figure_is="kept the first place less kept the second",
        is_difference=True,
        p_value=p,
        change=("" if mark is Mark.LOOK else MORE_CASES)
        + "Ask about every pair in both orders, and count a verdict only where both name the same answer.",
    )


def _agreement(read: Sequence[tuple[Exchange, Exchange]]) -> str:
    turned = {FIRST: SECOND, SECOND: FIRST}
    before = sum(one.verdict == one.human for one, _ in read)
    after = sum(turned.get(str(other.verdict), other.verdict) == other.human for _, other in read)
    return f"Agreement with people: {before} of {len(read)} in the order given, {after} in the other."
