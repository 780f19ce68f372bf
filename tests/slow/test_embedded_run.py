"""The main job without any server: a real small model judges real labelled answers, is killed, and goes on."""

from __future__ import annotations

import os
import re
import signal
import time
from pathlib import Path

import pytest

from evalcore.domain import Reply
from evalcore.judges import request_fingerprint
from evalcore.providers.embedded import fetch_weights
from evalcore.store import Store
from tests.support.command import ROOT, ended, start

LIMIT, REPEATS = 12, 2
CALLS = LIMIT * REPEATS

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="only POSIX has SIGKILL"),
]


def stored_replies() -> list[Reply]:
    """Every reply of the one judge of the one run, as far as it is saved."""
    store = Store.open(os.environ["EVALCORE_DB"])
    try:
        runs = store.list_runs()
        if not runs:
            return []
        judge = store.load_judge(runs[0].spec.judge_ids[0])
        return list(store.replies_for(request_fingerprint(judge), 0).values())
    finally:
        store.close()


def test_a_killed_run_of_the_embedded_model_goes_on_with_exactly_the_missing_calls(shared: Path):
    """12 cases twice: 24 calls. What was saved before the kill is not asked again, everything else is."""
    fetch_weights()
    cases = shared / "datasets" / "07_begin_wow" / "begin_dev_wow.tsv"
    recipe = ROOT / "data" / "recipes" / "begin-wow.yaml"
    words = f"--map {recipe} --limit {LIMIT} --judge embedded:smollm2-135m --repeats {REPEATS} --json".split()

    first = start("run", "--cases", cases, *words)
    deadline = time.monotonic() + 300
    while len(stored_replies()) < CALLS // 2:
        assert first.poll() is None, "the run ended before it could be killed"
        assert time.monotonic() < deadline
        time.sleep(0.1)
    first.send_signal(signal.SIGKILL)
    first.communicate()
    saved = {reply.call: reply for reply in stored_replies()}

    second = ended(start("run", "--cases", cases, *words), timeout_s=300)
    assert second.code == 0
    told = re.search(r"run (\S+): (\d+) calls to ask, (\d+) already answered", second.err)
    assert told, second.err
    assert told.groups() == ("r-0001", str(CALLS - len(saved)), str(len(saved)))
    replies = {reply.call: reply for reply in stored_replies()}
    assert len(replies) == CALLS
    assert {call: replies[call] for call in saved} == saved

    (judge,) = second.json["judges"]
    assert (second.json["dataset"]["cases"], judge["as_deployed"]["n"]) == (LIMIT, LIMIT)
    assert (judge["calls"]["answered"], judge["calls"]["failed"], judge["calls"]["missing"]) == (CALLS, 0, 0)
    assert judge["digest"].startswith("sha256:")
    assert judge["usage"]["prompt_tokens"] > 0
