"""Whatever cases are written as our own JSON Lines or as CSV read back the same."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from evalcore.importing import Imported, read_cases
from evalcore.importing.paths import parsed

TEXT = st.text(st.characters(codec="utf-8"), max_size=20)
# A cell that holds JSON is looked into: "[]" is no document, by design.
FILLED = TEXT.filter(lambda text: bool(text.strip()) and parsed(text) is text)
NAME = st.text("abcäß-_ 漢", min_size=1, max_size=8).map(str.strip).filter(bool)

CASE = st.fixed_dictionaries(
    {
        "question": TEXT,
        "answer": TEXT,
        "evidence": st.lists(FILLED, max_size=2),
        "topic": st.none() | NAME,
        "value": st.sampled_from(["pass", "fail"]),
        "annotator": NAME,
    }
)
CASES = st.dictionaries(NAME, CASE, min_size=1, max_size=5)


@given(CASES)
def test_cases_written_as_our_own_json_lines_read_back_the_same(cases: dict[str, Any]) -> None:
    read = read_cases("\n".join(_line(id_, case) for id_, case in cases.items()).encode(), filename="a.jsonl")
    assert read.problems == ()
    assert _as_written(read) == cases


# Python's own writer leaves a lone carriage return unquoted where lines end in a line feed, hence QUOTE_ALL there.
ENDS = st.sampled_from([("\r\n", csv.QUOTE_MINIMAL), ("\n", csv.QUOTE_ALL)])


@given(CASES, st.sampled_from([",", ";", "\t"]), ENDS)
def test_cases_written_as_delimited_text_read_back_the_same(
    cases: dict[str, Any], delimiter: str, end: tuple[str, int]
) -> None:
    written = io.StringIO(newline="")
    writer = csv.writer(written, delimiter=delimiter, lineterminator=end[0], quoting=end[1])
    writer.writerow(["id", "question", "evidence", "answer", "label", "annotator", "topic"])
    for id_, case in cases.items():
        case["evidence"] = case["evidence"][:1]
        evidence = "".join(case["evidence"])
        row = [id_, case["question"], evidence, case["answer"], case["value"], case["annotator"], case["topic"]]
        writer.writerow(row)
    read = read_cases(written.getvalue().encode(), filename="a.csv")
    assert {problem.kind for problem in read.problems} <= {"empty-answer"}
    assert _as_written(read) == cases


def _line(id_: str, case: dict[str, Any]) -> str:
    documents = [{"id": f"d{number}", "text": text} for number, text in enumerate(case["evidence"])]
    labels = [{"criterion": "grounded", "annotator": case["annotator"], "value": case["value"]}]
    slices = {"topic": case["topic"]} if case["topic"] else {}
    return json.dumps(
        {
            "id": id_,
            "question": case["question"],
            "answer": case["answer"],
            "evidence": documents,
            "slices": slices,
            "labels": labels,
        }
    )


def _as_written(read: Imported) -> dict[str, Any]:
    labels = {label.case_id: label for label in read.dataset.labels}
    return {
        case.id: {
            "question": case.question,
            "answer": case.answer,
            "evidence": [document.text for document in case.evidence],
            "topic": case.slices.get("topic"),
            "value": labels[case.id].value,
            "annotator": labels[case.id].annotator,
        }
        for case in read.dataset.cases
    }
