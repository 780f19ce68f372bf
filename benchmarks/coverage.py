"""How often each interval holds the truth: ``python -m benchmarks.coverage [--quick] [--only WORD]``.

For n of 20 to 1,000 and rates of 0.5 to 0.98 it prints a table per interval with its mean over the grid, its lowest
point and a verdict: the mean from 94 to 97 % (Clopper–Pearson: at least 95 %), no point under 89 %. Proportions are
enumerated exactly; of the others 10,000 data sets are drawn for every point (500 with ``--quick``), seeded. Where
intervals are withheld, the share of the others that hold the truth is printed, and how often that was.
"""

from __future__ import annotations

import argparse
import sys
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from benchmarks.coverage_cases import (
    Outcome,
    Rng,
    Trial,
    careless_at,
    classes_at,
    clustered_difference_trial,
    clustered_share_trial,
    clustered_table_trial,
    corrected_trial,
    paired_at,
    paired_trial,
    passing_at,
    ratings_at,
    repeats_trial,
    reweighted_trial,
    right_at,
    table_trial,
    votes_trial,
)
from benchmarks.coverage_rivals import bootstrap_kappa, square_and_add, wilson_without_clusters
from evalcore.domain import Estimate
from evalcore.stats import (
    ac1,
    ac2,
    balanced_accuracy,
    clopper_pearson,
    f1,
    kappa,
    kendall,
    macro_f1,
    mcc,
    mean_absolute_error,
    spearman,
    weighted_kappa,
    wilson,
)

SIZES = (20, 30, 50, 100, 200, 500, 1000)
RATES = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98)
DRAWS = 10_000
QUICK_DRAWS = 500
LOWEST_MEAN, HIGHEST_MEAN, LOWEST_POINT = 0.94, 0.97, 0.89


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """One interval and the population that it is tried on."""

    name: str
    population: str
    trial: Trial
    exact: bool = False
    """Enumerated, not drawn."""
    conservative: bool = False
    """It promises at least 95 %, so that its mean has no upper bar."""
    chosen: bool = True
    """False for a method that the workbench does not use, shown for comparison."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """Coverage and share of withheld intervals, both of shape (sizes, rates)."""

    covered: npt.NDArray[np.float64]
    withheld: npt.NDArray[np.float64]

    @property
    def mean(self) -> float:
        """Over the grid."""
        return float(np.nanmean(self.covered))

    @property
    def lowest(self) -> float:
        """The worst point."""
        return float(np.nanmin(self.covered))

    def holds(self, interval: Interval) -> bool:
        """Whether the interval clears the bar."""
        low, high = (0.95, 1.0) if interval.conservative else (LOWEST_MEAN, HIGHEST_MEAN)
        return low <= self.mean <= high and self.lowest >= LOWEST_POINT


def enumerated(estimate: Callable[[int, int], Estimate]) -> Trial:
    """A plain proportion: the chances of all k of n are summed."""

    def trial(n: int, rate: float, _: Rng, __: int) -> Outcome:
        from scipy.stats import binom

        chances = binom.pmf(np.arange(n + 1), n, rate)
        limits = [(estimate(k, n).low, estimate(k, n).high) for k in range(n + 1)]
        hits = [low is not None and high is not None and low <= rate <= high for low, high in limits]
        return float(chances[hits].sum()), 0.0

    return trial


def _rated(figure: Callable[..., Estimate]) -> Callable[[npt.NDArray[np.int64]], Estimate]:
    def of_table(table: npt.NDArray[np.int64]) -> Estimate:
        # the population itself comes as shares of 10⁹; fewer cases have the same figure
        counts = table if table.sum() <= 10**6 else np.rint(table / table.sum() * 10**5).astype(np.int64)
        a, b = (np.repeat(places, counts.ravel()) for places in np.indices(counts.shape).reshape(2, -1))
        return figure(a, b)

    return of_table


def intervals() -> Iterable[Interval]:
    """Every interval of the workbench, and those that were not chosen."""
    yield Interval(name="Wilson", population="share at the rate", trial=enumerated(wilson), exact=True)
    yield Interval(
        name="Clopper–Pearson",
        population="share at the rate",
        trial=enumerated(clopper_pearson),
        exact=True,
        conservative=True,
    )
    measures = {"kappa": kappa, "AC1": ac1, "MCC": mcc, "balanced accuracy": balanced_accuracy, "F1": f1}
    populations = {
        "people pass 60 %, judge right at the rate": right_at,
        "people pass at the rate, judge right on 85 %": passing_at,
        "people pass at the rate, tpr 0.95, tnr 0.6": careless_at,
    }
    for name, measure in measures.items():
        for text, population in populations.items():
            yield Interval(name=name, population=text, trial=table_trial(partial(measure), population))
    yield from _of_more_classes()
    yield from _of_people_and_repeats()
    yield from _of_comparisons()
    yield from _not_chosen()


def _of_more_classes() -> Iterable[Interval]:
    text = "five ratings, the same at the rate, else half one step off, half any other"
    for weights in ("linear", "quadratic"):
        for name, measure in {"weighted kappa": weighted_kappa, "AC2": ac2}.items():
            trial = table_trial(partial(measure, weights=weights), ratings_at)
            yield Interval(name=f"{name}, {weights}", population=text, trial=trial)
    for name, figure in {"Spearman": spearman, "Kendall": kendall, "mean absolute error": mean_absolute_error}.items():
        yield Interval(name=name, population=text, trial=table_trial(_rated(figure), ratings_at))
    text = "three classes, the same at the rate, else any other"
    yield Interval(name="kappa", population=text, trial=table_trial(partial(kappa), classes_at))
    yield Interval(name="macro F1", population=text, trial=table_trial(macro_f1, classes_at))


def _of_people_and_repeats() -> Iterable[Interval]:
    five = (0.05, 0.1, 0.15, 0.3, 0.4)
    text = "each says the truth at the rate, else any value"
    yield Interval(name="alpha, nominal", population=f"two people, {text}", trial=votes_trial((0.6, 0.4), 2, "nominal"))
    text = f"three people, one vote in five missing, {text}"
    yield Interval(name="alpha, nominal", population=text, trial=votes_trial((0.6, 0.4), 3, "nominal"))
    yield Interval(name="alpha, ordinal", population=f"{text} of five", trial=votes_trial(five, 3, "ordinal"))
    yield Interval(name="alpha, interval", population=f"{text} of five", trial=votes_trial(five, 3, "interval"))
    text = "three repeats, right at the rate on average, correlation 0.5 within a case"
    yield Interval(name="mean over repeats", population=text, trial=repeats_trial(flips=False))
    yield Interval(name="flip rate", population=text, trial=repeats_trial(flips=True))


def _of_comparisons() -> Iterable[Interval]:
    text = "a right at the rate, b on 80 %, phi 0.3"
    yield Interval(name="paired difference", population=text, trial=paired_trial(paired_at))
    same = partial(paired_at, other=None, phi=0.6)
    yield Interval(name="paired difference", population="both right at the rate, phi 0.6", trial=paired_trial(same))
    text = "good at the rate, tpr 0.9, tnr 0.8, "
    yield Interval(name="corrected pass rate", population=f"{text}200 labels", trial=corrected_trial(200))
    yield Interval(name="corrected pass rate", population=f"{text}n labels", trial=corrected_trial(None))
    for uneven, text in ((False, "clusters of 5"), (True, "clusters of 1 to 9")):
        text = f"{text}, correlation 0.3"
        yield Interval(name="clustered proportion", population=text, trial=clustered_share_trial(uneven))
    text = "clusters of 5, correlation 0.3, people pass 60 %, judge right at the rate"
    for name, measure in {"kappa": kappa, "balanced accuracy": balanced_accuracy, "F1": f1}.items():
        yield Interval(name=f"clustered {name}", population=text, trial=clustered_table_trial(partial(measure)))
    text = "clusters of 5, correlation 0.3, a right at the rate, b on 80 %"
    yield Interval(name="clustered difference", population=text, trial=clustered_difference_trial)
    text = "four slices up to 0.1 apart, tested in the reverse of their shares"
    yield Interval(name="reweighted share", population=text, trial=reweighted_trial())


def _not_chosen() -> Iterable[Interval]:
    text = "people pass 60 %, judge right at the rate"
    trial = table_trial(bootstrap_kappa, right_at)
    yield Interval(name="kappa, percentile bootstrap", population=text, trial=trial, chosen=False)
    text = "clusters of 5, correlation 0.3"
    trial = clustered_share_trial(False, wilson_without_clusters)
    yield Interval(name="Wilson as if there were no clusters", population=text, trial=trial, chosen=False)
    text = "four slices up to 0.1 apart, tested in the reverse of their shares"
    trial = reweighted_trial(square_and_add)
    yield Interval(name="reweighted share, square-and-add", population=text, trial=trial, chosen=False)


def measured(interval: Interval, *, draws: int, sizes: Sequence[int] = SIZES) -> Grid:
    """Coverage at every point; each point has its own generator, seeded by its name."""
    points = np.array([[_point(interval, n, rate, draws) for rate in RATES] for n in sizes])
    return Grid(covered=points[..., 0], withheld=points[..., 1])


def _point(interval: Interval, n: int, rate: float, draws: int) -> Outcome:
    seed = zlib.crc32(f"{interval.name}/{interval.population}/{n}/{rate}".encode())
    return interval.trial(n, rate, np.random.default_rng(seed), draws)


def _printed(interval: Interval, grid: Grid, *, draws: int) -> str:
    how = "exact" if interval.exact else f"{draws:,} draws a point"
    lines = [f"{interval.name} · {interval.population} · {how}", "      n " + "".join(f"{rate:>7}" for rate in RATES)]
    lines += [f"{n:>7} " + "".join(f"{100 * x:7.1f}" for x in row) for n, row in zip(SIZES, grid.covered, strict=True)]
    place = np.unravel_index(np.nanargmin(grid.covered), grid.covered.shape)
    where = f"n {SIZES[place[0]]}, rate {RATES[place[1]]}"
    verdict = "holds" if grid.holds(interval) else "FALLS SHORT"
    role = "" if interval.chosen else " (not used)"
    lines.append(f"mean {100 * grid.mean:.1f} %, lowest {100 * grid.lowest:.1f} % at {where}: {verdict}{role}")
    if grid.withheld.max() >= 0.005:
        lines.append(
            f"withheld: {100 * grid.withheld.mean():.1f} % of the draws, at most {100 * grid.withheld.max():.0f} %"
        )
    return "\n".join(lines) + "\n\n"


def main(arguments: list[str] | None = None) -> int:
    """Print the tables; 1 when an interval that is used falls short."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.coverage", description="How often intervals hold the truth."
    )
    parser.add_argument("--quick", action="store_true", help=f"{QUICK_DRAWS} draws a point instead of {DRAWS:,}")
    parser.add_argument("--only", default="", metavar="WORD", help="intervals whose name or population holds the word")
    options = parser.parse_args(arguments)
    draws, short = (QUICK_DRAWS if options.quick else DRAWS), []
    for interval in intervals():
        if options.only.lower() in f"{interval.name} · {interval.population}".lower():
            grid = measured(interval, draws=draws)
            sys.stdout.write(_printed(interval, grid, draws=draws))
            sys.stdout.flush()
            if interval.chosen and not grid.holds(interval):
                short.append(f"{interval.name} ({interval.population})")
    sys.stdout.write(f"fall short: {'; '.join(short)}\n" if short else "every interval that is used holds\n")
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
