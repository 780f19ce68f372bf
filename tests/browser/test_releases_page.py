"""Releases: from two runs to what may be claimed, and down to the answers and replies of a case that turned."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.releasing import release_file
from tests.support.workbench import served, tracebacks, watch_requests

pytestmark = [pytest.mark.browser, pytest.mark.slow]

RUNS = (("old", {"refunds": 18, "shipping": 20}), ("new", {"refunds": 15, "shipping": 20}), ("other", {"billing": 9}))


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Two releases of an application in r-0001 and r-0002; other cases in r-0003; each run has two judges."""
    folder = tmp_path_factory.mktemp("released")
    url = f"sqlite:///{(folder / 'store.db').as_posix()}"
    for name, passing in RUNS:
        command = ["run", "--cases", str(release_file(folder, name, passing)), "--db", url, "--repeats", "2"]
        # In a process of its own: Playwright keeps an event loop running in this thread.
        subprocess.run(
            [sys.executable, "-m", "evalcore", *command, "--judge", "must-mention", "--judge", "always-yes"],
            check=True,
            capture_output=True,
        )
    return url


@pytest.fixture
def page(browser: Browser, released: str, tmp_path: Path) -> Iterator[Page]:
    with served(released, tmp_path / "log", environment={"EVALCORE_CACHE": os.fspath(tmp_path / "cache")}) as address:
        context = browser.new_context(viewport={"width": 1280, "height": 1000}, base_url=address)
        outside = watch_requests(context, address)
        opened = context.new_page()
        opened.set_default_timeout(30_000)
        yield opened
        context.close()
    assert outside == []
    assert tracebacks(tmp_path / "log") == []


def choose(page: Page, label: str, option: str) -> None:
    """By keyboard: open the list with the arrow, type, and take what is found."""
    box = page.get_by_role("combobox", name=label)
    expect(box).to_be_visible()
    box.focus()
    box.press("ArrowDown")
    page.keyboard.type(option)
    expect(page.get_by_role("option", name=option, exact=True)).to_be_visible()
    page.keyboard.press("Enter")


def test_a_shared_address_opens_first_and_shows_what_may_be_claimed_and_the_case_with_both_answers(page: Page) -> None:
    page.goto("/releases?before=r-0001&after=r-0002&judge=must-mention&case=refunds-16")
    for _ in range(2):
        # 38 of 40 against 35 of 40, three newly failing, none newly passing: p = 2 × 0.5³.
        expect(
            page.get_by_text("A drop is not shown: 38 of 40 (95%) pass before, 35 of 40 (88%) after")
        ).to_be_visible()
        expect(page.get_by_text("no change is shown").first).to_be_visible()
        expect(page.get_by_text("52 such cases would be needed to show it")).to_be_visible()
        expect(page.get_by_role("heading", name="refunds-16", exact=True)).to_be_visible()
        expect(page.get_by_test_id("stText").filter(has_text="It takes 16 days.")).to_be_visible()
        expect(page.get_by_test_id("stText").filter(has_text="16 days, says old.")).to_be_visible()
        expect(page.get_by_test_id("stText").filter(has_text="Ask again, says new.")).to_be_visible()
        expect(page.get_by_text("1 of 3").or_(page.get_by_text("2 of 3"))).to_be_visible()
        expect(page.get_by_text("Page not found")).to_have_count(0)
        page.reload()


def test_runs_and_judges_are_chosen_by_keyboard_and_stand_in_the_address(page: Page) -> None:
    page.goto("/releases")
    expect(page.get_by_text("The two runs hold different cases")).to_be_visible()
    choose(page, "Run after", "r-0002")
    choose(page, "Run before", "r-0001")
    expect(page).to_have_url(re.compile("after=r-0002"))
    expect(page).to_have_url(re.compile("before=r-0001"))
    expect(page.get_by_text("A drop is not shown")).to_be_visible()
    page.get_by_role("button", name="Next").press("Enter")
    expect(page.get_by_role("heading", name="refunds-16", exact=True)).to_be_visible()
    # Choosing the judge after chooses it before as well.
    choose(page, "Judge after", "always-yes")
    expect(page.get_by_text("No case turned: 40 of 40 (100%) pass in both")).to_be_visible()
    expect(page.get_by_text("No case is newly failing.")).to_be_visible()


def test_what_cannot_be_compared_says_why_and_a_run_against_itself_says_so(page: Page) -> None:
    page.goto("/releases?before=r-0001&after=r-0002&judge=must-mention&judge_before=always-yes")
    expect(page.get_by_text("These two cannot be compared.")).to_be_visible()
    expect(page.get_by_text("Run one judge on both sets, or both judges on one set")).to_be_visible()
    page.goto("/releases?before=r-0002&after=r-0002&judge=must-mention")
    expect(page.get_by_text("Before and after are the same run and the same judge")).to_be_visible()
