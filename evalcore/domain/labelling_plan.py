"""Who is to label which case: seeded choices, and shares of cases spread over pairs of people."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations

from evalcore.domain.cases import Scale

ANYBODY = 0
"""In a plan: whoever asks first."""

REPEAT_GAP = 8
"""So many other cases lie between a case and its being shown again, at least while there are so many."""


def drawn(seed: int, *parts: object) -> float:
    """A number in [0, 1) that depends on the seed and these parts alone."""
    text = "\x1f".join([str(seed), *map(str, parts)])
    return int.from_bytes(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:7], "big") / 2**56


def sides_swapped(seed: int, person: str, case_fingerprint: str, *, again: bool) -> bool:
    """Whether the second answer of a pair is shown on the left; the other way round when it is shown again."""
    return (drawn(seed, "sides", person, case_fingerprint) < 0.5) != again


def in_canonical_sides(value: str, scale: Scale, *, swapped: bool) -> str:
    """The value a person chose between the sides as shown, as a value about the answers; its own inverse."""
    first, second = scale.values[:2]
    return {first: second, second: first}.get(value, value) if swapped else value


def repeat_due(seed: int, share: float, person: str, case_id: str, turn: int) -> int | None:
    """The turn from which a case that was labelled in ``turn`` is to be shown again; None when it is not."""
    if drawn(seed, "again", person, case_id) >= share:
        return None
    return turn + REPEAT_GAP + 1 + int(drawn(seed, "when", person, case_id) * REPEAT_GAP)


def spread_over_people(
    wanted: Mapping[int, int],
    taken: Mapping[int, Sequence[int]],
    people: Sequence[int],
    *,
    passed: Mapping[int, Collection[int]] | None = None,
) -> dict[int, tuple[int, ...]]:
    """Who is planned for what is still free of each case, so that every two people share about as many cases.

    Each case goes to the two people who share least, then to whoever shares least with those who have it. So with
    p people, p(p − 1)/2 free shared cases are enough for every pair to share one.

    Parameters
    ----------
    wanted
        For each case how many people are to label it, in the order of the queue.
    taken
        The people who have it already, for some cases.
    people
        Everybody there is to plan for.
    passed
        The people who passed a case on, for some cases; it is not planned for them again.

    Returns
    -------
    For each case the people planned, :data:`ANYBODY` where there are too few of them. A case for one person is
    anybody's.
    """
    shares: Counter[tuple[int, int]] = Counter()
    load: Counter[int] = Counter()
    for holders in taken.values():
        _count(holders, shares, load)
    planned: dict[int, tuple[int, ...]] = {}
    for case, people_wanted in wanted.items():
        holders = tuple(taken.get(case, ()))
        if people_wanted == 1:
            planned[case] = () if holders else (ANYBODY,)
            continue
        free = max(0, people_wanted - len(holders))
        out = {*holders, *(passed or {}).get(case, ())}
        added = _add_people(holders, free, [one for one in people if one not in out], shares, load)
        _count_added(holders, added, shares, load)
        planned[case] = (*added, *[ANYBODY] * (free - len(added)))
    return planned


def pairs_without_shared(shared: Mapping[tuple[int, int], int], people: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """The pairs of people who share no case."""
    return tuple(pair for pair in combinations(sorted(people), 2) if not shared.get(pair))


def _add_people(
    holders: tuple[int, ...], free: int, left: Sequence[int], shares: Counter[tuple[int, int]], load: Counter[int]
) -> list[int]:
    added: list[int] = []
    if not holders and free >= 2 and len(left) >= 2:
        first, second = min(
            combinations(left, 2), key=lambda two: (shares[_pair(*two)], load[two[0]] + load[two[1]], two)
        )
        added = [first, second]
    while len(added) < free and len(added) < len(left):
        around = [*holders, *added]
        candidates = [person for person in left if person not in added]
        added.append(min(candidates, key=lambda one: (_meetings(one, around, shares), load[one], one)))
    return added


def _meetings(person: int, around: Sequence[int], shares: Counter[tuple[int, int]]) -> int:
    return sum(shares[_pair(person, other)] for other in around)


def _count(holders: Sequence[int], shares: Counter[tuple[int, int]], load: Counter[int]) -> None:
    _count_added((), holders, shares, load)


def _count_added(
    holders: Sequence[int], added: Sequence[int], shares: Counter[tuple[int, int]], load: Counter[int]
) -> None:
    there = list(holders)
    for person in added:
        load[person] += 1
        shares.update(_pair(person, other) for other in there)
        there.append(person)


def _pair(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)
