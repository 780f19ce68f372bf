"""How often the weighted estimates of a second look hold the truth: ``python -m benchmarks.second_look [SETS]``.

Each simulated set has 200 cases, half of them good. The judge is a coin, so it agrees with the truth in 50 %; 10 % of
the human labels are wrong. All disagreements and 50 agreements drawn at random are looked at again, without error.
"""

from __future__ import annotations

import random
import sys
from dataclasses import replace
from statistics import mean

from evalcore.domain import Estimate
from evalcore.labelling.second_look import LookedAt, SecondLook, second_look

CASES, LABEL_ERRORS, AGREEMENTS_DRAWN = 200, 0.1, 50


def simulated(seed: int) -> SecondLook:
    """The second look at one simulated set."""
    rng = random.Random(seed)
    cases = []
    for number in range(CASES):
        truth, judge = rng.random() < 0.5, rng.random() < 0.5
        gold = truth != (rng.random() < LABEL_ERRORS)
        cases.append(LookedAt(case_id=str(number), judge_passes=judge, gold_passes=gold, now_passes=truth))
    agreements = [number for number, case in enumerate(cases) if case.stratum == "agree"]
    for number in set(agreements) - set(rng.sample(agreements, AGREEMENTS_DRAWN)):
        cases[number] = replace(cases[number], now_passes=None)
    return second_look(cases)


def coverage(found: list[Estimate], truth: float) -> float:
    """Share of the estimates whose interval holds the truth."""
    return mean((one.low or 0) <= truth <= (one.high or 0) for one in found)


def main(sets: int) -> None:
    """Print means and coverages."""
    looks = [simulated(seed) for seed in range(sets)]
    rows = {
        "agreement, weighted": ([one.after.agreement for one in looks], 0.5),
        "good answers accepted, weighted": ([one.after.tpr for one in looks], 0.5),
        "bad answers caught, weighted": ([one.after.tnr for one in looks], 0.5),
        "labels in error, weighted": ([one.label_errors for one in looks], LABEL_ERRORS),
        "agreement, disagreements alone": ([one.only_disagreements for one in looks], 0.5),
    }
    for name, (found, truth) in rows.items():
        average = mean(one.value or 0 for one in found)
        sys.stdout.write(f"{name:32} truth {truth:.2f}  mean {average:.3f}  holds it {coverage(found, truth):.1%}\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3_000)
