"""A measured store and one browser for all tests of a worker."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.model_server import ModelServer, ScriptedReply
from tests.support.workbench import chromium, served, tracebacks, watch_requests

expect.set_options(timeout=30_000)  # a page waits for two busy cores, never for a sleep


@dataclass(frozen=True)
class Server:
    """A workbench that is being served."""

    address: str
    log: Path


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One real browser a module; each test opens contexts of its own.

    Not for the whole session: while it is open an event loop runs in this thread, in which no
    command can be run.
    """
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="session")
def measured(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A store with the demo set and a run of three judges; one of them talks, and flips when it is asked again."""
    url = f"sqlite:///{(tmp_path_factory.mktemp('measured') / 'store.db').as_posix()}"
    command = ["run", "--cases", "demo", "--db", url, "--repeats", "2"]
    judges = ["--judge", "yes-no@openai:smollm2:135m", "--judge", "always-yes", "--judge", "word-overlap"]
    with ModelServer(_talkative) as server:
        # In a process of its own: Playwright keeps an event loop running in this thread.
        subprocess.run(
            [sys.executable, "-m", "evalcore", *command, *judges],
            env={**os.environ, "OPENAI_BASE_URL": f"{server.url}/v1"},
            check=True,
            capture_output=True,
        )
    return url


def _talkative(prompt: str, nth: int) -> ScriptedReply:
    """Bare, emphasised or wordy by the length of the prompt; every fifth case flips when it is asked again."""
    kind = len(prompt) % 5
    passes = (len(prompt) % 3 > 0) != (kind == 0 and nth == 1)
    word = "Yes" if passes else "No"
    return ScriptedReply(text=(word, f"**{word}**", f"{word}, as the evidence says.", word, "")[kind])


@pytest.fixture(scope="session")
def server(measured: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server a worker on the measured store, for pages that are only read; each test has a session of its own."""
    folder = tmp_path_factory.mktemp("server")
    with served(measured, folder / "log", environment={"EVALCORE_CACHE": os.fspath(folder / "cache")}) as address:
        yield Server(address=address, log=folder / "log")


@pytest.fixture
def open_page(browser: Browser, server: Server) -> Iterator[Page]:
    """A page in a fresh session; afterwards nothing may have gone outside or ended in a traceback."""
    before = len(tracebacks(server.log))
    yield from _page(browser, server)
    assert tracebacks(server.log)[before:] == []


@pytest.fixture
def first_page(browser: Browser, measured: str, tmp_path: Path) -> Iterator[Page]:
    """The same on a server of its own, which nobody has asked for anything yet."""
    with served(measured, tmp_path / "log", environment={"EVALCORE_CACHE": os.fspath(tmp_path / "cache")}) as address:
        yield from _page(browser, Server(address=address, log=tmp_path / "log"))
    assert tracebacks(tmp_path / "log") == []


def _page(browser: Browser, server: Server) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 1000}, base_url=server.address)
    outside = watch_requests(context, server.address)
    page = context.new_page()
    page.set_default_timeout(30_000)
    yield page
    context.close()
    assert outside == []
