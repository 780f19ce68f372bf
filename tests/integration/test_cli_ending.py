"""A command that is told to end stores what is paid for: each reply that the server gave before is there afterwards."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest

from evalcore.runner import run_standing
from evalcore.store import Store
from tests.integration.test_cli_killed import CALLS, CONCURRENCY, wait_until_asked, words
from tests.support.command import ROOT, ended, start
from tests.support.judge_server import JudgeServer, probe_set
from tests.support.model_server import ModelServer, ScriptedReply
from tests.support.probing import JUDGE
from tests.support.things import NOON
from tests.support.workbench import WorkbenchServer, _free_port

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows sends no such signals")
TOLD = [signal.SIGTERM, signal.SIGHUP] if os.name == "posix" else []

ON_A_TERMINAL = """import fcntl, sys, termios
fcntl.ioctl(2, termios.TIOCSCTTY, 0)
from evalcore.cli import main
sys.exit(main(sys.argv[1:]))
"""


def answered() -> int:
    """How many calls of the first run have a reply."""
    store = Store.open(os.environ["EVALCORE_DB"])
    try:
        return run_standing(store, "r-0001")[0].answered
    finally:
        store.close()


def state() -> str:
    store = Store.open(os.environ["EVALCORE_DB"])
    try:
        return store.load_run("r-0001").state
    finally:
        store.close()


def wait_until_said(process: subprocess.Popen[str], words_of_it: str) -> None:
    assert process.stderr is not None
    for line in process.stderr:
        if words_of_it in line:
            return
    pytest.fail(f"the command ended without saying {words_of_it!r}")


@pytest.mark.parametrize("number", TOLD)
def test_a_run_that_is_told_to_end_stores_every_reply_and_says_how_to_go_on(tmp_path: Path, number: signal.Signals):
    """It ends with 128 + the signal, as shells count: 143 or 129."""
    with ModelServer(latency_s=0.05) as server:
        process = start(*words(tmp_path), OLLAMA_HOST=server.url)
        wait_until_asked(server, process, 12)
        process.send_signal(number)
        stopped = ended(process)
        assert answered() == len(server.prompts) < CALLS
    assert stopped.code == 128 + number
    assert "Traceback" not in stopped.err
    assert f"stopping after the calls under way; {number.name} again ends at once" in stopped.err
    assert "the run is interrupted (the program ended). The same command asks what is missing" in stopped.err
    assert stopped.json["judges"][0]["calls"]["answered"] == answered()
    assert state() == "interrupted"


@pytest.mark.parametrize("number", TOLD)
def test_a_run_that_is_told_twice_ends_at_once_and_stores_what_arrived(tmp_path: Path, number: signal.Signals):
    """The first call of each worker is answered, by the time that it asks the next, which never is.

    The first round of calls never narrows a run, however long each of them took.
    """
    quick, numbers = CONCURRENCY, count(1)

    def script(_prompt: str, _nth: int) -> ScriptedReply:
        # Counted here, as calls at once may all have arrived before the first of them is looked at.
        return ScriptedReply("YES", first_byte_s=0 if next(numbers) <= quick else 600)

    with ModelServer(script) as server:
        process = start(*words(tmp_path), OLLAMA_HOST=server.url)
        wait_until_asked(server, process, quick + CONCURRENCY)
        process.send_signal(number)
        wait_until_said(process, "again ends at once")
        process.send_signal(number)
        stopped = ended(process)
        assert answered() == quick
    assert stopped.code == -number
    assert "Replies that arrived are stored" in stopped.err
    assert state() == "interrupted"


def test_a_run_whose_terminal_is_closed_stores_every_reply(tmp_path: Path):
    """The kernel sends SIGHUP, and from then on nothing can be said on that terminal."""
    ours, its = os.openpty()
    with ModelServer(latency_s=0.05) as server:
        process = subprocess.Popen(
            [sys.executable, "-c", ON_A_TERMINAL, *words(tmp_path)],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT), "OLLAMA_HOST": server.url},
            stdin=subprocess.DEVNULL,
            stdout=its,
            stderr=its,
            encoding="utf-8",
            start_new_session=True,
        )
        os.close(its)
        wait_until_asked(server, process, 12)
        os.close(ours)
        ended(process)
        assert answered() == len(server.prompts) < CALLS
    assert state() == "interrupted"


def test_a_run_that_is_not_to_hear_its_terminal_goes_on(tmp_path: Path):
    """As ``nohup`` starts it, with SIGHUP ignored."""
    deaf = "import os, signal, sys; signal.signal(signal.SIGHUP, signal.SIG_IGN); os.execv(sys.argv[1], sys.argv[1:])"
    with ModelServer(latency_s=0.02) as server:
        process = subprocess.Popen(
            [sys.executable, "-c", deaf, sys.executable, "-m", "evalcore", *words(tmp_path)],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT), "OLLAMA_HOST": server.url},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        wait_until_asked(server, process, 12)
        process.send_signal(signal.SIGHUP)
        assert ended(process).code == 0
        assert answered() == len(server.prompts) == CALLS


@pytest.mark.parametrize("number", [*TOLD, signal.SIGINT])
def test_a_doctor_that_is_told_to_end_reports_on_the_calls_that_were_answered(tmp_path: Path, number: signal.Signals):
    """Of 16 cases all are asked as they are, and some with other evidence: only the first findings are defined."""
    store = Store.open(os.environ["EVALCORE_DB"])
    store.save_dataset(probe_set(), at=NOON)
    store.close()
    with JudgeServer(latency_s=0.05) as server:
        asked = f"doctor --cases lamps --judge {JUDGE} --json --out {tmp_path / 'doctor.json'}"
        process = start(*asked.split(), OLLAMA_HOST=server.url)
        wait_until_asked(server, process, 18)
        process.send_signal(number)
        stopped = ended(process)
        assert len(stopped.json["exchanges"]) == len(server.prompts) < 40
    assert stopped.code == (3 if number == signal.SIGINT else 128 + number)
    assert "the same command starts from the first" in stopped.err
    assert (tmp_path / "doctor.json").read_text(encoding="utf-8") == stopped.out
    marks = {finding["kind"]: finding["mark"] for finding in stopped.json["findings"]}
    assert (marks["form"], marks["always"], marks["instruction"]) == ("ok", "ok", "undefined")
    assert "was stopped before" in next(one["found"] for one in stopped.json["findings"] if one["kind"] == "seed")


def test_a_workbench_whose_terminal_is_closed_ends_its_server_in_good_order(tmp_path: Path):
    """The terminal tells both; here each is told alone. A server that ends by itself interrupts its runs and saves."""
    server = WorkbenchServer(os.environ["EVALCORE_DB"], tmp_path / "log")
    server.start()
    process = server._process
    assert process is not None
    process.send_signal(signal.SIGHUP)
    assert process.wait(timeout=60) == 0

    app = start("app", "--no-browser", "--port", str(_free_port()))
    wait_until_said(app, "The workbench is open at")
    app.send_signal(signal.SIGHUP)
    assert ended(app).code == 0
