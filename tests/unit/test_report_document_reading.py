"""A report document is read back as the report that it was written from."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from evalcore.errors import InputError
from evalcore.importing import demo_dataset
from evalcore.report import build_report, from_document, read_report_file, to_document
from tests.support.command import ROOT
from tests.support.gating import answers, report_of
from tests.support.reports import fixed_report, judged
from tests.support.things import make_judge


def document() -> Any:
    return json.loads(json.dumps(to_document(fixed_report())))


def measured_on_the_demo():
    dataset = demo_dataset()
    texts = [["YES", "No.", ""][number % 3 :][:1] * 2 for number in range(len(dataset.cases))]
    return build_report(dataset, [judged(make_judge(), dataset, texts)], criterion="grounded", repeats=2)


@pytest.mark.parametrize(
    "make", [fixed_report, report_of, lambda: report_of(*answers(accepted=2)), measured_on_the_demo]
)
def test_a_report_comes_back_from_its_document_as_it_was(make: Callable[[], Any]):
    report = make()
    written = json.loads(json.dumps(to_document(report)))
    assert from_document(written) == report
    assert to_document(from_document(written)) == to_document(report)


def test_the_golden_document_is_still_read():
    report = read_report_file(ROOT / "tests" / "golden" / "report.json")
    assert [judge.name for judge in report.judges] == ["spring-fact-check", "always-yes"]


@pytest.mark.parametrize(
    "schema", ["evalcore-report/2", "evalcore-report/10", "evalcore-gates/1", "evalcore-report", 1, None]
)
def test_an_unknown_major_version_is_refused(schema: object):
    with pytest.raises(InputError, match=r'expected "schema": "evalcore-report/1".*newer evalcore'):
        from_document({**document(), "schema": schema})


def test_a_newer_minor_version_is_read_without_what_is_unknown():
    newer = document() | {"schema": "evalcore-report/1.7", "weather": "fine"}
    newer["judges"][0]["mood"] = {"value": 1}
    assert from_document(newer) == fixed_report()


def test_what_an_older_version_did_not_write_yet_is_left_at_its_default():
    older = document()
    for one in older["judges"][0]["slices"]:
        del one["pass_rate"], one["forms"]
    (part,) = from_document(older).judges[0].slices
    assert (part.pass_rate, part.forms) == ({}, None)


def _set(path: str, value: object) -> Callable[[Any], None]:
    def change(found: Any) -> None:
        *way, last = path.split(".")
        for step in way:
            found = found[int(step)] if isinstance(found, list) else found[step]
        if value is KeyError:
            del found[last]
        else:
            found[last] = value

    return change


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_set("judges.0.name", KeyError), "judges.0.name is missing"),
        (_set("judges.0.as_deployed.tnr.n", KeyError), "judges.0.as_deployed.tnr.n is missing"),
        (_set("judges.1.calls.planned", 1.5), "judges.1.calls.planned: expected a whole number, found 1.5"),
        (
            _set("judges.0.as_deployed.tnr.value", "0.5"),
            "judges.0.as_deployed.tnr.value: expected a number, found '0.5'",
        ),
        (
            _set("judges.0.as_deployed.tnr.low", float("nan")),
            "judges.0.as_deployed.tnr.low: expected a number, found nan",
        ),
        (_set("judges.0.repeats", True), "judges.0.repeats: expected a whole number, found True"),
        (_set("judges", {}), "judges: expected a list, found {}"),
        (_set("dataset", []), "dataset: expected an object, found []"),
        (_set("judges.0.pass_rate.raw", None), "judges.0.pass_rate.raw: expected an object, found None"),
        (_set("dataset.name", 3), "dataset.name: expected text, found 3"),
    ],
)
def test_a_field_that_is_missing_or_wrong_is_named(change: Callable[[Any], None], said: str):
    broken = document()
    change(broken)
    with pytest.raises(InputError) as raised:
        from_document(broken, file="r.json")
    assert str(raised.value) == f"r.json: {said}"


@pytest.mark.parametrize("content", [b"", b"no", b"\xff\xfe", b"[1]", b"null", b"[" * 100_000])
def test_a_file_that_holds_no_report_is_said(tmp_path: Path, content: bytes):
    path = tmp_path / "r.json"
    path.write_bytes(content)
    with pytest.raises(InputError, match="evalcore report --json"):
        read_report_file(path)


def test_a_file_that_is_not_there_is_said(tmp_path: Path):
    with pytest.raises(InputError, match="No such file"):
        read_report_file(tmp_path / "r.json")
