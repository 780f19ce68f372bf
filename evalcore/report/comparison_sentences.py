"""What a comparison of two judges shows, a mix of production changes, and the test against people says; in words."""

from __future__ import annotations

from typing import Literal

from evalcore.domain import AnnotatorTest, CalibrationReport, Comparison, Mix
from evalcore.report.comparison import is_better
from evalcore.report.formatting import counted, decimal, difference_in_brackets, p_value, percent

Standing = Literal["proven better", "proven worse", "not shown"]


def standing(comparison: Comparison) -> Standing:
    """Whether the first of two judges is better or worse, after adjusting for all comparisons of the report."""
    better = is_better(comparison.difference, comparison.p_adjusted)
    if better is None:
        return "not shown"
    return "proven better" if better else "proven worse"


def margin_in_words(comparison: Comparison) -> str:
    """Whether the first judge is good enough: ``not inferior within 5 points``; empty where no margin was declared."""
    if comparison.margin is None or comparison.within_margin is None:
        return ""
    points = _points(comparison.margin)
    return {
        "proven": f"not inferior within {points}",
        "inferior": f"inferior by more than {points}",
        "not proven": f"not shown within {points}",
    }[comparison.within_margin]


def comparison_in_words(comparison: Comparison) -> str:
    """One sentence on the first of two judges."""
    a, b = comparison.a, comparison.b
    if comparison.difference.value is None:
        return f"{a} cannot be compared with {b}: {comparison.difference.note}."
    adjusted = "" if comparison.p_adjusted is None else " adjusted"
    figures = f"{difference_in_brackets(comparison.difference)}, {p_value(comparison.p_adjusted)}{adjusted}"
    shown = standing(comparison)
    if comparison.margin is None:
        verb = "No difference between" if shown == "not shown" else ""
        return f"{verb} {a} and {b} is proven ({figures})." if verb else f"{a} is {shown} than {b} ({figures})."
    points = f"the margin of {_points(comparison.margin)}"
    if shown == "proven better":
        return f"{a} is proven better than {b} ({figures})."
    if shown == "proven worse":
        end = {
            "proven": f"but by no more than {points}: good enough",
            "inferior": f"and by more than {points}: not good enough",
            "not proven": f"and may be so by more than {points}: not shown to be good enough",
        }
        return f"{a} is proven worse than {b} ({figures}), {end[comparison.within_margin or 'not proven']}."
    sentences = {
        "proven": f"{a} is not worse than {b} by more than {points} ({figures}): good enough.",
        "inferior": f"{a} is worse than {b} by more than {points}, by its interval ({figures}): not good enough.",
        "not proven": f"Whether {a} is worse than {b} by more than {points} is not shown ({figures}).",
    }
    return sentences[comparison.within_margin or "not proven"]


def comparisons_in_words(report: CalibrationReport) -> tuple[str, ...]:
    """A sentence for every judge that is compared with the reference; none where every two are compared."""
    return () if report.reference is None else tuple(comparison_in_words(one) for one in report.comparisons)


def mix_in_words(mix: Mix) -> str:
    """What was declared: ``topic: billing 70%, returns 30%``."""
    return f"{mix.key}: {', '.join(f'{value} {percent(share, 1)}' for value, share in mix.shares.items())}"


def annotator_test_in_words(test: AnnotatorTest) -> str:
    """The outcome of the alternative annotator test, as a sentence without its subject."""
    if test.passes is None or test.winning_rate is None or test.advantage_probability is None:
        return f"cannot be tested against people: {test.note}."
    tested = [one for one in test.people if one.won is not None]
    won = sum(one.won is True for one in tested)
    may = "may take the place of a person" if test.passes else "is not shown to be as good as a person"
    return (
        f"{may}: shown to be as close to the others as {won} of {counted(len(tested), 'annotator')} are, allowing"
        f" {test.epsilon:g} for being cheaper; advantage probability {decimal(test.advantage_probability)}."
    )


def _points(margin: float) -> str:
    return f"{100 * margin:g} point{'' if margin == 0.01 else 's'}"
