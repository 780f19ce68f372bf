"""A packet goes out as a table and comes in line by line; good lines are kept, each bad one is named."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.domain import Document, Scale
from evalcore.domain.labelling import Nothing, PacketRoom
from evalcore.domain.labelling_events import standing_labels
from evalcore.errors import InputError, LabellingError
from evalcore.labelling import PacketFormat, make_packet, take_packet
from evalcore.labelling.excel import read_sheet, write_sheet
from evalcore.labelling.spreadsheet_text import read_csv, write_csv
from evalcore.store import Store
from tests.support.labelling import Room, make_room
from tests.support.things import NOON, make_case, make_dataset

FORMATS = ("csv", "xlsx")
VALUE, NOTE = 8, 9


def rows_out(room: Room, *, most: int = 100, format: PacketFormat = "csv") -> list[list[str]]:
    content = make_packet(room.store, room.seats[0], most=most, format=format, now=NOON).content
    rows = read_sheet(content) if format == "xlsx" else read_csv(content)
    return [[*row, *[""] * (10 - len(row))] for row in rows]


def back(rows: list[list[str]], format: PacketFormat = "csv") -> bytes:
    return write_sheet(rows) if format == "xlsx" else write_csv(rows)


@pytest.mark.parametrize("format", FORMATS)
def test_a_packet_goes_out_and_its_labels_come_in(store: Store, format: PacketFormat) -> None:
    room = make_room(store, ["Ines", "Bo"], cases=5)
    rows = rows_out(room, most=3, format=format)
    assert rows[0][VALUE:] == ["value (pass | fail)", "note"]
    assert len(rows) == 4
    number = rows[1][2].removeprefix("c")
    assert rows[1][4:7] == [f"Question {number}?", f"[d{number}]\nFact {number}.", f"Answer {number}."]
    rows[1][VALUE], rows[2][VALUE:] = "pass", ["FAIL ", "no date"]
    taken = take_packet(store, back(rows, format), now=NOON)
    assert (taken.labels, taken.unchanged, taken.blank, taken.problems) == (2, 0, 1, ())
    labels = standing_labels(store.labelling.events(room.session.id))
    assert [(label.case_id, label.value, label.note, label.seconds) for label in labels] == [
        (rows[1][2], "pass", "", None),
        (rows[2][2], "fail", "no date", None),
    ]
    again = take_packet(store, back(rows, format), now=NOON)
    assert (again.labels, again.unchanged) == (0, 2)


def test_cases_of_a_packet_are_kept_for_its_person_and_out_of_the_queues(store: Store) -> None:
    room = make_room(store, ["Ines", "Bo"], cases=5)
    reserved = {row[2] for row in rows_out(room, most=3)[1:]}
    assert {row[2] for row in rows_out(room, most=3)[1:]} == reserved
    room.clock.pass_s(1_000_000)
    seen = {shown.case.id for seat in room.seats for shown in room.label_all(seat)}
    assert seen == {f"c{number}" for number in range(5)} - reserved
    # Released, the person's cases go to the others.
    store.labelling.release(room.session.id, room.seats[0].person_id)
    assert {shown.case.id for shown in room.label_all(room.seats[1])} == reserved
    with pytest.raises(LabellingError, match="none for a packet"):
        rows_out(room)


@pytest.mark.parametrize("pilot", [0, 2])
def test_what_a_packet_could_hold_is_what_it_holds(store: Store, pilot: int) -> None:
    """Of 6 cases 1 is labelled and 1 on the screen; in a pilot round of 2 nothing is left for paper."""
    room = make_room(store, ["Ines", "Bo"], cases=6, pilot_cases=pilot)
    ines = room.seats[0].person_id
    room.label(room.seats[0], "pass")
    room.shown(room.seats[0])
    could = store.labelling.packet_room(room.session.id, ines)
    assert could == PacketRoom(on_paper=0, more=0 if pilot else 4)
    if not pilot:
        assert len(rows_out(room, most=3)) == 4
        assert store.labelling.packet_room(room.session.id, ines) == PacketRoom(on_paper=3, more=1)
        store.labelling.release(room.session.id, ines)
        assert store.labelling.packet_room(room.session.id, ines) == PacketRoom(on_paper=0, more=0)


def test_each_bad_line_is_named_and_the_good_ones_are_kept(store: Store) -> None:
    room = make_room(store, ["Ines"], cases=7)
    rows = rows_out(room)
    for row in rows[1:]:
        row[VALUE] = "pass"
    rows[1][2], rows[1][3] = "c99", "f"
    rows[2][3] = "edited"
    rows[3][VALUE] = "maybe"
    rows[4][0] = "s-9999"
    rows[5][1] = "guessed"
    taken = take_packet(store, back(rows), now=NOON)
    assert taken.labels == 2
    assert [(problem.line, problem.message.split(";")[0]) for problem in taken.problems] == [
        (2, "the session has no such case"),
        (3, "the case is another one now"),
        (4, "'maybe' is none of pass, fail"),
        (5, "there is no session 's-9999' here"),
        (6, "the code is of nobody in this session"),
    ]
    rows[7][VALUE] = "fail"
    changed = take_packet(store, back([rows[0], rows[7]]), now=NOON)
    assert changed.problems[0].message == "Ines has labelled it 'pass' already, and this says 'fail'"


def test_an_id_that_a_spreadsheet_changed_is_known_by_its_fingerprint(store: Store) -> None:
    dataset = replace(make_dataset(0), cases=(make_case(0, id="007"),))
    room = make_room(store, ["Ines"], dataset=dataset)
    rows = rows_out(room)
    rows[1][2], rows[1][VALUE] = "7", "pass"
    assert take_packet(store, back(rows), now=NOON).labels == 1


def test_another_spreadsheets_semicolons_and_letters_are_read(store: Store) -> None:
    room = make_room(store, ["Ines"], cases=1)
    rows = rows_out(room)
    rows[1][VALUE:] = ["pass", "Größe"]
    text = io.StringIO()
    csv.writer(text, delimiter=";").writerows(rows)
    assert take_packet(store, text.getvalue().encode("cp1252"), now=NOON).labels == 1
    assert standing_labels(store.labelling.events(room.session.id))[0].note == "Größe"


@pytest.mark.parametrize("format", FORMATS)
def test_no_text_becomes_a_formula_and_every_text_comes_back(store: Store, format: PacketFormat) -> None:
    evidence = (Document(id="=1", text='=HYPERLINK("http://x")'),)
    hostile = make_case(0, id="=cmd", question="@SUM(1)", answer="+1\n'quoted", evidence=evidence)
    room = make_room(store, ["Ines"], dataset=replace(make_dataset(0), cases=(hostile,)))
    content = make_packet(store, room.seats[0], most=1, format=format, now=NOON).content
    if format == "csv":
        cells = [cell for row in csv.reader(io.StringIO(content.decode("utf-8-sig"))) for cell in row]
        assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]
    rows = rows_out(room, format=format)
    assert rows[1][2] == "=cmd"
    rows[1][VALUE] = "fail"
    assert take_packet(store, back(rows, format), now=NOON).labels == 1


def with_a_number(content: bytes, text: str, number: str) -> bytes:
    """The workbook with a text cell turned into a number, as Excel does when somebody types into it."""
    changed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(changed, "w") as new:
        for name in old.namelist():
            cell = f't="inlineStr"><is><t xml:space="preserve">{text}</t></is>'
            new.writestr(name, old.read(name).decode().replace(cell, f"><v>{number}</v>"))
    return changed.getvalue()


@pytest.mark.parametrize("number", ["3", "3.0"])
def test_ratings_that_excel_made_numbers_are_read(store: Store, number: str) -> None:
    stars = Scale(values=("1", "2", "3"), level="ordinal", passing=("3",))
    room = make_room(store, ["Ines"], cases=1, scale=stars)
    rows = rows_out(room, format="xlsx")
    rows[1][VALUE] = "3"
    assert take_packet(store, with_a_number(back(rows, "xlsx"), "3", number), now=NOON).labels == 1


def test_text_too_long_for_a_cell_is_cut_and_said(store: Store) -> None:
    long = make_case(0, evidence=(Document(id="d", text="x" * 40_000),))
    room = make_room(store, ["Ines"], dataset=replace(make_dataset(0), cases=(long,)))
    packet = make_packet(store, room.seats[0], most=1, format="xlsx", now=NOON)
    assert packet.cut == ("c0",)
    cell = read_sheet(packet.content)[1][5]
    assert len(cell) < 32_768
    assert cell.endswith("Label this case in the workbench.]")


def test_sides_of_pairs_in_a_packet_are_as_they_were_shown(store: Store) -> None:
    cases = tuple(make_case(number, meta={"answer_b": f"Worse {number}."}) for number in range(12))
    pairs = Scale(values=("A", "B", "tie"), passing=())
    room = make_room(store, ["Ines"], dataset=replace(make_dataset(0), cases=cases), scale=pairs, pairs=True)
    rows = rows_out(room)
    for row in rows[1:]:
        row[VALUE] = "A" if row[6].startswith("Answer") else "B"
    assert {row[VALUE] for row in rows[1:]} == {"A", "B"}
    assert take_packet(store, back(rows), now=NOON).labels == 12
    assert {label.value for label in standing_labels(store.labelling.events(room.session.id))} == {"A"}
    assert take_packet(store, back(rows), now=NOON).unchanged == 12


@pytest.mark.parametrize("content", [b"", b"not a packet", b"PK\x03\x04 no zip", b"\x00\xff\x00", b"a,b\n1,2"])
def test_what_is_no_packet_is_refused(store: Store, content: bytes) -> None:
    with pytest.raises(InputError, match="expected"):
        take_packet(store, content, now=NOON)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp1252", "utf-16"])
def test_a_packet_is_read_in_whatever_a_spreadsheet_saves(encoding: str) -> None:
    assert read_csv("note;value\ncafé;pass\n".encode(encoding)) == [["note", "value"], ["café", "pass"]]


def test_bytes_that_no_spreadsheet_saves_are_refused_and_not_guessed() -> None:
    for content in ("note\nsmørrebrød\n".encode("utf-16-le"), b"note\n\x81\n", b"\xff\xfeodd"):
        with pytest.raises(InputError, match="another encoding or a file that is no text"):
            read_csv(content)


def test_a_workbook_with_any_byte_damaged_is_read_or_refused_in_words() -> None:
    whole = write_sheet([["session", "value"], ["s-0001", "pass"]])
    for at in range(len(whole)):
        with suppress(InputError):
            read_sheet(whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :])


def test_a_locked_workbook_is_refused_in_words() -> None:
    # Bit 0 of the flags, in the header of each part and in the directory, says that a part is encrypted.
    whole = write_sheet([["session", "value"]])
    head = rb"(PK\x01\x02.{4}|PK\x03\x04.{2})\x00\x00"
    locked = re.sub(head, lambda found: found[1] + b"\x01\x00", whole, flags=re.DOTALL)
    with pytest.raises(InputError, match="cannot be read as one"):
        read_sheet(locked)


CELLS = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)


@given(rows=st.lists(st.lists(CELLS, min_size=1, max_size=4), min_size=1, max_size=4))
def test_any_table_survives_a_workbook(rows: list[list[str]]) -> None:
    found = read_sheet(write_sheet(rows))
    assert [_stripped(row) for row in found] == [_stripped(row) for row in rows]


@given(rows=st.lists(st.lists(CELLS, min_size=2, max_size=4), max_size=4))
def test_any_table_survives_csv(rows: list[list[str]]) -> None:
    header = ["a", "b", "c"]
    assert read_csv(write_csv([header, *rows])) == [header, *rows]


def _stripped(row: list[str]) -> list[str]:
    while row and not row[-1]:
        row = row[:-1]
    return row


def test_nothing_is_left_for_a_person_whose_cases_are_all_on_paper(store: Store) -> None:
    room = make_room(store, ["Ines"], cases=2)
    rows_out(room)
    assert room.next(room.seats[0]) == Nothing(reason="done")
