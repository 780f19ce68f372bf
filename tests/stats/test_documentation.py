from __future__ import annotations

import doctest
from pathlib import Path

import pytest

import evalcore.stats
from benchmarks.coverage import intervals as tried
from evalcore.domain import wilson
from evalcore.stats import intervals, mix, stability, unpaired

PAGE = Path(__file__).parents[2] / "docs" / "statistics.md"


@pytest.mark.parametrize("name", evalcore.stats.__all__)
def test_every_public_function_is_explained_on_the_page(name):
    assert f"`{name}`" in PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("module", [wilson, intervals, mix, stability, unpaired])
def test_the_examples_in_the_docstrings_hold(module):
    results = doctest.testmod(module)
    assert results.attempted > 0
    assert results.failed == 0


@pytest.mark.parametrize("interval", list(tried()), ids=lambda one: f"{one.name}, {one.population}")
def test_the_page_says_how_often_every_interval_holds_the_truth(interval):
    assert f"| {interval.name} | {interval.population} |" in PAGE.read_text(encoding="utf-8")
