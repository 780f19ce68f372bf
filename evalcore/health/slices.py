"""Whether there are enough cases of each kind to say anything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalcore.domain import Estimate
from evalcore.domain.wilson import wilson
from evalcore.health.finding import MOST_ROWS, Finding, Material, counted_words

if TYPE_CHECKING:
    from evalcore.domain.reply_columns import Ints

_RAREST_SHARE = 0.1
"""Below this share of the rarer side, always saying the other one agrees with nine of ten."""
_BEST_LOWER_BOUND = 0.8
"""What a judge that is right on every case should at least be shown to be."""


@dataclass(frozen=True, slots=True)
class _Group:
    name: str
    cases: tuple[int, ...]
    """Positions of all its cases."""
    labelled: tuple[int, ...]
    """Positions of those with gold."""


def findings(material: Material) -> Iterator[Finding | None]:
    """What each check of the set and its slices finds."""
    groups = tuple(_groups(material))
    yield _one_sided(material, groups)
    yield _too_few(material, groups)


def _one_sided(material: Material, groups: tuple[_Group, ...]) -> Finding | None:
    """The set and its slices in which nearly all gold is on one side."""
    flagged = []
    for group in groups:
        sides = _sides(material, group)
        rarest = min(sides.values())
        if _can_show(material, group) >= _BEST_LOWER_BOUND and rarest < _RAREST_SHARE * len(group.labelled):
            flagged.append((group, sides))
    if not flagged:
        return None
    names = tuple(flagged[0][1])
    return Finding(
        kind="one-sided",
        title="Nearly all labels on one side",
        found=f"In {counted_words(len(flagged), 'part')} of the set the rarer side has under {_RAREST_SHARE:.0%} of "
        "the cases with gold: always saying the commoner one agrees with nearly all of them, and the other side's "
        "share rests on a handful.",
        advice="Read balanced accuracy and the shares of good and bad answers there, not agreement; label more cases "
        "of the rarer side.",
        cases=_cases(material, [group for group, _ in flagged]),
        columns=("where", "with gold", *names),
        rows=tuple(
            (group.name, str(len(group.labelled)), *(str(sides[name]) for name in names))
            for group, sides in flagged[:MOST_ROWS]
        ),
    )


def _too_few(material: Material, groups: tuple[_Group, ...]) -> Finding | None:
    """The set and its slices in which even a judge without an error could not be shown to be good."""
    flagged = [(group, best) for group in groups if (best := _can_show(material, group)) < _BEST_LOWER_BOUND]
    if not flagged:
        return None
    flagged.sort(key=lambda one: len(one[0].labelled))
    return Finding(
        kind="too-few",
        title="Too few cases for any claim",
        found=f"In {counted_words(len(flagged), 'part')} of the set a judge that is right on every case would not be "
        f"shown to be right on {_BEST_LOWER_BOUND:.0%} of them.",
        advice="Label more there, or say nothing of these slices by themselves; the Plan page says how many it takes.",
        cases=_cases(material, [group for group, _ in flagged]),
        columns=("where", "cases", "with gold", "at best shown"),
        rows=tuple(
            (group.name, str(len(group.cases)), str(len(group.labelled)), f"{best:.1%}")
            for group, best in flagged[:MOST_ROWS]
        ),
    )


def _groups(material: Material) -> Iterator[_Group]:
    """The whole set, then every slice."""
    slices: dict[tuple[str, str], list[int]] = {}
    cases = material.dataset.cases
    for position, case in enumerate(cases):
        for key, value in case.slices.items():
            slices.setdefault((key, value), []).append(position)
    yield _group(material, "the whole set", list(range(len(cases))))
    for (key, value), positions in slices.items():
        yield _group(material, f"{key} = {value}", positions)


def _group(material: Material, name: str, positions: list[int]) -> _Group:
    labelled = tuple([position for position in positions if material.gold[position].value is not None])
    return _Group(name, tuple(positions), labelled)


def _sides(material: Material, group: _Group) -> Counter[str]:
    """Cases with gold by pass and fail, or by value where the scale has no such sides; 0 is counted too."""
    scale = material.dataset.criteria[material.criterion]
    by_side = 0 < sum(map(scale.passes, scale.values)) < len(scale.values)
    sides = Counter(dict.fromkeys(("pass", "fail") if by_side else scale.values, 0))
    for value, count in Counter([material.gold[position].value or "" for position in group.labelled]).items():
        sides[("pass" if scale.passes(value) else "fail") if by_side else value] += count
    return sides


def _can_show(material: Material, group: _Group) -> float:
    """The lower bound of the share of right verdicts if all were right, between 0 and 1."""
    n = len(group.labelled)
    if not n:
        return 0.0
    best = wilson(n, n) if material.clusters is None else _share_of_all(material.clusters, group.labelled)
    return 0.0 if best.low is None else best.low


def _share_of_all(clusters: Ints, labelled: tuple[int, ...]) -> Estimate:
    """All of so many cases, with the interval that their clusters allow."""
    import numpy as np

    from evalcore.report.counted import share_of, shared_only

    return share_of(np.ones(len(labelled), dtype=np.bool_), shared_only(clusters[np.array(labelled)]))


def _cases(material: Material, groups: list[_Group]) -> tuple[str, ...]:
    positions = sorted({position for group in groups for position in group.cases})
    return tuple(material.dataset.cases[position].id for position in positions)
