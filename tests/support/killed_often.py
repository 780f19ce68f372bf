"""A run that is killed again and again: ``python -m tests.support.killed_often STORE SERVER LOG KILLS SEED``.

Everything is imported once; each attempt is a process of its own (a fork), with a store and connections of its own, and
is killed with SIGKILL at a random moment: after so many replies, or before the first, and some milliseconds more. Once
enough are killed, the last one may end. Written to LOG, a line each: ``stored CASE REPEAT`` after the store said that a
reply is stored. Prints after how many replies each was killed.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import Iterable
from datetime import UTC, datetime
from random import Random

import evalcore.providers.ollama
from evalcore.domain import Dataset, Reply, case_fingerprint
from evalcore.judges import Judge, ModelRef
from evalcore.providers import Providers
from evalcore.runner import execute, prepare_run, this_process
from evalcore.store import Store
from evalcore.store.database import Database
from tests.support.things import NOON, make_case, make_dataset, make_judge

CASES, REPEATS, WORKERS = 350, 4, 4
MOST_REPLIES = 40
LONGEST_S = 0.03


class LoggingStore(Store):
    """Notes what it has told the run to be stored, after it is."""

    log: int

    def save_replies(self, landed: Iterable[Reply]) -> int:
        landed = list(landed)
        saved = super().save_replies(landed)
        lines = [f"stored {reply.call.case_fingerprint} {reply.call.repeat}\n" for reply in landed]
        os.write(self.log, "".join(lines).encode())
        return saved


def numbered_set() -> Dataset:
    """Cases whose answer is their number, so that the server knows which one it is asked about."""
    return make_dataset(0, cases=tuple(make_case(number, answer=str(number)) for number in range(CASES)))


def fingerprints() -> list[str]:
    """Of the cases, by their numbers."""
    return [case_fingerprint(case) for case in numbered_set().cases]


def judge_at(server: str) -> Judge:
    """The judge that is asked."""
    model = ModelRef(provider="ollama", name="smollm2:135m", base_url=server)
    made = make_judge(template="{answer} is supported by {evidence}? YES or NO")
    return Judge(
        name=made.name, criterion=made.criterion, model=model, prompt=made.prompt, rule=made.rule,
        reader=made.reader, tokens=made.tokens,
    )  # fmt: skip


async def work(url: str, server: str, log: int, landed: int) -> str:
    """Prepare the run anew and ask what is missing; a byte goes to ``landed`` with every reply."""

    def now() -> datetime:
        # Told the time of every reply; it is asked for a few times besides.
        os.write(landed, b".")
        return datetime.now(UTC)

    store = LoggingStore(Database(url))
    store.log = log
    stored = store.save_dataset(numbered_set(), at=NOON)
    providers = Providers()
    run = await prepare_run(store, stored, [judge_at(server)], providers=providers, clock=now, repeats=REPEATS)
    outcome = await execute(run, store=store, providers=providers, clock=now, owner=this_process(), concurrency=WORKERS)
    store.close()
    return outcome.state


def main(url: str, server: str, log_file: str, kills: int, seed: int) -> None:
    log = os.open(log_file, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    random, killed = Random(seed), 0
    while killed < kills:
        process, landed = _started(url, server, log)
        replies = random.randrange(MOST_REPLIES)
        for _ in range(replies):
            os.read(landed, 1)
        time.sleep(random.uniform(0.0, LONGEST_S))
        os.kill(process, signal.SIGKILL)
        os.close(landed)
        if not os.WIFSIGNALED(os.waitpid(process, 0)[1]):
            raise SystemExit(f"the run ended after {killed} kills: give it more to ask")
        killed += 1
        sys.stdout.write(f"{replies}\n")
    process, landed = _started(url, server, log)
    while os.read(landed, 4096):
        pass
    raise SystemExit(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))


def _started(url: str, server: str, log: int) -> tuple[int, int]:
    """A process that works on the run, and where to read that a reply landed."""
    reading, writing = os.pipe()
    process = os.fork()
    if process:
        os.close(writing)
        return process, reading
    try:
        os._exit(0 if asyncio.run(work(url, server, log, writing)) == "done" else 1)
    except BaseException as error:
        sys.stderr.write(f"{error!r}\n")
        os._exit(2)


if __name__ == "__main__":
    assert evalcore.providers.ollama
    main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5]))
