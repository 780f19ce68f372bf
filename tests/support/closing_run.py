"""A program that ends while it works on a run in the background: ``python -m tests.support.closing_run URL LOG CASES``.

Like a server, its main thread returns when it is told to end, and nobody closes the runs.
Every call that is asked is a line in the log, written before the call is under way.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from datetime import UTC, datetime

from evalcore.providers import Request
from evalcore.runner import BackgroundRuns
from evalcore.store import Store
from tests.support.runs import prepared
from tests.support.scripted_provider import ScriptedProvider
from tests.support.things import make_dataset


def now() -> datetime:
    return datetime.now(UTC)


def main(url: str, log: str, cases: int) -> None:
    lines = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def note(request: Request) -> None:
        os.write(lines, f"{request.case.id}\n".encode())

    provider = ScriptedProvider(delay_s=0.02, on_ask=note)
    store = Store.open(url)
    told_to_end = threading.Event()
    signal.signal(signal.SIGTERM, lambda _signal, _frame: told_to_end.set())
    BackgroundRuns(store, providers=provider, clock=now).start(prepared(store, provider, make_dataset(cases)))
    while not told_to_end.wait(0.01):
        pass


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
