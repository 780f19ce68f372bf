"""CI's sample of the slow tests: the same for the same seed, and in the end every one."""

from __future__ import annotations

from tests.support.sampling import left_out

RULES = [f"tests/targets/test_x.py::test_grades[{rule}]" for rule in ("a", "b", "c", "d")]


def taken(names: list[str], seed: str) -> list[str]:
    left = left_out([(name, name) for name in names], seed=seed)
    return [name for name in names if name not in left]


def test_of_the_parameter_sets_of_a_test_one_is_taken_or_none() -> None:
    for seed in range(20):
        assert len(taken(RULES, str(seed))) <= 1


def test_about_half_of_the_tests_are_taken() -> None:
    names = [f"tests/a.py::test_{number}" for number in range(1000)]
    assert 400 < len(taken(names, "commit")) < 600


def test_the_same_seed_takes_the_same_and_other_seeds_take_every_one_in_turn() -> None:
    assert taken(RULES, "1") == taken(RULES, "1")
    assert {name for seed in range(50) for name in taken(RULES, str(seed))} == set(RULES)


def test_a_table_that_has_to_be_whole_is_whole() -> None:
    rows = [f"tests/integration/test_fault_matrix.py::test_a_fault[{row}]" for row in range(5)]
    assert taken(rows, "1") == rows
