"""A program that runs a judge over some cases, to be killed: ``python -m tests.support.killable_run URL LOG CASES``.

Every call that is asked is a line in the log, written before the call is under way.
"""

from __future__ import annotations

import asyncio
import os
import sys
from datetime import UTC, datetime

from evalcore.providers import Request
from evalcore.runner import execute, prepare_run, this_process
from evalcore.store import Store
from tests.support.scripted_provider import ScriptedProvider
from tests.support.things import NOON, make_dataset, make_judge

WORKERS = 4


def now() -> datetime:
    return datetime.now(UTC)


async def main(url: str, log: str, cases: int) -> None:
    lines = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def note(request: Request) -> None:
        os.write(lines, f"{request.case.id}\n".encode())

    provider = ScriptedProvider(delay_s=0.005, on_ask=note)
    store = Store.open(url)
    stored = store.save_dataset(make_dataset(cases), at=NOON)
    run = await prepare_run(store, stored, [make_judge()], providers=provider, clock=now, repeats=1)
    await execute(run, store=store, providers=provider, clock=now, owner=this_process(), concurrency=WORKERS)
    store.close()
    os.close(lines)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
