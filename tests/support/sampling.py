"""Every second slow test with one of its parameter sets, others with each seed: what fits into CI's time.

``EVALCORE_SAMPLE`` is the seed. CI gives it the commit, so that a commit is always tested alike and the next one
takes other walks, rules, pages and files. By hand all are taken.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import TypeVar

ALWAYS_WHOLE = ("test_fault_matrix.py", "test_plain_python.py", "test_each_spring_rule", "test_each_version_passes")
"""What is quick, or is one table that has to be whole."""

_HALF = "8"
"""Half of all hexadecimal numbers are below it."""

Thing = TypeVar("Thing")


def left_out(tests: Iterable[tuple[str, Thing]], *, seed: str) -> list[Thing]:
    """The tests that are not in the sample.

    Parameters
    ----------
    tests
        Node id of each test and whatever stands for it; a node id with brackets is one of several parameter sets.
    """
    families: dict[str, list[tuple[str, Thing]]] = {}
    for name, test in tests:
        family = name.partition("[")[0]
        if not any(part in family for part in ALWAYS_WHOLE):
            families.setdefault(family, []).append((name, test))
    left = []
    for name, family in families.items():
        kept = 1 if _place(name, seed) < _HALF else 0
        left += [test for _, test in sorted(family, key=lambda one: _place(one[0], seed))[kept:]]
    return left


def _place(name: str, seed: str) -> str:
    return hashlib.sha256(f"{seed} {name}".encode()).hexdigest()
