"""How figures are written for people: every page, table and sentence takes its digits from here."""

from __future__ import annotations

from collections.abc import Callable

from evalcore.domain import Estimate
from evalcore.plurals import counted as counted

NONE = "–"
"""Stands where there is nothing to say."""
MANY = 100
"""From this many cases on, a percentage is given with one decimal; below, that digit would mean nothing."""


def percent(value: float, n: int) -> str:
    """A share in [0, 1] as a percentage, with the digits that n cases can carry.

    Nothing is rounded to 0% or 100% that is not exactly that.

    >>> percent(0.6, 20), percent(0.6, 200), percent(0.9999, 5000)
    ('60%', '60.0%', '>99.9%')
    """
    digits = 1 if n >= MANY else 0
    step = 1 / 10**digits
    text = f"{100 * value:.{digits}f}"
    if float(text) == 0 and value > 0:
        return f"<{step:g}%"
    if float(text) == 100 and value < 1:
        return f">{100 - step:g}%"
    return f"{text}%"


def share(estimate: Estimate) -> str:
    """A proportion with its interval: ``60% (39% to 78%)``; undefined: the reason."""
    if estimate.value is None:
        return undefined_text(estimate)
    ends = _ends(estimate, percent)
    return f"{percent(estimate.value, estimate.n)}{ends}"


def counted_share(estimate: Estimate) -> str:
    """A proportion with what it counts: ``12 of 20: 60% (39% to 78%)``."""
    if estimate.value is None or estimate.k is None:
        return share(estimate)
    return f"{estimate.k} of {estimate.n}: {share(estimate)}"


def coefficient(estimate: Estimate) -> str:
    """A coefficient such as kappa with its interval: ``0.61 (0.40 to 0.78)``."""
    if estimate.value is None:
        return undefined_text(estimate)
    return f"{decimal(estimate.value)}{_ends(estimate, lambda value, _: decimal(value))}"


def share_in_brackets(estimate: Estimate) -> str:
    """A proportion with its interval, for a sentence that has brackets around it: ``60%, 39% to 78%``."""
    return _without_brackets(share(estimate))


def difference_in_brackets(estimate: Estimate) -> str:
    """A difference in the same form: ``+12 points, +3 to +20``."""
    return _without_brackets(difference(estimate))


def points(value: float, n: int) -> str:
    """A difference of two shares in percentage points, with its sign: ``+12``."""
    digits = 1 if n >= MANY else 0
    rounded = round(100 * value, digits) + 0.0
    return f"{rounded:+.{digits}f}" if rounded else f"{rounded:.{digits}f}"


def difference(estimate: Estimate) -> str:
    """A difference of two shares with its interval: ``+12 points (+3 to +20)``."""
    if estimate.value is None:
        return undefined_text(estimate)
    written = points(estimate.value, estimate.n)
    return f"{written} point{'' if written in ('+1', '-1') else 's'}{_ends(estimate, points)}"


def decimal(value: float) -> str:
    """A number with two decimals and no negative zero."""
    return f"{round(value, 2) + 0.0:.2f}"


def p_value(value: float | None) -> str:
    """A p value as it is written in a sentence; None means that there was nothing to test."""
    if value is None:
        return "nothing to test"
    return "p < 0.001" if value < 0.001 else f"p = {value:.3f}"


def undefined_text(estimate: Estimate) -> str:
    """Why an estimate has no value."""
    return f"undefined: {estimate.note}" if estimate.note else "undefined"


def whole(value: float | None, unit: str = "") -> str:
    """A count or a time without decimals and with its unit; None is not reported."""
    return "not reported" if value is None else f"{value:,.0f}{unit}"


def _without_brackets(text: str) -> str:
    return text.replace(" (", ", ").removesuffix(")")


def _ends(estimate: Estimate, write: Callable[[float, int], str]) -> str:
    if estimate.low is None or estimate.high is None:
        return ""
    return f" ({write(estimate.low, estimate.n)} to {write(estimate.high, estimate.n)})"
