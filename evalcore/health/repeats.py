"""What is there more than once, found before anything is kept of what is there only once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable


def repeated(values: Iterable[Hashable]) -> frozenset[int]:
    """The hashes of the values that are there more than once; a value with such a hash may still be there once.

    Only hashes are kept, as most values of large sets are long and there once.
    """
    found = list(map(hash, values))
    if len(set(found)) == len(found):
        return frozenset()
    return frozenset(name for name, count in Counter(found).items() if count > 1)
