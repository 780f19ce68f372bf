"""A process that is killed in the middle of a run costs only the calls whose replies were not saved yet."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from evalcore.errors import RunBusy
from evalcore.runner import run_standing
from evalcore.runner.saving import MOST_UNSAVED
from evalcore.store import Store
from tests.support.killable_run import WORKERS, now
from tests.support.runs import executed, prepared, run
from tests.support.scripted_provider import ScriptedProvider
from tests.support.things import make_dataset

CASES = 200
ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(os.name != "posix", reason="only POSIX has SIGKILL")


def start_run(
    url: str, log: Path, *, until_lines: int, cases: int = CASES, program: str = "tests.support.killable_run"
) -> subprocess.Popen[bytes]:
    """Start a run in a process of its own, and return when it has asked so many calls."""
    command = [sys.executable, "-m", program, url, str(log), str(cases)]
    process = subprocess.Popen(command, cwd=ROOT)
    deadline = time.monotonic() + 60
    while len(lines(log)) < until_lines:
        assert process.poll() is None, "the run ended before it could be killed"
        assert time.monotonic() < deadline
        time.sleep(0.005)
    return process


def lines(log: Path) -> list[str]:
    return log.read_text().splitlines() if log.exists() else []


def kill(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGKILL)
    process.wait()


def test_a_killed_run_asks_exactly_what_is_missing(tmp_path: Path, store_url: str) -> None:
    """At most MOST_UNSAVED - 1 replies plus one per worker were not saved: 49 + 4 = 53."""
    log = tmp_path / "asked.log"
    kill(start_run(store_url, log, until_lines=CASES // 2))
    asked_before = lines(log)
    store = Store.open(store_url)
    (killed,) = store.list_runs()
    assert killed.state == "running"

    provider = ScriptedProvider()
    rest = prepared(store, provider, make_dataset(CASES))
    saved = rest.plan.answered
    assert 0 < saved <= len(asked_before)
    assert len(asked_before) - saved <= MOST_UNSAVED - 1 + WORKERS
    # The lease has not run out, but its owner is gone: no waiting.
    outcome = executed(rest, store, provider, clock=now)
    assert (outcome.state, outcome.run_id, outcome.asked) == ("done", killed.id, CASES - saved)

    times_asked = Counter(asked_before) + Counter(case for _, case in provider.asked)
    assert len(times_asked) == CASES
    assert sum(times_asked.values()) == CASES + (len(asked_before) - saved)
    assert max(times_asked.values()) <= 2
    assert run(store, provider, make_dataset(CASES)).asked == 0
    store.close()


def test_two_processes_cannot_work_on_one_run(tmp_path: Path, store_url: str) -> None:
    process = start_run(store_url, tmp_path / "asked.log", until_lines=5, cases=100_000 // 20)
    store = Store.open(store_url)
    provider = ScriptedProvider()
    same = prepared(store, provider, make_dataset(100_000 // 20))
    with pytest.raises(RunBusy, match=f"{socket.gethostname()}:{process.pid}"):
        executed(same, store, provider, clock=now)
    assert provider.asked == []
    store.request_stop(same.run_id, "cancel")
    assert process.wait(timeout=30) == 0
    assert store.load_run(same.run_id).state == "cancelled"
    store.close()


def test_a_program_that_ends_stores_what_its_runs_have_under_way(tmp_path: Path, store_url: str) -> None:
    log = tmp_path / "asked.log"
    process = start_run(store_url, log, until_lines=20, cases=1_000, program="tests.support.closing_run")
    process.terminate()
    assert process.wait(timeout=30) == 0
    store = Store.open(store_url)
    (ended,) = store.list_runs()
    assert (ended.state, ended.message, ended.lease_owner) == ("interrupted", "the program ended", None)
    assert run_standing(store, ended.id)[0].answered == len(lines(log)) < 1_000
    store.close()
