"""What asking a thousand judge calls costs the client, beside the least it can cost and what other tools take.

``python -m benchmarks.client --help``; docs/benchmarks.md says what is measured and how.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.client_tools import TOOLS, command_of_tool, pythons

HERE = Path(__file__).parent
TOTAL_S, WALL_SHARE, MEMORY_MB, GROWTH_MB, START_S = 1.2, 0.95, 100.0, 15.0, 0.25
SHORT_MS, LONG_MS = 20.0, 200.0
COMMANDS = (["--help"], ["judges"], ["rules"], ["targets"], ["read", "--rule", "lenient"])
_CONTROL = 20_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Used:
    """What one process used."""

    total_cpu_s: float
    peak_mb: float
    cpu_s: float | None = None
    """Of the call phase, where the process says so."""
    wall_s: float | None = None
    """Of the call phase."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """Several measurements of one client."""

    name: str
    used: tuple[Used, ...]

    def least(self, figure: Callable[[Used], float | None]) -> float:
        """The least of a figure: whatever else the machine does only adds to it."""
        return min(value for one in self.used if (value := figure(one)) is not None)

    def median(self, figure: Callable[[Used], float | None]) -> float:
        """The median of a figure."""
        return statistics.median(value for one in self.used if (value := figure(one)) is not None)

    def line(self) -> str:
        """As a line of the table: least and median of each figure."""
        cells = []
        for figure in FIGURES:
            known = any(figure(one) is not None for one in self.used)
            cells.append(f"{self.least(figure):9.2f}{self.median(figure):8.2f}" if known else f"{'':17}")
        return f"{self.name:<34}" + "".join(cells)


def cpu_of(used: Used) -> float | None:
    """Processor time of the call phase."""
    return used.cpu_s


def total_of(used: Used) -> float | None:
    """Processor time of the whole process."""
    return used.total_cpu_s


def wall_of(used: Used) -> float | None:
    """Duration of the call phase."""
    return used.wall_s


def peak_of(used: Used) -> float | None:
    """Peak memory."""
    return used.peak_mb


FIGURES = (cpu_of, total_of, wall_of, peak_of)
HEAD = f"{'':<34}" + "".join(f"{name:>17}" for name in ("call CPU s", "total CPU s", "wall s", "memory MB"))


def main() -> None:
    """Measure, and print the tables and the bars."""
    options = _options()
    _say(f"{options.calls:,} calls, {options.in_flight} in flight, {options.times} times: least and median;")
    _say(f"{os.cpu_count()} processors; at the start load {os.getloadavg()[0]:.1f}, control {_control():.2f} s")
    bench = Bench(calls=options.calls, in_flight=options.in_flight, times=options.times)
    short = bench.table(SHORT_MS, tools=options.tools)
    long = bench.table(LONG_MS, tools=())
    grown = {"ten times the repeats": bench.ten_times(repeats=10), "ten times the cases": bench.ten_times(cases=10)}
    _say("\nstarting, CPU s" + f"{'least':>34}{'median':>9}")
    starts = [_start(command, options.times) for command in COMMANDS]
    _say("")
    _say(f"{'bars':<56}{'least':>8}{'median':>8}{'bar':>8}")
    for bar in (
        *_bars(short, long, options),
        *_growth(short, grown),
        *(_bar(f"starts: {row.name}", row, START_S) for row in starts),
    ):
        _say(bar)
    _say(f"\nat the end load {os.getloadavg()[0]:.1f}, control {_control():.2f} s")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.client", description=__doc__)
    parser.add_argument("--calls", type=int, default=1000)
    parser.add_argument("--in-flight", type=int, default=32)
    parser.add_argument("--times", type=int, default=5, help="how often each client is measured")
    tools = f"tools to measure as well, once each ({', '.join(TOOLS)}), from the folder in EVALCORE_TARGETS"
    parser.add_argument("--tools", nargs="*", choices=TOOLS, default=(), help=tools)
    return parser.parse_args()


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """The clients, and how each of them is started."""

    calls: int
    in_flight: int
    times: int

    def table(self, latency_ms: float, *, tools: Sequence[str]) -> dict[str, Row]:
        """Every client against one server, in turn, so that a slow minute falls on all of them."""
        _say(f"\n{latency_ms:g} ms a call\n{HEAD}")
        rows: dict[str, list[Used]] = {}
        with served(latency_ms) as url:
            for _ in range(self.times):
                for name, used in self._each(url):
                    rows.setdefault(name, []).append(used)
        made = {name: Row(name=name, used=tuple(used)) for name, used in rows.items()}
        for row in made.values():
            _say(row.line())
        for tool in tools:
            with served(latency_ms, text=TOOLS[tool].reply) as url, tempfile.TemporaryDirectory() as folder:
                command, environment = command_of_tool(tool, url, Path(folder), self.calls, self.in_flight)
                _say(Row(name=tool, used=(measured(command, environment, cwd=folder, calls=self.calls),)).line())
        return made

    def ten_times(self, *, cases: int = 1, repeats: int = 1) -> Row:
        """Ours with so many times the calls, once: what grows with them."""
        with served(SHORT_MS) as url:
            used = self._ours("ollama", url, cases=cases * self.calls, repeats=repeats)
        row = Row(name=f"evalcore, {cases * self.calls:,} cases × {repeats}", used=(used,))
        _say(f"{row.line()}")
        return row

    def _each(self, url: str) -> Iterator[tuple[str, Used]]:
        for kind, python in pythons().items():
            chat = f"{url}/v1/chat/completions"
            words = [python, str(HERE / "client_bare.py"), kind, chat, str(self.calls), str(self.in_flight)]
            yield f"bare {kind}", measured(words, {}, calls=self.calls)
        for provider in ("ollama", "openai"):
            yield f"evalcore, {provider}", self._ours(provider, url, cases=self.calls)

    def _ours(self, provider: str, url: str, *, cases: int, repeats: int = 1) -> Used:
        with tempfile.TemporaryDirectory() as folder:
            store = f"sqlite:///{(Path(folder) / 'store.db').as_posix()}"
            words = [provider, store, str(cases), str(repeats), str(self.in_flight)]
            environment = {"OLLAMA_HOST": url, "OPENAI_BASE_URL": url}
            command = [sys.executable, "-m", "benchmarks.client_ours", *words]
            return measured(command, environment, calls=cases * repeats)


@contextmanager
def served(latency_ms: float, *, text: str = "YES") -> Iterator[str]:
    """The scripted server in a process of its own; its address."""
    words = ["--latency-ms", str(latency_ms), "--text", text]
    command = [sys.executable, "-m", "benchmarks.client_server", *words]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdin
        assert server.stdout
        yield f"http://127.0.0.1:{int(server.stdout.readline())}"
        server.stdin.close()


def measured(
    command: Sequence[str], environment: Mapping[str, str], *, calls: int | None = None, cwd: str | None = None
) -> Used:
    """Run a process to its end, and take what it used; it has to have brought so many replies."""
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **environment},
            cwd=cwd,
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        last = said.read().decode("utf-8", "replace").strip().splitlines()[-1:]
    if process.returncode != 0:
        raise SystemExit(f"expected {' '.join(command)} to end well, found exit code {process.returncode}")
    found = json.loads(last[0]) if calls is not None and last and last[0].startswith("{") else {}
    if found and found["replies"] != calls:
        raise SystemExit(f"expected {calls} replies from {' '.join(command)}, found {found['replies']}")
    return Used(
        total_cpu_s=usage.ru_utime + usage.ru_stime,
        peak_mb=usage.ru_maxrss / (1024 if sys.platform != "darwin" else 1024 * 1024),
        cpu_s=found.get("cpu_s"),
        wall_s=found.get("wall_s"),
    )


def _start(words: Sequence[str], times: int) -> Row:
    """A command that asks nothing."""
    command = [sys.executable, "-m", "evalcore", *words]
    row = Row(name=" ".join(words), used=tuple(measured(command, {}) for _ in range(times)))
    _say(f"{row.name:<40}{row.least(total_of):>9.3f}{row.median(total_of):>9.3f}")
    return row


def _bars(short: dict[str, Row], long: dict[str, Row], options: argparse.Namespace) -> Iterator[str]:
    ideal_s = options.calls / options.in_flight * LONG_MS / 1000
    # A thousand calls, 32 at once, are 31 rounds and a last one of eight: no client takes less.
    rounds_s = math.ceil(options.calls / options.in_flight) * LONG_MS / 1000
    floor_s = short["bare sockets"].least(wall_of)
    for name in ("evalcore, ollama", "evalcore, openai"):
        row = short[name]
        yield _bar(f"{name}: call CPU, bare httpx's", row, short["bare httpx"].least(cpu_of), cpu_of)
        yield _bar(f"{name}: total CPU", row, TOTAL_S * options.calls / 1000)
        yield _bar(f"{name}: wall at 20 ms, bare sockets' / {WALL_SHARE}", row, floor_s / WALL_SHARE, wall_of)
        yield _bar(f"{name}: wall at 200 ms, the ideal's / {WALL_SHARE}", long[name], ideal_s / WALL_SHARE, wall_of)
        yield _bar(f"{name}: the same in whole rounds", long[name], rounds_s / WALL_SHARE, wall_of)
        yield _bar(f"{name}: memory", row, MEMORY_MB, peak_of)


def _growth(short: dict[str, Row], grown: Mapping[str, Row]) -> Iterator[str]:
    for what, row in grown.items():
        growth_mb = row.least(peak_of) - short["evalcore, ollama"].least(peak_of)
        verdict = "met" if growth_mb <= GROWTH_MB else "MISSED"
        yield f"{f'memory more for {what}':<56}{growth_mb:8.2f}{'':8}{GROWTH_MB:8.2f}  {verdict}"


def _bar(what: str, row: Row, bar: float, figure: Callable[[Used], float | None] = total_of) -> str:
    least, median = row.least(figure), row.median(figure)
    verdict = "met" if median <= bar else "met by the least, MISSED by the median" if least <= bar else "MISSED"
    return f"{what:<56}{least:8.2f}{median:8.2f}{bar:8.2f}  {verdict}"


def _control() -> float:
    """Processor seconds for a fixed piece of work: where two printouts differ in it, the machine has changed."""
    total, started = 0, time.process_time()
    for number in range(_CONTROL):
        total += number
    return time.process_time() - started


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
