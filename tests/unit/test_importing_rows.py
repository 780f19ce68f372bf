"""Each problem names its row as a spreadsheet shows it, and a layout that was chosen is heeded or refused."""

from __future__ import annotations

import io

import pytest
from openpyxl import Workbook

from evalcore.errors import InputError
from evalcore.importing import Imported, Layout, preview, read_cases, read_rows
from evalcore.importing.recipe import Recipe

TABLE = b"question,answer,label\nq,a,pass\n"
# Rows: 1 title, 2 blank, 3 header, 4 of two lines, 5 blank, 6 too short, 7 of three lines with a word that is none,
# 8 without an answer, 9 with a quote that does not match, 10 with another word that is none.
OFFSETS = (
    'Report;;\n\nquestion;answer;label\n"q\nx";a;pass\n\nbad;row\nq3;"multi\n\nline";wat\nq4;;fail\n'
    '"q5;a;pass\nq6;a;maybe\n'
)


def rows_of(found: Imported) -> dict[str, tuple[int, ...]]:
    rows: dict[str, tuple[int, ...]] = {}
    for problem in found.problems:
        rows[problem.kind] = rows.get(problem.kind, ()) + problem.where
    return rows


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_rows_are_counted_over_titles_blank_rows_line_breaks_and_wrong_rows(end: str) -> None:
    found = read_cases(OFFSETS.replace("\n", end).encode(), filename="a.csv")
    assert [case.id for case in found.dataset.cases] == ["row-4", "row-7", "row-8", "row-10"]
    assert rows_of(found) | {"no-evidence-column": ()} == {
        "above-header": (1,),
        "bad-row": (6, 9),
        "empty-answer": (8,),
        "label-not-understood": (7, 10),
        "no-evidence-column": (),
    }


def test_rows_of_a_workbook_are_counted_over_blank_ones() -> None:
    book = Workbook()
    filled = {1: ["Report"], 3: ["question", "answer", "label"], 4: ["q\nx", "a", "pass"], 7: ["q", "b", "wat"]}
    for place, row in filled.items():
        for column, cell in enumerate(row, start=1):
            book.active.cell(row=place, column=column, value=cell)
    written = io.BytesIO()
    book.save(written)
    found = read_cases(written.getvalue(), filename="a.xlsx")
    assert [case.id for case in found.dataset.cases] == ["row-4", "row-7"]
    assert rows_of(found)["label-not-understood"] == (7,)


def test_rows_of_json_lines_are_lines_over_blank_and_wrong_ones() -> None:
    lines = b'\n{"answer": "x", "label": 1}\n{"answer"\n\n{"answer": "y", "label": "wat"}\n'
    found = read_cases(lines, filename="a.jsonl")
    assert (rows_of(found)["bad-json"], rows_of(found)["label-not-understood"]) == ((3,), (5,))


@pytest.mark.parametrize("row", [0, -1])
@pytest.mark.parametrize("look", [read_cases, read_rows, preview])
def test_a_header_row_of_no_number_of_a_row_is_refused(row: int, look: object) -> None:
    with pytest.raises(InputError, match=rf"a\.csv: expected the number of the row .*1 or more, found {row}"):
        look(TABLE, filename="a.csv", layout=Layout(header_row=row))  # type: ignore[operator]


@pytest.mark.parametrize(
    ("layout", "says"),
    [
        (Layout(delimiter=""), "expected a delimiter of one character"),
        (Layout(encoding=""), "expected an encoding such as utf-8"),
        (Layout(sheet=""), "only an Excel workbook has sheets"),
    ],
)
def test_what_was_chosen_as_nothing_is_not_taken_for_unsaid(layout: Layout, says: str) -> None:
    recipe = Recipe(answer="answer", layout=Layout(delimiter=","))
    with pytest.raises(InputError, match=says):
        read_cases(TABLE, filename="a.csv", layout=layout, recipe=recipe)


def test_a_preview_takes_the_header_row_and_the_delimiter_that_were_chosen() -> None:
    found = preview(b"a\tb\nid\tanswer\n", filename="a.csv", layout=Layout(header_row=2, delimiter="tab"))
    assert (found.header_rows, found.sheets[0].first_rows[1]) == ((2,), (2, ("id", "answer")))
    with pytest.raises(InputError, match="expected a delimiter of one character"):
        preview(TABLE, filename="a.csv", layout=Layout(delimiter="::"))
