"""The whole job without a mouse: nothing here is ever clicked."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.workbench import served, settled

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MOST_TABS = 80


def tab_to(page: Page, role: str, name: str) -> None:
    """Press Tab until the element with this role and name has the focus."""
    wanted = page.get_by_role(role, name=name, exact=True).first  # type: ignore[arg-type]
    expect(wanted).to_be_visible()
    press_tab_until(page, lambda: wanted.evaluate("element => element === document.activeElement"))


def press_tab_until(page: Page, reached: Callable[[], bool]) -> None:
    for _ in range(MOST_TABS):
        if reached():
            return
        page.keyboard.press("Tab")
    pytest.fail(f"not reached with {MOST_TABS} presses of Tab")


def test_from_an_empty_store_to_an_exported_judge_by_keyboard_alone(browser: Browser, tmp_path: Path) -> None:
    store_url = f"sqlite:///{(tmp_path / 'keyboard.db').as_posix()}"
    with served(store_url, tmp_path / "log", environment={"EVALCORE_CACHE": str(tmp_path / "cache")}) as address:
        context = browser.new_context(accept_downloads=True, viewport={"width": 1280, "height": 1000})
        page = context.new_page()
        page.goto(address)
        open_the_demo(page)
        choose_a_judge_and_a_cell(page)
        step_to_the_next_case(page)
        export_the_judge(page)
        context.close()


def open_the_demo(page: Page) -> None:
    tab_to(page, "button", "Open the demo")
    page.keyboard.press("Enter")
    expect(page.get_by_text("The demo set is here")).to_be_visible()
    tab_to(page, "link", "Compare the judges")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Compare", exact=True)).to_be_visible()


def choose_a_judge_and_a_cell(page: Page) -> None:
    tab_to(page, "combobox", "Judge")
    page.keyboard.press("ArrowDown")
    page.keyboard.type("always-no")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("judge=always-no"))
    settled(page)
    press_tab_until(page, lambda: "The same as buttons" in page.evaluate("document.activeElement.innerText ?? ''"))
    page.keyboard.press("Enter")
    # People pass 36 of the 57 that were asked, and this judge fails every one of them.
    tab_to(page, "button", "fail: 36")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("human=pass&verdict=fail"))


def step_to_the_next_case(page: Page) -> None:
    # "n" is a shortcut wherever no text is being typed.
    expect(page.get_by_text("1 of 36 –")).to_be_visible()
    tab_to(page, "button", "Next Shortcut N")
    page.keyboard.press("n")
    expect(page.get_by_text("2 of 36 –")).to_be_visible()


def export_the_judge(page: Page) -> None:
    tab_to(page, "link", "Export")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Export", exact=True)).to_be_visible()
    tab_to(page, "button", "Download judge.yaml")
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    assert 'name: "always-no"' in download.value.path().read_text()
