"""Time and memory of importing large files: ``python -m benchmarks.importing [--rows N] [--rival PYTHON]``.

Three files are written to a folder that is thrown away: 100,000 rows of about 1 KB, 1,000,000 short rows, and one
line of 1 GB. Each is read by a process of its own, several times in turn; the least CPU time, the median and the
largest peak memory are printed, with the bar beside them. ``--rival`` names a Python that has judgekeeper; its check
of the same first file is then measured in the same turns. A control, a fixed piece of work, is timed in every turn.
"""

from __future__ import annotations

import argparse
import csv
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

WORDS = "the refund is paid within thirty days of the day on which the parcel has come back to us and was checked "
CHECK = "import sys; from evalcore.cli import main; sys.exit(main(['check', sys.argv[1], '--json']))"
READ = "import sys, pathlib; from evalcore.importing import read_cases; read_cases(pathlib.Path(sys.argv[1]))"
FLOOR = "import sys, csv, collections; collections.deque(csv.reader(open(sys.argv[1], newline='')), 0)"
RIVAL = (
    "import sys, tempfile; from judgekeeper.cli import main; out = tempfile.mkdtemp(); "
    "sys.exit(main(['check', sys.argv[1], '--judge', 'gpt', '--input', 'question', '--output', 'answer', "
    "'--out', out]))"
)


@dataclass(frozen=True)
class Used:
    """What a process used, and how it ended."""

    cpu_s: float
    peak_mb: float
    code: int
    said: str


def measured(python: str, program: str, file: Path) -> Used:
    """Run a program on a file in a process of its own."""
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(
            [python, "-c", program, str(file)], stdout=subprocess.DEVNULL, stderr=said, env=_as_installed()
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        last = said.read().decode("utf-8", "replace").strip().splitlines()
    peak_mb = usage.ru_maxrss / (1024 if sys.platform != "darwin" else 1024 * 1024)
    return Used(usage.ru_utime + usage.ru_stime, peak_mb, process.returncode, last[-1] if last else "")


def _as_installed() -> Mapping[str, str]:
    """The environment, in which compiled modules are kept as those of an installed package are."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def verdict(number: int) -> str:
    """Some pass, some fail."""
    return "pass" if number else "fail"


def long_rows(count: int) -> Iterator[Sequence[str]]:
    """Rows of about 1 KB, each with texts of its own."""
    for number in range(count):
        evidence = f"{number} {WORDS * 8}"
        yield (
            f"c{number}",
            f"Is {number} paid back?",
            evidence,
            f"Yes, {number}: {WORDS}",
            verdict(number % 3),
            "ines",
            verdict(number % 4),
        )


def short_rows(count: int) -> Iterator[Sequence[str]]:
    """Rows of few letters."""
    for number in range(count):
        yield f"c{number}", f"q{number}?", f"e{number}", f"a{number}", verdict(number % 3), "ines", verdict(number % 4)


def write(path: Path, rows: Iterator[Sequence[str]]) -> Path:
    """A CSV file of these rows."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("id", "question", "evidence", "answer", "label", "annotator", "gpt"))
        writer.writerows(rows)
    return path


def one_line(path: Path, size: int) -> Path:
    """A file that is one line."""
    with path.open("wb") as file:
        file.write(b"id,question,answer,label\n")
        for _ in range(size // (1024 * 1024)):
            file.write(b"x" * (1024 * 1024))
    return path


def control() -> float:
    """CPU seconds of a fixed piece of work: twenty million additions in a plain loop."""
    started, total = time.process_time(), 0
    for number in range(20_000_000):
        total += number
    return time.process_time() - started


@dataclass(frozen=True)
class Task:
    """A program that is run on a file, and what it may use."""

    what: str
    python: str
    program: str
    bar: str = ""


def compare(file: Path, tasks: Sequence[Task], times: int) -> None:
    """Run the tasks in turn, so that a slow minute of the machine falls on all of them, and print what they used."""
    used: list[list[Used]] = [[] for _ in tasks]
    controls: list[float] = []
    for _ in range(times):
        controls.append(control())
        for task, of_task in zip(tasks, used, strict=True):
            of_task.append(measured(task.python, task.program, file))
    for task, of_task in zip(tasks, used, strict=True):
        show(task, of_task)
    say(f"{'  control in these turns, least and most':52} {min(controls):7.2f} {max(controls):7.2f}")


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def show(task: Task, used: Sequence[Used]) -> None:
    """Print a line of figures."""
    seconds, failed = [one.cpu_s for one in used], next((one for one in used if one.code), None)
    end = f"   exit code {failed.code}: {failed.said[:100]}" if failed else ""
    peak = max(one.peak_mb for one in used)
    say(f"{task.what:52} {min(seconds):7.2f} {median(seconds):7.2f} {peak:8.0f}   {task.bar}{end}")


def main(words: Sequence[str]) -> None:
    """Write the files, read them, print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--short-rows", type=int, default=1_000_000)
    parser.add_argument("--line-mb", type=int, default=1024)
    parser.add_argument("--times", type=int, default=5, help="how often everything is measured")
    parser.add_argument("--rival", metavar="PYTHON")
    chosen = parser.parse_args(words)
    ours = sys.executable
    say(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}; CPU seconds of user and system")
    say(f"{'':52} {'least':>7} {'median':>7} {'peak MB':>8}   bar")
    with tempfile.TemporaryDirectory() as folder:
        path = write(Path(folder) / "long.csv", long_rows(chosen.rows))
        what = f"{chosen.rows:,} rows, {path.stat().st_size / 1e6:.0f} MB"
        tasks = [
            Task(f"{what}: evalcore check", ours, CHECK, "2.5 s, 300 MB"),
            Task(f"{what}: read_cases alone", ours, READ),
            *([Task(f"{what}: judgekeeper", chosen.rival, RIVAL)] if chosen.rival else []),
            Task(f"{what}: csv.reader alone", ours, FLOOR),
        ]
        compare(path, tasks, chosen.times)
        path.unlink()
        path = write(Path(folder) / "short.csv", short_rows(chosen.short_rows))
        tasks = [Task(f"{chosen.short_rows:,} short rows: read_cases", ours, READ, "1,536 MB")]
        compare(path, tasks, chosen.times)
        path.unlink()
        path = one_line(Path(folder) / "line.csv", chosen.line_mb * 1024 * 1024)
        compare(path, [Task(f"one line of {chosen.line_mb:,} MB: read_cases", ours, READ)], 1)
    say(f"load at the end {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main(sys.argv[1:])
