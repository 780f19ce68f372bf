"""Where a result cannot be written nothing is asked, and one that is paid for is printed elsewhere."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.command import ROOT, Command, Ended
from tests.support.full_disk import small_disk
from tests.support.judge_server import JudgeServer
from tests.support.probing import JUDGE

DOCTOR = ("doctor", "--cases", "demo", "--judge", JUDGE, "--sample", "4")
FULL = Path("/dev/full")
"""A device that takes nothing, as a disk without room."""
needs_full_device = pytest.mark.skipif(not FULL.exists(), reason="only Linux has /dev/full")


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch):
    with JudgeServer() as server:
        monkeypatch.setenv("OLLAMA_HOST", server.url)
        yield server


def onto_full(*words: str | Path) -> Ended:
    """A command whose standard output has no room."""
    with FULL.open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "evalcore", *map(str, words)],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            check=False,
        )
    return Ended(done.returncode, "", done.stderr)


@pytest.mark.parametrize("place", ["missing/doctor.json", "."])
def test_a_place_that_cannot_be_written_is_said_before_anything_is_asked(
    command: Command, server: JudgeServer, tmp_path: Path, place: str
):
    ended = command(*DOCTOR, "--out", tmp_path / place)
    assert (ended.code, ended.out, server.prompts) == (3, "", [])
    assert "the doctor's report cannot be written" in ended.err


def test_a_full_disk_is_said_before_anything_is_asked(command: Command, server: JudgeServer, tmp_path: Path):
    with small_disk(tmp_path / "disk") as disk:
        (disk.folder / "before.json").write_text("as it was", encoding="utf-8")
        disk.fill()
        ended = [command(*DOCTOR, "--out", disk.folder / name) for name in ("new.json", "before.json")]
        disk.make_room()
        assert not (disk.folder / "new.json").exists()
        assert (disk.folder / "before.json").read_text(encoding="utf-8") == "as it was"
    assert ([one.code for one in ended], server.prompts) == ([3, 3], [])
    assert all("doctor's report cannot be written" in one.err for one in ended)


@needs_full_device
def test_a_report_that_cannot_be_written_all_the_same_is_printed_whole(command: Command, server: JudgeServer):
    ended = command(*DOCTOR, "--out", FULL)
    assert ended.code == 3
    assert "/dev/full: the doctor's report cannot be written: No space left on device" in ended.err
    words, brace, document = ended.out.partition("\n{\n")
    assert "Leaning to one verdict" in words
    assert len(json.loads(brace + document)["exchanges"]) == len(server.prompts)


@needs_full_device
def test_a_doctor_whose_output_has_no_room_prints_on_standard_error_and_writes_its_file(
    server: JudgeServer, tmp_path: Path
):
    ended = onto_full(*DOCTOR, "--json", "--out", tmp_path / "doctor.json")
    assert ended.code == 3
    said, brace, document = ended.err.partition("\n{\n")
    assert "standard output cannot be written: No space left on device" in said
    assert json.loads(brace + document) == json.loads((tmp_path / "doctor.json").read_text(encoding="utf-8"))


@needs_full_device
def test_a_run_whose_report_has_no_room_says_how_to_see_it(command: Command, server: JudgeServer):
    ended = onto_full("run", "--cases", "demo", "--judge", JUDGE, "--limit", "4", "--repeats", "1", "--json")
    assert ended.code == 3
    assert "standard output cannot be written: No space left on device" in ended.err
    assert "`evalcore report`" in ended.err
    assert "Traceback" not in ended.err
    assert "nobody foresaw" not in ended.err
    report = command("report", "--json")
    assert report.json["judges"][0]["calls"]["answered"] == len(server.prompts) == 4
