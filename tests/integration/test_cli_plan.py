"""``evalcore plan``: questions in, numbers and sentences out."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from evalcore.report import to_document
from tests.support.command import ROOT, Command
from tests.support.gating import Answers, answers, report_of

EXAMPLES = re.findall(r"^\$ evalcore (plan .*)\n(.*)$", (ROOT / "docs" / "cli.md").read_text("utf-8"), re.MULTILINE)


def figures(command: Command, words: str) -> dict[str, float]:
    (answer,) = command("plan", *words.split(), "--json").json
    return answer["figures"]


@pytest.mark.parametrize(("words", "said"), EXAMPLES)
def test_the_examples_on_the_page_are_what_is_printed(command: Command, words: str, said: str):
    assert command(*shlex.split(words)).out == said + "\n"


def test_the_page_has_examples():
    assert len(EXAMPLES) == 3


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        # each is worked out in tests/stats/test_planning.py
        ("--half-width 0.05 --rate 0.9", {"labels": 141}),
        ("--half-width 0.05", {"labels": 381}),
        ("--threshold 0.9 --rate 0.95", {"labels": 254, "labels_at_that_rate": 139}),
        ("--judges 0.85 0.80 --discordant 0.1", {"labels": 337}),
        ("--judges 0.85 0.80", {"labels": 943}),
        ("--releases 0.85 0.80", {"labels_each": 906}),
    ],
)
def test_what_the_documents_promise(command: Command, words: str, expected: dict[str, int]):
    assert figures(command, words) == expected


def test_more_power_takes_more_labels(command: Command):
    assert figures(command, "--threshold 0.9 --rate 0.95 --power 0.9")["labels"] > 254


def test_a_gate_out_of_reach_is_said_with_the_chance_where_a_rate_is_assumed(command: Command):
    """Of 35 cases only 35 right clear 0.9: 0.99³⁵ = 0.703."""
    assert "35 of 35 are needed" in command("plan", "--cases", "20", "--gate", "0.9").out
    said = command("plan", "--cases", "35", "--gate", "0.9", "--rate", "0.99").out
    assert "A true rate of 99% passes it with a chance of 70.3%." in said


def test_the_cost_of_a_loop(command: Command):
    """tests/stats/test_retry_loop.py works it out: 1.2684 attempts, 2.5368 calls."""
    found = figures(command, "--retry --pass-rate 0.8 --tpr 0.9 --tnr 0.7 --attempts 3")
    assert (round(found["attempts"], 4), round(found["calls"], 4)) == (1.2684, 2.5368)


def test_several_questions_are_answered_at_once(command: Command):
    answers = command("plan", "--half-width", "0.05", "--releases", "0.9", "0.8", "--json").json
    assert [answer["question"] for answer in answers] == ["half width", "unpaired"]


def test_a_report_stands_for_what_is_not_given(command: Command, tmp_path: Path):
    """60 labelled cases, 52 right, 31 of 36 good accepted, 21 of 24 bad caught; 44 of 70 answers pass."""
    unlabelled = Answers(n=10, human=None, said="YES")
    report = report_of(*answers(accepted=31, rejected=5, let_through=3, caught=21), unlabelled)
    path = tmp_path / "report.json"
    path.write_text(json.dumps(to_document(report)), encoding="utf-8")
    threshold, gate, retry = command(
        "plan", "--threshold", "0.75", "--gate", "0.9", "--retry", "--tpr", "1", "--report", path, "--json"
    ).json
    assert threshold["asked"]["rate"] == pytest.approx(52 / 60)
    assert gate["asked"]["cases"] == 60
    assert (retry["asked"]["pass_rate"], retry["asked"]["tpr"], retry["asked"]["tnr"]) == pytest.approx(
        (44 / 70, 1.0, 21 / 24)
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "expected a question"),
        ("--threshold 0.9", "--threshold needs --rate"),
        ("--threshold 0.9 --rate 0.9", "name another rate"),
        ("--gate 0.9", "--gate needs --cases"),
        ("--retry --pass-rate 0.9", "--retry needs --tpr"),
        ("--judges 0.9 0.8 --discordant 0.05", "differ by 0.1"),
        ("--releases 0.8 0.8", "equal rates"),
        ("--half-width 2", "a share between 0 and 1, both excluded, found '2'"),
        ("--cases nine --gate 0.9", "a whole number from 1 to 1,000,000,000, found 'nine'"),
        ("--half-width 0.1 --rate nan", "a share between 0 and 1, found 'nan'"),
    ],
)
def test_what_cannot_be_answered_ends_with_3_and_says_why(command: Command, words: str, said: str):
    ended = command("plan", *words.split())
    assert (ended.code, said in ended.err) == (3, True)
