"""JSON in whichever shape: rows are paired by their keys, nothing is lost unsaid, and faults are in words."""

from __future__ import annotations

import contextlib
import gzip
import json
import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.errors import InputError
from evalcore.importing import Imported, Layout, preview, read_cases, read_rows
from evalcore.importing.paths import parsed
from evalcore.importing.samples import sample_of


def imported(whole: Any, filename: str = "a.json") -> Imported:
    return read_cases(whole if isinstance(whole, bytes) else json.dumps(whole).encode(), filename=filename)


def pairs(of: Imported) -> list[tuple[str, str]]:
    answers = {case.id: case.answer for case in of.dataset.cases}
    return [(answers[label.case_id], label.value) for label in of.dataset.labels]


def problems(of: Imported) -> dict[str, tuple[int, ...]]:
    return {problem.kind: problem.where for problem in of.problems}


def test_columns_whose_keys_stand_in_another_order_are_paired_by_key() -> None:
    found = imported({"answer": {"a": "x", "b": "y"}, "label": {"b": "fail", "a": "pass"}})
    assert pairs(found) == [("x", "pass"), ("y", "fail")]


def test_a_key_that_a_column_lacks_is_a_missing_value_and_said() -> None:
    found = imported({"answer": {"a": "x", "b": "y"}, "label": {"b": "fail"}})
    assert pairs(found) == [("y", "fail")]
    assert problems(found)["missing-value"] == (1,)


@given(st.permutations(["a", "b", "c"]), st.permutations(["a", "b", "c"]))
def test_whatever_the_order_of_keys_each_row_keeps_its_own_values(first: list[str], second: list[str]) -> None:
    whole = {"answer": {key: f"answer {key}" for key in first}, "label": {key: f"label {key}" for key in second}}
    table, _ = read_rows(json.dumps(whole).encode(), filename="a.json")
    assert [dict(row.cells) for row in table.rows] == [
        {"(row key)": key, "answer": f"answer {key}", "label": f"label {key}"} for key in first
    ]


@pytest.mark.parametrize("keys", [("r1", "r2", "r3"), ("0", "1", "2"), ("7", "3", "5")])
def test_rows_by_their_keys_are_read_as_rows(keys: tuple[str, ...]) -> None:
    rows = [{"answer": "x", "label": "pass"}, {"label": "fail", "answer": "y"}, {"answer": "z"}]
    found = imported(dict(zip(keys, rows, strict=True)))
    assert pairs(found) == [("x", "pass"), ("y", "fail")]
    assert [case.answer for case in found.dataset.cases] == ["x", "y", "z"]


def test_keys_of_rows_are_a_column_where_they_say_more_than_the_order() -> None:
    rows = {"answer": {"case-7": "x", "case-9": "y"}, "label": {"case-7": 1, "case-9": 0}}
    table, _ = read_rows(json.dumps(rows).encode(), filename="a.json")
    assert [row.cells["(row key)"] for row in table.rows] == ["case-7", "case-9"]
    assert imported({"answer": {"0": "x", "1": "y"}, "label": {"0": 1, "1": 0}}).understood.columns == (
        "answer",
        "label",
    )


def test_where_no_name_tells_rows_from_columns_the_longer_side_is_rows_and_that_is_said() -> None:
    by_row = {key: {"one": f"1{key}", "two": f"2{key}"} for key in ("k", "l", "m")}
    by_column = {name: {key: f"{number}{key}" for key in ("k", "l", "m")} for number, name in ((1, "one"), (2, "two"))}
    for whole in (by_row, by_column):
        table, (problem,) = read_rows(json.dumps(whole).encode(), filename="a.json")
        assert dict(table.rows[0].cells) == {"(row key)": "k", "one": "1k", "two": "2k"}
        assert (problem.kind, "'one' was taken for a column" in problem.message) == ("rows-or-columns", True)


@pytest.mark.parametrize(
    "whole",
    [
        {"input": {"question": "q"}, "output": {"answer": "a"}},
        {"meta": {"name": "m", "version": 1}, "summary": {"name": "s", "count": 2}},
    ],
)
def test_objects_that_share_few_keys_or_none_are_neither_rows_nor_columns(whole: dict[str, object]) -> None:
    with pytest.raises(InputError, match=f"found one object with the keys .*{next(iter(whole))}.*rows: KEY"):
        imported(whole)


TWICE = '{"answer": "x", "label": "pass", "label": "fail"}'
ONCE = '{"answer": "y", "label": "pass"}'


@pytest.mark.parametrize(
    ("text", "filename"),
    [(f"{TWICE}\n{ONCE}\n", "a.jsonl"), (f"[{TWICE}, {ONCE}]", "a.json")],
)
def test_a_record_that_holds_two_values_under_one_key_is_left_out_and_said(text: str, filename: str) -> None:
    found = imported(text.encode(), filename)
    assert pairs(found) == [("y", "pass")]
    (problem,) = found.left_out
    assert (problem.kind, problem.where) == ("key-twice", (1,))
    assert "holds the key 'label' twice" in problem.message


def test_a_key_that_is_held_twice_deep_inside_a_record_is_found_as_well() -> None:
    text = '[{"answer": "x", "meta": [{"by": {"a": 1, "a": true}}]}, {"answer": "y"}]'
    found = imported(text.encode())
    assert [case.answer for case in found.dataset.cases] == ["y"]
    assert problems(found)["key-twice"] == (1,)


@pytest.mark.parametrize(
    "text", ['{"answer": "x", "answer": "x"}', '{"answer": "x", "m": {"a": 1, "b": 2}, "m": {"b": 2, "a": 1}}']
)
def test_the_same_value_twice_under_one_key_is_harmless(text: str) -> None:
    found = imported(text.encode(), "a.jsonl")
    assert [case.answer for case in found.dataset.cases] == ["x"]
    assert not found.left_out


@pytest.mark.parametrize(
    "text",
    [
        '{"answer": ["x", "y"], "label": ["pass", "fail"], "label": ["fail", "pass"]}',
        '{"answer": {"a": "x", "b": "y"}, "label": {"a": "pass", "a": "fail", "b": "fail"}}',
    ],
)
def test_a_column_that_is_there_twice_ends_the_import(text: str) -> None:
    with pytest.raises(InputError, match=r"a.json: an object in the file holds the key '(label|a)' twice"):
        imported(text.encode())


def test_a_key_that_is_held_twice_before_the_text_breaks_off_costs_no_other_line() -> None:
    found = imported(b'{"answer":\n{"answer": "x", "label": 1, "label": 0}\n{"answer": "y"}\n', "a")
    assert [case.answer for case in found.dataset.cases] == ["y"]
    assert (problems(found)["bad-json"], problems(found)["key-twice"]) == ((1,), (2,))


def test_a_list_of_rows_that_is_there_twice_ends_the_import() -> None:
    text = b'{"rows": [{"answer": "x"}], "rows": [{"answer": "y"}]}'
    with pytest.raises(InputError, match="holds the key 'rows' twice"):
        read_cases(text, filename="a.json", layout=Layout(rows="rows"))


def test_a_cell_of_json_with_two_values_under_one_key_stays_the_text_that_it_is() -> None:
    cell = '{"ines": "pass", "ines": "fail"}'
    assert parsed(cell) == cell
    found = read_cases(
        b'answer,label\nx,"{""ines"": ""pass"", ""ines"": ""fail""}"\ny,pass\n',
        filename="a.csv",
    )
    assert problems(found)["label-not-understood"] == (2,)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{}", "found only objects without any key"),
        ("[{}]", "found only objects without any key"),
        ("[]", "there is nothing in the file. Expected a JSON array of objects"),
        ("5", "found a number alone: 5"),
        ('"x"', 'found a text alone: "x"'),
        ("null", "found nothing alone: null"),
        ('{"data": []}', r"one object with the keys \['data'\], and nothing in them"),
        ('{"answer": {}, "label": {}}', "and nothing in them"),
        ('{"answer": ["x"], "label": []}', "lists are not of one length.*'answer': 1, 'label': 0"),
        ('{"columns": ["answer", "label"], "data": [["x"]]}', "each as long as the list under 'columns'"),
        ("[1, [2]]", "Row 1: Left out: expected a JSON object with a key per column, found a number"),
        ("\n \n", "nothing but blank lines. Expected a JSON array of objects, or JSON Lines"),
        ("", "the file is empty. Expected a header row and a row per case, or JSON Lines"),
    ],
)
def test_json_without_rows_says_what_was_found_and_what_is_expected(text: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        imported(text.encode())


@pytest.mark.parametrize("encoding", [None, "utf-8", "latin-1"])
@pytest.mark.parametrize("text", ["[" * 100_000, '[{"answer": ' + "[" * 100_000 + "]" * 100_000 + "}]"])
def test_deep_nesting_is_named_as_such(text: str, encoding: str | None) -> None:
    with pytest.raises(InputError, match="nested more deeply than can be read"):
        read_cases(text.encode(), filename="a.json", layout=Layout(encoding=encoding))


def test_a_line_that_is_nested_too_deeply_costs_no_other() -> None:
    found = imported(b'{"answer": ' + b"[" * 100_000 + b"]" * 100_000 + b'}\n{"answer": "y"}\n', "a.jsonl")
    assert [case.answer for case in found.dataset.cases] == ["y"]
    assert "nested more deeply" in found.left_out[0].message


@pytest.mark.parametrize("look", [read_cases, read_rows, preview, sample_of])
def test_no_depth_of_nesting_is_an_error_that_nobody_foresaw(look: Callable[..., object]) -> None:
    """What one reader bears another, further in, does not: hence every depth around the limit."""
    for depth in range(sys.getrecursionlimit() - 120, sys.getrecursionlimit() + 10):
        cell = "[" * depth + "]" * depth
        table, rows = f'answer,label\nx,"{cell}"\n', f'[{{"answer": "x", "l": {cell}}}]'
        for text, filename in ((table, "a.csv"), (rows, "a.json")):
            with contextlib.suppress(InputError):
                look(text.encode(), filename=filename)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (gzip.compress(gzip.compress(b"answer\nx\n")), "the gzip file holds another gzip file. Unpack it once"),
        (gzip.compress(b""), "the file is empty. Expected a header row"),
        (gzip.compress(b"\n \n"), "the file is empty but for blank lines. Expected a header row"),
    ],
    ids=["twice packed", "nothing", "blank lines"],  # the bytes hold the time of day
)
@pytest.mark.parametrize("encoding", [None, "latin-1"])
def test_gzip_without_a_table_says_what_it_holds(data: bytes, says: str, encoding: str | None) -> None:
    with pytest.raises(InputError, match=says):
        read_cases(data, filename="a.csv.gz", layout=Layout(encoding=encoding))


def test_nan_is_a_missing_value_and_neither_an_answer_nor_evidence() -> None:
    """Python writes it for what pandas lacks."""
    lines = b'{"answer": "x", "context": NaN, "label": NaN}\n{"answer": NaN, "context": "d", "label": 1}\n'
    found = imported(lines, "a.jsonl")
    assert [(case.answer, len(case.evidence)) for case in found.dataset.cases] == [("x", 0), ("", 1)]
    assert (problems(found)["empty-answer"], problems(found)["no-label"]) == ((2,), (1,))
