"""How far choosing the best of many judges overstates it, and whether cases kept back mend that.

``python -m benchmarks.selection [--seeds N]``: for every seed, judges that are all equally good are
measured on one set, which is split; the one that ranks best on the part to choose on is measured on the
part kept back. Counted is how often each interval holds the true agreement.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from evalcore.domain import PASS_FAIL, Case, Dataset, Estimate, Label, case_fingerprint
from evalcore.report.splitting import split_set
from evalcore.stats import balanced_accuracy, simultaneous_level, wilson

CRITERION = "grounded"
SEEDS, JUDGES, CASES, TRUE_AGREEMENT, PASSING = 500, 16, 200, 0.8, 0.6

Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shares:
    """Among all seeds, how often an interval held the true agreement."""

    confirmed: float
    """Of the judge that was best on the part to choose on, measured on the part kept back."""
    naive: float
    """Of the judge that was best on all cases, measured on the same cases as if it had been the only one."""
    among_all: float
    """The same, drawn at the level that holds for all judges at once."""
    mean_of_best: float
    """Mean agreement of the best of all on the cases that it was chosen on."""


def simulate(seeds: int = SEEDS) -> Shares:
    """Draw ``seeds`` sets and judges, numbered from 0."""
    held = np.zeros((seeds, 3), dtype=np.bool_)
    best = np.zeros(seeds)
    for seed in range(seeds):
        confirmed, naive, among_all = _one(np.random.default_rng(seed), seed)
        held[seed] = [_holds(estimate) for estimate in (confirmed, naive, among_all)]
        best[seed] = naive.value
    shares = held.mean(axis=0).tolist()
    return Shares(confirmed=shares[0], naive=shares[1], among_all=shares[2], mean_of_best=float(best.mean()))


def _one(chance: np.random.Generator, seed: int) -> tuple[Estimate, Estimate, Estimate]:
    good = chance.random(CASES) < PASSING
    right = chance.random((JUDGES, CASES)) < TRUE_AGREEMENT
    kept_back = _kept_back(good, seed)
    chosen = right[_best(good[~kept_back], right[:, ~kept_back])]
    best = right[_best(good, right)]
    everything = np.ones(CASES, dtype=np.bool_)
    return (
        _agreement(chosen, kept_back, level=0.95),
        _agreement(best, everything, level=0.95),
        _agreement(best, everything, level=simultaneous_level(0.95, JUDGES)),
    )


def _kept_back(good: Bools, seed: int) -> Bools:
    cases = tuple(Case(id=str(number), question=f"question {number}", answer="answer") for number in range(CASES))
    labels = tuple(
        Label(
            case_id=case.id,
            case_fingerprint=case_fingerprint(case),
            criterion=CRITERION,
            annotator="ines",
            value="pass" if passes else "fail",
        )
        for case, passes in zip(cases, good, strict=True)
    )
    split = split_set(
        Dataset(name="set", criteria={CRITERION: PASS_FAIL}, cases=cases, labels=labels), CRITERION, seed=seed
    )
    return np.array([case.id in split.confirm for case in cases])


def _best(good: Bools, right: Bools) -> int:
    """The judge that Compare shows first: by the lower bound of balanced accuracy."""
    bounds = []
    for judge in right:
        table = [[(good & judge).sum(), (good & ~judge).sum()], [(~good & ~judge).sum(), (~good & judge).sum()]]
        bounds.append(balanced_accuracy(table).low)
    return int(np.argmax(bounds))


def _agreement(right: Bools, cases: Bools, *, level: float) -> Estimate:
    return wilson(int((right & cases).sum()), int(cases.sum()), level=level)


def _holds(estimate: Estimate) -> bool:
    assert estimate.low is not None
    assert estimate.high is not None
    return estimate.low <= TRUE_AGREEMENT <= estimate.high


def main() -> None:
    """Print the shares."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.selection", description=__doc__)
    parser.add_argument("--seeds", type=int, default=SEEDS)
    seeds = parser.parse_args().seeds
    shares = simulate(seeds)
    sys.stdout.write(
        f"{JUDGES} judges, each truly right on {TRUE_AGREEMENT:.0%} of {CASES} cases; seeds 0 to {seeds - 1}.\n"
        f"The best of them agrees with people on {shares.mean_of_best:.1%} of the cases it was chosen on.\n\n"
        "How often a 95 % interval holds the true agreement:\n"
        f"  chosen on half of the cases, measured on the cases kept back   {shares.confirmed:.1%}\n"
        f"  the best on all cases, as if it had been the only one          {shares.naive:.1%}\n"
        f"  the same, at the level that holds for all {JUDGES} at once           {shares.among_all:.1%}\n"
    )


if __name__ == "__main__":
    main()
