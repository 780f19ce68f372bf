"""Which cases a judge is probed on: few, drawn by a seed, as many good answers as bad ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from evalcore.domain import Case, Dataset, gold_labels
from evalcore.errors import InputError, RunError
from evalcore.judges import Judge, reason_not_to_ask

SIDES = ("pass", "fail")


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """Cases with what people say of them."""

    cases: tuple[Case, ...]
    human: Mapping[str, str]
    """By case id: pass or fail, or the value itself where people and judge can only be compared value by value."""
    by_side: bool
    """Whether both scales say which of their values pass."""

    @property
    def labelled(self) -> dict[str, int]:
        """How many of the cases have which gold."""
        values = [self.human[case.id] for case in self.cases]
        return {value: values.count(value) for value in dict.fromkeys((*SIDES, *values)) if value in values}


def choose_cases(judge: Judge, dataset: Dataset, *, number: int, seed: int) -> Chosen:
    """Draw labelled cases that the judge can be asked.

    As many of each gold as there are, by turns; of one gold, first those whose cluster is not drawn yet, so
    that the cases are independent, then those with most evidence to swap and to reorder, then by chance.

    Parameters
    ----------
    number
        How many to draw; a smaller set gives all that it has.
    seed
        Of the drawing.

    Raises
    ------
    InputError
        When the set has no such criterion.
    RunError
        When no labelled case can be put to the judge.
    """
    known = gold_values(judge, dataset)
    pools: dict[str, list[Case]] = {}
    for case in dataset.cases:
        if case.id in known.human and reason_not_to_ask(judge, case) is None:
            pools.setdefault(known.human[case.id], []).append(case)
    if not pools:
        raise RunError(
            f"expected cases of the set {dataset.name!r} that are labelled under {judge.criterion!r} and can be put to "
            f"{judge.name}, found none; label some, or choose another set"
        )
    random = Random(seed)
    for pool in pools.values():
        random.shuffle(pool)
        pool.sort(key=lambda case: -min(2, documents_of(case)))
    drawn = _by_turns([pools[value] for value in sorted(pools)], number)
    return Chosen(cases=drawn, human=known.human, by_side=known.by_side)


def gold_values(judge: Judge, dataset: Dataset) -> Chosen:
    """Every case of a set that has gold which this judge can be compared with; none where the scales differ.

    Raises
    ------
    InputError
        When the set has no such criterion.
    """
    scale = dataset.criteria.get(judge.criterion)
    if scale is None:
        known = ", ".join(map(repr, dataset.criteria)) or "none"
        raise InputError(f"expected a criterion of the set {dataset.name!r} ({known}), found {judge.criterion!r}")
    by_side = bool(scale.passing and judge.scale.passing)
    comparable = by_side or set(scale.values) == set(judge.scale.values)
    human = {
        case_id: SIDES[not scale.passes(gold.value)] if by_side else gold.value
        for case_id, gold in gold_labels(dataset, judge.criterion).items()
        if gold.value is not None and comparable
    }
    return Chosen(cases=tuple(case for case in dataset.cases if case.id in human), human=human, by_side=by_side)


def documents_of(case: Case) -> int:
    """How many documents of a case say anything."""
    return sum(bool(document.text.strip()) for document in case.evidence)


def _by_turns(pools: list[list[Case]], number: int) -> tuple[Case, ...]:
    drawn: list[Case] = []
    clusters: set[str] = set()
    while len(drawn) < number and any(pools):
        for pool in pools:
            if pool and len(drawn) < number:
                place = next((at for at, case in enumerate(pool) if case.cluster not in clusters), 0)
                case = pool.pop(place)
                drawn.append(case)
                if case.cluster is not None:
                    clusters.add(case.cluster)
    return tuple(drawn)
