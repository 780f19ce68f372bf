"""docs/cli.md describes the command line as it is: every command, every argument, every help text and every example."""

from __future__ import annotations

import re
import shlex

import pytest

from tests.support.cli_docs import commands, option_table
from tests.support.command import ROOT, Command

PAGE = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## `(evalcore [a-z ]+)`$\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL))
EXAMPLE = re.compile(r"^\$ echo '(?P<line>.*)' \| evalcore (?P<words>.*)\n(?P<said>.*)$", re.MULTILINE)


def test_every_command_is_on_the_page_in_order_and_no_other_is():
    assert list(SECTIONS) == list(commands())


@pytest.mark.parametrize("name", list(commands()))
def test_the_table_of_a_command_is_what_its_help_says(name: str):
    """Where this fails, ``python -m tests.support.cli_docs`` prints the table as it should be."""
    rows = [line for line in SECTIONS[name].splitlines() if line.startswith("| `")]
    assert rows == option_table(commands()[name])


def test_every_argument_has_a_help_text_that_does_not_start_or_end_like_a_sentence():
    rows = [row for parser in commands().values() for row in option_table(parser)]
    assert rows
    assert [row for row in rows if "None |" in row or row.endswith(". |")] == []


def test_what_the_page_shows_of_reading_is_what_comes_out(command: Command):
    examples = list(EXAMPLE.finditer(PAGE))
    assert len(examples) == 3
    for example in examples:
        assert command(*shlex.split(example["words"]), stdin=example["line"].encode()).out == example["said"] + "\n"


def test_every_option_that_the_prose_names_exists():
    known = {option for parser in commands().values() for action in parser._actions for option in action.option_strings}
    assert set(re.findall(r"--[a-z][a-z-]*", PAGE)) <= known
