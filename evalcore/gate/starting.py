"""A gate file to start from: what a judge shows now, so that it holds what was reached."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from evalcore.domain import CalibrationReport, Estimate, JudgeReport
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
_STOOD_IN_FOR, _STAND_IN = ("tpr", "tnr"), 0.5
"""A judge that always gives the same verdict fails one of them; one that tosses a coin passes neither."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NotDemanded:
    """A figure that the gates do not demand, because the judge could not pass it on these cases."""

    figure: str
    slice_key: str | None
    estimate: Estimate
    """Over all cases."""
    one_class: bool
    """It rests on labels, all of which are the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """Gates to start from, and what in them the data did not set."""

    gates: Gates
    stood_in: tuple[Line, ...]
    """Demands that stand in for what the judge does not show, as they come out now; it passes none of them."""
    not_demanded: tuple[NotDemanded, ...]


def starting_gates(report: CalibrationReport, judge: str) -> Start:
    """Gates that hold what a judge shows now: thresholds are the ends of its intervals, eased to whole 5 points.

    A figure that cannot pass, because it is undefined, rests on one class or shows nothing, is left out, and so is
    one by slices if it cannot pass in all of them. Good answers accepted and bad ones caught are demanded all the
    same, half of either, where some case has a label: without that a judge that always says yes would pass. Where
    nothing is left, agreement of at least 75% is demanded. The judge is pinned by its name and its ``config_sha256``;
    the minimum of labelled answers is what the smallest part has now, at most 20 of either class.
    """
    found = one_judge(report, judge)

    def decided(rule: Rule) -> Sequence[Line]:
        return evaluate(Gates(name="", rules=(rule,)), report, judge=judge).lines

    held: list[Rule] = []
    of_gold: list[Line] = []
    stood_in: list[Line] = []
    not_demanded: list[NotDemanded] = []
    for name, key in _wanted(found):
        rule = _rule(name, slices_by(found, key) if key else [whole(found)], key)
        lines = decided(rule) if rule else ()
        if rule and all(line.outcome is Outcome.PASSED for line in lines):
            held.append(rule)
            of_gold += [line for line in lines if FIGURES[name].of_gold]
        elif key is None and (stand_in := _stand_in(name, found)):
            stood_in += decided(stand_in)
        else:
            not_demanded.append(_not_demanded(name, key, whole(found)))
    rules = {(rule.figure, rule.slice_key): rule for rule in held or [_UNTIL_MEASURED]}
    rules |= {(line.rule.figure, None): line.rule for line in stood_in}
    order = {wanted: place for place, wanted in enumerate(_wanted(found))}
    return Start(
        gates=Gates(
            name=f"{report.dataset.name}: {report.dataset.criterion}",
            rules=tuple(rules[wanted] for wanted in sorted(rules, key=order.__getitem__)),
            pins=Pins(judge=found.name, config_sha256=found.config_sha256),
            minimum=_minimum(of_gold),
        ),
        stood_in=tuple(stood_in),
        not_demanded=tuple(one for one in not_demanded if (one.figure, one.slice_key) not in rules),
    )


def _wanted(judge: JudgeReport) -> list[tuple[str, str | None]]:
    """Figures and slice keys, in the order of the file."""
    keys = dict.fromkeys(key for one in judge.slices for key in one.slice)
    by_slice = [(name, key) for key in keys for name in _OF_JUDGE_PER_SLICE]
    return [*((name, None) for name in _OF_JUDGE), *by_slice, *((name, None) for name in _OF_APPLICATION)]


def _stand_in(name: str, judge: JudgeReport) -> Rule | None:
    """The demand that stands where a judge shows none; None where it would make no sense."""
    if name not in _STOOD_IN_FOR or not (judge.as_deployed.n and judge.as_deployed.at_pass_or_fail):
        return None
    return Rule(figure=name, bound="at_least", threshold=_STAND_IN)


def _not_demanded(name: str, key: str | None, part: Part) -> NotDemanded:
    figure = FIGURES[name]
    one_class = figure.of_gold and part.classes == 1
    return NotDemanded(figure=name, slice_key=key, estimate=figure.measured(part), one_class=one_class)


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
