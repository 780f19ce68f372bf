"""The Run page in a real browser: planned, started, left, seen by a second person, stopped, continued."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from evalcore.importing import demo_dataset
from evalcore.store import Store
from tests.support.model_server import Fault, ModelServer, ScriptedReply, always
from tests.support.workbench import served, tracebacks

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SLOW_MS = 20_000
LAYOUT_SHIFT = (Path(__file__).parents[1] / "support" / "layout_shift.js").read_text(encoding="utf-8")
JUDGE = "yes-no@ollama:tiny:1b"
CALLS = 57
"""60 cases once, but for the 3 that lack their evidence."""
HOSTILE = "no <b>room</b> ![seen](http://outside.invalid/x.png)"


@pytest.fixture
def store_url(tmp_path: Path) -> str:
    url = f"sqlite:///{(tmp_path / 'browser.db').as_posix()}"
    store = Store.open(url)
    store.save_dataset(demo_dataset(), at=datetime(2026, 9, 14, tzinfo=UTC))
    store.close()
    return url


@pytest.fixture
def models() -> Iterator[ModelServer]:
    """Slow enough that a run is still under way when the test comes to look: 57 calls, 4 at once, take 14 s."""
    with ModelServer(models=["tiny:1b"], latency_s=1.0) as server:
        yield server


def environment(tmp_path: Path, models: ModelServer) -> dict[str, str]:
    return {"EVALCORE_CACHE": str(tmp_path / "cache"), "OLLAMA_HOST": models.url}


def opened(browser: Browser, address: str) -> Page:
    page = browser.new_context(base_url=address, viewport={"width": 1280, "height": 1400}).new_page()
    page.set_default_timeout(SLOW_MS)
    return page


def plan(page: Page) -> None:
    """Choose one model judge, asked once, in place of the rules that stand there."""
    page.goto("/run")
    expect(page.get_by_test_id("stMetric").filter(has_text="Calls to ask")).to_be_visible(timeout=SLOW_MS)
    chosen = page.locator(".st-key-run_judges")
    expect(chosen.get_by_text("always-yes")).to_be_visible()
    chosen.get_by_role("button", name="Clear all").click()
    expect(page.get_by_text("Choose at least one judge")).to_be_visible(timeout=SLOW_MS)
    chosen.get_by_role("combobox").fill(JUDGE)
    chosen.get_by_role("combobox").press("Enter")
    # What lies behind an open list is out of reach.
    chosen.get_by_role("combobox").press("Escape")
    repeats = page.get_by_role("spinbutton", name="Repeats")
    repeats.fill("1")
    repeats.press("Enter")
    expect(page.get_by_role("button", name=f"Ask {CALLS} calls")).to_be_visible(timeout=SLOW_MS)


def start(page: Page) -> None:
    page.get_by_role("button", name=f"Ask {CALLS} calls").click()
    expect_state(page, "running")
    # A bar that has moved: 1 to 56 calls are done.
    expect(page.get_by_test_id("stProgress").first).to_have_text(re.compile(rf" [1-9]\d? of {CALLS}"), timeout=SLOW_MS)


def another_run(store_url: str) -> str:
    """A newer run of the same set, which nobody works on."""
    store = Store.open(store_url)
    newer = store.create_run(store.load_run("r-0001").spec, at=datetime.now(UTC) + timedelta(days=1))
    store.close()
    return newer.id


def expect_state(page: Page, state: str) -> None:
    expect(page.get_by_role("heading", name=f"Run r-0001: {state}")).to_be_visible(timeout=SLOW_MS)


def test_a_run_survives_its_page_is_cancelled_by_another_person_and_continued(
    tmp_path: Path, store_url: str, models: ModelServer, browser: Browser
) -> None:
    with served(store_url, tmp_path / "log", environment=environment(tmp_path, models)) as address:
        page = opened(browser, address)
        plan(page)
        assert models.prompts == []
        expect(page.get_by_test_id("stMetric").filter(has_text="not known yet")).to_be_visible()
        start(page)
        page.get_by_role("link", name="Compare", exact=True).click()
        expect(page.get_by_role("heading", name="Compare", exact=True)).to_be_visible(timeout=SLOW_MS)
        page.goto("/run?run=r-0001")
        expect_state(page, "running")

        other = opened(browser, address)
        other.goto("/run?run=r-0001")
        other.get_by_role("button", name="Cancel").click()
        expect_state(other, "cancelled")
        expect_state(page, "cancelled")
        # Calls under way at the cancel came to their end, so every reply is stored.
        models.latency_s = 0.0
        asked = len(models.prompts)
        assert 0 < asked < CALLS
        expect(
            other.get_by_text(f"{asked} replies are stored, 0 calls failed and {CALLS - asked} are missing")
        ).to_be_visible()

        page.get_by_role("button", name=f"Continue: ask {CALLS - asked} missing calls").click()
        expect(page.get_by_text(f"Done: {CALLS} replies are stored.")).to_be_visible(timeout=SLOW_MS)
        assert len(models.prompts) == CALLS
        assert set(Counter(models.prompts).values()) == {1}
        page.goto(f"/run?run={another_run(store_url)}")
        page.get_by_role("button", name="r-0001 · done").click()
        expect_state(page, "done")
        expect(page).to_have_url(re.compile("run=r-0001"))
        page.get_by_role("link", name="See the results", exact=True).click()
        expect(page.get_by_role("heading", name="Compare", exact=True)).to_be_visible(timeout=SLOW_MS)
        expect(page).to_have_url(re.compile("run=r-0001"))
        page.context.close()
        other.context.close()
    assert tracebacks(tmp_path / "log") == []


def test_nothing_on_the_page_jumps_while_the_numbers_of_a_live_run_change(
    tmp_path: Path, store_url: str, models: ModelServer, browser: Browser
) -> None:
    with served(store_url, tmp_path / "log", environment=environment(tmp_path, models)) as address:
        page = opened(browser, address)
        plan(page)
        start(page)
        page.evaluate(LAYOUT_SHIFT)
        page.evaluate("window.jumped = []")
        progress = page.get_by_test_id("stProgress").first
        at_first = progress.inner_text()
        expect(progress).to_have_text(re.compile(rf" [2-4]\d of {CALLS}"))
        assert progress.inner_text() != at_first
        # 0.1 is what browsers' makers call good for a whole visit; 0 is a page on which nothing moves.
        assert page.evaluate("window.jumped.reduce((sum, value) => sum + value, 0)") < 0.01
        page.context.close()


def test_a_paused_run_waits_an_ended_server_loses_nothing_and_errors_are_told_in_words(
    tmp_path: Path, store_url: str, models: ModelServer, browser: Browser
) -> None:
    refused: list[str] = []

    def refuse_the_first(prompt: str, nth: int) -> ScriptedReply | Fault:
        if prompt in refused or not refused:
            refused.append(prompt)
            return Fault.status(400, body=f'{{"error": "{HOSTILE}"}}')
        return ScriptedReply("YES")

    models.script = refuse_the_first
    with served(store_url, tmp_path / "log", environment=environment(tmp_path, models)) as address:
        page = opened(browser, address)
        plan(page)
        start(page)
        page.get_by_role("button", name="Pause").click()
        expect_state(page, "paused")
        expect(page.get_by_text(HOSTILE)).to_be_visible(timeout=SLOW_MS)
        page.get_by_role("button", name="Go on").click()
        expect_state(page, "running")
        page.context.close()
    models.latency_s = 0.0
    before = len(models.prompts)
    assert 0 < before < CALLS

    with served(store_url, tmp_path / "log2", environment=environment(tmp_path, models)) as address:
        page = opened(browser, address)
        page.goto("/run?run=r-0001")
        expect_state(page, "interrupted")
        expect(page.get_by_text(HOSTILE)).to_be_visible()
        page.get_by_role("button", name=f"Continue: ask {CALLS - before} missing calls").click()
        expect(page.get_by_text(f"Done: {CALLS - 1} replies are stored, 1 call failed.")).to_be_visible(timeout=SLOW_MS)
        assert set(Counter(models.prompts).values()) == {1}
        models.script = always("YES")
        page.get_by_role("button", name="Ask 1 failed call again").click()
        expect(page.get_by_text(f"Done: {CALLS} replies are stored.")).to_be_visible(timeout=SLOW_MS)
        assert len(models.prompts) == CALLS + 1
        page.context.close()
    assert tracebacks(tmp_path / "log") + tracebacks(tmp_path / "log2") == []
