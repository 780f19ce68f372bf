"""Cases: from a finding to its cases, and the set taken along as a file that holds all of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from evalcore.domain import Dataset
from evalcore.importing import read_cases
from evalcore.store import Store
from tests.support.things import NOON, make_dataset
from tests.support.workbench import served, settled, tracebacks, watch_requests

pytestmark = [pytest.mark.browser, pytest.mark.slow]

HOSTILE = "=HYPERLINK(0) ![x](http://outside.example/x.png) <b>bold</b>"


def hostile_set() -> Dataset:
    dataset = make_dataset(20)
    made = tuple(
        replace(case, evidence=(), answer=HOSTILE) if number in (3, 7) else case
        for number, case in enumerate(dataset.cases)
    )
    return replace(dataset, cases=made)


@pytest.fixture
def page(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """The Cases page on a store with a set of which two cases lack their evidence."""
    url = f"sqlite:///{(tmp_path / 'store.db').as_posix()}"
    store = Store.open(url)
    store.save_dataset(hostile_set(), at=NOON)
    store.close()
    with served(url, tmp_path / "log") as address:
        context = browser.new_context(viewport={"width": 1280, "height": 1400}, base_url=address)
        outside = watch_requests(context, address)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.goto("/cases")
        expect(page.get_by_role("heading", name="Cases")).to_be_visible()
        yield page
        context.close()
    assert outside == []
    assert tracebacks(tmp_path / "log") == []


def test_a_finding_leads_to_its_cases_by_an_address_that_can_be_shared(page: Page) -> None:
    settled(page)
    page.get_by_text("Data health").click()
    expect(page.get_by_text("No evidence where some is expected")).to_be_visible()
    page.locator(".st-key-finding_no-evidence_1").get_by_role("button", name="c7").click()
    expect(page.get_by_role("heading", name="c7")).to_be_visible()
    expect(page.get_by_text("2 of 2 – 20 in the set")).to_be_visible()
    expect(page).to_have_url(re.compile("case=c7"))
    expect(page).to_have_url(re.compile("finding=no-evidence"))
    shared = page.context.new_page()
    shared.goto(page.url)
    expect(shared.get_by_role("heading", name="c7")).to_be_visible()
    expect(shared.get_by_text("2 of 2 – 20 in the set")).to_be_visible()


def test_the_set_that_was_taken_along_is_the_set(page: Page, tmp_path: Path) -> None:
    settled(page)
    page.get_by_text("Take the set along").click()
    for form, button in (("csv", "CSV"), ("jsonl", "JSON Lines"), ("parquet", "Parquet")):
        with page.expect_download() as download:
            page.get_by_role("button", name=button, exact=True).click()
        assert download.value.suggested_filename == f"tiny.{form}"
        download.value.save_as(tmp_path / f"tiny.{form}")
        read = read_cases(tmp_path / f"tiny.{form}")
        assert (read.dataset, read.problems) == (hostile_set(), ())
    assert "'=HYPERLINK" in (tmp_path / "tiny.csv").read_text(encoding="utf-8-sig")
