"""One parameter set of each slow test, another with each seed: what fits into CI's time; by hand all are taken.

``EVALCORE_SAMPLE`` is the seed. CI gives it the commit, so that a commit is always tested alike and the next one
takes other rules, pages and files. On a machine on which not even those fit, ``EVALCORE_UNTIL`` says, in seconds
since 1970, when no more slow tests are started: they are skipped then, and which those are depends on the seed too.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import TypeVar

ALWAYS_WHOLE = ("test_fault_matrix.py", "test_plain_python.py", "test_each_spring_rule", "test_each_version_passes")
"""What is quick, or is one table that has to be whole."""
FIRST = ("test_four_people.py", "test_runner_killed_often.py", "test_fault_matrix.py")
"""Where what somebody paid for, or somebody's work, would be lost."""

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
        if bracket and not _one_of(family, ALWAYS_WHOLE):
            families.setdefault(family, []).append((name, test))
    return [
        test for family in families.values() for _, test in sorted(family, key=lambda one: _place(one[0], seed))[1:]
    ]


def turn(name: str, *, seed: str) -> tuple[bool, str]:
    """What to sort node ids by: what must not be cut first, then file by file in the seed's order."""
    file = name.partition("::")[0]
    return not _one_of(file, FIRST), _place(file, seed)


def _one_of(name: str, parts: Iterable[str]) -> bool:
    return any(part in name for part in parts)


def _place(name: str, seed: str) -> str:
    return hashlib.sha256(f"{seed} {name}".encode()).hexdigest()
