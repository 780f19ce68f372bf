"""The tables of labelling sessions as queries name them."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, ForeignKey, Integer, Table

from evalcore.store.tables import Moment, any_text, datasets, metadata, plain_text

people = Table(
    "labelling_people",
    metadata,
    Column("id", Integer, primary_key=True),
    any_text("name_key"),
    any_text("name"),
    Column("created_at", Moment, nullable=False),
)

sessions = Table(
    "labelling_sessions",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("dataset_id", ForeignKey(datasets.c.id), nullable=False),
    any_text("set_name"),
    any_text("document"),
    plain_text("state"),
    Column("pilot_cases", Integer, nullable=False),
    Column("cases", Integer, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("frozen_as", ForeignKey(datasets.c.id)),
)


def _session() -> Column[int]:
    return Column("session_id", ForeignKey(sessions.c.id), primary_key=True)


guidelines = Table(
    "labelling_guidelines",
    metadata,
    _session(),
    Column("version", Integer, primary_key=True),
    any_text("text"),
    Column("at", Moment, nullable=False),
)

cases = Table(
    "labelling_cases",
    metadata,
    _session(),
    Column("position", Integer, primary_key=True),
    Column("place", Integer, nullable=False),
    any_text("case_id"),
    plain_text("case_fingerprint"),
    plain_text("round"),
    Column("annotators", Integer, nullable=False),
    Column("inclusion", Float, nullable=False),
    any_text("stratum"),
)

seats = Table(
    "labelling_seats",
    metadata,
    _session(),
    Column("person_id", ForeignKey(people.c.id), primary_key=True),
    plain_text("code"),
    Column("released", Boolean, nullable=False),
    Column("unblinded", Boolean, nullable=False),
    Column("shown_turn", Integer),
    Column("appeared_at", Moment),
    Column("wait_from", Moment),
    Column("invited_at", Moment, nullable=False),
)

slots = Table(
    "labelling_slots",
    metadata,
    _session(),
    Column("position", Integer, primary_key=True),
    Column("slot", Integer, primary_key=True),
    Column("planned_for", Integer, nullable=False),
    Column("holder", Integer, nullable=False),
    plain_text("state"),
    Column("lease_until", Moment),
)

turns = Table(
    "labelling_turns",
    metadata,
    _session(),
    Column("person_id", Integer, primary_key=True),
    Column("turn", Integer, primary_key=True),
    Column("position", Integer, nullable=False),
    Column("slot", Integer),
    Column("again", Boolean, nullable=False),
    Column("swapped", Boolean, nullable=False),
    plain_text("state"),
    Column("again_due", Integer),
    Column("first_shown_at", Moment, nullable=False),
)

events = Table(
    "labelling_events",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("session_id", ForeignKey(sessions.c.id), nullable=False),
    Column("person_id", Integer, nullable=False),
    Column("turn", Integer),
    any_text("case_id"),
    plain_text("case_fingerprint"),
    plain_text("round"),
    Column("again", Boolean, nullable=False),
    plain_text("kind"),
    any_text("value"),
    any_text("note"),
    Column("seconds", Float),
    Column("guideline_version", Integer, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("swapped", Boolean, nullable=False),
    Column("undoes", Integer),
    Column("at", Moment, nullable=False),
)
