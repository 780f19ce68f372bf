"""What a gate demands, what was found and why it is decided so, in plain words."""

from __future__ import annotations

from evalcore.domain import CalibrationReport, JudgeReport
from evalcore.gate import FIGURES, GateResult, Gates, Line, NotDemanded, Outcome, Rule, Start, Why
from evalcore.gate.figures import CALLS_METHOD
from evalcore.gate.standing import baseline_judge
from evalcore.report.columns import SIDES
from evalcore.report.formatting import coefficient, counted, counted_share, difference, p_value, percent, undefined_text
from evalcore.report.measures import NO_VERDICT
from evalcore.report.sentences import against_constant, recorded_sentence
from evalcore.stats.planning import best_bound


def demand_in_words(rule: Rule) -> str:
    """What a rule demands: ``agreement at least 75%``."""
    title = FIGURES[rule.figure].title
    if rule.against_baseline:
        points = _points(-rule.threshold)
        return f"{title} not more than {points} {'point' if points == '1' else 'points'} below the baseline"
    value = f"{rule.threshold:g}" if FIGURES[rule.figure].coefficient else f"{_points(rule.threshold)}%"
    return f"{title} {rule.bound.replace('_', ' ')} {value}"


def part_in_words(line: Line) -> str:
    """On which cases: ``all`` or ``topic = billing``."""
    return ", ".join(f"{key} = {value}" for key, value in line.slice.items()) or "all"


def found_in_words(line: Line) -> str:
    """The figure with its interval, or why there is none."""
    if line.rule.against_baseline:
        return difference(line.estimate)
    return coefficient(line.estimate) if FIGURES[line.rule.figure].coefficient else counted_share(line.estimate)


def reason_in_words(line: Line) -> str:
    """Why a line is not passed and what would decide it, as a sentence; empty where it is passed."""
    if line.outcome is Outcome.PASSED:
        return ""
    if line.outcome is Outcome.FAILED:
        return "The whole interval is on the wrong side."
    by_why = {
        Why.UNDEFINED: lambda: f"The figure cannot be given: {line.estimate.note or 'it has no interval'}.",
        Why.ONE_CLASS: lambda: _one_class(line),
        Why.TOO_FEW: lambda: (
            f"The interval is on the right side, but the file demands {line.minimum.good} good and"
            f" {line.minimum.bad} bad labelled answers, and there are {line.good} and {line.bad}."
        ),
        Why.BY_CHANCE: lambda: (
            "By itself it is wholly on the wrong side, but among so many slices one such happens by chance"
            f" ({p_value(line.p_adjusted)} adjusted, one-sided; below 0.025 would fail). {_out_of_reach(line)}".rstrip()
        ),
        Why.INTERVAL: lambda: f"The threshold lies in the interval. {_what_would_decide(line)}",
    }
    return by_why[line.why]()


def gate_remarks(
    result: GateResult, gates: Gates, report: CalibrationReport, baseline: CalibrationReport | None = None
) -> tuple[str, ...]:
    """What to bear in mind with the decision; each a sentence.

    Parameters
    ----------
    baseline
        The report that rules against a baseline compare with.
    """
    judge = next(one for one in report.judges if one.name == result.judge)
    said = (
        f"{judge.name}: {recorded_sentence(judge.recorded)}" if judge.recorded else "",
        _on_looks(result),
        _on_calls(judge),
        _on_unread(judge),
        _on_pins(gates),
        _on_constant(result, judge, report),
        _on_default(result, judge),
        _on_clusters(result, report),
        _on_slices(result),
        _on_baseline(gates),
        _on_calls_before(gates, report, judge, baseline),
    )
    return tuple(remark for remark in said if remark)


def start_remarks(start: Start) -> tuple[str, ...]:
    """What in gates to start from does not come from what the judge shows; each a sentence."""
    stood_in = "; ".join(f"{demand_in_words(line.rule)} ({found_in_words(line)})" for line in start.stood_in)
    left_out = "; ".join(f"{_which(one)} ({_why_not(one)})" for one in start.not_demanded)
    said = (
        f"A stand-in, because what the judge shows sets no demand that it passes: {stood_in}." if stood_in else "",
        f"Not demanded, because the judge could not pass it on these cases: {left_out}." if left_out else "",
    )
    return tuple(one for one in said if one)


def outcome_in_words(result: GateResult) -> str:
    """The decision as a headline: ``fail: 1 of 5 gates failed, 2 undecided``."""
    counts = {outcome: sum(line.outcome is outcome for line in result.lines) for outcome in Outcome}
    parts = [
        f"{counts[outcome]} {word}"
        for outcome, word in ((Outcome.FAILED, "failed"), (Outcome.UNDECIDED, "undecided"), (Outcome.PASSED, "passed"))
        if counts[outcome]
    ]
    return f"{result.outcome.value}: of {counted(len(result.lines), 'gate')} {', '.join(parts)}"


def _which(one: NotDemanded) -> str:
    return f"{FIGURES[one.figure].title} by {one.slice_key}" if one.slice_key else FIGURES[one.figure].title


def _why_not(one: NotDemanded) -> str:
    if one.estimate.value is None:
        return undefined_text(one.estimate)
    if one.one_class:
        return "all labels are the same"
    return "some slice shows too little" if one.slice_key else f"shown: {counted_share(one.estimate)}"


def _points(share: float) -> str:
    return f"{100 * share:g}"


def _one_class(line: Line) -> str:
    if line.good + line.bad == 0:
        return "All cases have the same label: nothing shows that the judge tells labels apart, so it never passes."
    known, missing = ("good", "bad") if line.good else ("bad", "good")
    labelled = line.good + line.bad
    all_are = f"All {labelled} labelled answers are" if labelled > 1 else "The only labelled answer is"
    return (
        f"{all_are} {known}: without {missing} ones nothing shows that the judge tells them apart, so it never passes."
    )


def _what_would_decide(line: Line) -> str:
    said = (_out_of_reach(line), _if_it_stays(line))
    return " ".join(one for one in said if one)


def _out_of_reach(line: Line) -> str:
    if line.needed_if_perfect is None:
        return ""
    n = line.estimate.n
    simple = line.estimate.method == "Wilson" and line.rule.bound == "at_least"
    shown = f" ({n} of {n} shows {percent(best_bound(n), n)} or more)" if simple else ""
    of = FIGURES[line.rule.figure].of
    return f"Unreachable at this n{shown}: even a perfect result needs {line.needed_if_perfect:,} {of}."


def _if_it_stays(line: Line) -> str:
    rule, needed = line.rule, line.needed
    if needed is None:
        return "If the value stays as it is, no number of cases decides it."
    if needed.n == line.needed_if_perfect:
        return ""
    about = "" if needed.exact else "about "
    of = "cases on both sides together" if rule.against_baseline else f"{FIGURES[rule.figure].of} in all"
    towards = "pass" if rule.demand.met_by(line.estimate.value) else "fail"
    return f"If the value stays as it is, {about}{needed.n:,} {of} would decide it: {towards}."


def _on_looks(result: GateResult) -> str:
    looks = f"Look {result.looks} at these cases"
    if result.looks > 1:
        looks += ": each look is another chance to pass by luck (1 in 40 for a judge that is just too bad)"
    tried = f"; {counted(result.candidates, 'judge')} tried on them" if result.candidates > 1 else ""
    best = ", and the best of several looks better here than on new cases" if result.candidates > 1 else ""
    return f"{looks}{tried}{best}."


def _on_calls(judge: JudgeReport) -> str:
    calls = judge.calls
    left_out = (
        (calls.failed, "failed"),
        (calls.missing, "missing"),
        *((count, f"not asked ({reason})") for reason, count in calls.not_asked.items()),
    )
    parts = [f"{count:,} {what}" for count, what in left_out if count]
    if not parts:
        return ""
    return f"Of {counted(calls.planned, 'call')}: {', '.join(parts)}; what they would have said is in no figure."


def _on_calls_before(
    gates: Gates, report: CalibrationReport, judge: JudgeReport, baseline: CalibrationReport | None
) -> str:
    if baseline is None or not any(rule.against_baseline for rule in gates.rules):
        return ""
    said = _on_calls(baseline_judge(judge, report, baseline))
    return f"Of the baseline’s {said.removeprefix('Of ')}" if said else ""


def _on_unread(judge: JudgeReport) -> str:
    confusion = judge.as_deployed.confusion
    unread, counted_as_fail = sum(confusion.no_verdict), sum(map(sum, confusion.matrix)) == judge.as_deployed.n
    if not unread or confusion.labels not in (SIDES, (*SIDES, NO_VERDICT)):
        return ""
    # A report that was written before it held this shows it by where it counts those cases.
    if judge.unread == "fail" or (judge.unread is None and counted_as_fail and confusion.labels == SIDES):
        return ""
    return (
        f"The report was made with another --unread than fail: {counted(unread, 'case')} without a verdict do not count"
        " as the deployed reader has them."
    )


def _on_pins(gates: Gates) -> str:
    if gates.pins.config_sha256:
        return ""
    return "The file pins no config_sha256: a judge with another model, prompt or rule would be gated like this one."


def _on_constant(result: GateResult, judge: JudgeReport, report: CalibrationReport) -> str:
    passed = [line for line in result.lines if line.rule.figure == "agreement" and line.outcome is Outcome.PASSED]
    if not passed or judge.baseline.beats or judge.baseline.value is None:
        return ""
    return f"The judge is {against_constant(judge, report.dataset)}, although it agrees often enough."


def _on_default(result: GateResult, judge: JudgeReport) -> str:
    tnr, said = judge.as_deployed.tnr, judge.as_deployed.tnr_said
    if tnr.k is None or said.k is None or tnr.k == said.k or all(line.rule.figure != "tnr" for line in result.lines):
        return ""
    return (
        f"{tnr.k - said.k} of the {tnr.k} bad answers that count as caught were so only by default, not by a verdict"
        " that was said; tnr_said is the stricter gate."
    )


def _on_clusters(result: GateResult, report: CalibrationReport) -> str:
    if report.dataset.clusters is None:
        return ""
    calls, needed = "", ""
    if any(line.estimate.method == CALLS_METHOD for line in result.lines):
        calls = (
            "Shares of calls count cases as independent although some share a source; their intervals may be too"
            " narrow."
        )
    if any(line.needed or line.needed_if_perfect for line in result.lines):
        needed = (
            f"The cases fall into {report.dataset.clusters:,} clusters that share a source. Intervals allow for that."
            " Counts of cases that would decide hold if further ones come in clusters like these; what a perfect result"
            " needs is counted in independent cases."
        )
    return " ".join(one for one in (calls, needed) if one)


def _on_slices(result: GateResult) -> str:
    if all(line.p_adjusted is None for line in result.lines):
        return ""
    return (
        "All slices of a rule must pass; one fails only if it does after Holm's adjustment over the slices of its rule."
    )


def _on_baseline(gates: Gates) -> str:
    if not any(rule.against_baseline for rule in gates.rules):
        return ""
    return (
        "Two reports hold no cases, so the baseline is compared unpaired, even where the cases are the same;"
        " a paired comparison of two runs can show smaller differences."
    )
