"""From a gate file and a report to a decision per rule and slice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from evalcore.domain import CalibrationReport, Estimate, JudgeReport, undefined
from evalcore.errors import InputError
from evalcore.gate.deciding import (
    Outcome,
    chance_of_failing,
    decide,
    needed_if_perfect,
    needed_to_decide,
)
from evalcore.gate.figures import FIGURES, Part, slices_by, whole
from evalcore.gate.result import GateResult, Line, Why
from evalcore.gate.rules import Gates, Minimum, Rule
from evalcore.gate.standing import baseline_judge, gated_judge
from evalcore.stats import holm, wilson
from evalcore.stats.unpaired import unpaired_difference


def evaluate(
    gates: Gates, report: CalibrationReport, *, judge: str | None = None, baseline: CalibrationReport | None = None
) -> GateResult:
    """Decide every rule of a gate file on a report.

    Parameters
    ----------
    judge
        Which judge of the report; by default the one that the file pins, or the only one.
    baseline
        The report that rules against a baseline compare with.

    Raises
    ------
    InputError
        When the gates cannot be run: another judge, digest or set than the file pins, no such slices, or no baseline
        by the same judge where a rule needs one.
    """
    measured = gated_judge(gates.pins, report, judge)
    before = _baseline(gates, report, measured, baseline)
    lines = [line for rule in gates.rules for line in _decided(rule, measured, before, gates.minimum)]
    return GateResult(
        name=gates.name,
        judge=measured.name,
        config_sha256=measured.config_sha256,
        dataset=report.dataset.name,
        lines=tuple(lines),
        looks=report.selection.looks,
        candidates=report.selection.candidates,
    )


def _baseline(
    gates: Gates, report: CalibrationReport, measured: JudgeReport, baseline: CalibrationReport | None
) -> JudgeReport | None:
    if not any(rule.against_baseline for rule in gates.rules):
        return None
    if baseline is None:
        raise InputError("the gates compare with a baseline: name its report with --baseline")
    return baseline_judge(measured, report, baseline)


def _decided(rule: Rule, judge: JudgeReport, before: JudgeReport | None, minimum: Minimum) -> Sequence[Line]:
    """The lines of one rule: one over all cases, or one per slice, whose failures are adjusted together."""
    parts = _parts(rule, judge)
    lines = [_line(rule, part, _part_before(rule, part, before), minimum) for part in parts]
    if len(lines) == 1:
        return lines
    adjusted = holm([line.p_value for line in lines])
    return [_unless_by_chance(line, p) for line, p in zip(lines, adjusted, strict=True)]


def _parts(rule: Rule, judge: JudgeReport) -> tuple[Part, ...]:
    if rule.slice_key is None:
        return (whole(judge),)
    parts = slices_by(judge, rule.slice_key)
    if not parts:
        known = ", ".join(dict.fromkeys(key for one in judge.slices for key in one.slice)) or "it has none"
        raise InputError(f"the gates demand slices by {rule.slice_key!r}, which the report does not hold ({known})")
    return parts


def _part_before(rule: Rule, part: Part, before: JudgeReport | None) -> Part | None:
    """The same part of the baseline; a slice that it does not have is measured on no case there."""
    if before is None or not rule.against_baseline:
        return None
    same = (one for one in slices_by(before, rule.slice_key or "") if one.slice == part.slice)
    return whole(before) if rule.slice_key is None else next(same, None)


def _line(rule: Rule, part: Part, before: Part | None, minimum: Minimum) -> Line:
    demand = rule.demand
    estimate = _estimate(rule, part, before)
    outcome = decide(estimate, demand)
    needed = None if outcome is not Outcome.UNDECIDED else needed_to_decide(estimate, demand)
    line = Line(
        rule=rule,
        slice=part.slice,
        estimate=estimate,
        outcome=outcome,
        why=Why.UNDEFINED if estimate.value is None or estimate.low is None else Why.INTERVAL,
        good=part.good,
        bad=part.bad,
        classes=part.classes,
        minimum=minimum,
        needed=needed,
        needed_if_perfect=_out_of_reach(rule, part, before, outcome),
        p_value=chance_of_failing(estimate, demand),
        p_adjusted=None,
    )
    return _guarded(line)


def _estimate(rule: Rule, part: Part, before: Part | None) -> Estimate:
    figure = FIGURES[rule.figure]
    now = figure.measured(part)
    if not rule.against_baseline:
        return now
    if before is None:
        return undefined(now.n, "the baseline has no case in this slice")
    return unpaired_difference(now, figure.measured(before))


def _out_of_reach(rule: Rule, part: Part, before: Part | None, outcome: Outcome) -> int | None:
    """The cases that even a perfect result needs, where those at hand are too few."""
    figure, now = FIGURES[rule.figure], FIGURES[rule.figure].measured(part)
    best = figure.best
    if outcome is Outcome.PASSED or best is None or now.value is None:
        return None
    if figure.of_gold and not (part.good and part.bad):
        return None
    demand = rule.demand
    good_share = part.good / (part.good + part.bad) if figure.of_gold else 1.0

    def best_on(n: int) -> Estimate:
        # The one-class figures count their own class only; the others keep the mix that the set has.
        if figure.of == "good answers" or not figure.of_gold:
            return best(n, 0)
        if figure.of == "bad answers":
            return best(0, n)
        good = min(max(1, round(n * good_share)), n - 1) if n > 1 else n
        return best(good, n - good)

    if not rule.against_baseline:
        return needed_if_perfect(best_on, demand, now.n)
    if before is None:
        return None
    then = figure.measured(before)
    return needed_if_perfect(lambda n: unpaired_difference(wilson(n, n), then), demand, now.n)


def _guarded(line: Line) -> Line:
    """What rests on labels passes only where there are enough good and bad answers."""
    if not FIGURES[line.rule.figure].of_gold or line.outcome is Outcome.FAILED or line.classes == 0:
        return line
    if line.classes == 1:
        return replace(line, outcome=Outcome.UNDECIDED, why=Why.ONE_CLASS, needed=None)
    if line.outcome is Outcome.PASSED and (line.good < line.minimum.good or line.bad < line.minimum.bad):
        return replace(line, outcome=Outcome.UNDECIDED, why=Why.TOO_FEW)
    return line


def _unless_by_chance(line: Line, p_adjusted: float | None) -> Line:
    """A failure stands only if it does among all slices of the rule.

    A pass needs no adjusting, because all must pass: one slice that truly is too bad is enough to make it unlikely.
    """
    line = replace(line, p_adjusted=p_adjusted)
    if line.outcome is not Outcome.FAILED:
        return line
    if p_adjusted is not None and p_adjusted > (1 - line.estimate.level) / 2:
        return replace(line, outcome=Outcome.UNDECIDED, why=Why.BY_CHANCE)
    # What is decided needs no more cases.
    return replace(line, needed_if_perfect=None)
