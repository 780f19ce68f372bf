"""docs/reading.md: a section for each rule, and every example on it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from evalcore.replies import REASONS, RULES, read, score

PAGE = (Path(__file__).parents[2] / "docs" / "reading.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## `([a-z0-9.-]+)`\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL))
EXAMPLES = [
    (rule, json.loads(line))
    for rule, section in SECTIONS.items()
    for block in re.findall(r"^```jsonl\n(.*?)^```", section, re.MULTILINE | re.DOTALL)
    for line in block.splitlines()
]


def test_every_rule_has_a_section_with_its_source_and_examples() -> None:
    assert list(SECTIONS) == list(RULES)
    assert all("Source: " in section for section in SECTIONS.values())
    assert {rule for rule, _ in EXAMPLES} == set(RULES)


def test_every_parameter_is_named_in_its_section() -> None:
    missing = [
        (rule.name, name) for rule in RULES.values() for name in rule.defaults if f"`{name}`" not in SECTIONS[rule.name]
    ]
    assert missing == []


@pytest.mark.parametrize(("rule", "example"), EXAMPLES)
def test_an_example_reads_as_it_stands_on_the_page(rule: str, example: dict[str, Any]) -> None:
    params = example.get("params")
    reading = read(
        rule,
        example["reply"],
        thinking=example.get("thinking"),
        finish_reason=example.get("finish_reason"),
        params=params,
    )
    assert (reading.token, reading.how.value, reading.step, reading.reason) == (
        example["verdict"],
        example["how"],
        example.get("step"),
        example.get("reason"),
    )
    assert score(rule, example["reply"], params=params) == example.get("score")


def test_the_table_of_reasons_is_the_one_in_the_code() -> None:
    table = dict(re.findall(r"^\| `([a-z-]+)` \| (.*) \|$", PAGE, re.MULTILINE))
    assert table == dict(REASONS)
