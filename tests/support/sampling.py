"""One parameter set of each slow test, another with each seed: what fits into CI's time; by hand all are taken.

``EVALCORE_SAMPLE`` is the seed. CI gives it the commit, so that a commit is always tested alike and the next one
takes other rules, pages and files. On a machine on which not even those fit, ``EVALCORE_SHARE`` says what share of the
slow tests is taken.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import TypeVar

ALWAYS_WHOLE = ("test_fault_matrix.py", "test_plain_python.py", "test_each_spring_rule", "test_each_version_passes")
"""What is quick, or is one table that has to be whole."""
ALWAYS_TAKEN = ("test_runner_killed_often.py", "test_four_people.py")
"""Where what somebody paid for, or somebody's work, would be lost."""

Thing = TypeVar("Thing")


def left_out(tests: Iterable[tuple[str, Thing]], *, seed: str, share: float = 1.0) -> list[Thing]:
    """The tests that are not in the sample.

    Parameters
    ----------
    tests
        Node id of each test and whatever stands for it; a node id with brackets is one of several parameter sets.
    share
        How many of the tests are taken, from 0 to 1, each with one parameter set; those that are always taken are more.
    """
    families: dict[str, list[tuple[str, Thing]]] = {}
    for name, test in tests:
        families.setdefault(name.partition("[")[0], []).append((name, test))
    optional = [family for family in families if not _one_of(family, ALWAYS_WHOLE + ALWAYS_TAKEN)]
    beyond = sorted(optional, key=lambda family: _place(family, seed))[round(share * len(optional)) :]
    left = [test for family in beyond for _, test in families.pop(family)]
    for family, sets in families.items():
        if not _one_of(family, ALWAYS_WHOLE):
            left += [test for _, test in sorted(sets, key=lambda one: _place(one[0], seed))[1:]]
    return left


def _one_of(family: str, parts: Iterable[str]) -> bool:
    return any(part in family for part in parts)


def _place(name: str, seed: str) -> str:
    return hashlib.sha256(f"{seed} {name}".encode()).hexdigest()
