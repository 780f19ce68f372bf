"""promptfoo: results as JSON, or as a table with the verdict inside the cell or in a column of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from evalcore.importing.cells import text_of
from evalcore.importing.imported import Row
from evalcore.importing.known.sheet import ANSWER, ID, Laid, Sheet, recipe_by_names

TOOL = "promptfoo"
_VERDICT = "verdict"
_MODEL = "application model"
_CELL = re.compile(
    r"\[(PASS|FAIL|ERROR)\]\s*(?:\((?:[\d.]+|NaN|undefined)(?:\)|, [^\n]*\)(?=\s*(?:\n|\Z))))?\s*(.*)", re.DOTALL
)
"""The verdict, the score with those of its named metrics, and the rest."""
_REASON = re.compile(r"\r?\n\r?\n[ \t]*(?:Pass|Fail(?:ure)?) Reason:\s*(.*)\Z", re.DOTALL)
_RULE = re.compile(r"\r?\n---(?:\r?\n|\Z)")
"""Stands between why an answer failed and the answer, as older versions write them."""
_RESULT = re.compile(r"\s*(PASS|FAIL|ERROR)\b")
_PLACE = re.compile(r"{{\s*([\w.]+)[^}]*}}")
_PROVIDER = re.compile(r"\[([^\]]+)\]\s*")
_WHOSE = "promptfoo: RESULT is of a row with several answers and does not say of which, so it was not recorded."
_FAILED = "promptfoo: calls that ended in an error have no answer and were left out."
_UNGRADED = "promptfoo: where grading ended in an error, there is no verdict."
_UNEXPLAINED = (
    "promptfoo: what stands in a cell that failed without a reason was taken for the answer; it may be the message of "
    "an error."
)
_AN_ERROR = 2
"""What ``failureReason`` is where not an assertion failed, but a call."""


def is_results(_columns: Sequence[str], first: Mapping[str, object]) -> bool:
    """Whether the one row is a file of results."""
    return any("vars" in one and ("success" in one or "gradingResult" in one) for one in _results(first))


def _results(whole: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    found = whole.get("results")
    inner = found.get("results") if isinstance(found, dict) else found
    if isinstance(inner, list):
        yield from (one for one in inner if isinstance(one, dict))


def lay_results(rows: Sequence[Row]) -> Laid:
    """A case per result; a person's thumb is a label, the verdict and each graded assertion are judges'."""
    sheet, number = Sheet(), 0
    for row in rows:
        for number, one in enumerate(_results(row.cells), start=1):
            _add_result(sheet, number, one)
    return sheet.laid(made_by={_MODEL: _MODEL}, seen=number)


def _add_result(sheet: Sheet, number: int, one: Mapping[str, Any]) -> None:
    response, prompt, provider = (_dict(one.get(name)) for name in ("response", "prompt", "provider"))
    output = response.get("output")
    if output is None:
        sheet.remark(_FAILED)
        return
    given = {name: value for name, value in _dict(one.get("vars")).items() if name not in (ID, ANSWER)}
    asked = recipe_by_names([*given, ANSWER])
    if asked is not None and asked.question is None:
        given["question"] = prompt.get("raw")
    name = f"{one.get('testIdx', number)}-{one.get('promptIdx', 0)}-{provider.get('id', '')}".rstrip("-")
    given = {f"{key} (variable)" if key in ("output", "response") else key: value for key, value in given.items()}
    fields = {ID: name, **given, ANSWER: text_of(output), _MODEL: provider.get("id")}
    key = sheet.case(str(number), number, fields)
    graded = _dict(one.get("gradingResult"))
    passed = one.get("success", graded.get("pass"))
    if one.get("failureReason") == _AN_ERROR:
        sheet.remark(_UNGRADED)
    elif isinstance(passed, bool):
        sheet.recorded(key, _VERDICT, TOOL, _word(passed))
    for part in graded.get("componentResults") or ():
        _add_assertion(sheet, key, _dict(part))


def _add_assertion(sheet: Sheet, key: str, part: Mapping[str, Any]) -> None:
    assertion = _dict(part.get("assertion"))
    if not isinstance(part.get("pass"), bool):
        return
    if assertion.get("type") == "human":
        sheet.label(key, _VERDICT, _word(part["pass"]), note=part.get("comment") or part.get("reason"))
    elif assertion:
        value = assertion.get("metric") or f"{assertion.get('type')} {text_of(assertion.get('value'))[:40]}".strip()
        sheet.recorded(key, str(value), assertion.get("type"), _word(part["pass"]), reason=part.get("reason"))


def is_table(columns: Sequence[str], first: Mapping[str, object]) -> bool:
    """Whether the rows are a table of results: a verdict at the start of a cell, or beside prompts."""
    inside = any(isinstance(cell, str) and _CELL.match(cell) for cell in first.values())
    return inside or ("RESULT" in columns and any(_PLACE.search(column) for column in columns))


def lay_table(rows: Sequence[Row]) -> Laid:
    """A case per answer; the header of its column is the prompt."""
    columns = tuple(dict.fromkeys(key for row in rows for key in row.cells))
    variables = {name for column in columns for name in _PLACE.findall(column)}
    within = [one for one in columns if any(_CELL.match(text_of(row.cells.get(one))) for row in rows)]
    outputs = within or [one for one in columns if one != "RESULT" and one not in variables]
    sheet = Sheet()
    if not within and len(outputs) > 1:
        sheet.remark(_WHOSE)
    for place, row in enumerate(rows, start=1):
        for number, column in enumerate(outputs, start=1):
            said = row.cells.get("RESULT") if len(outputs) == 1 else None
            _add_cell(sheet, row, f"{place}-{number}", column, said)
    return sheet.laid(made_by={_MODEL: _MODEL} if any(map(_PROVIDER.match, outputs)) else None, seen=len(rows))


def _add_cell(sheet: Sheet, row: Row, name: str, column: str, said: object) -> None:
    text = text_of(row.cells.get(column))
    found = _CELL.match(text) or _RESULT.match(text_of(said))
    verdict = found[1] if found else None
    inside = found is not None and found.re is _CELL
    answer = _answer_in(found[2], failed=verdict == "FAIL", sheet=sheet) if found and inside else text
    if verdict == "ERROR" or answer is None:
        sheet.remark(_FAILED)
        return
    provider = _PROVIDER.match(column)
    asked = _PLACE.sub(lambda place: text_of(row.cells.get(place[1], place[0])), _PROVIDER.sub("", column, count=1))
    fields = {ID: name, "question": asked, ANSWER: answer}
    key = sheet.case(name, row.number, fields | ({_MODEL: provider[1]} if provider else {}))
    if verdict:
        sheet.recorded(key, _VERDICT, TOOL, verdict)


def _answer_in(cell: str, *, failed: bool, sheet: Sheet) -> str | None:
    """The answer of a cell, without why it passed or failed; None where the call failed."""
    explained = _REASON.search(cell)
    reason = explained[1].rstrip() if explained else ""
    answer = cell[: explained.start()] if explained else cell
    if not failed:
        return answer
    # A rule may be part of the answer as well: it ends the reason only where that is what stands before it.
    rule = _RULE.search(answer, len(reason)) if answer.startswith(reason) else None
    if rule is not None:
        why, answer = answer[: rule.start()], answer[rule.end() :]
        # An answer that is its own reason is the message of an error, twice.
        return None if why.strip() == answer.strip() else answer
    if not explained:
        sheet.remark(_UNEXPLAINED)
    return answer


def _word(passed: bool) -> str:
    return "pass" if passed else "fail"


def _dict(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
