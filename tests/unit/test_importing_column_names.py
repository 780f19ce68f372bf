"""No column of a file takes the place of another that is called the same."""

from __future__ import annotations

import io

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook
from pyarrow import parquet

from evalcore.importing import Layout, Recipe, read_cases, read_rows
from evalcore.importing.column_names import column_names
from evalcore.importing.imported import Problems

NAMES = ["v", "v", "v (2)", "answer"]


def csv_file() -> bytes:
    return (",".join(NAMES) + "\n1,2,3,x\n").encode()


def workbook() -> bytes:
    book = Workbook()
    book.active.append(NAMES)
    book.active.append(["1", "2", "3", "x"])
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def parquet_file() -> bytes:
    written = io.BytesIO()
    parquet.write_table(pa.table([[one] for one in ("1", "2", "3", "x")], names=NAMES), written)
    return written.getvalue()


@pytest.mark.parametrize(
    ("data", "filename", "where"),
    [
        (csv_file(), "a.csv", (1,)),
        (workbook(), "a.xlsx", (1,)),
        (parquet_file(), "a.parquet", ()),
    ],
)
def test_a_counted_name_gives_way_to_a_column_that_is_called_so_itself(
    data: bytes, filename: str, where: tuple[int, ...]
) -> None:
    table, (problem,) = read_rows(data, filename=filename)
    assert dict(table.rows[0].cells) == {"v": "1", "v (3)": "2", "v (2)": "3", "answer": "x"}
    assert (problem.kind, problem.where) == ("duplicate-column", where)
    assert problem.message == "2 columns are called 'v'; a recipe finds the later ones as 'v (3)'."


@pytest.mark.parametrize(
    ("said", "found"),
    [
        (["v", "v", "v"], ["v", "v (2)", "v (3)"]),
        # The third keeps the name by which recipes know it.
        (["v", "v", "v", "v (2)"], ["v", "v (4)", "v (3)", "v (2)"]),
        (["", "(unnamed 1)"], ["(unnamed 1) (2)", "(unnamed 1)"]),
        (["v (2)", "v (2)", "v", "v"], ["v (2)", "v (2) (2)", "v", "v (3)"]),
    ],
)
def test_columns_that_are_called_the_same_are_counted(said: list[str], found: list[str]) -> None:
    assert list(column_names(said, Problems())) == found


@given(st.lists(st.sampled_from(["", "v", "v (2)", "v (2) (2)", "v (3)", "(unnamed 1)", "(unnamed 2)"]), max_size=9))
def test_every_column_has_a_name_of_its_own(said: list[str]) -> None:
    found = column_names(said, Problems())
    assert len(set(found)) == len(said)
    assert {name for name in said if name} <= set(found)


def test_a_column_called_as_the_number_of_an_element_is_kept_beside_it() -> None:
    data = b'[{"answer": "x", "(element)": "seven", "l": [1, 0]}]'
    recipe = Recipe(
        id=("answer", "(element)"),
        answer="answer",
        question="(element) (2)",
        slices={"n": "(element)"},
        layout=Layout(each="l"),
    )
    imported = read_cases(data, filename="a.json", recipe=recipe)
    assert [(case.question, case.slices) for case in imported.dataset.cases] == [
        ("seven", {"n": "1"}),
        ("seven", {"n": "2"}),
    ]
    assert "duplicate-column" in {problem.kind for problem in imported.problems}
