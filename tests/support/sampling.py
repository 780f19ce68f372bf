"""One parameter set of each slow test, another with each seed: what fits into CI's time; by hand all are taken.

``EVALCORE_SAMPLE`` is the seed. CI gives it the commit, so that a commit is always tested alike and the next one
takes other rules, pages and files.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import TypeVar

ALWAYS_WHOLE = ("test_fault_matrix.py", "test_plain_python.py", "test_each_spring_rule", "test_each_version_passes")
"""What is quick, or is one table that has to be whole."""

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
        family, bracket, _ = name.partition("[")
        if bracket and not any(part in family for part in ALWAYS_WHOLE):
            families.setdefault(family, []).append((name, test))
    return [
        test for family in families.values() for _, test in sorted(family, key=lambda one: _place(one[0], seed))[1:]
    ]


def _place(name: str, seed: str) -> str:
    return hashlib.sha256(f"{seed} {name}".encode()).hexdigest()
