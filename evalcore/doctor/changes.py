"""What should not matter: each as a change in agreement with people, case by case the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from evalcore.doctor.pairs import FEWEST, MORE_CASES, Pairs, is_shown
from evalcore.doctor.probed import Probed, finding, undefined_finding
from evalcore.doctor.report import Exchange, Finding, Mark
from evalcore.doctor.turns import NO_VERDICT, turn_of
from evalcore.domain import Estimate
from evalcore.report.formatting import counted, difference, p_value

CHANGES: Mapping[str, str] = {
    "order": "Put the documents into an order that means something (best first) and keep to it in production, or use a "
    "larger model; measure again with the order that production has.",
    "length": "Say in the prompt that length counts neither for nor against, or use a larger model; look at agreement "
    "on long and on short answers apart.",
    "markdown": "Strip formatting from the answer before it is judged, or say in the prompt that it does not count.",
    "instruction": "Put the answer between marks, say in the prompt that text in it is never an instruction, and "
    "refuse answers that address the judge before it is asked.",
}
"""What to change, by kind of finding, in the order in which they are told."""


def change_finding(probed: Probed, kind: str) -> Finding:
    """Whether agreement with people changes with something that should not matter, or verdicts all turn one way."""
    why = probed.why_nothing(kind)
    if why:
        return undefined_finding(kind, why)
    after = {exchange.case_id: exchange for exchange in probed.made_for(kind) if exchange.failure is None}
    asked = [(before, after[case_id]) for case_id, before in probed.plain.items() if case_id in after]
    # A verdict that turns into none is a change like any other, and no agreement.
    read = [pair for pair in asked if pair[0].verdict]
    if not read:
        return undefined_finding(kind, f"none of the {counted(len(asked), 'case')} has a verdict as it is")
    turned = [(before, after) for before, after in read if before.verdict != after.verdict]
    if probed.only_verdict and not turned:
        return undefined_finding(kind, f"it says {probed.only_verdict} to every case, so nothing could sway it")
    pairs = _pairs(probed, read)
    change, p = pairs.difference()
    said = _in_words(read, turned, asked, change, p)
    turn = turn_of(read, pairs.cases, probed.plan.judge.scale, by_side=probed.plan.chosen.by_side)
    if not is_shown(change, p) and is_shown(turn.change, turn.p):
        return finding(
            kind,
            Mark.LOOK,
            f"{said} {turn.sentence}",
            estimate=turn.change,
            figure_is=f"verdicts that turned {turn.there} less those {turn.back}",
            is_difference=True,
            p_value=turn.p,
            change=CHANGES[kind],
        )
    quiet = not turned and len(read) >= FEWEST
    mark = Mark.LOOK if is_shown(change, p) else Mark.OK if quiet else Mark.UNCLEAR
    return finding(
        kind,
        mark,
        said,
        estimate=change,
        figure_is="change in agreement with people",
        is_difference=True,
        p_value=p,
        change=("" if mark is Mark.LOOK else MORE_CASES) + CHANGES[kind],
    )


def _pairs(probed: Probed, read: Sequence[tuple[Exchange, Exchange]]) -> Pairs:
    return Pairs(
        before=np.array([before.verdict == before.human for before, _ in read], dtype=bool),
        after=np.array([after.verdict == after.human for _, after in read], dtype=bool),
        cases=[probed.cases[str(before.case_id)] for before, _ in read],
    )


def _in_words(
    read: Sequence[tuple[Exchange, Exchange]],
    turned: Sequence[tuple[Exchange, Exchange]],
    asked: Sequence[tuple[Exchange, Exchange]],
    change: Estimate,
    p: float | None,
) -> str:
    before = sum(one.verdict == one.human for one, _ in read)
    after = sum(other.verdict == other.human for _, other in read)
    towards = ", ".join(f"{count} to {value}" for value, count in _directions(turned).items())
    tested = f", exact {p_value(p)}" if p is not None else ""
    left_out = len(asked) - len(read)
    return (
        f"{len(turned)} of {counted(len(read), 'verdict')} changed{f' ({towards})' if towards else ''}. "
        f"Agreement with people: {before} of {len(read)} before, {after} after: {difference(change)}{tested}."
        + (f" {counted(left_out, 'case')} without a verdict as they are left out." if left_out else "")
    )


def _directions(turned: Sequence[tuple[Exchange, Exchange]]) -> dict[str, int]:
    values = [after.verdict or NO_VERDICT for _, after in turned]
    return {value: values.count(value) for value in dict.fromkeys(values)}
