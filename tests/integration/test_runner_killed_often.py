"""kill -9 at a hundred random moments of one run: nothing that was stored is lost, and little is asked twice."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from evalcore.judges import request_fingerprint
from evalcore.runner.saving import MOST_UNSAVED
from evalcore.store import Store
from tests.support.fault_rows import number_in
from tests.support.killed_often import CASES, REPEATS, WORKERS, fingerprints, judge_at
from tests.support.model_server import ModelServer

KILLS, SEED = 100, 20261130
ROOT = Path(__file__).parents[2]


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="only POSIX has SIGKILL and fork")
def test_a_hundred_kills_lose_no_stored_reply_and_ask_few_calls_twice(store_url: str, tmp_path: Path) -> None:
    """A kill costs at most MOST_UNSAVED - 1 replies and one per worker: 49 + 4 = 53 calls asked again."""
    log = tmp_path / "stored.log"
    with ModelServer(latency_s=0.02) as server:
        killed = subprocess.run(
            [sys.executable, "-m", "tests.support.killed_often", store_url, server.url, log, str(KILLS), str(SEED)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        judge = judge_at(server.url).pinned(digest=server.digest("smollm2:135m"))
        asked = Counter(number_in(prompt) for prompt in server.prompts)
    assert killed.returncode == 0, killed.stderr
    assert len(killed.stdout.splitlines()) == KILLS

    store = Store.open(store_url)
    (run,) = store.list_runs()
    replies = store.replies_for(request_fingerprint(judge), 0)
    store.close()
    assert run.state == "done"
    every_call = {(fingerprint, repeat) for fingerprint in fingerprints() for repeat in range(REPEATS)}
    assert set(replies) == every_call
    assert {reply.text for reply in replies.values()} == {"YES"}

    told = Counter(tuple(line.split()[1:]) for line in log.read_text().splitlines())
    stored = Counter((fingerprint, str(repeat)) for fingerprint, repeat in replies)
    # A reply is told to be stored once: whoever comes after a kill finds it and does not ask again.
    assert told - stored == Counter()
    again = asked.total() - CASES * REPEATS
    assert 0 < again <= KILLS * (MOST_UNSAVED - 1 + WORKERS)
    unlogged = (stored - told).total()
    sys.stdout.write(
        f"\n{KILLS} kills: {CASES * REPEATS:,} calls, {len(replies):,} replies stored once each, 0 lost of "
        f"{told.total():,} told to be stored ({unlogged} killed between the store and the telling), "
        f"{again:,} calls asked again, {again / KILLS:.1f} a kill (at most {MOST_UNSAVED - 1 + WORKERS})\n"
    )
