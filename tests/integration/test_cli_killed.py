"""A run on the command line that is killed or stopped goes on with the same command, and asks only what is missing."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
from collections import Counter
from pathlib import Path

import pytest

from evalcore.runner.saving import MOST_UNSAVED
from evalcore.store import Store
from tests.support.command import Command, ended, start
from tests.support.model_server import ModelServer

CASES, REPEATS, CONCURRENCY = 80, 2, 4
CALLS = CASES * REPEATS
JUDGE = "yes-no@ollama:smollm2:135m"

pytestmark = pytest.mark.skipif(os.name != "posix", reason="only POSIX has SIGKILL")


def words(folder: Path) -> list[str]:
    """The same command, however often it is started."""
    file = folder / "cases.jsonl"
    cases = [{"id": f"c{n}", "question": f"Question {n}?", "answer": "A.", "evidence": "E."} for n in range(CASES)]
    file.write_text("".join(json.dumps(case) + "\n" for case in cases), encoding="utf-8")
    return f"run --cases {file} --judge {JUDGE} --repeats {REPEATS} --concurrency {CONCURRENCY} --json".split()


def wait_until_asked(server: ModelServer, process: subprocess.Popen[str], calls: int) -> None:
    deadline = time.monotonic() + 60
    while len(server.prompts) < calls:
        assert process.poll() is None, "the run ended before it was to be stopped"
        assert time.monotonic() < deadline
        time.sleep(0.002)


def test_a_killed_run_goes_on_with_exactly_the_missing_calls(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lost are at most MOST_UNSAVED − 1 replies that were not saved and one per call under way: 49 + 4 = 53."""
    with ModelServer(latency_s=0.02) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.url)
        process = start(*words(tmp_path))
        wait_until_asked(server, process, CALLS // 2)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        asked_before = len(server.prompts)

        again = command(*words(tmp_path))
        told = re.search(r"run (\S+): (\d+) calls to ask, (\d+) already answered", again.err)
        assert told, again.err
        run_id, to_ask, answered = told[1], int(told[2]), int(told[3])
        assert (again.code, run_id, to_ask + answered) == (0, "r-0001", CALLS)
        assert len(server.prompts) - asked_before == to_ask
        assert 0 < answered <= asked_before
        assert asked_before - answered <= MOST_UNSAVED - 1 + CONCURRENCY
        assert again.json["judges"][0]["calls"]["answered"] == CALLS
        times = Counter(server.prompts)
        assert len(times) == CASES
        assert sum(times.values()) == CALLS + (asked_before - answered)

        third = command(*words(tmp_path))
        assert (third.code, sum(times.values())) == (0, len(server.prompts))
        assert f"0 calls to ask, {CALLS} already answered" in third.err


def test_a_run_that_is_interrupted_lets_its_calls_finish_and_says_how_to_go_on(tmp_path: Path) -> None:
    """Ctrl+C once: what is under way is waited for and stored, nothing new is asked, and the command ends with 3."""
    with ModelServer(latency_s=0.05) as server:
        process = start(*words(tmp_path), OLLAMA_HOST=server.url)
        wait_until_asked(server, process, 12)
        process.send_signal(signal.SIGINT)
        stopped = ended(process)
        assert stopped.code == 3
        assert "Traceback" not in stopped.err
        assert "stopping after the calls under way" in stopped.err
        assert "The same command asks what is missing" in stopped.err
        assert stopped.json["judges"][0]["calls"]["answered"] == len(server.prompts) < CALLS
    store = Store.open(os.environ["EVALCORE_DB"])
    assert [run.state for run in store.list_runs()] == ["cancelled"]
    store.close()


def test_a_second_process_does_not_work_on_the_same_run(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ModelServer(latency_s=0.05) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.url)
        process = start(*words(tmp_path))
        wait_until_asked(server, process, 4)
        second = command(*words(tmp_path))
        process.send_signal(signal.SIGINT)
        assert ended(process).code == 3
    assert (second.code, second.out) == (3, "")
    assert f":{process.pid}" in second.err
    assert "is being worked on by" in second.err
