from __future__ import annotations

import doctest
from pathlib import Path

import pytest

import evalcore.stats
from evalcore.stats import intervals, resampling, stability

PAGE = Path(__file__).parents[2] / "docs" / "statistics.md"


@pytest.mark.parametrize("name", evalcore.stats.__all__)
def test_every_public_function_is_explained_on_the_page(name):
    assert f"`{name}`" in PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("module", [intervals, stability])
def test_the_examples_in_the_docstrings_hold(module):
    results = doctest.testmod(module)
    assert results.attempted > 0
    assert results.failed == 0


def test_the_page_and_the_code_agree_on_the_number_of_draws():
    assert f"{resampling.DRAWS:,} resamples" in PAGE.read_text(encoding="utf-8")
