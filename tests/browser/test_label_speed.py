"""How long a person waits for the next case, on a large set while a run goes on in the same server."""

from __future__ import annotations

import os
import random
import re
import statistics
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from benchmarks.material import SET, generated_set
from evalcore.domain import PASS_FAIL
from evalcore.labelling import SessionDraft, create_session, invite
from evalcore.store import Store
from tests.support.model_server import ModelServer
from tests.support.workbench import served, settled, tracebacks

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.alone]

CASES, PRESSES = 10_000, 60
PACE_MS = 500
"""At the pace of 120 labels a minute, which is the bar."""
BAR_MS = 250
JUDGE = "yes-no@ollama:tiny:1b"
WATCH = (Path(__file__).parents[1] / "support" / "label_pace.js").read_text(encoding="utf-8")


@pytest.fixture
def store_url(tmp_path: Path) -> str:
    return f"sqlite:///{(tmp_path / 'large.db').as_posix()}"


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    opened = Store.open(store_url)
    yield opened
    opened.close()


def seat_in(store: Store) -> str:
    """Make a session on all cases, of which one in ten is shown again, and return the code of its only person."""
    now = datetime.now(UTC)
    dataset = store.save_dataset(generated_set(CASES, random.Random(1)), at=now)
    draft = SessionDraft(
        name="large", criterion="grounded", question="Is it supported?", guidelines="Read.", scale=PASS_FAIL
    )
    session = create_session(store, dataset.id, draft, at=now)
    return invite(store, session.id, "Ines", at=now).code


def start_a_run(page: Page) -> None:
    page.goto(f"/run?set={SET}")
    chosen = page.locator(".st-key-run_judges")
    expect(chosen.get_by_text("always-yes")).to_be_visible()
    settled(page)
    chosen.get_by_role("button", name="Clear all").click()
    expect(page.get_by_text("Choose at least one judge")).to_be_visible()
    chosen.get_by_role("combobox").fill(JUDGE)
    chosen.get_by_role("combobox").press("Enter")
    chosen.get_by_role("combobox").press("Escape")
    page.get_by_role("button", name=re.compile("^Ask [0-9,]+ calls$")).click()
    expect(page.get_by_role("heading", name="Run r-0001: running")).to_be_visible()
    page.goto("about:blank")


def waits_of(page: Page, code: str) -> list[float]:
    """Milliseconds from each press to the next case, its keys included, at a fast person's pace."""
    page.goto(f"/label?code={code}")
    expect(page.locator(".st-key-shown_1")).to_be_visible()
    settled(page)
    for turn in range(1, PRESSES + 1):
        page.wait_for_timeout(PACE_MS)
        page.keyboard.press("12"[turn % 2])
        page.wait_for_function(f"labelPace.shown === {turn + 1}")
    return [float(wait) for wait in page.evaluate("labelPace.waits")]


def test_the_next_case_comes_within_a_quarter_of_a_second_on_ten_thousand_cases_while_a_run_goes_on(
    browser: Browser, store: Store, store_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = seat_in(store)
    with ModelServer(models=["tiny:1b"], latency_s=0.2) as models:
        environment = {"EVALCORE_CACHE": os.fspath(tmp_path / "cache"), "OLLAMA_HOST": models.url}
        with served(store_url, tmp_path / "log", environment=environment) as address:
            context = browser.new_context(base_url=address, viewport={"width": 1280, "height": 1000})
            context.add_init_script(WATCH)
            page = context.new_page()
            page.set_default_timeout(30_000)
            start_a_run(page)
            before = len(models.prompts)
            waits = sorted(waits_of(page, code))
            asked = len(models.prompts) - before
            context.close()
    p95 = waits[round(0.95 * len(waits)) - 1]
    with capsys.disabled():
        sys.stdout.write(
            f"\nkey to next case, {CASES:,} cases, {asked} calls of a run meanwhile, {len(waits)} presses:"
            f" median {statistics.median(waits):.0f} ms, p95 {p95:.0f} ms (bar {BAR_MS} ms)\n"
        )
    assert tracebacks(tmp_path / "log") == []
    assert len(store.labelling.events("s-0001")) == PRESSES
    assert asked > PRESSES
    assert p95 < BAR_MS
