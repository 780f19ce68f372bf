"""``evalcore read`` and ``evalcore rules``: every shared reply, and rules with parameters."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evalcore.replies import RULES
from tests.support.command import Command

LABEL = 'values={"supported": ["entailed"], "contradicted": ["refuted"]}'


def test_the_shared_replies_are_read_as_stated(command: Command, shared: Path):
    file = shared / "fixtures" / "replies.jsonl"
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    lenient = command("read", "--rule", "lenient", file).lines
    assert [line["id"] for line in lenient] == [row["id"] for row in rows]
    assert [line["verdict"] or "unread" for line in lenient] == [row["lenient"] for row in rows]
    hows = [line["reason"] if line["how"] == "unread" else line["how"] for line in lenient]
    assert [row["id"] for row, how in zip(rows, hows, strict=True) if how not in row["how"]] == []
    for rule in ("spring-2.0", "spring-1.0.2", "spring-1.0.0-relevancy"):
        said = command("read", "--rule", rule, file).lines
        assert [line["verdict"] for line in said] == [row[rule] for row in rows]
        assert {line["how"] for line in said} == {"literal", "by default"}


def test_a_rule_with_parameters_takes_them_from_the_command_line(command: Command):
    line = b'{"id": 1, "reply": "Entailed."}\n'
    said = command("read", "--rule", "label", "--param", LABEL, stdin=line)
    assert said.lines == [{"id": 1, "verdict": "supported", "how": "recovered", "step": "punctuation", "reason": None}]
    said = command("read", "--rule", "rating", "--param", "low=1", "--param", "high=10", stdin=b'{"reply": "9"}\n')
    assert said.lines[0]["verdict"] == "9"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("label",), "needs values with their synonyms"),
        (("regex",), "needs patterns, a pattern for each token"),
        (("label", "--param", "values={"), "parameter values of reading rule 'label': expected a JSON object"),
        (("rating", "--param", "low=a"), "parameter low of reading rule 'rating': expected a number"),
        (("lenient", "--param", "field=x"), "takes these parameters: none; found field"),
        (("json", "--param", "field"), "expected NAME=VALUE, each name once, found 'field'"),
        (("json", "--param", "field=a", "--param", "field=b"), "each name once, found 'field=b'"),
        (("regex", "--param", 'patterns={"yes": "(a+)+"}'), "repeat one character"),
        (("strict", "--param", "low=1"), "reading rule 'strict' is unknown"),
    ],
)
def test_parameters_that_cannot_be_used_end_the_command_before_anything_is_read(
    command: Command, words: tuple[str, ...], said: str
):
    failed = command("read", "--rule", *words, stdin=b'{"reply": "yes"}\n')
    assert (failed.code, failed.out) == (3, "")
    assert said in failed.err


def test_the_rules_are_listed_with_their_parameters(command: Command):
    listed = command("rules", "--json").json
    assert [rule["name"] for rule in listed] == list(RULES)
    assert {rule["name"]: rule["params"] for rule in listed}["rating"] == {"low": 1, "high": 5}
    assert all(rule["name"] in command("rules").out for rule in listed)
