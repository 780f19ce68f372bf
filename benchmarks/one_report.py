"""One report in a process of its own: its time and peak memory as JSON. Started by :mod:`benchmarks.pages`."""

from __future__ import annotations

import json
import resource
import sys
import time

from evalcore.bulk import search_seldom
from evalcore.runner import run_report
from evalcore.store import Store


def main(url: str, run_id: str) -> None:
    """Measure from the opening of the store to the finished report, imports of the report included."""
    started_s = time.perf_counter()
    search_seldom()  # as every command does
    store = Store.open(url)
    run_report(store, run_id)
    store.close()
    taken_s = time.perf_counter() - started_s
    # Kilobytes on Linux; the interpreter and every library are in it.
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    sys.stdout.write(json.dumps({"seconds": taken_s, "megabytes": peak_mb}))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
