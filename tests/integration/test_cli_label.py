"""``evalcore label``: the whole of a session but the labelling itself, on the command line."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from evalcore.labelling.spreadsheet_text import read_csv, write_csv
from evalcore.store import Store
from tests.support.command import Command
from tests.support.labelling import HandClock, Room

NEW = ("label", "new", "demo", "--name", "first", "--criterion", "supported")


@pytest.fixture
def session(command: Command) -> Command:
    """A session on 12 of the demo's 60 cases: 2 pilot, 4 shared by two people; two are invited."""
    made = command(*NEW, "--sample", "12", "--pilot", "2", "--annotators", "2", "--shared", "4", "--json")
    assert made.code == 0
    assert (made.json["id"], made.json["state"], made.json["spec"]["population"]) == ("s-0001", "pilot", 60)
    invited = command("label", "invite", "s-0001", "Ines", "Bo", "INES", "--json").json
    assert [one["name"] for one in invited] == ["Ines", "Bo", "Ines"]
    assert invited[0] == invited[2]
    assert invited[0]["address"] == f"http://127.0.0.1:8501/label?code={invited[0]['code']}"
    return command


def label_all(value: str, other: str) -> None:
    """Both people label everything that is theirs; the second one says something else on shared cases."""
    store = Store.open(os.environ["EVALCORE_DB"])
    room = Room(store=store, session=store.labelling.load_session("s-0001"), clock=HandClock(datetime.now(UTC)))
    seats = store.labelling.seats("s-0001")
    for seat, said in zip(seats, (value, other), strict=True):
        room.label_all(seat, said)
    store.close()


def test_a_session_goes_from_its_making_to_a_new_version_of_the_set(session: Command, tmp_path: Path) -> None:
    label_all("pass", "fail")
    progress = session("label", "progress", "s-0001", "--json").json
    assert (progress["pilot"]["labels"], progress["main"]["labels"]) == (4, 0)
    assert session("label", "open", "s-0001").out == "s-0001 is open.\n"
    label_all("pass", "fail")
    progress = session("label", "progress", "s-0001", "--json").json
    # 10 cases, 4 of them twice; Ines labels the 6 others.
    assert (progress["labelled"], progress["complete"], progress["unresolved"]) == (10, 10, 4)
    assert [one["labelled"] for one in progress["people"]] == [12, 6]
    assert progress["main"]["pairs"][0]["agreement"]["value"] == 0.0

    conflicts = session("label", "conflicts", "s-0001", "--json").json
    assert len(conflicts) == 4
    case = conflicts[0]["case"]["id"]
    words = ("label", "decide", "s-0001", case, "--value", "pass", "--by", "Mo", "--reason")
    assert session(*words, " ").code == 3
    assert session(*words, "the date is right").code == 0

    plan = session("label", "freeze", "s-0001", "--plan", "--json").json
    assert (plan["labels"], plan["gold"], plan["unresolved"], plan["stored"]) == (14, 7, 3, None)
    frozen = session("label", "freeze", "s-0001", "--json").json
    assert "unresolved cases, without gold: 3" in frozen["notes"]
    assert "supported" in frozen["stored"]["criteria"]
    report = session("run", "--cases", "demo", "--judge", "always-yes", "--criterion", "supported", "--json").json
    assert report["dataset"]["labelled"] - report["dataset"]["unresolved"] == 7
    again = session("label", "freeze", "s-0001")
    assert (again.code, "frozen already" in again.err) == (3, True)


def test_what_is_printed_for_people(session: Command) -> None:
    session("label", "open", "s-0001")
    label_all("pass", "fail")
    for action, said in {
        "list": "supported",
        "show": "Is the answer supported?",
        "progress": "Ines ~ Bo",
        "conflicts": "Bo: fail; Ines: pass",
        "freeze": "cases with gold",
    }.items():
        ended = session("label", action, *([] if action == "list" else ["s-0001"]))
        assert (ended.code, said in ended.out) == (0, True), ended.out + ended.err


def test_guidelines_are_versions(session: Command, tmp_path: Path) -> None:
    text = tmp_path / "guidelines.txt"
    text.write_text("Dates count.", encoding="utf-8")
    assert "version 2" in session("label", "guidelines", "s-0001", text).out
    assert session("label", "show", "s-0001", "--json").json["guidelines"] == "Dates count."
    assert session("label", "guidelines", "s-0001", tmp_path / "none.txt").code == 3


@pytest.mark.parametrize("suffix", [".csv", ".xlsx"])
def test_a_packet_is_written_for_somebody_and_taken_back(session: Command, tmp_path: Path, suffix: str) -> None:
    session("label", "open", "s-0001")
    path = tmp_path / f"bo{suffix}"
    assert session("label", "packet", "s-0001", "bo", "--cases", "3", "--out", path).out.startswith("3 cases for Bo")
    if suffix == ".csv":
        rows = read_csv(path.read_bytes())
        rows[1][8], rows[2][8] = "pass", "perhaps"
        path.write_bytes(write_csv(rows))
        taken = session("label", "take", path, "--json").json
        assert (taken["labels"], taken["blank"], len(taken["problems"])) == (1, 1, 1)
        assert "line 3" in session("label", "take", path).out
    else:
        assert session("label", "take", path, "--json").json["blank"] == 3


@pytest.mark.parametrize("out", ["missing/bo.csv", "folder.csv", "file.csv/bo.xlsx"])
def test_a_packet_that_cannot_be_written_reserves_nothing(session: Command, tmp_path: Path, out: str) -> None:
    session("label", "open", "s-0001")
    (tmp_path / "folder.csv").mkdir()
    (tmp_path / "file.csv").write_text("mine")
    ended = session("label", "packet", "s-0001", "bo", "--out", tmp_path / out)
    assert (ended.code, ended.out) == (3, "")
    assert f"{Path(out).name}: expected " in ended.err
    store = Store.open(os.environ["EVALCORE_DB"])
    (bo,) = [seat for seat in store.labelling.seats("s-0001") if seat.name == "Bo"]
    assert store.labelling.packet_room("s-0001", bo.person_id).on_paper == 0
    store.close()
    assert sorted(path.name for path in tmp_path.rglob("*.part")) == []
    assert (tmp_path / "file.csv").read_text() == "mine"


@pytest.mark.parametrize(
    "content", [b"", b"a,b\n1,2\n", b"\x89PNG\r\n\x1a\n\x00\x00", "a,b\n".encode("utf-16-le"), b"PK\x03\x04 no zip"]
)
def test_what_comes_back_and_is_no_packet_is_named_with_its_file(
    session: Command, tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "back.csv"
    path.write_bytes(content)
    ended = session("label", "take", path)
    assert (ended.code, ended.out) == (3, "")
    assert "back.csv: " in ended.err
    assert "expected" in ended.err
    assert "found" in ended.err


def test_somebody_who_left_is_released(session: Command) -> None:
    assert "open to the others" in session("label", "release", "s-0001", "bo").out
    assert "found 'Mo'" in session("label", "release", "s-0001", "Mo").err


def test_a_queue_that_judges_make_is_marked_and_needs_a_run(command: Command) -> None:
    judges = ("--judge", "word-overlap", "--judge", "always-yes")
    assert command("run", "--cases", "demo", *judges, "--repeats", "1").code == 0
    assert command(*NEW, "--queue", "uncertain").code == 3
    for queue, words in (("judges-disagree", []), ("uncertain", [])):
        made = command(*NEW, "--queue", queue, "--run", "r-0001", *words, "--json")
        assert made.json["spec"]["about"] == "r-0001"
        assert command("label", "freeze", made.json["id"]).code == 3
    second = ("--queue", "second-look", "--run", "r-0001", "--judge", "word-overlap", "--agreements", "10")
    assert command(*NEW, *second).code == 3
    look = command(*NEW[:-1], "grounded", *second, "--json").json
    assert (look["spec"]["queue"], look["spec"]["about"]) == ("second look", "word-overlap in r-0001")
    progress = command("label", "progress", look["id"], "--json").json
    assert progress["second_look"]["of"]["agree"] > 10
    assert "second look at 0 of" in command("label", "progress", look["id"]).out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--sample", "99"), "a sample of 1 to 60 cases"),
        (("--slice", "topic"), "--slice KEY=VALUE"),
        (("--slice", "topic=none"), "some cases of 'demo' to label"),
        (("--pairs",), "second answer in the column 'answer_b'"),
        (("--values", "a"), "at least two values"),
        (("--values", "a,b", "--passing", "c"), "--passing with some of a, b"),
        (("--values", "a,b"), "expected which of a, b pass (--passing)"),
        (("--annotators", "0"), "at least one annotator"),
        (("--again", "2"), "a share between 0 and 1"),
        (("--pilot", "61"), "a pilot round within the cases"),
        (("--annotators", "2", "--shared", "61"), "0 to 60 shared cases, as many as the main round has, found 61"),
        (("--annotators", "2", "--shared", "9", "--sample", "12", "--pilot", "4"), "0 to 8 shared cases"),
    ],
)
def test_what_cannot_be_a_session_is_refused(command: Command, words: tuple[str, ...], said: str) -> None:
    ended = command(*NEW, *words)
    assert (ended.code, said in ended.err) == (3, True), ended.err


def test_a_criterion_of_the_set_keeps_its_scale(command: Command) -> None:
    made = command(*NEW[:-1], "grounded", "--values", "1,2,3")
    assert "expected the scale that 'grounded' has in this set" in made.err
    assert json.loads(command(*NEW[:-1], "grounded", "--json").out)["spec"]["scale"]["values"] == ["pass", "fail"]


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="only Linux has such a file")
def test_a_packet_that_cannot_be_read_is_named(command: Command) -> None:
    refused = command("label", "take", "/proc/self/mem")
    assert refused.code == 3
    assert refused.err.strip() == "evalcore: /proc/self/mem: expected a packet; Input/output error"
