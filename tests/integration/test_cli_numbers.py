"""Whole numbers on the command line: every one has limits, and they are told."""

from __future__ import annotations

import argparse
import re

import pytest

from evalcore.cli import numbers
from evalcore.errors import JudgeError
from evalcore.judges import judge_from_text
from tests.support.cli_docs import commands
from tests.support.command import Command

TAKING_A_NUMBER = [
    (name, action) for name, parser in commands().items() for action in parser._actions if action.type is not None
]
ENORMOUS = "1" + "0" * 30


@pytest.mark.parametrize(("name", "action"), TAKING_A_NUMBER, ids=lambda part: getattr(part, "dest", part))
def test_no_option_takes_an_enormous_whole_number(name: str, action: argparse.Action) -> None:
    """Shares are floats, which their own sentences bound."""
    assert action.type is not int
    assert callable(action.type)
    if action.type is not float:
        with pytest.raises(argparse.ArgumentTypeError, match="expected"):
            action.type(ENORMOUS)


def test_the_ends_are_taken_and_what_is_beyond_is_refused_with_both() -> None:
    read = numbers.whole(1, 1_000)
    assert (read("1"), read("1000")) == (1, 1_000)
    for wrong in ("0", "1001", "-1", "1.5", "", "many", "9" * 5_000):
        with pytest.raises(
            argparse.ArgumentTypeError, match=r"^expected a whole number from 1 to 1,000, found '.{0,41}'"
        ):
            read(wrong)


@pytest.mark.parametrize(
    "words",
    [
        "run --cases demo --judge always-yes --repeats 1000000000",
        "run --cases demo --judge always-yes --concurrency 1000000000",
        "plan --retry --pass-rate 0.6 --tpr 0.9 --tnr 0.8 --attempts 1000000000",
        "split demo --seed 4294967296",
        "app --port 65536",
    ],
)
def test_an_absurd_number_ends_at_once_with_3_and_the_limit(command: Command, words: str) -> None:
    refused = command(*words.split())
    assert (refused.code, refused.out) == (3, "")
    assert re.search("expected a (whole number|seed|port) from", refused.err)


@pytest.mark.parametrize("option", ["max_tokens", "num_ctx"])
def test_a_judge_cannot_ask_for_more_tokens_than_a_store_can_count(option: str) -> None:
    text = (
        "schema: evalcore-judge/1\nname: j\ncriterion: c\nmodel: {provider: ollama, name: m}\n"
        "prompt: {template: 'Is {answer} right?'}\nreading: {rule: lenient, reader: a person}\n"
        f"options: {{{option}: %s}}\n"
    )
    assert getattr(judge_from_text(text % 2_147_483_647, file="j.yaml").options, option) == 2_147_483_647
    with pytest.raises(JudgeError, match=rf"options\.{option}: expected less than or equal to 2147483647"):
        judge_from_text(text % 2_147_483_648, file="j.yaml")
