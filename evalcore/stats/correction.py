"""What share of answers is really good, seen through a judge that makes known errors."""

from __future__ import annotations

import math

from evalcore.domain import Estimate, undefined
from evalcore.stats.intervals import critical_value, sum_limits, wilson


def rogan_gladen(pass_rate: float, *, tpr: float, tnr: float) -> float:
    """Pass rate freed of a judge's known errors, not held to [0, 1].

    ``(pass rate + tnr − 1) / (tpr + tnr − 1)``. The denominator, Youden's J, must not be zero.

    References
    ----------
    Rogan and Gladen (1978), American Journal of Epidemiology 107, 71–76.
    """
    return (pass_rate + tnr - 1) / (tpr + tnr - 1)


def corrected_pass_rate(passed: int, n: int, *, tpr_k: int, tpr_n: int, tnr_k: int, tnr_n: int) -> Estimate:
    """Share of good answers among n that the judge saw, corrected for the judge's errors.

    The value is held to [0, 1]. The interval carries the uncertainty of all three shares. Undefined without
    judged cases, without good or bad labelled answers, and where Youden's J (tpr + tnr − 1) may
    be zero by its own interval: such a judge cannot be told from a coin, and dividing by a J
    near zero turns noise into any answer.

    Parameters
    ----------
    passed, n
        Answers that the judge passed, among those that it saw.
    tpr_k, tpr_n
        Good answers that it accepted, among those that people passed.
    tnr_k, tnr_n
        Bad answers that it caught, among those that people failed.

    Notes
    -----
    Assumes that the judge errs on these n answers as often as on the labelled ones, and that the
    three shares are independent: the n answers are not the labelled ones.

    References
    ----------
    Lang and Reiczigel (2014), Preventive Veterinary Medicine 113, 13–22, for the interval;
    Rogan and Gladen (1978), American Journal of Epidemiology 107, 71–76, for the value.
    """
    if n == 0:
        return undefined(0, "no cases")
    if tpr_n == 0 or tnr_n == 0:
        missing = "passed" if tpr_n == 0 else "failed"
        return undefined(n, f"no labelled case that people {missing}, so the judge's errors are not known")
    tpr, tnr = tpr_k / tpr_n, tnr_k / tnr_n
    weak = _why_too_weak(tpr_k, tpr_n, tnr_k, tnr_n)
    if weak:
        return undefined(n, weak + _what_others_say(passed / n, tpr, tnr))
    value = _within_unit(rogan_gladen(passed / n, tpr=tpr, tnr=tnr))
    low, high = _lang_reiczigel(passed, n, tpr_k, tpr_n, tnr_k, tnr_n)
    return Estimate(
        value=value, low=min(value, low), high=max(value, high), n=n, method="Rogan–Gladen, Lang–Reiczigel interval"
    )


def _why_too_weak(tpr_k: int, tpr_n: int, tnr_k: int, tnr_n: int) -> str:
    youden = tpr_k / tpr_n + tnr_k / tnr_n - 1
    low, high = (limit - 1 for limit in sum_limits(wilson(tpr_k, tpr_n), wilson(tnr_k, tnr_n)))
    if low > 0:
        return ""
    found = f"tpr + tnr − 1 is {youden:.2f}, interval {low:.2f} to {high:.2f}"
    return f"withheld: the judge may be no better than guessing ({found}); more labelled cases would decide it"


def _what_others_say(pass_rate: float, tpr: float, tnr: float) -> str:
    """The value that is withheld, for whoever compares with a tool that gives it all the same."""
    if tpr + tnr <= 1:
        return ""
    return f" (Rogan–Gladen without this check gives {_within_unit(rogan_gladen(pass_rate, tpr=tpr, tnr=tnr)):.4g})"


def _lang_reiczigel(passed: int, n: int, tpr_k: int, tpr_n: int, tnr_k: int, tnr_n: int) -> tuple[float, float]:
    """The paper's limits: each share is drawn towards one half, then a shifted normal interval."""
    z = critical_value()
    rate, rate_var = _shrunken(passed, n, z * z)
    tpr, tpr_var = _shrunken(tpr_k, tpr_n, 2)
    tnr, tnr_var = _shrunken(tnr_k, tnr_n, 2)
    centre = rogan_gladen(rate, tpr=tpr, tnr=tnr)
    shift = 2 * z * z * (centre * tpr_var - (1 - centre) * tnr_var)
    variance = rate_var + centre**2 * tpr_var + (1 - centre) ** 2 * tnr_var
    half = z * math.sqrt(variance) / (tpr + tnr - 1)
    return _within_unit(centre + shift - half), _within_unit(centre + shift + half)


def _shrunken(k: int, n: int, added: float) -> tuple[float, float]:
    """A share with ``added`` cases more, half of them hits, and the variance of that share."""
    share = (k + added / 2) / (n + added)
    return share, share * (1 - share) / (n + added)


def _within_unit(value: float) -> float:
    return min(1.0, max(0.0, value))
