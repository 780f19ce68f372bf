"""``evalcore run`` as a person starts it, with a watch on its call phase. Started by :mod:`benchmarks.client`.

The call phase is :func:`evalcore.runner.execute`: from taking the lease to the last stored reply and the noted end.
"""

from __future__ import annotations

import json
import sys
import time
from functools import wraps
from typing import Any

from benchmarks.client_bare import cpu_s
from evalcore import runner
from evalcore.cli import main


def watched(execute: Any, found: dict[str, float]) -> Any:
    """The same, and what it took."""

    @wraps(execute)
    async def execute_and_note(*arguments: Any, **options: Any) -> Any:
        cpu_before_s, started_s = cpu_s(), time.perf_counter()
        outcome = await execute(*arguments, **options)
        found.update(cpu_s=cpu_s() - cpu_before_s, wall_s=time.perf_counter() - started_s, replies=outcome.asked)
        return outcome

    return execute_and_note


if __name__ == "__main__":
    found: dict[str, float] = {}
    runner.execute = watched(runner.execute, found)
    code = main(sys.argv[1:])
    sys.stderr.write(json.dumps(found | {"code": code}) + "\n")
