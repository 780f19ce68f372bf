"""Workbooks as people keep them: hidden sheets, merged cells, errors in cells, charts, and parts that are damaged."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import pytest
from openpyxl import Workbook
from openpyxl.chart import BarChart

from evalcore.errors import InputError
from evalcore.importing import Imported, Layout, preview, read_cases, read_rows, workbook_merges

HEADER = ("question", "answer", "label")


def written(book: Any) -> bytes:
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def sheet_of(*rows: tuple[object, ...], merged: tuple[str, ...] = ()) -> bytes:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    for name in merged:
        book.active.merge_cells(name)
    return written(book)


def with_hidden_in_front(*visible: tuple[object, ...], state: str = "hidden") -> bytes:
    book = Workbook()
    book.active.title = "old"
    for row in (HEADER, ("hidden?", "x", "pass")):
        book.active.append(row)
    book.active.sheet_state = state
    shown = book.create_sheet("new")
    for row in visible:
        shown.append(row)
    book.active = 1
    return written(book)


def labels(of: Imported) -> list[str]:
    return [label.value for label in of.dataset.labels]


def said(of: Imported) -> dict[str, str]:
    return {problem.kind: problem.message for problem in of.problems}


@pytest.mark.parametrize("state", ["hidden", "veryHidden"])
def test_a_hidden_sheet_in_front_is_not_the_one_that_is_read(state: str) -> None:
    data = with_hidden_in_front(HEADER, ("shown?", "y", "fail"), state=state)
    found = read_cases(data, filename="a.xlsx")
    assert (found.understood.sheet, labels(found)) == ("new", ["fail"])
    assert "the workbook also has the hidden 'old'" in said(found)["other-sheets"]
    assert [(sheet.name, sheet.hidden) for sheet in preview(data, filename="a.xlsx").sheets] == [
        ("new", False),
        ("old", True),
    ]
    assert labels(read_cases(data, filename="a.xlsx", layout=Layout(sheet="old"))) == ["pass"]


def test_a_hidden_sheet_is_read_where_no_other_holds_a_table_and_that_is_said() -> None:
    found = read_cases(with_hidden_in_front(("only a note",)), filename="a.xlsx")
    assert (found.understood.sheet, labels(found)) == ("old", ["pass"])
    assert "The sheet 'old' was read, which the workbook hides" in said(found)["hidden-sheet"]


def test_a_label_that_is_merged_over_several_rows_is_the_label_of_each_and_that_is_said() -> None:
    rows = (HEADER, ("q1", "a", "pass"), ("q2", "b", None), ("q3", "c", None), ("q4", "d", "fail"))
    found = read_cases(sheet_of(*rows, merged=("C2:C4",)), filename="a.xlsx")
    assert labels(found) == ["pass", "pass", "pass", "fail"]
    (problem,) = [problem for problem in found.problems if problem.kind == "merged-cells"]
    assert (problem.count, problem.where) == (1, (2,))
    assert problem.message == "Merged cells (C2:C4) show one value; it counts in each of their rows."


def test_cells_that_are_merged_across_keep_their_value_in_the_first_column() -> None:
    rows = (HEADER, ("both", None, "pass"), ("q", "a", "fail"))
    found = read_cases(sheet_of(*rows, merged=("A2:B2",)), filename="a.xlsx")
    assert [(case.question, case.answer) for case in found.dataset.cases] == [("both", ""), ("q", "a")]
    assert said(found)["merged-cells"].startswith("Merged cells (A2:B2)")
    assert "in the first of their columns alone" in said(found)["merged-cells"]


def test_a_merged_title_is_a_title_and_rows_without_anything_of_their_own_are_not_filled() -> None:
    rows = (("Report", None, None), HEADER, ("q", "a", "pass"), (None, None, None))
    found = read_cases(sheet_of(*rows, merged=("A1:C1", "C3:C9")), filename="a.xlsx")
    assert (found.understood.header_row, len(found.dataset.cases)) == (2, 1)
    assert "C3:C9" in said(found)["merged-cells"]
    assert "A1:C1" not in said(found)["merged-cells"]


def test_cells_merged_over_more_than_memory_bears_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [HEADER, ("q", "a", "pass" * 10), *[("q", "a", None)] * 50]
    data = sheet_of(*rows, merged=("C2:C52",))
    monkeypatch.setattr(workbook_merges, "_MOST_FILLED", 1000)
    with pytest.raises(InputError, match=r"a.xlsx, row 14: merged cells of the workbook cover more than is read"):
        read_rows(data, filename="a.xlsx")
    monkeypatch.setattr(workbook_merges, "_MOST", 0)
    with pytest.raises(InputError, match="more than 0 merged ranges"):
        read_rows(data, filename="a.xlsx")


@pytest.mark.parametrize("error", ["#N/A", "#REF!", "#DIV/0!", "#VALUE!", "#NAME?"])
def test_an_error_in_a_cell_is_no_value_and_its_cell_is_named(error: str) -> None:
    found = read_cases(sheet_of(HEADER, ("q", error, "pass"), ("q", "a", error)), filename="a.xlsx")
    assert [case.answer for case in found.dataset.cases] == ["", "a"]
    assert labels(found) == ["pass"]
    cells = [(one.message.split(",")[0], one.where) for one in found.problems if one.kind == "error-cell"]
    assert cells == [
        (f"Cells of column B hold the error {error}", (2,)),
        (f"Cells of column C hold the error {error}", (3,)),
    ]


def test_a_chart_sheet_in_front_is_passed_over_and_a_chosen_one_says_which_hold_cells() -> None:
    book = Workbook()
    book.active.title = "data"
    for row in (HEADER, ("q", "a", "pass")):
        book.active.append(row)
    book.create_chartsheet("chart").add_chart(BarChart())
    book.move_sheet("chart", -1)
    data = written(book)
    assert read_cases(data, filename="a.xlsx").understood.sheet == "data"
    with pytest.raises(InputError, match=r"expected a sheet of the workbook \('data'\), found 'chart'"):
        read_cases(data, filename="a.xlsx", layout=Layout(sheet="chart"))
    book.remove(book["data"])
    with pytest.raises(InputError, match="the workbook has charts alone"):
        read_cases(written(book), filename="a.xlsx")


def test_an_empty_sheet_that_was_chosen_is_named_as_empty() -> None:
    book = Workbook()
    book.create_sheet("two").append(HEADER)
    with pytest.raises(InputError, match=r"the sheet 'Sheet' is empty. Expected a header row"):
        read_cases(written(book), filename="a.xlsx", layout=Layout(sheet="Sheet"))


def damaged(data: bytes, part: str) -> bytes:
    """The workbook with its part stored unpacked and one of its last bytes changed, so that its sum does not fit."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as parts, zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as copy:
        for name in parts.namelist():
            copy.writestr(name, parts.read(name))
        place = copy.getinfo(part)
    start = place.header_offset + 30 + len(part) + place.file_size - 2
    return out.getvalue()[:start] + b"X" + out.getvalue()[start + 1 :]


def test_a_part_that_is_damaged_far_from_its_start_ends_in_words() -> None:
    data = sheet_of(HEADER, *[(f"q{number}", "a" * 100, "pass") for number in range(20_000)])
    for part in ("xl/worksheets/sheet1.xml", "xl/workbook.xml", "xl/styles.xml"):
        for look in (read_cases, read_rows):
            with pytest.raises(InputError, match=r"a.xlsx: the workbook cannot be (read|opened)"):
                look(damaged(data, part), filename="a.xlsx")


def test_a_sheet_that_the_workbook_lists_and_does_not_hold_is_named() -> None:
    book = Workbook()
    for row in (HEADER, ("q", "a", "pass")):
        book.active.append(row)
    book.create_sheet("second").append(HEADER)
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(written(book))) as parts, zipfile.ZipFile(out, "w") as copy:
        for name in parts.namelist():
            if name != "xl/worksheets/sheet2.xml":
                copy.writestr(name, parts.read(name))
    assert "lists 'second' and does not hold it" in said(read_cases(out.getvalue(), filename="a.xlsx"))["missing-sheet"]
    assert "missing-sheet" not in said(read_cases(written(book), filename="a.xlsx"))


def test_a_cell_beyond_the_names_of_a_workbook_is_told_what_a_workbook_needs() -> None:
    found = read_cases(sheet_of(HEADER, ("q", "a", "pass", "aside"), ("q", "b", "fail")), filename="a.xlsx")
    (problem,) = found.left_out
    assert problem.where == (2,)
    assert problem.message == "Left out: 3 columns have a name, the row has 4; name those beyond, or empty them."
