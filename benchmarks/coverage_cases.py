"""Made-up populations whose true figures are known, and what :mod:`benchmarks.coverage` draws from them.

A *trial* is a function (n, rate, generator, draws) → one (covered, withheld) per draw: whether the interval of that
draw holds the truth, and whether there was none. Draws that look alike are computed once.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from evalcore.domain import Estimate
from evalcore.stats import (
    clustered_difference,
    clustered_proportion,
    corrected_pass_rate,
    counts_by_cluster,
    mean_over_cases,
    paired_difference,
    reweighted,
)
from evalcore.stats.vote_patterns import Level, alpha_estimate

Table = npt.NDArray[np.float64]
Rng = np.random.Generator
Outcome = tuple[float, float]
"""Share of the intervals given that hold the truth, and share of the draws without an interval."""
Trial = Callable[[int, float, Rng, int], Outcome]

_EDGE = 1e-9


def outcome(estimates: list[tuple[Estimate, int]], truth: float) -> Outcome:
    """From estimates and how often each was drawn."""
    given = [(e, times) for e, times in estimates if e.low is not None and e.high is not None]
    draws, shown = sum(times for _, times in estimates), sum(times for _, times in given)
    hits = sum(times for e, times in given if e.low - _EDGE <= truth <= e.high + _EDGE)
    return (hits / shown if shown else float("nan")), 1 - shown / draws


def of_counts(estimate: Callable[[npt.NDArray[np.int64]], Estimate], shares: Table, truth: float) -> Trial:
    """Draws of counts from one multinomial population."""

    def trial(n: int, _: float, rng: Rng, draws: int) -> Outcome:
        drawn = rng.multinomial(n, shares.ravel(), size=draws)
        different, times = np.unique(drawn, axis=0, return_counts=True)
        estimates = [estimate(one.reshape(shares.shape)) for one in different]
        return outcome(list(zip(estimates, times.tolist(), strict=True)), truth)

    return trial


def table_trial(measure: Callable[..., Estimate], population: Callable[[float], Table]) -> Trial:
    """A measure of a table; its truth is its value in a table of the population's shares."""

    def trial(n: int, rate: float, rng: Rng, draws: int) -> Outcome:
        shares = population(rate)
        truth = measure(np.rint(shares * 10**9).astype(np.int64)).value
        assert truth is not None
        return of_counts(measure, shares, truth)(n, rate, rng, draws)

    return trial


def right_at(rate: float, passing: float = 0.6) -> Table:
    """People pass 60 %; the judge is right at the rate on good and bad answers alike."""
    return np.array([[passing * rate, passing * (1 - rate)], [(1 - passing) * (1 - rate), (1 - passing) * rate]])


def passing_at(rate: float) -> Table:
    """People pass at the rate; the judge is right on 85 % of the good and of the bad answers."""
    return right_at(0.85, rate)


def careless_at(rate: float) -> Table:
    """People pass at the rate; the judge accepts 95 % of the good answers and catches 60 % of the bad ones."""
    return np.array([[0.95 * rate, 0.05 * rate], [0.4 * (1 - rate), 0.6 * (1 - rate)]])


def ratings_at(rate: float) -> Table:
    """Ratings 1 to 5, high ones commoner; the same at the rate, else one step off or any other, half and half."""
    people = np.array([0.05, 0.1, 0.15, 0.3, 0.4])
    steps = np.abs(np.subtract.outer(np.arange(5), np.arange(5)))
    near, other = (steps == 1) / (steps == 1).sum(axis=1, keepdims=True), (steps > 0) / 4
    return people[:, np.newaxis] * (rate * np.eye(5) + (1 - rate) * (near + other) / 2)


def classes_at(rate: float) -> Table:
    """Three classes of 50, 30 and 20 %; the same at the rate, else any other."""
    return np.array([0.5, 0.3, 0.2])[:, np.newaxis] * (rate * np.eye(3) + (1 - rate) / 2 * (1 - np.eye(3)))


def votes_trial(truths: tuple[float, ...], people: int, level: Level) -> Trial:
    """Each person says the truth at the rate, else any value; with more than two people one vote in five is missing."""
    size, values = len(truths), [str(value) for value in range(len(truths))]

    def trial(n: int, rate: float, rng: Rng, draws: int) -> Outcome:
        said = rate * np.eye(size) + (1 - rate) / size
        patterns, chances = _patterns(np.array(truths), said, people)
        pooled = np.array(truths) @ said
        pairs = np.einsum("t,tv,tw->vw", np.array(truths), said, said)
        middles = np.cumsum(pooled) - pooled / 2 if level == "ordinal" else np.arange(size)
        apart = 1 - np.eye(size) if level == "nominal" else np.subtract.outer(middles, middles) ** 2
        truth = 1 - float((pairs * apart).sum() / (np.outer(pooled, pooled) * apart).sum())

        def alpha(counts: npt.NDArray[np.int64]) -> Estimate:
            used = counts > 0
            if np.count_nonzero(counts @ patterns) < 2:
                return Estimate(value=None, n=n)
            return alpha_estimate(patterns[used], counts[used].astype(np.float64), values, level)

        return of_counts(alpha, chances, truth)(n, rate, rng, draws)

    return trial


def _patterns(truths: Table, said: Table, people: int) -> tuple[Table, Table]:
    """Patterns of two or more votes, and the chance of each."""
    present = {people: 1.0} if people == 2 else {2: 3 * 0.8**2 * 0.2, 3: 0.8**3}
    found: dict[tuple[int, ...], float] = {}
    for votes, weight in present.items():
        for index in np.ndindex(*(len(truths),) * votes):
            chance = weight * float(truths @ np.prod(said[:, list(index)], axis=1))
            pattern = tuple(np.bincount(index, minlength=len(truths)).tolist())
            found[pattern] = found.get(pattern, 0.0) + chance
    chances = np.array(list(found.values()))
    return np.array(list(found), dtype=np.float64), chances / chances.sum()


def repeats_trial(flips: bool) -> Trial:
    """Three repeats of cases whose own chances vary (beta, correlation 0.5); or the share of their unequal pairs."""

    def trial(n: int, rate: float, rng: Rng, draws: int) -> Outcome:
        # right in 0 … 3 of 3 repeats, beta-binomial with a = rate, b = 1 − rate
        a, b = rate, 1 - rate
        chances = np.array([b * (b + 1) * (b + 2), 3 * a * b * (b + 1), 3 * a * (a + 1) * b, a * (a + 1) * (a + 2)]) / 6
        per_case = np.array([0, 2 / 3, 2 / 3, 0]) if flips else np.arange(4) / 3

        def mean(counts: npt.NDArray[np.int64]) -> Estimate:
            return mean_over_cases(np.repeat(per_case, counts))

        return of_counts(mean, chances, float(chances @ per_case))(n, rate, rng, draws)

    return trial


def paired_at(rate: float, *, other: float | None = 0.8, phi: float = 0.3) -> Table:
    """Judge a is right at the rate, judge b at 80 % or the same rate; their successes correlate."""
    second = rate if other is None else other
    both = min(rate * second + phi * (rate * (1 - rate) * second * (1 - second)) ** 0.5, rate, second)
    return np.array([both, rate - both, second - both, 1 - rate - second + both])


def paired_trial(population: Callable[[float], Table]) -> Trial:
    """The difference of two judges on the same cases."""

    def trial(n: int, rate: float, rng: Rng, draws: int) -> Outcome:
        shares = population(rate)
        truth = float(shares[1] - shares[2])
        return of_counts(lambda counts: paired_difference(*counts.tolist()), shares, truth)(n, rate, rng, draws)

    return trial


def corrected_trial(labelled: int | None) -> Trial:
    """Judged answers, good at the rate, tpr 0.9, tnr 0.8; as many labels, or a fixed number, half of them good."""

    def trial(n: int, rate: float, rng: Rng, draws: int) -> Outcome:
        labels = n if labelled is None else labelled
        good = rng.binomial(labels, rate, size=draws) if labelled is None else np.full(draws, labels // 2)
        columns = rng.binomial(n, 0.9 * rate + 0.2 * (1 - rate), draws), good, rng.binomial(good, 0.9), labels - good
        drawn = np.stack([*columns, rng.binomial(labels - good, 0.8)], axis=1)
        different, times = np.unique(drawn, axis=0, return_counts=True)
        estimates = [
            corrected_pass_rate(passed, n, tpr_k=tpr_k, tpr_n=tpr_n, tnr_k=tnr_k, tnr_n=tnr_n)
            for passed, tpr_n, tpr_k, tnr_n, tnr_k in different.tolist()
        ]
        return outcome(list(zip(estimates, times.tolist(), strict=True)), rate)

    return trial


def clusters_of(n: int, uneven: bool) -> npt.NDArray[np.int64]:
    """The cluster of each case: five cases each, or 1, 2, 3, 5, 9 in turn."""
    sizes = [1, 2, 3, 5, 9] if uneven else [5]
    codes = np.repeat(np.arange(n), [sizes[i % len(sizes)] for i in range(n)])
    return codes[:n]


def alike(codes: npt.NDArray[np.int64], rate: float, rng: Rng, *, icc: float = 0.3) -> npt.NDArray[np.bool_]:
    """Successes at the rate whose chances vary by cluster (beta), so that they correlate by ``icc`` within one."""
    spread = (1 - icc) / icc
    own = rng.beta(rate * spread, (1 - rate) * spread, size=codes.max() + 1)
    return rng.random(len(codes)) < own[codes]


def clustered_share_trial(uneven: bool, estimate: Callable[..., Estimate] = clustered_proportion) -> Trial:
    """A share of cases in clusters with a correlation of 0.3."""

    def trial(n: int, rate: float, rng: Rng, draws: int) -> Outcome:
        codes = clusters_of(n, uneven)
        return outcome([(estimate(alike(codes, rate, rng), codes), 1) for _ in range(draws)], rate)

    return trial


def clustered_table_trial(measure: Callable[..., Estimate]) -> Trial:
    """A measure of a table; people's labels and the judge's being right both go by cluster. People pass 60 %."""

    def one(codes: npt.NDArray[np.int64], rate: float, rng: Rng) -> Estimate:
        passed, right = alike(codes, 0.6, rng), alike(codes, rate, rng)
        parts = counts_by_cluster(2 * ~passed + (passed != right), codes, 4).reshape(-1, 2, 2)
        return measure(parts.sum(axis=0).astype(np.int64), clusters=parts)

    def trial(n: int, rate: float, rng: Rng, draws: int) -> Outcome:
        codes = clusters_of(n, uneven=False)
        truth = measure(np.rint(right_at(rate) * 10**9).astype(np.int64)).value
        assert truth is not None
        return outcome([(one(codes, rate, rng), 1) for _ in range(draws)], truth)

    return trial


def clustered_difference_trial(n: int, rate: float, rng: Rng, draws: int) -> Outcome:
    """The difference of two judges, right at the rate and at 80 %, on cases in clusters."""
    codes = clusters_of(n, uneven=False)
    estimates = [
        (clustered_difference(alike(codes, rate, rng), alike(codes, 0.8, rng), codes), 1) for _ in range(draws)
    ]
    return outcome(estimates, rate - 0.8)


MIX = {"a": 0.4, "b": 0.3, "c": 0.2, "d": 0.1}
TESTED = (0.1, 0.2, 0.3, 0.4)
"""Shares of the cases of a test set that comes the other way round."""


def reweighted_trial(estimate: Callable[..., Estimate] = reweighted) -> Trial:
    """Four slices with rates up to 0.1 apart, tested in shares that are the reverse of production's."""

    def trial(n: int, rate: float, rng: Rng, draws: int) -> Outcome:
        sizes = np.rint(np.array(TESTED) * n).astype(int)
        rates = rate + np.linspace(-1, 1, 4) * min(0.1, 1 - rate)
        drawn, times = np.unique(rng.binomial(sizes, rates, size=(draws, 4)), axis=0, return_counts=True)
        estimates = [
            estimate(dict(zip(MIX, zip(k, sizes.tolist(), strict=True), strict=True)), MIX) for k in drawn.tolist()
        ]
        return outcome(list(zip(estimates, times.tolist(), strict=True)), float(np.array(list(MIX.values())) @ rates))

    return trial
