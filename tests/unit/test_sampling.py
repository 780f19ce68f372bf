"""CI's sample of the slow tests: one parameter set each, the same for the same seed, and in the end every one."""

from __future__ import annotations

from tests.support.sampling import left_out

RULES = [f"tests/targets/test_x.py::test_grades[{rule}]" for rule in ("a", "b", "c", "d")]


def taken(names: list[str], seed: str) -> list[str]:
    left = left_out([(name, name) for name in names], seed=seed)
    return [name for name in names if name not in left]


def test_one_parameter_set_of_each_test_is_taken_and_tests_without_any_all() -> None:
    names = [*RULES, "tests/a.py::test_alone", "tests/a.py::test_pair[1]", "tests/a.py::test_pair[2]"]
    families = [name.partition("[")[0] for name in taken(names, "commit")]
    assert families == ["tests/targets/test_x.py::test_grades", "tests/a.py::test_alone", "tests/a.py::test_pair"]


def test_the_same_seed_takes_the_same_and_other_seeds_take_every_one_in_turn() -> None:
    assert taken(RULES, "1") == taken(RULES, "1")
    assert {name for seed in range(50) for name in taken(RULES, str(seed))} == set(RULES)


def test_a_table_that_has_to_be_whole_is_whole() -> None:
    rows = [f"tests/integration/test_fault_matrix.py::test_a_fault[{row}]" for row in range(5)]
    assert taken(rows, "1") == rows
