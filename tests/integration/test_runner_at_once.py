"""Several processes with runs of their own in one store, on each database."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from evalcore.domain import case_fingerprint
from evalcore.judges import request_fingerprint
from evalcore.runner import run_standing
from evalcore.store import Store
from tests.support.things import make_dataset, make_judge

ROOT = Path(__file__).parents[2]
SIZES = (60, 80, 100)


def test_runs_that_share_calls_end_at_once_and_store_each_reply_once(tmp_path: Path, store_url: str) -> None:
    """The smaller sets are the first cases of the largest: 100 calls in all, asked by whoever comes first."""
    logs = [tmp_path / f"{size}.log" for size in SIZES]
    program = [sys.executable, "-m", "tests.support.killable_run", store_url]
    started = [
        subprocess.Popen([*program, str(log), str(size)], cwd=ROOT) for log, size in zip(logs, SIZES, strict=True)
    ]
    assert [process.wait(timeout=120) for process in started] == [0, 0, 0]

    store = Store.open(store_url)
    runs = store.list_runs()
    assert [run.state for run in runs] == ["done"] * 3
    assert sorted(run_standing(store, run.id)[0].answered for run in runs) == list(SIZES)
    stored = store.replies_for(request_fingerprint(make_judge().pinned(digest="digest of small:1b")), 0)
    store.close()
    assert set(stored) == {(case_fingerprint(case), 0) for case in make_dataset(max(SIZES)).cases}
    asked = [line for log in logs for line in log.read_text().splitlines()]
    assert set(asked) == {case.id for case in make_dataset(max(SIZES)).cases}
