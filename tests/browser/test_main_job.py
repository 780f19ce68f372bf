"""The main job in a real browser: from an empty store to an exported judge."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from playwright.sync_api import Browser, Page, expect

from tests.support.workbench import served, tracebacks, watch_requests

pytestmark = pytest.mark.browser


@pytest.fixture
def no_weights(tmp_path: Path) -> dict[str, str]:
    """An empty cache folder: the demo then asks the rule judges only, wherever the test runs."""
    return {"EVALCORE_CACHE": str(tmp_path / "cache")}


def test_from_the_demo_to_a_raw_reply_to_an_export_without_any_outside_request(
    browser: Browser, tmp_path: Path, no_weights: dict[str, str]
) -> None:
    store_url = f"sqlite:///{(tmp_path / 'browser.db').as_posix()}"
    with served(store_url, tmp_path / "log", environment=no_weights) as address:
        context = browser.new_context(accept_downloads=True, viewport={"width": 1280, "height": 1000})
        outside = watch_requests(context, address)
        page = context.new_page()
        page.goto(address)
        open_the_demo(page)
        see_the_comparison(page)
        read_a_raw_reply(page)
        export_the_judge(page, tmp_path)
        context.close()
    assert outside == []
    assert tracebacks(tmp_path / "log") == []


def open_the_demo(page: Page) -> None:
    page.get_by_role("button", name="Open the demo").click()
    expect(page.get_by_text("The demo set is here")).to_be_visible(timeout=20_000)
    page.get_by_role("link", name="Compare the judges").click()


def see_the_comparison(page: Page) -> None:
    expect(page.get_by_role("heading", name="Compare")).to_be_visible()
    # 36 of the 60 pass; 3 cases lack their evidence and are not asked, and people failed all of them: 24 - 3 = 21.
    expect(page.get_by_text("Catches 0 of 21 bad answers").first).to_be_visible(timeout=20_000)
    expect(page.get_by_text("rejects 0 of 36 good ones").first).to_be_visible()


def read_a_raw_reply(page: Page) -> None:
    page.goto(page.url.split("?")[0] + "?judge=always-yes&case=bill-02")
    expect(page.get_by_role("heading", name="bill-02")).to_be_visible(timeout=20_000)
    shown = page.get_by_test_id("stText")  # the list beside it is a canvas, whose hidden twin holds the question too
    expect(shown.filter(has_text="how long do i have for the bank transfer?")).to_be_visible()
    expect(page.get_by_text("Repeat 2")).to_be_visible()
    expect(shown.filter(has_text="yes").first).to_be_visible()


def export_the_judge(page: Page, folder: Path) -> None:
    page.get_by_role("link", name="Export").click()
    expect(page.get_by_role("heading", name="Export", exact=True)).to_be_visible(timeout=20_000)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download judge.yaml").click()
    download.value.save_as(folder / "judge.yaml")
    judge = yaml.safe_load((folder / "judge.yaml").read_text())
    assert judge["schema"] == "evalcore-judge/1"
    assert judge["name"] == "always-yes"
    assert judge["calibration"]["n"] == 57
