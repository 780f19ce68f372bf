"""The Judges page in a real browser: a copy of a preset is edited, tried, saved and compared with its older version."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from evalcore.importing import demo_dataset
from evalcore.store import Store
from tests.support.model_server import ModelServer, ScriptedReply
from tests.support.workbench import served, tracebacks, watch_requests

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SLOW_MS = 20_000
HOSTILE = "Yes. ![seen](http://outside.invalid/pixel.png)"


def say(prompt: str, nth: int) -> ScriptedReply:
    return ScriptedReply(HOSTILE if "Strictly:" in prompt else "NO")


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer(say, models=["tiny:1b"], pullable=["other:2b"]) as server:
        yield server


@pytest.fixture
def store_url(tmp_path: Path) -> str:
    url = f"sqlite:///{(tmp_path / 'browser.db').as_posix()}"
    store = Store.open(url)
    store.save_dataset(demo_dataset(), at=datetime(2026, 9, 14, tzinfo=UTC))
    store.close()
    return url


def test_a_copy_is_edited_tried_saved_and_pulled_for_without_any_outside_request(
    browser: Browser, tmp_path: Path, store_url: str, server: ModelServer
) -> None:
    environment = {"EVALCORE_CACHE": str(tmp_path / "cache"), "OLLAMA_HOST": server.url}
    with served(store_url, tmp_path / "log", environment=environment) as address:
        context = browser.new_context(accept_downloads=True, viewport={"width": 1280, "height": 1400})
        outside = watch_requests(context, address)
        page = context.new_page()
        see_and_pull_models(page, address, server)
        open_a_copy_by_its_address(page, address)
        see_the_preview_follow_the_template(page)
        read_what_is_wrong_with_a_template(page)
        try_it(page, server)
        save_two_versions_and_see_what_changed(page)
        find_it_among_the_judges(page)
        context.close()
    assert outside == []
    assert tracebacks(tmp_path / "log") == []


def see_and_pull_models(page: Page, address: str, server: ModelServer) -> None:
    page.goto(f"{address}/judges?part=Models")
    # 98,363,007 bytes
    expect(page.get_by_text(f"ollama:tiny:1b · 98 MB · digest {server.digest('tiny:1b')[:12]}")).to_be_visible(
        timeout=SLOW_MS
    )
    page.get_by_label("Pull a model").fill("other:2b")
    page.get_by_label("Pull a model").press("Enter")
    page.get_by_role("button", name="Pull", exact=True).click()
    expect(page.get_by_text("other:2b is here.")).to_be_visible(timeout=SLOW_MS)
    expect(page.get_by_text("ollama:other:2b · 98 MB")).to_be_visible(timeout=SLOW_MS)


def open_a_copy_by_its_address(page: Page, address: str) -> None:
    page.goto(f"{address}/judges?edit=yes-no@ollama:tiny:1b&case=bill-02")
    expect(page.get_by_label("Name")).to_have_value("yes-no-2", timeout=SLOW_MS)
    page.reload()
    expect(page.get_by_label("Name")).to_have_value("yes-no-2", timeout=SLOW_MS)


def template(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Prompt template")


def write_template(page: Page, text: str) -> None:
    template(page).fill(text)
    template(page).press("Control+Enter")


def see_the_preview_follow_the_template(page: Page) -> None:
    write_template(page, "Strictly: is {answer} supported by {evidence}? <b>yes</b> or no. ({question})")
    shown = page.get_by_test_id("stCode").filter(has_text="Strictly: is").first
    expect(shown).to_contain_text("how long do i have for the bank transfer?", timeout=SLOW_MS)
    expect(shown).to_contain_text("<b>yes</b>")  # as text, not as bold letters
    expect(page.get_by_text(re.compile(r"What the model is sent: about \d+ tokens"))).to_be_visible()


def read_what_is_wrong_with_a_template(page: Page) -> None:
    kept = template(page).input_value()
    write_template(page, "Strictly: yes or no?")
    expect(page.get_by_text("expected at least one placeholder, found none").first).to_be_visible(timeout=SLOW_MS)
    expect(page.get_by_role("button", name="Save", exact=True)).to_be_disabled()
    write_template(page, kept)
    expect(page.get_by_role("button", name="Save", exact=True)).to_be_enabled(timeout=SLOW_MS)


def try_it(page: Page, server: ModelServer) -> None:
    page.get_by_role("button", name="Try on 3 cases").click()
    expect(page.get_by_text("A trial is no measurement")).to_be_visible(timeout=SLOW_MS)
    # The reply is shown word for word: its Markdown is no picture.
    expect(page.get_by_text(HOSTILE)).to_have_count(3)
    expect(page.get_by_text("People: ")).to_have_count(3)
    assert len(server.prompts) == 3
    assert all(prompt.startswith("Strictly:") for prompt in server.prompts)


def save_two_versions_and_see_what_changed(page: Page) -> None:
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("yes-no-2 is stored as version 1; the Run page offers it.")).to_be_visible(timeout=SLOW_MS)
    write_template(page, "Strictly: is {answer} supported by {evidence}?")
    expect(page.get_by_text("Saving makes version 2 of yes-no-2.")).to_be_visible(timeout=SLOW_MS)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("yes-no-2 is stored as version 2; the Run page offers it.")).to_be_visible(timeout=SLOW_MS)


def find_it_among_the_judges(page: Page) -> None:
    page.get_by_role("button", name="Back to the judges").click()
    expect(page.get_by_text("Not measured yet")).to_be_visible(timeout=SLOW_MS)
    expect(page.get_by_text("“Strictly: is {answer} supported by {evidence}?”")).to_be_visible()
    page.get_by_role("button", name="Versions (2)").click()
    removed = page.get_by_test_id("stCode").filter(has_text="<b>yes</b>")
    expect(removed).to_contain_text(
        '-  template: "Strictly: is {answer} supported by {evidence}? <b>yes</b>', timeout=SLOW_MS
    )
    expect(removed).to_contain_text('+  template: "Strictly: is {answer} supported by {evidence}?"')


def test_without_a_server_the_page_says_how_to_start_one_and_is_not_held_up(
    browser: Browser, tmp_path: Path, store_url: str
) -> None:
    environment = {"EVALCORE_CACHE": str(tmp_path / "cache"), "OLLAMA_HOST": "127.0.0.1:9"}
    with served(store_url, tmp_path / "log", environment=environment) as address:
        page = browser.new_page()
        page.goto(f"{address}/judges?part=Models")
        expect(page.get_by_text("start it with `ollama serve`")).to_be_visible(timeout=SLOW_MS)
        expect(page.get_by_role("button", name="Fetch 93 MB")).to_be_visible()
        page.goto(f"{address}/judges?edit=nobody")
        expect(page.get_by_text("no judge is called 'nobody'")).to_be_visible(timeout=SLOW_MS)
        page.close()
    assert tracebacks(tmp_path / "log") == []
