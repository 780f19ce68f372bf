"""The doctor's tab in a real browser: started, followed while it asks, and read to the prompt."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from evalcore.store import Store
from tests.support.judge_server import JudgeServer, probe_set
from tests.support.probing import JUDGE
from tests.support.workbench import choose, served, tracebacks, watch_requests

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SLOW_MS = 60_000


@pytest.fixture
def server() -> Iterator[JudgeServer]:
    with JudgeServer("long") as server:
        yield server


@pytest.fixture
def store_url(tmp_path: Path, server: JudgeServer) -> str:
    """A store with the lamps and a run of the judge on them."""
    url = f"sqlite:///{(tmp_path / 'browser.db').as_posix()}"
    store = Store.open(url)
    store.save_dataset(probe_set(), at=datetime(2026, 9, 14, tzinfo=UTC))
    store.close()
    # In a process of its own: Playwright keeps an event loop running in this thread.
    subprocess.run(
        [sys.executable, "-m", "evalcore", "run", "--cases", "lamps", "--judge", JUDGE, "--repeats", "1", "--db", url],
        env={**os.environ, "OLLAMA_HOST": server.url},
        check=True,
        capture_output=True,
    )
    return url


def test_a_judge_is_examined_in_the_background_and_every_call_can_be_read(
    browser: Browser, tmp_path: Path, store_url: str, server: JudgeServer
) -> None:
    server.latency_s = 0.05  # six seconds in all: long enough to leave the page and come back
    asked_by_the_run = len(server.prompts)
    with served(store_url, tmp_path / "log", environment={"OLLAMA_HOST": server.url}) as address:
        context = browser.new_context(viewport={"width": 1280, "height": 1400})
        outside = watch_requests(context, address)
        page = context.new_page()
        page.set_default_timeout(SLOW_MS)
        page.goto(f"{address}/judge?tab=Doctor")
        page.get_by_role("button", name="Examine: 126 calls").click(timeout=SLOW_MS)
        expect(page.get_by_text("of 126 calls")).to_be_visible(timeout=SLOW_MS)
        expect(page.get_by_role("button", name="Examine: 126 calls")).to_be_disabled()
        page.reload()
        expect(page.get_by_role("button", name="Examine again: 126 calls")).to_be_enabled(timeout=SLOW_MS)
        assert len(server.prompts) - asked_by_the_run == 126  # reloading asked nothing again
        expect(page.get_by_text("8 of 16 verdicts changed (8 to pass)")).to_be_visible(timeout=SLOW_MS)
        expect(page.get_by_text("Say in the prompt that length counts neither for nor against")).to_be_visible()
        page.get_by_text("Every prompt and reply").click()
        choose(page, "Calls made for", "Length of the answer")
        expect(page.get_by_text("Sent: with courtesy after the answer")).to_be_visible(timeout=SLOW_MS)
        expect(page.get_by_test_id("stCode").filter(has_text="Thank you very much")).to_have_count(1)
        context.close()
    assert outside == []
    assert tracebacks(tmp_path / "log") == []
