"""How fast the report and the Compare page are on a large run, in the real server and a real browser.

``python -m benchmarks.pages --help``; docs/benchmarks.md says what is measured and how.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from playwright.sync_api import Browser, Page

from benchmarks.material import JUDGES, SET, SMALL_SET, fill_store, pack_replies
from evalcore.store import PACKED_FROM
from tests.support.workbench import chromium, served

SIDES = ("pass", "fail")
REPORT_S, REPORT_MB, DRAW_S, RERUN_S = 3.0, 500.0, 1.5, 0.25
QUIET_MS, READING_MS = 400, 2_000
_CONTROL = 20_000_000
_WAIT_MS = 120_000
_OTHER_PAGES = {
    "": "Next",
    "run": "Another run",
    "judge": "The same replies by every rule – nothing is asked again",
    "cases": "Answer",
}
"""What is drawn late, by page."""
_WATCH = (Path(__file__).parent / "watch.js").read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """Several measurements of one thing, and the bar that the largest must not exceed."""

    what: str
    unit: str
    values: tuple[float, ...]
    bar: float | None = None

    def row(self) -> str:
        """As a line of the table."""
        shown = [f"{value:.2f}" for value in (min(self.values), statistics.median(self.values), max(self.values))]
        bar = "" if self.bar is None else f"{self.bar:g}"
        return f"{self.what:<52}{self.unit:>4}{shown[0]:>9}{shown[1]:>9}{shown[2]:>9}{bar:>8}  {self._verdict()}"

    def _verdict(self) -> str:
        if self.bar is None:
            return ""
        if max(self.values) <= self.bar:
            return "met"
        return "MISSED by the most, met by the median" if statistics.median(self.values) <= self.bar else "MISSED"


def main() -> None:
    """Make the store, measure, and print the table."""
    options = _options()
    with tempfile.TemporaryDirectory(prefix="evalcore-benchmark-") as folder:
        url = f"sqlite:///{(Path(folder) / 'store.db').as_posix()}"
        run_id, older = fill_store(
            url, cases=options.cases, repeats=options.repeats, seed=options.seed, distinct=options.distinct
        )
        started = time.perf_counter()
        pack_replies(url, run_id)
        packed_s = time.perf_counter() - started
        size_mb = (Path(folder) / "store.db").stat().st_size / 1e6
        calls = options.cases * len(JUDGES) * options.repeats
        _say(f"{options.cases:,} cases × {len(JUDGES)} judges × {options.repeats} repeats = {calls:,} replies;")
        _say(f"seed {options.seed}, {options.distinct:,} distinct explanations, {size_mb:.0f} MB on disk;")
        _say(f"packing them as a run does at its end: {packed_s:.1f} s (of a judge with {PACKED_FROM:,} or more);")
        _say(f"{os.cpu_count()} processors; at the start load {os.getloadavg()[0]:.1f}, control {_control():.2f} s")
        _say(f"\n{'':<52}{'':>4}{'least':>9}{'median':>9}{'most':>9}{'bar':>8}")
        for figure in chain(
            _report(url, run_id, options.times), _pages(url, (run_id, older), Path(folder), options.times)
        ):
            _say(figure.row())
        _say(f"\nat the end load {os.getloadavg()[0]:.1f}, control {_control():.2f} s")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pages", description=__doc__)
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--times", type=int, default=5, help="how often everything is measured")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--distinct", type=int, default=1000, help="how many explanations the wordy replies draw on")
    return parser.parse_args()


def _control() -> float:
    """Seconds for a fixed piece of work, so that a slow hour of the machine is seen beside the figures."""
    started, total = time.perf_counter(), 0
    for number in range(_CONTROL):
        total += number
    return time.perf_counter() - started


def _report(url: str, run_id: str, times: int) -> Iterator[Figure]:
    command = [sys.executable, "-m", "benchmarks.one_report", url, run_id]
    found = [json.loads(subprocess.run(command, check=True, capture_output=True).stdout) for _ in range(times)]
    seconds = tuple(one["seconds"] for one in found)
    yield Figure(what="report from the store, a process of its own", unit="s", values=seconds, bar=REPORT_S)
    yield Figure(what="  its peak memory", unit="MB", values=tuple(one["megabytes"] for one in found), bar=REPORT_MB)


def _pages(url: str, runs: tuple[str, str], folder: Path, times: int) -> Iterator[Figure]:
    newest, older = (f"/compare?run={run_id}" for run_id in runs)
    with chromium() as browser:
        fresh, first, warm, unprepared = [], [], [], []
        for _ in range(times):
            with served(url, folder / "log") as address, _page(browser) as page:
                fresh.append(_draw(page, address + newest))
            with served(url, folder / "log") as address, _page(browser) as page:
                # Another set's cases, as long as one reads a question: nobody has looked at the run yet, and the
                # server has had the time to prepare it.
                page.goto(f"{address}/cases?set={SMALL_SET}")
                _wait_until_quiet(page)
                page.wait_for_timeout(READING_MS)
                first.append(_draw(page, address + newest))
                warm.append(_draw(page, address + newest))
                unprepared.append(_draw(page, address + older))
        yield Figure(what="Compare, first page of a new server", unit="s", values=tuple(fresh))
        yield Figure(what="Compare, first look at the newest run", unit="s", values=tuple(first), bar=DRAW_S)
        yield Figure(what="Compare, looked at before", unit="s", values=tuple(warm), bar=DRAW_S)
        yield Figure(what="Compare, first look at an older run, not prepared", unit="s", values=tuple(unprepared))
        with served(url, folder / "log") as address, _page(browser) as page:
            _draw(page, address + newest)
            yield from _reruns(page, times)
            _draw(page, f"{address}/cases?run={runs[0]}")
            yield _rerun("Cases: the next case", page, times, _press("Next"))
            for name, shown in _OTHER_PAGES.items():
                drawn = tuple(_draw(page, f"{address}/{name}?set={SET}&run={runs[0]}", shown) for _ in range(times))
                yield Figure(what=f"{name.capitalize() or 'Overview'}, drawn", unit="s", values=drawn)


def _reruns(page: Page, times: int) -> Iterator[Figure]:
    yield _rerun("Compare: another judge", page, times, lambda page, nth: _pick(page, "Judge", JUDGES[(nth + 1) % 3]))
    yield _rerun("Compare: as deployed, lenient", page, times, _way)
    yield _rerun("Compare: another cell", page, times, lambda page, nth: _pick(page, "People say", SIDES[nth % 2]))
    yield _rerun("Compare: the next case", page, times, _press("Next"))
    yield _rerun("Compare: the next leaf of the list", page, times, _press("Later"))


Act = Callable[[Page, int], None]


def _rerun(what: str, page: Page, times: int, act: Act) -> Figure:
    values = []
    for nth in range(times):
        page.evaluate("benchmark.actedAt = null")
        act(page, nth)
        _wait_until_quiet(page)
        values.append(page.evaluate("(benchmark.changedAt - benchmark.actedAt) / 1000"))
    return Figure(what=what, unit="s", values=tuple(values), bar=RERUN_S)


@contextmanager
def _page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 1000})
    context.add_init_script(_WATCH)
    page = context.new_page()
    page.set_default_timeout(_WAIT_MS)
    yield page
    context.close()


def _draw(page: Page, address: str, shown: str = "Answer") -> float:
    """Seconds from the start of the navigation until some text is there and the page no longer changes."""
    page.goto(address)
    page.get_by_text(shown, exact=True).last.wait_for()
    _wait_until_quiet(page)
    return float(page.evaluate("benchmark.changedAt / 1000"))


def _wait_until_quiet(page: Page) -> None:
    page.wait_for_function(f"benchmark.quiet({QUIET_MS})", polling=50)


def _press(name: str) -> Act:
    def press(page: Page, nth: int) -> None:  # noqa: ARG001 (every act is called alike)
        page.get_by_role("button").filter(has_text=name).first.click()

    return press


def _pick(page: Page, label: str, option: str) -> None:
    chooser = page.get_by_role("combobox", name=label, exact=True)
    chooser.press("ArrowDown")
    chooser.press_sequentially(option)
    page.get_by_role("option").filter(has_text=option).first.wait_for()
    chooser.press("Enter")


def _way(page: Page, nth: int) -> None:
    page.get_by_role("radio", name=("lenient", "as deployed")[nth % 2]).click()


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
