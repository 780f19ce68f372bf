"""Time and memory of importing large files: ``python -m benchmarks.importing [--rows N] [--rival PYTHON]``.

Three files are written to a folder that is thrown away: 100,000 rows of about 1 KB, 1,000,000 short rows, and one
line of 1 GB. Each is read by a process of its own, whose CPU time and peak memory are printed. ``--rival`` names a
Python that has judgekeeper; its check of the same first file is then measured beside ours.
"""

from __future__ import annotations

import argparse
import csv
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

WORDS = "the refund is paid within thirty days of the day on which the parcel has come back to us and was checked "
CHECK = "import sys; from evalcore.cli import main; sys.exit(main(['check', sys.argv[1], '--json']))"
READ = "import sys, pathlib; from evalcore.importing import read_cases; read_cases(pathlib.Path(sys.argv[1]))"
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
        process = subprocess.Popen([python, "-c", program, str(file)], stdout=subprocess.DEVNULL, stderr=said)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        last = said.read().decode("utf-8", "replace").strip().splitlines()
    peak_mb = usage.ru_maxrss / (1024 if sys.platform != "darwin" else 1024 * 1024)
    return Used(usage.ru_utime + usage.ru_stime, peak_mb, process.returncode, last[-1] if last else "")


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


def show(what: str, used: Used) -> None:
    """Print a line of figures."""
    end = "" if used.code == 0 else f"   exit code {used.code}: {used.said[:100]}"
    sys.stdout.write(f"{what:56} {used.cpu_s:7.2f} s CPU {used.peak_mb:8.0f} MB{end}\n")
    sys.stdout.flush()


def main(words: Sequence[str]) -> None:
    """Write the files, read them, print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--short-rows", type=int, default=1_000_000)
    parser.add_argument("--line-mb", type=int, default=1024)
    parser.add_argument("--rival", metavar="PYTHON")
    chosen = parser.parse_args(words)
    with tempfile.TemporaryDirectory() as folder:
        path = write(Path(folder) / "long.csv", long_rows(chosen.rows))
        what = f"{chosen.rows:,} rows, {path.stat().st_size / 1e6:.0f} MB"
        show(f"{what}: evalcore check", measured(sys.executable, CHECK, path))
        show(f"{what}: read_cases alone", measured(sys.executable, READ, path))
        if chosen.rival:
            show(f"{what}: judgekeeper", measured(chosen.rival, RIVAL, path))
        path.unlink()
        path = write(Path(folder) / "short.csv", short_rows(chosen.short_rows))
        show(f"{chosen.short_rows:,} short rows: read_cases", measured(sys.executable, READ, path))
        path.unlink()
        path = one_line(Path(folder) / "line.csv", chosen.line_mb * 1024 * 1024)
        show(f"one line of {chosen.line_mb:,} MB: read_cases", measured(sys.executable, READ, path))


if __name__ == "__main__":
    main(sys.argv[1:])
