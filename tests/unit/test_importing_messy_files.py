"""The shared messy files are imported, or explain themselves in one error."""

from __future__ import annotations

from pathlib import Path

import pytest

from evalcore.errors import InputError
from evalcore.importing import check_document, read_cases


@pytest.fixture
def messy(shared: Path) -> Path:
    return shared / "datasets" / "12_messy_generated"


@pytest.mark.parametrize(
    ("file", "encoding", "delimiter"),
    [
        ("m01_bom_semicolon_decimalcomma.csv", "utf-8-sig", ";"),
        ("m02_utf16_excel_unicode_text.txt", "utf-16", "\t"),
        ("m03_cp1252.csv", "cp1252", ","),
        ("m08_embedded_newlines_index_col.csv", "utf-8", ","),
    ],
)
def test_encodings_delimiters_and_line_breaks_do_not_change_the_counts(
    messy: Path, file: str, encoding: str, delimiter: str
) -> None:
    document = check_document(read_cases(messy / file))
    # EXPECTED.json: 120 rows, 52 pass, 68 fail
    assert (document["rows"], document["cases"], document["values"]) == (120, 120, {"pass": 52, "fail": 68})
    assert (document["file"]["encoding"], document["file"]["delimiter"]) == (encoding, delimiter)


def test_windows_text_arrives_as_it_was_written(messy: Path) -> None:
    assert read_cases(messy / "m03_cp1252.csv").dataset.cases[0].answer == "She said “naïve café” – €5"


def test_label_variants_gaps_and_duplicates_are_counted(messy: Path) -> None:
    document = check_document(read_cases(messy / "m05_label_variants_missing_dups.csv"))
    # EXPECTED.json: 123 rows, 120 ids, 9 without a label, 111 with one; before the conflict 50 pass and 61 fail.
    # w007 (fail, then pass) is the conflict, so 61 - 1 = 60 fail and 1 unresolved.
    assert (document["rows"], document["cases"], document["labelled"], document["unlabelled"]) == (123, 120, 111, 9)
    assert (document["values"], document["unresolved"]) == ({"pass": 50, "fail": 60}, 1)
    assert {problem["kind"]: problem["count"] for problem in document["problems"]} == {
        "no-label": 9,
        "duplicate-row": 2,
        "conflicting-labels": 1,
    }


def test_a_truncated_line_is_named(messy: Path) -> None:
    document = check_document(read_cases(messy / "m12_truncated.jsonl"))
    assert document["cases"] == 1
    assert document["problems"][0]["where"] == [2]


def test_formula_cells_are_text(messy: Path) -> None:
    answers = [case.answer for case in read_cases(messy / "m14_formula_cells.csv").dataset.cases]
    assert answers == ['=HYPERLINK("http://x","y")', "+1-800", "@cmd"]


@pytest.mark.parametrize(
    ("file", "says"),
    [
        ("m04_title_rows_two_sheets.xlsx", "Excel workbook"),
        ("m07_columns_orient.json", "is nested"),
        ("m09_pandalm_wide.csv", "no column can be taken for the answer"),
        ("m10_header_only.csv", "no rows below it"),
        ("m11_empty.csv", "the file is empty"),
        ("m13_dup_header.csv", r"second column of that name"),
    ],
)
def test_a_file_that_cannot_be_used_explains_itself_in_one_error(messy: Path, file: str, says: str) -> None:
    with pytest.raises(InputError, match=f"{file}.*{says}"):
        read_cases(messy / file)
