"""JUnit XML of a gate's result, as parsers of other projects read it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import junitparser
import pytest

from evalcore.exports.junit import gate_junit
from evalcore.gate import GateResult
from tests.support.gating import answers, gated, report_of

MIXED = "judge: {overall: {agreement: {at_least: 0.85}, tpr: {at_least: 0.99}, tnr: {at_least: 0.5}}}\n"


@pytest.fixture
def result() -> GateResult:
    """Agreement 52/60: undecided; tpr 31/36: fail (at most 0.94); tnr 21/24: pass (at least 0.69)."""
    return gated(report_of(*answers(accepted=31, rejected=5, let_through=3, caught=21)), MIXED)


def read(text: str, tmp_path: Path) -> junitparser.TestSuite:
    path = tmp_path / "gates.xml"
    path.write_text(text, encoding="utf-8")
    (suite,) = junitparser.JUnitXml.fromfile(str(path))
    return suite


def results(suite: junitparser.TestSuite) -> dict[str, list[str]]:
    return {case.name: [type(one).__name__ for one in case.result] for case in suite}


def test_failed_is_a_failure_and_undecided_is_skipped(result: GateResult, tmp_path: Path):
    suite = read(gate_junit(result), tmp_path)
    assert (suite.tests, suite.failures, suite.errors, suite.skipped) == (3, 1, 0, 1)
    assert results(suite) == {
        "judge.overall.agreement": ["Skipped"],
        "judge.overall.tpr": ["Failure"],
        "judge.overall.tnr": [],
    }


def test_undecided_is_a_failure_of_its_own_type_where_it_is_to_fail(result: GateResult, tmp_path: Path):
    suite = read(gate_junit(result, undecided_fails=True), tmp_path)
    assert (suite.failures, suite.skipped) == (2, 0)
    assert [one.type for case in suite for one in case.result] == ["undecided", "fail"]


def test_a_message_holds_the_demand_the_figure_and_what_would_decide_it(result: GateResult, tmp_path: Path):
    (skipped,) = next(iter(read(gate_junit(result), tmp_path))).result
    assert skipped.message.startswith("undecided: agreement at least 85% (all); found 52 of 60: 87% (76% to 93%).")
    assert "1,764 labelled cases" in skipped.message


def test_the_suite_says_which_judge_was_measured_on_what(result: GateResult, tmp_path: Path):
    facts = {one.name: one.value for one in read(gate_junit(result), tmp_path).properties()}
    assert (facts["judge"], facts["dataset"], facts["outcome"], facts["looks"]) == ("asker", "support", "fail", "1")
    assert facts["config_sha256"] == result.config_sha256


def test_the_shape_is_the_common_schemas(result: GateResult):
    """Testsuites > testsuite > properties, testcase*; counts on both; each testcase has name, classname and time."""
    root = ElementTree.fromstring(gate_junit(result))
    (suite,) = root
    assert (root.tag, suite.tag, [child.tag for child in suite]) == (
        "testsuites",
        "testsuite",
        ["properties", "testcase", "testcase", "testcase"],
    )
    for one in (root, suite):
        assert {"name", "tests", "failures", "errors", "skipped", "time"} <= set(one.attrib)
    assert all({"name", "classname", "time"} <= set(case.attrib) for case in suite.iter("testcase"))
    assert {child.tag for case in suite.iter("testcase") for child in case} <= {"failure", "skipped", "system-out"}


def test_names_that_xml_cannot_hold_are_written_all_the_same(result: GateResult):
    hostile = replace(result, name='a\x00b\x1b[31m<x>&"\ud800', dataset="]]>")
    (suite,) = ElementTree.fromstring(gate_junit(hostile).encode("utf-8"))
    assert suite.attrib["name"] == 'a\ufffdb\ufffd[31m<x>&"\ufffd'
