"""Packets for colleagues who cannot reach the server: cases out as a table, labels in again, line by line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from evalcore.domain import Document
from evalcore.domain.labelling import Accepted, Seat, Session, SessionCase, Shown, name_key
from evalcore.domain.labelling_events import StandingLabel, standing_labels
from evalcore.domain.labelling_plan import in_canonical_sides
from evalcore.errors import InputError, LabellingError
from evalcore.labelling.excel import MOST_IN_CELL, read_sheet, write_sheet
from evalcore.labelling.spreadsheet_text import read_csv, write_csv
from evalcore.store import Store

PacketFormat = Literal["csv", "xlsx"]

COLUMNS = ("session", "code", "case", "fingerprint", "question", "evidence", "answer", "second answer")
TO_FILL_IN = ("value", "note")
_NEEDED = ("session", "code", "case", "fingerprint", "value")
_CUT = "\n[… cut here: a cell holds no more. Label this case in the workbench.]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Packet:
    """A file for one person."""

    content: bytes
    cases: int
    cut: tuple[str, ...]
    """Ids of cases whose text is too long for a cell; the file says so where it is cut."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PacketProblem:
    """A line that was not taken, and why."""

    line: int
    """As a spreadsheet counts: the header is line 1."""
    case_id: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PacketTaken:
    """What became of the lines of a packet that came back."""

    labels: int
    """Newly stored."""
    unchanged: int
    """Lines that say what is stored already, as when a packet comes in twice."""
    blank: int
    """Lines without a value; their cases stay reserved."""
    problems: tuple[PacketProblem, ...]


def make_packet(store: Store, seat: Seat, *, most: int, format: PacketFormat, now: datetime) -> Packet:
    """Write up to so many cases for a person; those they had on paper before and have not labelled yet come first.

    Raises
    ------
    LabellingError
        When nothing is left for this person.
    """
    shown = store.labelling.reserve_packet(seat.session_id, seat.person_id, most=most, now=now)
    if not shown:
        raise LabellingError(f"expected cases left for {seat.name} in {seat.session_id}, found none for a packet")
    values = shown[0].values
    header = [*COLUMNS, f"value ({' | '.join(values)})", "note"]
    rows = [header, *(_row(seat, one) for one in shown)]
    content = write_sheet(rows, choices={len(COLUMNS): values}) if format == "xlsx" else write_csv(rows)
    cut = tuple(one.case.id for one, row in zip(shown, rows[1:], strict=True) if any(_CUT in cell for cell in row))
    return Packet(content=content, cases=len(shown), cut=cut)


def take_packet(store: Store, content: bytes, *, now: datetime) -> PacketTaken:
    """Take the labels of a packet that came back; good lines are stored, each bad one is named.

    Raises
    ------
    InputError
        When the file is no packet at all.
    """
    rows = read_sheet(content) if content.startswith(b"PK\x03\x04") else read_csv(content)
    lines = _lines(rows)
    reader = _Reader(store, now)
    for number, line in lines:
        reader.take(number, line)
    return PacketTaken(
        labels=reader.labels, unchanged=reader.unchanged, blank=reader.blank, problems=tuple(reader.problems)
    )


class _Reader:
    """Counts what becomes of each line; sessions and what they hold are read once."""

    def __init__(self, store: Store, now: datetime) -> None:
        self._store, self._now = store, now
        self._rooms: dict[str, _Room] = {}
        self.labels = self.unchanged = self.blank = 0
        self.problems: list[PacketProblem] = []

    def take(self, number: int, line: Mapping[str, str]) -> None:
        if not line["value"].strip():
            self.blank += 1
            return
        wrong = self._problem(line)
        if wrong:
            self.problems.append(PacketProblem(line=number, case_id=line["case"], message=wrong))

    def _problem(self, line: Mapping[str, str]) -> str | None:
        """Take a line, and say what kept it from being taken."""
        room = self._room(line["session"])
        if room is None:
            return f"there is no session {line['session']!r} here"
        seat = room.seats.get(line["code"].strip())
        case = room.case_of(line)
        if seat is None or case is None:
            return "the code is of nobody in this session" if seat is None else "the session has no such case"
        if case.case_fingerprint != line["fingerprint"].strip():
            return "the case is another one now; the label would be of what is no longer there"
        value = _on_scale(line["value"], room.session.spec.scale.values)
        if value is None:
            return f"{line['value']!r} is none of {', '.join(room.session.spec.scale.values)}"
        return self._store_label(room, seat, case.case_id, value, line.get("note", ""))

    def _store_label(self, room: _Room, seat: Seat, case_id: str, value: str, note: str) -> str | None:
        before = room.labels.get((seat.person_id, case_id))
        if before is not None:
            stored = in_canonical_sides(before.value, room.session.spec.scale, swapped=before.swapped)
            if stored == value:
                self.unchanged += 1
                return None
            return f"{seat.name} has labelled it {stored!r} already, and this says {value!r}"
        said = self._store.labelling.label_from_packet(
            room.session.id, seat.person_id, case_id, value, note=note.strip(), now=self._now
        )
        if not isinstance(said, Accepted):
            return "it is in no packet of this person" if said.reason == "no case" else said.message
        self.labels += 1
        return None

    def _room(self, session_id: str) -> _Room | None:
        if session_id not in self._rooms:
            try:
                self._rooms[session_id] = _room_of(self._store, session_id)
            except LabellingError:
                return None
        return self._rooms[session_id]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Room:
    session: Session
    seats: Mapping[str, Seat]
    cases: Mapping[str, SessionCase]
    labels: Mapping[tuple[int, str], StandingLabel]

    def case_of(self, line: Mapping[str, str]) -> SessionCase | None:
        """The case of a line; by its fingerprint where a spreadsheet made 7 of the id 007."""
        alike = [case for case in self.cases.values() if case.case_fingerprint == line["fingerprint"].strip()]
        return self.cases.get(line["case"]) or (alike[0] if len(alike) == 1 else None)


def _room_of(store: Store, session_id: str) -> _Room:
    standing = standing_labels(store.labelling.events(session_id))
    return _Room(
        session=store.labelling.load_session(session_id),
        seats={seat.code: seat for seat in store.labelling.seats(session_id)},
        cases={case.case_id: case for case in store.labelling.session_cases(session_id)},
        labels={(label.person_id, label.case_id): label for label in standing if not label.again},
    )


def _lines(rows: Sequence[Sequence[str]]) -> list[tuple[int, dict[str, str]]]:
    """The lines below the header with their numbers, by column."""
    header = [name_key(cell).partition(" (")[0] for cell in rows[0]] if rows else []
    lacking = [name for name in _NEEDED if name not in header]
    if lacking:
        raise InputError(
            f"expected a packet with the columns {', '.join(_NEEDED)}, found none called {', '.join(lacking)}; bring"
            " the file that was written as a packet, with its values filled in",
            row=1,
        )
    return [
        (number, {**dict.fromkeys(header, ""), **dict(zip(header, row, strict=False))})
        for number, row in enumerate(rows[1:], start=2)
        if any(cell.strip() for cell in row)
    ]


def _row(seat: Seat, shown: Shown) -> list[str]:
    case = shown.case
    texts = [
        case.question,
        "\n\n".join(_document(one) for one in case.evidence),
        case.answer,
        shown.second_answer or "",
    ]
    named = [seat.session_id, seat.code, case.id, shown.case_fingerprint]
    return [*named, *map(_fitting, texts), "", ""]


def _document(document: Document) -> str:
    source = f" ({document.source})" if document.source else ""
    return f"[{document.id}]{source}\n{document.text}"


def _fitting(text: str) -> str:
    return text if len(text) <= MOST_IN_CELL - 1 else text[: MOST_IN_CELL - 1 - len(_CUT)] + _CUT


def _on_scale(written: str, values: Sequence[str]) -> str | None:
    """The value that was meant: exactly, or in other letters where only one is that."""
    if written in values:
        return written
    meant = [value for value in values if name_key(value) == name_key(written)]
    return meant[0] if len(meant) == 1 else None
