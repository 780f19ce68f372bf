"""A gate's result as JUnit XML, which CI servers show as tests."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from evalcore.gate import GateResult, Line, Outcome
from evalcore.report.gate_sentences import demand_in_words, found_in_words, part_in_words, reason_in_words

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 has no way to write."""


def gate_junit(result: GateResult, *, undecided_fails: bool = False) -> str:
    """One test case per line of the result: failed is a failure, undecided is skipped and says why.

    Parameters
    ----------
    undecided_fails
        Write an undecided line as a failure of the type ``undecided`` instead: for a server that looks at this
        file alone, because skipped tests do not stop it.
    """
    failures, skipped = _counts(result, undecided_fails)
    counts = {"tests": str(len(result.lines)), "failures": str(failures), "errors": "0", "skipped": str(skipped)}
    root = ElementTree.Element("testsuites", {"name": "evalcore gate", **counts, "time": "0"})
    suite = ElementTree.SubElement(root, "testsuite", {"name": _xml(result.name), **counts, "time": "0"})
    properties = ElementTree.SubElement(suite, "properties")
    for name, value in _facts(result):
        ElementTree.SubElement(properties, "property", {"name": name, "value": _xml(value)})
    for line in result.lines:
        _add_case(suite, result, line, undecided_fails)
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _counts(result: GateResult, undecided_fails: bool) -> tuple[int, int]:
    failed = sum(line.outcome is Outcome.FAILED for line in result.lines)
    undecided = sum(line.outcome is Outcome.UNDECIDED for line in result.lines)
    return (failed + undecided, 0) if undecided_fails else (failed, undecided)


def _facts(result: GateResult) -> tuple[tuple[str, str], ...]:
    return (
        ("judge", result.judge),
        ("config_sha256", result.config_sha256),
        ("dataset", result.dataset),
        ("outcome", result.outcome.value),
        ("looks", str(result.looks)),
        ("candidates", str(result.candidates)),
    )


def _add_case(suite: ElementTree.Element, result: GateResult, line: Line, undecided_fails: bool) -> None:
    name = _xml(line.name)
    case = ElementTree.SubElement(suite, "testcase", {"classname": _xml(result.name), "name": name, "time": "0"})
    message = _xml(f"{demand_in_words(line.rule)} ({part_in_words(line)}); found {found_in_words(line)}")
    reason = _xml(reason_in_words(line))
    if line.outcome is Outcome.FAILED:
        ElementTree.SubElement(case, "failure", {"type": "fail", "message": message}).text = reason
    elif line.outcome is Outcome.UNDECIDED and undecided_fails:
        ElementTree.SubElement(case, "failure", {"type": "undecided", "message": message}).text = reason
    elif line.outcome is Outcome.UNDECIDED:
        ElementTree.SubElement(case, "skipped", {"message": f"undecided: {message}. {reason}"})
    else:
        ElementTree.SubElement(case, "system-out").text = message


def _xml(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)
