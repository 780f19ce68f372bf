"""Cases are kept back on the Cases page; Compare ranks on the others, and Export looks at them when told to."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.support.workbench import served, settled, tracebacks

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def own_store(measured: str, tmp_path: Path) -> str:
    """A copy of the measured store, because a set is split once."""
    path = tmp_path / "own.db"
    with sqlite3.connect(measured.removeprefix("sqlite:///")) as source, sqlite3.connect(path) as copy:
        source.backup(copy)
    source.close()
    copy.close()
    return f"sqlite:///{path.as_posix()}"


def test_a_judge_is_chosen_on_some_cases_and_exported_with_what_it_is_worth_on_the_others(
    browser: Browser, own_store: str, tmp_path: Path
) -> None:
    with served(own_store, tmp_path / "log", environment={"EVALCORE_CACHE": str(tmp_path / "cache")}) as address:
        page = browser.new_context(base_url=address, viewport={"width": 1280, "height": 1000}).new_page()
        page.set_default_timeout(30_000)
        page.goto("/compare")
        expect(page.get_by_text("3 judges were tried on the same cases")).to_be_visible()

        page.get_by_role("link", name="Cases", exact=True).click()
        page.get_by_text("Cases kept back to confirm the chosen judge").click()
        settled(page)  # a press on a page that is being drawn anew can be lost
        page.get_by_role("button", name="Split this set").click()
        expect(page.get_by_text("cases are kept back; Compare ranks judges on the others")).to_be_visible()

        page.get_by_role("link", name="Compare", exact=True).click()
        expect(page.get_by_text("3 judges were tried on these cases to choose one")).to_be_visible()

        page.goto("/export?judge=always-yes")
        expect(page.get_by_text("this judge has not been measured on the cases kept back")).to_be_visible()
        expect(page.get_by_role("button", name="Download judge.yaml")).to_have_count(0)
        page.get_by_role("button", name="Measure it on the cases kept back").click()
        expect(
            page.get_by_text("Measured on the cases kept back; the judge was chosen among 3 on others.")
        ).to_be_visible()
        expect(page.get_by_role("button", name="Download judge.yaml")).to_be_visible()

        page.goto("/cases")
        page.get_by_text("Cases kept back to confirm the chosen judge").click()
        expect(page.get_by_text("1 judge looked at on them so far")).to_be_visible()
        expect(page.get_by_text("3 judges had been tried on all cases before the split")).to_be_visible()
        page.context.close()
    assert tracebacks(tmp_path / "log") == []
