"""Files as people send them: each gives what its EXPECTED.json says, through the real command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evalcore.domain import gold_labels
from evalcore.importing import preview, read_cases, read_recipe, read_rows
from evalcore.importing.cells import number_of
from evalcore.report.recorded_import import report_on_recorded
from tests.support.command import ROOT, Command

RECIPES = ROOT / "tests" / "recipes"


@pytest.fixture
def messy(shared: Path) -> Path:
    return shared / "datasets" / "12_messy_generated"


@pytest.fixture
def expected(messy: Path) -> Any:
    return json.loads((messy / "EXPECTED.json").read_text(encoding="utf-8"))


def checked(command: Command, *words: str | Path) -> Any:
    ended = command("check", *words, "--json")
    assert ended.code == 0, ended.err
    return ended.json


def kinds(document: Any) -> dict[str, tuple[int, list[int]]]:
    return {problem["kind"]: (problem["count"], problem["where"]) for problem in document["problems"]}


@pytest.mark.parametrize(
    ("name", "file", "encoding", "delimiter"),
    [
        ("m01", "m01_bom_semicolon_decimalcomma.csv", "utf-8-sig", ";"),
        ("m02", "m02_utf16_excel_unicode_text.txt", "utf-16", "\t"),
        ("m03", "m03_cp1252.csv", "cp1252", ","),
        ("m07", "m07_columns_orient.json", "utf-8", None),
        ("m08", "m08_embedded_newlines_index_col.csv", "utf-8", ","),
    ],
)
def test_encoding_delimiter_and_shape_do_not_change_the_counts(
    command: Command, messy: Path, expected: Any, name: str, file: str, encoding: str, delimiter: str | None
):
    document, wanted = checked(command, messy / file), expected[name]
    assert (document["rows"], document["cases"], document["labelled"]) == (wanted["rows"], wanted["rows"], 120)
    assert document["values"] == {"pass": wanted["pass"], "fail": wanted["fail"]}
    assert (document["file"]["encoding"], document["file"]["delimiter"]) == (encoding, delimiter)


def test_decimal_commas_are_numbers(messy: Path, expected: Any):
    table, _ = read_rows(messy / "m01_bom_semicolon_decimalcomma.csv")
    scores = [number_of(row.cells["score"]) or 0.0 for row in table.rows]
    assert round(sum(scores) / len(scores), 6) == expected["m01"]["score_mean"]


def test_windows_text_arrives_as_it_was_written_and_the_encoding_can_be_chosen(
    command: Command, messy: Path, expected: Any
):
    file = messy / "m03_cp1252.csv"
    assert read_cases(file).dataset.cases[0].answer == expected["m03"]["row0_response"]
    assert "not-utf-8" in kinds(checked(command, file))
    assert "not-utf-8" not in kinds(checked(command, file, "--encoding", "cp1252"))
    assert "row 2: byte 0x93 is not utf-8" in command("check", file, "--encoding", "utf-8").err


def test_a_workbook_is_read_below_its_title_from_the_sheet_with_the_table(command: Command, messy: Path, expected: Any):
    file, wanted = messy / "m04_title_rows_two_sheets.xlsx", expected["m04"]
    document = checked(command, file)
    assert (document["rows"], document["cases"]) == (wanted["rows"], wanted["rows"])
    assert document["values"] == {"pass": wanted["pass"], "fail": wanted["fail"]}
    assert (document["file"]["sheet"], document["file"]["header_row"]) == (wanted["sheet"], wanted["header_row"])
    # The title is in row 1, the footer with its formula in row 125; nothing is dropped silently.
    found = kinds(document)
    assert (found["above-header"], found["footer"]) == ((1, [1]), (1, [125]))
    assert found["formula-without-value"] == (1, [125])
    assert "other-sheets" in found
    labels = [label.annotator for label in read_cases(file).dataset.labels]
    assert {name: labels.count(name) for name in set(labels)} == wanted["reviewers"]


def test_sheet_and_header_row_can_be_chosen_by_a_preview(command: Command, messy: Path):
    file = messy / "m04_title_rows_two_sheets.xlsx"
    found = preview(file)
    assert [(sheet.name, header) for sheet, header in zip(found.sheets, found.header_rows, strict=True)] == [
        ("Labels", 3),
        ("Notes", 1),
    ]
    shown = command("check", file, "--preview").out
    assert "sheet 'Labels'" in shown
    assert "3 header  ID | Evidence | User message" in shown
    assert checked(command, file, "--sheet", "Labels", "--header-row", "3")["cases"] == 120
    assert "expected a sheet of the workbook ('Labels', 'Notes')" in command("check", file, "--sheet", "Label").err
    assert "no rows below it" in command("check", file, "--sheet", "Notes").err


def test_label_variants_gaps_duplicates_and_a_conflict_are_counted(command: Command, messy: Path, expected: Any):
    file, wanted = messy / "m05_label_variants_missing_dups.csv", expected["m05"]
    document = checked(command, file)
    assert (document["rows"], document["cases"]) == (wanted["file_rows"], wanted["unique_ids"])
    assert document["unlabelled"] == wanted["unlabelled_or_unsure_ids"]
    assert document["labelled"] == wanted["labelled_ids"]
    # The conflicting case is a fail before its second label, so there is one fail less and one unresolved.
    assert document["values"] == {"pass": wanted["pass_before_conflict"], "fail": wanted["fail_before_conflict"] - 1}
    assert document["unresolved"] == 1
    assert kinds(document)["duplicate-row"][0] == len(wanted["exact_dup_ids"])
    gold = gold_labels(read_cases(file).dataset, "grounded")
    assert [id_ for id_, one in gold.items() if one.how == "unlabelled"] == wanted["missing_ids"]
    assert [id_ for id_, one in gold.items() if one.how == "unresolved"] == [wanted["conflicting_id"]]


def test_nested_annotations_with_gaps_are_votes(command: Command, messy: Path, expected: Any):
    wanted = expected["m06"]
    document = checked(command, messy / "m06_nested_annotations_xsum.jsonl", "--map", RECIPES / "messy-xsum.yaml")
    assert (document["cases"], document["unlabelled"]) == (wanted["items"], wanted["items_without_any_label"])
    assert document["labels"] == wanted["annotations"] - wanted["null_annotations"]
    assert kinds(document)["no-label"][0] == wanted["null_annotations"]
    assert document["values"] == {"pass": wanted["majority_yes"], "fail": wanted["majority_no"]}
    assert (document["unresolved"], document["annotators"]) == (wanted["ties"], 3)


def test_wide_annotators_and_a_judge_whose_garbage_is_no_class(messy: Path, expected: Any):
    imported = read_cases(messy / "m09_pandalm_wide.csv", recipe=read_recipe(RECIPES / "messy-pandalm.yaml"))
    wanted = expected["m09"]
    assert (len(imported.dataset.cases), len(imported.understood.annotators)) == (wanted["rows"], 3)
    said = [texts[0] for texts in imported.recorded[0].said.values()]
    words = {"1": said.count("1"), "2": said.count("2"), "Tie": said.count("Tie")}
    assert {**words, "garbage": len(said) - sum(words.values())} == wanted["judge_values"]
    (judge,) = report_on_recorded(imported).judges
    assert judge.as_deployed.by_value is not None
    assert judge.as_deployed.by_value.usable == 974
    # EXPECTED.md: the 25 counted as wrong.
    assert round(judge.as_deployed.agreement.value or 0, 6) == 0.697698


@pytest.mark.parametrize(
    ("file", "says"),
    [
        ("m10_header_only.csv", "no rows below it"),
        ("m11_empty.csv", "the file is empty"),
        ("m13_dup_header.csv", "'verdict', 'verdict (2)' could each be the label"),
    ],
)
def test_a_file_that_holds_no_case_or_a_doubt_says_so(command: Command, messy: Path, file: str, says: str):
    ended = command("check", messy / file)
    assert (ended.code, ended.out) == (3, "")
    assert f"{file}: " in ended.err
    assert says in ended.err


def test_a_truncated_line_is_named_and_the_rest_is_kept_only_on_demand(command: Command, messy: Path):
    file = messy / "m12_truncated.jsonl"
    assert kinds(checked(command, file))["bad-json"] == (1, [2])
    refused = command("import", file, "--name", "cut")
    assert refused.code == 3
    assert "1 row cannot be used, and nothing was stored" in refused.err
    assert "bad-json (1), row 2: Left out: the line is not valid JSON" in refused.err
    stored = command("import", file, "--name", "cut", "--leave-out")
    assert (stored.code, stored.out) == (0, "cut: 1 case and 1 label are stored\n")


def test_the_second_column_of_a_name_can_be_meant(command: Command, messy: Path, tmp_path: Path):
    recipe = tmp_path / "second.yaml"
    recipe.write_text(
        "schema: evalcore-recipe/1\ncolumns:\n  id: id\n  answer: answer\n  labels: [{column: verdict (2)}]\n",
        encoding="utf-8",
    )
    document = checked(command, messy / "m13_dup_header.csv", "--map", recipe)
    assert (document["values"], "duplicate-column" in kinds(document)) == ({"pass": 0, "fail": 2}, True)


def test_formula_like_text_is_data(messy: Path):
    answers = [case.answer for case in read_cases(messy / "m14_formula_cells.csv").dataset.cases]
    assert answers == ['=HYPERLINK("http://x","y")', "+1-800", "@cmd"]
