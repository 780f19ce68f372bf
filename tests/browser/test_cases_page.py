"""Cases: from a file to a stored set, and back from a file that cannot be understood."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.workbench import served, tracebacks, watch_requests

pytestmark = pytest.mark.browser

ANSWERS = """id,question,context,answer,verdict,annotator
q1,When is it due?,The invoice is due on 3 May.,It is due on 3 May.,yes,anna
q2,What does it cost?,It costs 20 euros.,It costs 30 euros.,no,anna
q3,Who signs?,The tenant signs.,![x](http://outside.example/x.png) <b>The tenant</b>,yes,ben
"""
HOPELESS = "id,thing,other\n1,2,3\n"


@pytest.fixture
def empty(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """The Cases page on an empty store."""
    store = f"sqlite:///{(tmp_path / 'store.db').as_posix()}"
    with served(store, tmp_path / "log") as address:
        context = browser.new_context(viewport={"width": 1280, "height": 1000}, base_url=address)
        outside = watch_requests(context, address)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.goto("/cases")
        yield page
        context.close()
    assert outside == []
    assert tracebacks(tmp_path / "log") == []


def upload(page: Page, name: str, text: str) -> None:
    page.get_by_test_id("stFileUploaderDropzoneInput").first.set_input_files(
        {"name": name, "mimeType": "text/csv", "buffer": text.encode()}
    )


def test_a_file_is_understood_before_it_is_stored_and_hostile_text_stays_text(empty: Page) -> None:
    upload(empty, "answers.csv", ANSWERS)
    expect(empty.get_by_text("format csv")).to_be_visible(timeout=20_000)
    empty.get_by_role("button", name="Store 3 cases").click()
    expect(empty.get_by_text("3 cases with 3 labels are stored as answers")).to_be_visible(timeout=20_000)
    empty.goto("/cases?case=q3")
    expect(empty.get_by_role("heading", name="q3")).to_be_visible(timeout=20_000)
    # Drawn as it is: no image was asked for (the fixture checks that nothing went outside), no bold, no link.
    hostile = "![x](http://outside.example/x.png) <b>The tenant</b>"
    expect(empty.get_by_test_id("stText").filter(has_text=hostile)).to_be_visible()


def test_a_file_that_is_not_understood_says_so_in_words_and_stores_nothing(empty: Page) -> None:
    upload(empty, "hopeless.csv", HOPELESS)
    expect(empty.get_by_text("This file was not understood. Nothing was stored.")).to_be_visible(timeout=20_000)
    expect(empty.get_by_text("hopeless.csv").last).to_be_visible()
    expect(empty.get_by_role("button", name="Store")).to_have_count(0)
