"""What two runs can and cannot show of a change, in plain sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from evalcore.domain import Estimate
from evalcore.report.comparison import SIGNIFICANT
from evalcore.report.formatting import counted, difference_in_brackets, p_value, percent, points
from evalcore.report.release_rates import RateChange
from evalcore.report.releases import ReleaseComparison
from evalcore.stats import exact_mcnemar

_NAMED = 5
"""Slices that a sentence names; the table has them all."""


class Words(NamedTuple):
    """What it is called when a case counts, and when it ceases or begins to."""

    rate: str
    hit: str
    lost: str
    gained: str


_WORDS: Mapping[str, Words] = {
    "pass rate": Words("pass rate", "pass", "newly failing", "newly passing"),
    "agreement": Words("agreement with people", "are judged rightly", "newly wrong", "newly right"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseSentences:
    """What is said of a comparison."""

    headline: str
    """What is shown, or that nothing is."""
    limits: tuple[str, ...]
    """What it would take to show more, and what the slices say."""
    remarks: tuple[str, ...]
    """What to bear in mind with it."""

    @property
    def all(self) -> tuple[str, ...]:
        """Every sentence, in order."""
        return self.headline, *self.limits, *self.remarks


def words_of(comparison: ReleaseComparison) -> Words:
    """What its figures and cases are called."""
    return _WORDS[comparison.figure]


def release_sentences(comparison: ReleaseComparison, *, same_run: bool = False) -> ReleaseSentences:
    """What can and what cannot be claimed of a change, how many cases that would take, and what was left out.

    Parameters
    ----------
    same_run
        Both sides are one judge of one run.
    """
    if same_run:
        own = "Before and after are the same run and the same judge, so nothing can differ. Choose another run."
        return ReleaseSentences(headline=own, limits=(), remarks=())
    limits = (_needed(comparison), _fewest(comparison), _slices(comparison))
    remarks = (_what_changed(comparison), _wavering(comparison), _clusters(comparison), _left_out(comparison))
    return ReleaseSentences(headline=_headline(comparison), limits=_said(limits), remarks=_said(remarks))


def name_of(change: RateChange) -> str:
    """``topic = billing``, or ``all``."""
    return ", ".join(f"{key} = {value}" for key, value in change.slice.items()) or "all"


def _headline(comparison: ReleaseComparison) -> str:
    overall, words = comparison.overall, words_of(comparison)
    if overall.difference.value is None:
        return f"Nothing can be said of the {words.rate}: {_why_nothing(comparison)}."
    figures = difference_in_brackets(overall.difference)
    if overall.claim != "not shown":
        way = "drop" if overall.claim == "fell" else "rise"
        return (
            f"The {words.rate} {overall.claim} from {_of(overall.before)} to {_of(overall.after)} ({figures}):"
            f" a {way} is shown ({p_value(overall.p_value)})."
        )
    return f"{_not_shown(overall, words)} ({figures}{_tested(overall)})."


def _why_nothing(comparison: ReleaseComparison) -> str:
    if comparison.overall.difference.n:
        return comparison.overall.difference.note
    if comparison.figure == "agreement":
        return "no case with a gold label was answered in both runs"
    return f"no case was answered in {'both runs' if comparison.paired else 'one of the runs'}"


def _not_shown(overall: RateChange, words: Words) -> str:
    was, now = _of(overall.before), _of(overall.after)
    value = overall.difference.value
    if overall.lost == overall.gained == 0:
        return f"No case turned: {was} {words.hit} in both"
    if not value:
        return f"No change is shown: {was} {words.hit} before, {now} after"
    return f"A {'drop' if value < 0 else 'rise'} is not shown: {was} {words.hit} before, {now} after"


def _tested(overall: RateChange) -> str:
    return "" if overall.p_value is None else f"; {p_value(overall.p_value)}"


def _needed(comparison: ReleaseComparison) -> str:
    """How many cases would show the change, if it is as large as it looks; else, what is ruled out."""
    overall = comparison.overall
    low, n = overall.difference.low, overall.difference.n
    if overall.claim != "not shown" or overall.difference.value is None:
        return ""
    if overall.needed is not None:
        where = "the same in both runs" if comparison.paired else "on each side"
        return (
            f"If the change is as large as it looks, {counted(overall.needed, 'case')}, {where}, would show it with a"
            " chance of 80%."
        )
    if low is None:
        return ""
    return f"A drop of more than {_in_points(-low, n)} is ruled out, a smaller one is not."


def _in_points(share: float, n: int) -> str:
    written = points(share, n).removeprefix("+")
    return f"{written} {'point' if written == '1' else 'points'}"


def _fewest(comparison: ReleaseComparison) -> str:
    """How one-sided the turned cases would have to be; the number of turned cases, not of cases, decides that."""
    overall, words = comparison.overall, words_of(comparison)
    lost, gained = overall.lost or 0, overall.gained or 0
    if overall.claim != "not shown" or not lost + gained:
        return ""
    turned = f"{_are(lost, words.lost)} and {_are(gained, words.gained)}"
    if lost == gained or comparison.clustered:
        return f"{turned}."
    many, few, way = (words.lost, words.gained, "drop") if lost > gained else (words.gained, words.lost, "rise")
    fewest = fewest_turned(min(lost, gained))
    return f"{turned}; with {min(lost, gained) or 'none'} {few}, a {way} shows from {fewest} {many} on."


def fewest_turned(other_way: int) -> int:
    """How many cases have to turn one way, beside so many the other way, for McNemar's exact test to show it."""
    one_way = other_way + 1
    while (exact_mcnemar(one_way, other_way) or 0.0) >= SIGNIFICANT:
        one_way += 1
    return one_way


def _slices(comparison: ReleaseComparison) -> str:
    if not comparison.slices:
        return ""
    tested = sum(one.p_value is not None for one in comparison.slices)
    by = f"Holm over {counted(tested, 'slice')} that could be tested"
    shown = [_named(name_of(one) for one in comparison.slices if one.claim == way) for way in ("fell", "rose")]
    claims = [f"{way} in {names}" for way, names in zip(("fell", "rose"), shown, strict=True) if names]
    if claims:
        return f"By slice, the {words_of(comparison).rate} {' and '.join(claims)} ({by})."
    worst = min(comparison.slices, key=lambda one: one.difference.value or 0.0)
    if not worst.difference.value or worst.difference.value > 0:
        return "No slice is shown to have changed."
    more = "" if worst.needed is None else f"; {worst.needed:,} such cases would be needed to show it"
    return (
        f"No slice is shown to have changed; the largest drop is in {name_of(worst)}: {_of(worst.before)} to"
        f" {_of(worst.after)}, adjusted {p_value(worst.p_adjusted)} ({by}){more}."
    )


def _what_changed(comparison: ReleaseComparison) -> str:
    if not comparison.paired:
        also = f" ({comparison.shared:,} are in both)" if comparison.shared else ""
        return (
            f"The two runs hold different cases{also}: the rates differ also by which cases came into them, and no case"
            " can be said to have turned. The judge is the same, and its errors are in both rates."
        )
    return {
        "answers": "The judge is the same in both runs, so what changed is the application, as this judge sees it: the"
        " judge's own errors are in both rates.",
        "judge": "The cases are the same to the letter, so what changed is the judge; the labels are those of the run"
        " after.",
        "nothing": "Neither the judge nor the answers changed, so whatever turned did so by chance, or because a server"
        " answers otherwise than before.",
    }[comparison.changed]


def _wavering(comparison: ReleaseComparison) -> str:
    turned = (*comparison.lost, *comparison.gained)
    if not turned:
        return ""
    if comparison.repeats < 2:
        return (
            "Each case was asked once, so nobody knows which of them turned only because the judge says something else"
            " when asked again; a run with more repeats tells."
        )
    wavering = sum(case.wavers for case in turned)
    if not wavering:
        return "No case that turned differs between the repeats of one run, so the judge's own wavering explains none."
    differ = "differs" if wavering == 1 else "differ"
    return (
        f"Of {counted(len(turned), 'case')} that turned, {wavering:,} also {differ} between the repeats of one run, and"
        " may have turned by that alone."
    )


def _clusters(comparison: ReleaseComparison) -> str:
    if not comparison.clustered:
        return ""
    return "Some cases share a cluster; intervals and tests allow for that, the numbers of cases needed do not."


def _left_out(comparison: ReleaseComparison) -> str:
    parts = [f"{count:,} {why}" for why, count in comparison.left_out.items()]
    if comparison.paired:
        parts += [
            f"{count:,} only in the run {when}"
            for count, when in ((comparison.only_before, "before"), (comparison.only_after, "after"))
            if count
        ]
    return f"Cases in neither rate: {'; '.join(parts)}." if parts else ""


def _of(estimate: Estimate) -> str:
    if estimate.value is None or estimate.k is None:
        return "an unknown share"
    return f"{estimate.k:,} of {estimate.n:,} ({percent(estimate.value, estimate.n)})"


def _are(count: int, what: str) -> str:
    return f"{count or 'none'} {'is' if count < 2 else 'are'} {what}"


def _named(names: Iterable[str]) -> str:
    listed = list(names)
    more = f" and {len(listed) - _NAMED} more" if len(listed) > _NAMED else ""
    return ", ".join(listed[:_NAMED]) + more


def _said(sentences: Iterable[str]) -> tuple[str, ...]:
    return tuple(one[0].upper() + one[1:] for one in sentences if one)
