"""Cases that say nearly the same, found by the three-word pieces that they share."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from evalcore.domain import Case, Split
from evalcore.health.finding import Finding, Material, all_of, counted_words, ids_of, plain, rows_of

_WORDS = 3
_FEWEST_WORDS = 8
_ALIKE = 0.8
"""Share of pieces in common, of all pieces of both, from which two texts are nearly the same."""
_BANDS, _ROWS = 32, 4
"""A pair that shares 0.8 of its pieces meets in some band with a chance of 1 − (1 − 0.8⁴)³² > 0.999999."""
_COMPARED = 8
"""Earlier texts of a band that a text is compared with: bounds the work where very many begin alike."""

Pieces = npt.NDArray[np.uint64]


def near_duplicates(material: Material, split: Split | None) -> Finding | None:
    """Groups of cases whose question and answer are nearly the same; of a split set, those on both sides of it.

    References
    ----------
    Broder (1997), On the resemblance and containment of documents, for the signatures.
    """
    groups = list(_groups(material.dataset.cases))
    if split is not None:
        groups = [group for group in groups if 0 < sum(case.id in split.confirm for case in group) < len(group)]
    if not groups:
        return None
    named = ids_of(groups)
    cases = all_of(named)
    if split is None:
        where = "The set is not split yet; a split that tears them apart would confirm on what it chose on."
    else:
        where = "They lie on both sides of the split: the cases kept back are not quite unseen."
    return Finding(
        kind="near-duplicates",
        title="Nearly the same on both sides of the split" if split else "Nearly the same question and answer",
        found=f"{len(cases):,} cases in {counted_words(len(groups), 'group')} share at least {_ALIKE:.0%} of their "
        f"three-word pieces in question and answer. {where}",
        advice="Give each group a cluster of its own and import again: a split never tears a cluster apart.",
        cases=cases,
        columns=("cases",),
        rows=rows_of(named),
        groups=named,
    )


def _groups(cases: tuple[Case, ...]) -> Iterator[list[Case]]:
    by_text: dict[str, list[Case]] = {}
    for case in cases:
        text = plain(f"{case.question}\n{case.answer}")
        if text.count(" ") + 1 >= _FEWEST_WORDS:
            by_text.setdefault(text, []).append(case)
    texts = list(by_text)
    root = _joined([_pieces(text) for text in texts])
    groups: dict[int, list[Case]] = {}
    for number, text in enumerate(texts):
        groups.setdefault(_top(root, number), []).extend(by_text[text])
    yield from (group for group in groups.values() if len(group) > 1)


def _pieces(text: str) -> Pieces:
    words = text.split(" ")
    hashed = {
        zlib.crc32(" ".join(words[at : at + _WORDS]).encode("utf-8", "surrogatepass"))
        for at in range(len(words) - _WORDS + 1)
    }
    return np.array(sorted(hashed), dtype=np.uint64)


def _joined(pieces: list[Pieces]) -> list[int]:
    """For each text another one of its group, or itself."""
    root = list(range(len(pieces)))
    bands: dict[tuple[int, bytes], list[int]] = {}
    for number, signature in enumerate(map(_signature, pieces)):
        seen: set[int] = set()
        for band in range(_BANDS):
            met = bands.setdefault((band, signature[band * _ROWS : (band + 1) * _ROWS].tobytes()), [])
            for other in met:
                if other not in seen and _top(root, other) != _top(root, number):
                    seen.add(other)
                    if _resemblance(pieces[number], pieces[other]) >= _ALIKE:
                        root[_top(root, number)] = _top(root, other)
            if len(met) < _COMPARED:
                met.append(number)
    return root


_MULTIPLIERS = np.random.default_rng(0).integers(1, 2**63, (_BANDS * _ROWS, 1), dtype=np.uint64) * 2 + np.uint64(1)
_SHIFT = np.uint64(32)


def _signature(pieces: Pieces) -> Pieces:
    """The least of each of many scramblings of the pieces; two texts share one as often as they share pieces."""
    return np.asarray(((pieces * _MULTIPLIERS) >> _SHIFT).min(axis=1))


def _resemblance(a: Pieces, b: Pieces) -> float:
    shared = len(np.intersect1d(a, b, assume_unique=True))
    return shared / (len(a) + len(b) - shared)


def _top(root: list[int], number: int) -> int:
    while root[number] != number:
        root[number] = root[root[number]]
        number = root[number]
    return number
