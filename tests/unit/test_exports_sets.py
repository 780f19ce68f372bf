"""A set that goes out as a file and comes in again is the same set, whatever its texts are."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from openpyxl import Workbook

from evalcore.domain import Case, Dataset, Document, Label, Scale, case_fingerprint, dataset_fingerprint
from evalcore.errors import ExportError, InputError
from evalcore.exports.data_sheet import data_sheet
from evalcore.exports.set_files import FORMATS, SetFormat, file_stem, set_file
from evalcore.formula_guard import FORMULA_STARTS, guarded, unguarded
from evalcore.importing import Imported, Recipe, read_cases
from tests.support.things import make_case, make_dataset

HOSTILE = (
    "=1+1",
    "'=1+1",
    "''",
    "@SUM(A1)",
    "\tx",
    "\r\n",
    "a\rb",
    'say "x", then; y\n|z',
    "\ufeff",
    "\u2028",
    "\x00\x1b[2J",
    "\ud800",
    "[1]",
    "{}",
    "null",
    " ",
    "true",
)
TEXT = st.one_of(st.sampled_from(HOSTILE), st.text(max_size=12)).filter(
    # Two halves of a pair side by side are one sign in JSON; no file that is read holds them apart.
    lambda text: not re.search("[\ud800-\udbff][\udc00-\udfff]", text)
)
PAIRS = st.dictionaries(TEXT, TEXT, max_size=2)
SCALE = st.builds(
    Scale,
    values=st.lists(TEXT, min_size=1, max_size=3, unique=True).map(tuple),
    level=st.sampled_from(["nominal", "ordinal"]),
    passing=st.lists(TEXT, max_size=1).map(tuple),
)
DOCUMENT = st.builds(Document, id=TEXT, text=TEXT, source=TEXT, kind=st.sampled_from(["retrieved", "tool", "history"]))
CASE = st.builds(
    Case,
    id=TEXT,
    question=TEXT,
    answer=TEXT,
    evidence=st.lists(DOCUMENT, max_size=2).map(tuple),
    expects_evidence=st.booleans(),
    must_mention=st.lists(TEXT, max_size=2).map(tuple),
    must_retrieve=st.lists(TEXT, max_size=2).map(tuple),
    slices=PAIRS,
    cluster=st.none() | TEXT,
    dated=st.none() | TEXT,
    made_by=PAIRS,
    meta=PAIRS,
)


@st.composite
def datasets(draw: st.DrawFn) -> Dataset:
    criteria = draw(st.dictionaries(TEXT, SCALE, min_size=1, max_size=2))
    cases = draw(st.lists(CASE, min_size=1, max_size=3, unique_by=lambda case: case.id))
    labels = [label for case in cases for label in draw(st.lists(labels_on(case, criteria), max_size=3))]
    return Dataset(
        name=draw(TEXT) or "set", criteria=criteria, cases=tuple(cases), labels=tuple(labels), gold_rule=draw(TEXT)
    )


@st.composite
def labels_on(draw: st.DrawFn, case: Case, criteria: dict[str, Scale]) -> Label:
    criterion = draw(st.sampled_from(sorted(criteria)))
    return Label(
        case_id=case.id,
        case_fingerprint=draw(st.sampled_from([case_fingerprint(case), "of an older text"])),
        criterion=criterion,
        annotator=draw(TEXT),
        value=draw(st.sampled_from(criteria[criterion].values)),
        note=draw(TEXT),
        source=draw(st.sampled_from(["human", "model", "import"])),
        adjudicated=draw(st.booleans()),
        guideline_version=draw(TEXT),
        at=draw(st.none() | TEXT),
        seconds=draw(st.none() | st.floats(0, 1e6)),
    )


def again(dataset: Dataset, form: SetFormat) -> Imported:
    return read_cases(set_file(dataset, form), filename=f"set.{form}")


@pytest.mark.parametrize("form", FORMATS)
@settings(max_examples=60)
@given(dataset=datasets())
def test_a_set_comes_in_as_it_went_out(form: SetFormat, dataset: Dataset) -> None:
    read = again(dataset, form)
    assert read.problems == ()
    assert read.dataset == dataset
    assert dataset_fingerprint(read.dataset) == dataset_fingerprint(dataset)


@given(TEXT)
def test_reading_undoes_the_mark_against_formulas_and_nothing_else(text: str) -> None:
    assert unguarded(guarded(text)) == text
    assert not guarded(text).startswith(FORMULA_STARTS)
    if not text.startswith(("'", *FORMULA_STARTS)):
        assert guarded(text) == text == unguarded(text)


def changed(change: Callable[[dict[str, str]], None], *, row: int = 0) -> Imported:
    """A small set as CSV, changed in one row as somebody with a spreadsheet would, and read again."""
    written = set_file(make_dataset(3), "csv").decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(written, newline="")))
    change(rows[row])
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, rows[0].keys())
    writer.writeheader()
    writer.writerows(rows)
    return read_cases(text.getvalue().encode(), filename="set.csv")


def test_a_case_that_was_changed_in_the_table_keeps_its_labels_which_are_stale() -> None:
    read = changed(lambda row: row.update(answer="Another answer."), row=1)
    assert [(one.kind, one.where) for one in read.problems] == [("case-changed", (3,))]
    fingerprints = {case.id: case_fingerprint(case) for case in read.dataset.cases}
    stale = [one.case_id for one in read.dataset.labels if one.case_fingerprint != fingerprints[one.case_id]]
    assert stale == ["c1"]


def test_gold_that_was_changed_in_the_table_is_said_not_to_count() -> None:
    read = changed(lambda row: row.update(gold="grounded: fail (unanimous)"))
    assert [(one.kind, one.where) for one in read.problems] == [("gold-changed", (2,))]
    assert read.dataset == make_dataset(3)


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        ({"labels": "[{"}, "bad-case"),
        ({"slices": "[1]"}, "bad-case"),
        ({"expects_evidence": "perhaps"}, "bad-case"),
        ({"id": "c1"}, "same-id-other-content"),
    ],
)
def test_a_row_that_was_spoilt_is_left_out_with_its_number_and_the_others_are_kept(
    change: dict[str, str], kind: str
) -> None:
    read = changed(lambda row: row.update(change), row=2)
    assert (kind, (4,)) in [(one.kind, one.where) for one in read.problems]
    assert [case.id for case in read.dataset.cases] == ["c0", "c1"]


def test_a_label_that_is_not_on_the_scale_is_left_out_with_its_row() -> None:
    read = changed(lambda row: row.update(labels=row["labels"].replace('"pass"', '"perhaps"'), gold=""))
    assert ("label-not-understood", (2,)) in [(one.kind, one.where) for one in read.problems]
    assert [label.case_id for label in read.dataset.labels] == ["c1", "c2"]


def test_a_text_that_no_cell_can_hold_is_kept_beside_what_is_shown_unless_that_was_changed() -> None:
    dataset = make_dataset(1)
    dataset = replace(dataset, cases=(replace(dataset.cases[0], answer="a\x00b"),), labels=())
    written = set_file(dataset, "csv").decode("utf-8-sig")
    row = next(csv.DictReader(io.StringIO(written, newline="")))
    assert row["answer"] == "a\ufffdb"
    assert read_cases(written.encode(), filename="set.csv").dataset == dataset
    read = read_cases(written.replace(",a\ufffdb,", ",mended,").encode(), filename="set.csv")
    assert read.dataset.cases[0].answer == "mended"


def test_no_cell_of_the_csv_is_a_formula() -> None:
    case = make_case(0, id="=cmd|' /C calc'!A0", question="+1", answer="@x", cluster="-1", dated="\t=2")
    written = set_file(Dataset(name="=", criteria=make_dataset(1).criteria, cases=(case,)), "csv")
    rows = csv.reader(io.StringIO(written.decode("utf-8-sig"), newline=""))
    assert [cell for row in rows for cell in row if cell.startswith(FORMULA_STARTS)] == []


def test_text_behind_an_apostrophe_in_any_other_csv_stays_as_it_is() -> None:
    read = read_cases(b"question,answer\n'=1+1,'@x\n", filename="other.csv")
    assert (read.dataset.cases[0].question, read.dataset.cases[0].answer) == ("'=1+1", "'@x")


def as_text(cell: str) -> Any:
    return cell


def as_typed(cell: str) -> Any:
    """As a spreadsheet program takes it: numbers, days and truths for what looks like them, one kind of line end."""
    if re.fullmatch(r"-?\d+(\.\d+)?", cell):
        return float(cell)
    if re.fullmatch(r"\d{4}-\d\d-\d\d", cell):
        return date.fromisoformat(cell)
    return {"true": True, "false": False}.get(cell.casefold(), cell.replace("\r\n", "\n"))


def saved_as_a_workbook(written: bytes, typed: Callable[[str], Any]) -> bytes:
    """The CSV, opened in a spreadsheet program and saved once."""
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row, cells in enumerate(csv.reader(io.StringIO(written.decode("utf-8-sig"), newline="")), start=1):
        for column, text in enumerate(cells, start=1):
            if text:
                cell = sheet.cell(row, column)
                cell.value = typed(text)
                if isinstance(cell.value, str):
                    cell.data_type = "s"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


@pytest.mark.parametrize("typed", [as_text, as_typed])
def test_a_set_that_was_saved_as_a_workbook_comes_back_as_it_was(typed: Callable[[str], Any]) -> None:
    changes: tuple[dict[str, Any], ...] = (
        {"id": "=cmd", "question": "+1?", "answer": "-x", "cluster": "'quoted", "dated": "2026-09-14"},
        {"id": "007", "question": "1.50", "answer": "42", "cluster": "1e3", "dated": "2026-09"},
        {"id": "TRUE", "question": "two\r\nlines", "answer": "=a\n@b", "cluster": "12345678901234567890"},
    )
    cases = tuple(make_case(number, **change) for number, change in enumerate(changes))
    labels = tuple(
        Label(case_id=one.id, case_fingerprint=case_fingerprint(one), criterion="grounded", annotator="1", value="pass")
        for one in cases
    )
    dataset = Dataset(name="=tiny", criteria=make_dataset(1).criteria, cases=cases, labels=labels)
    read = read_cases(saved_as_a_workbook(set_file(dataset, "csv"), typed), filename="set.xlsx")
    assert (read.problems, read.dataset) == ((), dataset)
    assert dataset_fingerprint(read.dataset) == dataset_fingerprint(dataset)


def test_a_case_that_was_changed_in_the_workbook_is_said_to_be() -> None:
    written = set_file(make_dataset(2), "csv").replace(b",Answer 1.,", b",Mended.,")
    read = read_cases(saved_as_a_workbook(written, as_typed), filename="set.xlsx")
    assert [(one.kind, one.where) for one in read.problems] == [("case-changed", (3,))]


def test_a_set_of_another_version_or_without_its_scales_is_refused_in_words() -> None:
    written = set_file(make_dataset(2), "csv").decode("utf-8-sig")
    with pytest.raises(InputError, match=r"expected a set of the version evalcore-set/1, found evalcore-set/2"):
        read_cases(written.replace("evalcore-set/1", "evalcore-set/2").encode(), filename="set.csv")
    first, second, third, *_ = written.split("\r\n")
    with pytest.raises(InputError, match="says the scales in the column"):
        read_cases(f"{first}\r\n{third}\r\n".encode(), filename="set.csv")
    assert second.startswith("c0,")


def test_a_set_without_cases_or_with_stray_labels_is_not_written() -> None:
    dataset = make_dataset(2)
    with pytest.raises(ExportError, match="expected a set with cases"):
        set_file(replace(dataset, cases=(), labels=()), "csv")
    with pytest.raises(ExportError, match="a label on 'c1', which is no case of the set"):
        set_file(replace(dataset, cases=dataset.cases[:1]), "csv")


def test_parquet_holds_lists_as_lists() -> None:
    from pyarrow import parquet

    table = parquet.read_table(io.BytesIO(set_file(make_dataset(2), "parquet"))).to_pylist()
    assert table[0]["evidence"] == [{"id": "d0", "text": "Fact 0.", "source": "", "kind": "retrieved"}]
    assert [label["value"] for label in table[1]["labels"]] == ["fail"]
    assert json.loads(table[0]["evalcore-set/1"])["name"] == "tiny"


def test_a_name_becomes_a_name_that_every_system_takes() -> None:
    assert [file_stem(name) for name in ("../../etc/passwd", "März 2026", "...", "a/b\x00c")] == [
        "etc-passwd",
        "März-2026",
        "set",
        "a-b-c",
    ]


def test_the_data_sheet_says_counts_sources_scale_and_mapping_and_renders_nothing() -> None:
    hostile = "<b>x</b> ![a](http://outside.example/)"
    dataset = replace(make_dataset(4), name=hostile)
    sheet = data_sheet(dataset, date="2026-11-30", recipe=Recipe(answer="reply", id=hostile))
    assert f"| fingerprint | {dataset_fingerprint(dataset)} |" in sheet
    assert "| pass | pass | 2 | 2 |" in sheet
    assert "| ines | a person | grounded | 4 |" in sheet
    assert "answer: reply" in sheet
    html = MarkdownIt("commonmark").enable("table").render(sheet)
    assert "<b>" not in html
    assert "<img" not in html
    assert "not recorded" in data_sheet(dataset, date="2026-11-30")


@pytest.mark.parametrize("form", FORMATS)
def test_a_file_of_formulas_keeps_them_and_hides_them_from_spreadsheets(shared: Path, form: SetFormat) -> None:
    taken_in = read_cases(shared / "datasets" / "12_messy_generated" / "m14_formula_cells.csv").dataset
    texts = [text for case in taken_in.cases for text in (case.question, case.answer)]
    assert any(text.startswith(FORMULA_STARTS) for text in texts)
    assert again(taken_in, form).dataset == taken_in
