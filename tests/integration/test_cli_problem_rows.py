"""Every command that reads a file of cases says in which rows of it something is wrong, and which sheets are hidden."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import Workbook

from tests.support.command import Command

# A title in row 1, a blank row, the header in row 3; row 5 has two lines, row 7 is too short.
TABLE = (
    'Report,,,\n\nid,question,answer,label\na,q,x,yes\nb,q,"y\nz",no\nc,q,x,perhaps\nd,q\n'
    + "".join(f"e{number},q,x,yes\n" for number in range(5))
    + "".join(f"f{number},q,,perhaps\n" for number in range(12))
)

SCALE = ("--scale", "named", "--values", "yes,no,perhaps", "--passing", "yes")


@pytest.fixture
def table(tmp_path: Path) -> Path:
    file = tmp_path / "table.csv"
    file.write_text(TABLE, encoding="utf-8")
    return file


def test_check_names_the_rows_of_each_problem(command: Command, table: Path) -> None:
    said = command("check", table).out
    assert "bad-row (1): Row 7: Left out: 4 fields were expected, 2 found" in said
    assert "label-not-understood (13): Row 6, 13, 14, 15, 16, 17, 18, 19, 20, 21 and 3 more: 'perhaps' (13)" in said


def test_import_score_and_an_export_of_a_set_name_them_as_well(command: Command, table: Path) -> None:
    refused = command("import", table, "--name", "s")
    assert "bad-row (1), row 7: Left out" in refused.err
    recipe = table.with_name("recipe.yaml")
    recipe.write_text(
        "schema: evalcore-recipe/1\n"
        "columns: {answer: answer, labels: [{column: label}], recorded: [{column: label}]}\n",
        encoding="utf-8",
    )
    for words in (
        ("import", table, "--name", "s", "--leave-out"),
        ("score", table, "--map", recipe),
        ("score", table, "--human", "label", *SCALE),
        ("sets", "export", table, "--to", "csv", "--out", table.with_name("out")),
    ):
        ended = command(*words)
        assert "bad-row (1): Row 7: Left out" in ended.err, (words, ended.err)
        assert "above-header (1): Row 1: Left out" in ended.err


def test_a_preview_shows_hidden_sheets_last_and_says_so(command: Command, tmp_path: Path) -> None:
    book = Workbook()
    book.active.title = "old"
    book.active.sheet_state = "hidden"
    for sheet in (book.active, book.create_sheet("new")):
        sheet.append(["answer", "label"])
        sheet.append(["x", "pass"])
    book.save(tmp_path / "a.xlsx")
    said = command("check", tmp_path / "a.xlsx", "--preview").out
    assert said.index("sheet 'new'\n") < said.index("sheet 'old' (hidden)\n")
