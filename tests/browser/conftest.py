"""A measured store and one browser for all tests of a worker."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from evalcore.domain import PASS_FAIL
from evalcore.labelling import SessionDraft, create_session, invite
from evalcore.store import Store
from tests.support.labelling_desk import QUESTION, Desk, House
from tests.support.model_server import ModelServer, ScriptedReply
from tests.support.workbench import Server, chromium, serving, visiting

expect.set_options(timeout=30_000)  # a page waits for two busy cores, never for a sleep


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
    with serving(measured, tmp_path_factory.mktemp("server")) as opened:
        yield opened


@pytest.fixture
def open_page(browser: Browser, server: Server) -> Iterator[Page]:
    """A page in a fresh session."""
    with visiting(browser, server) as context:
        yield context.new_page()


@pytest.fixture
def first_page(browser: Browser, measured: str, tmp_path: Path) -> Iterator[Page]:
    """The same on a server of its own, which nobody has asked for anything yet."""
    with serving(measured, tmp_path) as server, visiting(browser, server) as context:
        yield context.new_page()


@pytest.fixture(scope="session")
def house(measured: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One server a worker, where each test that labels holds a session of its own on the demo set."""
    folder = tmp_path_factory.mktemp("house")
    shutil.copy(measured.removeprefix("sqlite:///"), folder / "label.db")
    url = f"sqlite:///{(folder / 'label.db').as_posix()}"
    store = Store.open(url)
    with serving(url, folder) as opened:
        yield House(server=opened, store=store, set_id=store.list_datasets()[-1].id)
    store.close()


@pytest.fixture
def desk(browser: Browser, house: House) -> Iterator[Desk]:
    store, now = house.store, datetime.now(UTC)
    draft = SessionDraft(
        name="first round", criterion="grounded", question=QUESTION, guidelines="Read the evidence first.",
        scale=PASS_FAIL, annotators_per_case=2, again_share=0.0,
    )  # fmt: skip
    session = create_session(store, house.set_id, draft, at=now)
    ines, bo = (invite(store, session.id, name, at=now) for name in ("Ines", "Bo Quist"))
    with visiting(browser, house.server) as context:
        yield Desk(store=store, session_id=session.id, ines=ines, bo=bo, context=context)
