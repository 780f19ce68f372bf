"""A gate file to start from: what a judge shows now, so that it holds what was reached."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from evalcore.domain import CalibrationReport
from evalcore.gate.deciding import Outcome
from evalcore.gate.evaluating import evaluate
from evalcore.gate.figures import FIGURES, Figure, Part, slices_by, whole
from evalcore.gate.result import Line
from evalcore.gate.rules import Gates, Minimum, Pins, Rule
from evalcore.gate.standing import one_judge

_OF_JUDGE, _OF_JUDGE_PER_SLICE, _OF_APPLICATION = (
    ("agreement", "tpr", "tnr", "non_literal", "flips"),
    ("agreement",),
    ("pass_rate",),
)
_STEP = 20
"""Thresholds are in twentieths, 5 points, so that the next sample need not be as lucky."""
_MOST_DEMANDED = 20
_UNTIL_MEASURED = Rule(figure="agreement", bound="at_least", threshold=0.75)


def starting_gates(report: CalibrationReport, judge: str) -> Gates:
    """Gates that a judge passes now: thresholds are the ends of its intervals, eased to whole 5 points.

    A figure that cannot pass, because it is undefined, rests on one class or shows nothing, is left out, and so is
    one by slices if it cannot pass in all of them; where nothing is left, agreement of at least 75% is demanded.
    The judge is pinned by its name and its ``config_sha256``; the minimum of labelled answers is what the smallest
    part has now, at most 20 of either class.
    """
    found = one_judge(report, judge)
    keys = dict.fromkeys(key for one in found.slices for key in one.slice)
    rules = [_rule(name, [whole(found)], None) for name in _OF_JUDGE]
    rules += [_rule(name, slices_by(found, key), key) for key in keys for name in _OF_JUDGE_PER_SLICE]
    rules += [_rule(name, [whole(found)], None) for name in _OF_APPLICATION]
    gates = Gates(
        name=f"{report.dataset.name}: {report.dataset.criterion}",
        rules=tuple(rule for rule in rules if rule),
        pins=Pins(judge=found.name, config_sha256=found.config_sha256),
    )
    lines = evaluate(gates, report, judge=judge).lines
    missed = {line.rule for line in lines if line.outcome is not Outcome.PASSED}
    held = tuple(rule for rule in gates.rules if rule not in missed)
    return replace(
        gates,
        rules=held or (_UNTIL_MEASURED,),
        minimum=_minimum([line for line in lines if line.rule in held and FIGURES[line.rule.figure].of_gold]),
    )


def _rule(name: str, parts: Sequence[Part], key: str | None) -> Rule | None:
    """The strictest demand in steps that all the parts meet; None where it would demand nothing."""
    figure = FIGURES[name]
    thresholds = [_threshold(figure, part) for part in parts]
    known = [threshold for threshold in thresholds if threshold is not None]
    if len(known) < len(parts):
        return None
    threshold = min(known) if figure.bound == "at_least" else max(known)
    return Rule(figure=name, bound=figure.bound, threshold=threshold, slice_key=key) if 0 < threshold < 1 else None


def _threshold(figure: Figure, part: Part) -> float | None:
    estimate = figure.measured(part)
    if estimate.low is None or estimate.high is None:
        return None
    steps = math.floor(estimate.low * _STEP) if figure.bound == "at_least" else math.ceil(estimate.high * _STEP)
    return steps / _STEP


def _minimum(lines: Sequence[Line]) -> Minimum:
    if not lines:
        return Minimum()
    return Minimum(
        good=min(_MOST_DEMANDED, *(line.good for line in lines)), bad=min(_MOST_DEMANDED, *(line.bad for line in lines))
    )
