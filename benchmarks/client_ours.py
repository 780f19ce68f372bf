"""One run of ours in a process of its own, every reply stored. Started by :mod:`benchmarks.client`.

The process does all that asking takes: it makes the store, saves the cases, plans the calls and asks them. The call
phase is :func:`evalcore.runner.execute`, from taking the lease to the last stored reply and the noted end. It starts as
``evalcore run`` does, which searches for cycles seldom and imports what it needs.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from benchmarks.client_bare import MODEL, cpu_s
from evalcore.bulk import search_seldom

if TYPE_CHECKING:
    from evalcore.store import Store


async def run(store: Store, provider: str, cases: int, repeats: int, in_flight: int) -> dict[str, float]:
    """Ask so many calls, and say what the call phase took."""
    from benchmarks.material import CRITERION, generated_set
    from evalcore.judges import find_judge
    from evalcore.providers import Providers
    from evalcore.runner import execute, prepare_run, this_process

    made = store.save_dataset(generated_set(cases, random.Random(1)), at=_now())
    judge = find_judge(f"spring-fact-check@{provider}:{MODEL}", criterion=CRITERION)
    providers = Providers()
    prepared = await prepare_run(store, made, [judge], providers=providers, clock=_now, repeats=repeats)
    cpu_before_s, started_s = cpu_s(), time.perf_counter()
    outcome = await execute(
        prepared, store=store, providers=providers, clock=_now, owner=this_process(), concurrency=in_flight
    )
    found = {"cpu_s": cpu_s() - cpu_before_s, "wall_s": time.perf_counter() - started_s}
    stored = store.known_calls(prepared.plan.judges[0].to_ask[0].call.request_fingerprint, 0)
    return found | {"replies": sum(one.answered for one in stored.values()) if outcome.state == "done" else 0}


def _now() -> datetime:
    return datetime.now(UTC)


def main(provider: str, url: str, cases: int, repeats: int, in_flight: int) -> None:
    """Measure one run, and print it as JSON."""
    search_seldom()
    from evalcore.store import Store

    store = Store.open(url)
    found = asyncio.run(run(store, provider, cases, repeats, in_flight))
    store.close()
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:]))
