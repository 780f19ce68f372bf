"""The rates of two runs as rows of text, for the terminal and the page."""

from __future__ import annotations

from evalcore.domain import Estimate
from evalcore.report.formatting import NONE, difference, p_value, percent, undefined_text
from evalcore.report.release_rates import RateChange
from evalcore.report.release_sentences import name_of, words_of
from evalcore.report.releases import ReleaseComparison

NOT_MEASURED = "no case"


def rate_rows(comparison: ReleaseComparison) -> list[dict[str, str]]:
    """A row for all cases, then one per slice; every row has the same columns."""
    words = words_of(comparison)
    return [
        {
            "slice": name_of(change),
            "change": NONE if change.difference.value is None else difference(change.difference),
            "shown": _shown(change),
            "before": _rate(change.before),
            "after": _rate(change.after),
            **({words.lost: _count(change.lost), words.gained: _count(change.gained)} if comparison.paired else {}),
            "cases needed": _count(change.needed),
        }
        for change in (comparison.overall, *comparison.slices)
    ]


def _rate(estimate: Estimate) -> str:
    """Short, so that both rates of a row fit on a page: ``57/60 (86% to 98%)``."""
    if estimate.value is None:
        return NOT_MEASURED
    counts = f"{estimate.k:,}/{estimate.n:,}"
    if estimate.low is None or estimate.high is None:
        return counts
    return f"{counts} ({percent(estimate.low, estimate.n)} to {percent(estimate.high, estimate.n)})"


def _count(cases: int | None) -> str:
    return NONE if cases is None else f"{cases:,}"


def _shown(change: RateChange) -> str:
    """What is claimed and by which p, adjusted where it is a slice's; or why nothing can be."""
    if change.difference.value is None:
        return undefined_text(change.difference).removeprefix("undefined: ")
    claim = "no" if change.claim == "not shown" else change.claim
    return f"{claim}, {p_value(change.p_adjusted)}"
