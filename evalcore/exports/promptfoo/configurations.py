"""promptfoo's own files: the grader as a default test, the regression suite, its cases."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import yaml

from evalcore.domain import PASS_FAIL, Case, Dataset, gold_labels
from evalcore.errors import ExportError
from evalcore.exports.target import Material
from evalcore.judges import Judge, reason_not_to_ask
from evalcore.judges.yaml_writing import mapping_lines
from evalcore.prompts import evidence_text

GRADER, REGRESSION, CASES = "grader.yaml", "regression.yaml", "cases.json"

Provider = Mapping[str, Any]
"""A provider as promptfoo's configurations have it: ``id`` and ``config``."""


def grader_yaml(provider: Provider, *, criterion: str) -> str:
    """A default test with one assertion; the provider is its own, so that other graders stay as they are."""
    assertion = {
        "type": "llm-rubric",
        "value": without_tags(criterion),
        **GRADER_CONSTANTS,
        "provider": provider,
    }
    lines = list(mapping_lines(assertion, depth=2))
    return "\n".join(["assert:", f"  - {lines[0].strip()}", *lines[1:]]) + "\n"


GRADER_CONSTANTS = {
    "transform": "JSON.stringify(output)",
    "rubricPrompt": "The judge fills its own prompt.",
}
"""promptfoo parses an answer that is JSON before a grader sees it; after the transform, that gives back the answer."""


def regression_yaml(provider: Provider, *, name: str) -> str:
    """A suite in which the judge answers, and people's labels are what it should say."""
    listed = list(mapping_lines(provider, depth=2))
    return (
        "\n".join(
            [
                *mapping_lines({"description": without_tags(f"Does {name} still agree with people?")}),
                "prompts:",
                '  - "{{ case.id }}"',
                "providers:",
                f"  - {listed[0].strip()}",
                *listed[1:],
                f'tests: "file://{CASES}"',
            ]
        )
        + "\n"
    )


def without_tags(text: str) -> str:
    """Text in which promptfoo's templates find nothing to fill."""
    return text.replace("{", "(").replace("}", ")")


@dataclass(frozen=True, slots=True, kw_only=True)
class Suite:
    """The cases that people have settled, and why others are left out."""

    tests: Sequence[Mapping[str, Any]]
    left_out: Mapping[str, int]


def suite(material: Material) -> Suite:
    """One test per case with a settled label; it is compared at pass or fail, as reports are."""
    judge = material.chosen
    criterion = material.report.dataset.criterion if material.report else judge.criterion
    dataset = Dataset(name="", criteria={criterion: judge.scale}, cases=material.cases, labels=material.labels)
    gold = gold_labels(dataset, criterion)
    tests, left_out = [], dict[str, int]()
    for case in material.cases:
        expected = _pass_or_fail(judge, gold[case.id].value)
        reason = reason_not_to_ask(judge, case) or (None if expected else "no settled label")
        if reason or expected is None:
            left_out[reason or ""] = left_out.get(reason or "", 0) + 1
        else:
            tests.append(_test(case, expected))
    return Suite(tests=tests, left_out=left_out)


def _pass_or_fail(judge: Judge, value: str | None) -> str | None:
    if value is None:
        return None
    scale = judge.scale if value in judge.scale.values else PASS_FAIL
    return ("pass" if scale.passes(value) else "fail") if value in scale.values else None


def _test(case: Case, expected: str) -> Mapping[str, Any]:
    # promptfoo fills and trims a variable that is text; one that is an object it hands on as it is.
    values = {
        "id": case.id,
        "question": case.question,
        "context": evidence_text(case.evidence),
        "must_mention": ", ".join(case.must_mention),
        "answer": case.answer,
    }
    return {"vars": {"case": values}, "assert": [{"type": "starts-with", "value": expected}]}


def cases_json(tests: Sequence[Mapping[str, Any]]) -> str:
    """The tests, one a line."""
    return "[\n" + ",\n".join(json.dumps(test) for test in tests) + "\n]\n"


def grader_provider(text: str) -> Provider:
    """The provider of a grader that is otherwise as it was written.

    Raises
    ------
    ExportError
        When it is not.
    """
    loaded = yaml.safe_load(text)
    match loaded:
        case {"assert": [{"type": "llm-rubric", "provider": dict(provider), **rest}]} if len(loaded) == 1:
            if {name: value for name, value in rest.items() if name != "value"} == GRADER_CONSTANTS:
                return provider
    raise _changed(GRADER)


def regression_provider(text: str) -> Provider:
    """The provider of a suite that is otherwise as it was written.

    Raises
    ------
    ExportError
        When it is not.
    """
    loaded = yaml.safe_load(text)
    match loaded:
        case {"prompts": ["{{ case.id }}"], "providers": [dict(provider)], "tests": str(tests), "description": _}:
            if len(loaded) == 4 and tests == f"file://{CASES}":
                return provider
    raise _changed(REGRESSION)


def _changed(file: str) -> ExportError:
    return ExportError(f"expected {file} as it was proven with promptfoo, found it changed; write the export again")


def left_out_sentences(found: Suite) -> Iterator[str]:
    """How many cases are not in the suite, by reason."""
    for reason, count in found.left_out.items():
        yield f"Left out: {count} ({reason})."
