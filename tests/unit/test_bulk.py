"""Making many objects spares the search for cycles, and only then."""

from __future__ import annotations

import gc

import pytest

from evalcore.bulk import uncollected


@uncollected()
def fail_while_the_search_is_off() -> None:
    assert not gc.isenabled()
    raise KeyError


def test_the_search_is_off_inside_and_on_again_afterwards_whatever_happens() -> None:
    with pytest.raises(KeyError):
        fail_while_the_search_is_off()
    assert gc.isenabled()


def test_within_another_it_leaves_the_search_off_until_the_outer_one_ends() -> None:
    with uncollected():
        with uncollected():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()
