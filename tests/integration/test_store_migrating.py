"""A store of every earlier version opens with all it holds, on both databases; a newer one is refused."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from evalcore.domain import case_fingerprint
from evalcore.errors import StoreError
from evalcore.judges import request_fingerprint
from evalcore.runner import run_report, run_standing
from evalcore.store import Store
from evalcore.store.database import Database
from evalcore.store.migrations import STEPS, Step
from tests.support.things import NOON, make_dataset, make_judge

ROOT = Path(__file__).parents[2]
RECORDED = ROOT / "tests" / "golden" / "store"
VERSIONS = [step.version for step in STEPS]

# A released step is never edited, because stores that it made are out there; a change is a step of its own.
RELEASED = {
    1: "f34a08e347340751",
    2: "792dabb01f21608c",
    3: "ec7359738938bcd8",
    4: "37eea225107a5b70",
    5: "86e03da5fb39f702",
}


def rows_of(version: int) -> list[str]:
    """What is recorded of a version: one INSERT a line, for the tables that it added."""
    file = RECORDED / f"version-{version}.sql"
    return [line for line in file.read_text(encoding="utf-8").splitlines() if line.startswith("INSERT")]


def make_store_of(version: int, url: str) -> None:
    """A store as it was made then, filled with what is recorded of this version and those before it."""
    database = Database(url, steps=STEPS[:version])
    with database.writing() as connection, closing(connection.connection.cursor()) as cursor:
        for statement in [row for earlier in range(1, version + 1) for row in rows_of(earlier)]:
            cursor.execute(statement)
    database.close()


def versions_in(url: str) -> list[int]:
    engine = create_engine(url)
    with engine.connect() as connection:
        found = connection.execute(text("SELECT version FROM schema_version ORDER BY version")).scalars().all()
    engine.dispose()
    return list(found)


def test_released_steps_are_as_they_were_released() -> None:
    made = {step.version: hashlib.sha256("\n".join(step.statements).encode()).hexdigest()[:16] for step in STEPS}
    assert {version: made[version] for version in RELEASED} == RELEASED


def test_every_version_has_rows_recorded_or_adds_no_table() -> None:
    """So that whoever adds a table also records what it holds, and the next version is tested with it."""
    for step in STEPS:
        adds = any(statement.startswith("CREATE TABLE") for statement in step.statements)
        assert not adds or rows_of(step.version), f"record rows in tests/golden/store/version-{step.version}.sql"


@pytest.mark.parametrize("version", VERSIONS)
def test_a_store_of_each_version_opens_with_its_sets_judges_and_replies(version: int, store_url: str) -> None:
    """Recorded: 4 cases x 2 repeats, of which 7 were answered and one failed; one text has a NUL, one half a letter."""
    make_store_of(version, store_url)
    store = Store.open(store_url)
    assert versions_in(store_url) == VERSIONS

    dataset = store.load_dataset(1)
    assert dataset.name == "Müller's set"
    assert dataset.cases[0].answer == 'It\'s \x00 odd \ud800; "quoted"; – 100 %'
    assert [label.value for label in dataset.labels] == ["pass", "fail", "pass", "fail"]
    judge = store.load_judge(1)
    assert judge == make_judge().pinned(digest="d1")
    replies = store.replies_for(request_fingerprint(judge), 0)
    texts = [replies[(case_fingerprint(case), repeat)].text for repeat in (0, 1) for case in dataset.cases]
    assert texts == ["YES", "no; really", "YES\x00", "NO", "yes", "No.", "YES", ""]
    assert replies[(case_fingerprint(dataset.cases[3]), 1)].failure is not None
    (standing,) = run_standing(store, "r-0001")
    assert (standing.answered, standing.failed, standing.missing) == (7, 1, 0)
    assert run_report(store, "r-0001").judges[0].as_deployed.agreement.value is not None
    store.close()


@pytest.mark.parametrize("version", VERSIONS[1:])
def test_a_split_and_who_was_looked_at_are_kept(version: int, store_url: str) -> None:
    make_store_of(version, store_url)
    store = Store.open(store_url)
    split = store.find_split("Müller's set", "grounded")
    assert split is not None
    assert (split.confirm, split.share, split.seed, split.seen_before) == ({"c2", "c3"}, 0.5, 7, 1)
    assert store.looks("Müller's set", "grounded") == 1
    store.close()


@pytest.mark.parametrize("version", VERSIONS[2:])
def test_a_labelling_session_goes_on_where_it_was(version: int, store_url: str) -> None:
    make_store_of(version, store_url)
    labelling = (store := Store.open(store_url)).labelling
    (session,) = labelling.list_sessions()
    ines, bo = labelling.seats(session.id)
    assert (ines.name, bo.name) == ("Ines", "Bo")
    events = labelling.events(session.id)
    assert [(event.annotator, event.kind, event.value) for event in events] == [
        ("Ines", "label", "pass"),
        ("Ines", "label", "fail"),
        ("Bo", "label", "pass"),
    ]
    labelling.undo(session.id, ines.person_id, now=NOON)
    assert labelling.event_count(session.id) == 4
    store.close()


@pytest.mark.parametrize("version", VERSIONS[3:])
def test_how_a_set_came_about_is_kept(version: int, store_url: str) -> None:
    make_store_of(version, store_url)
    store = Store.open(store_url)
    (kept,) = store.history("Müller's set")
    (noted,) = kept.origins
    assert (noted.origin.what, noted.origin.recipe) == ("imported", "schema: evalcore-recipe/1")
    assert [(file.name, file.size_bytes) for file in noted.origin.files] == [("antworten müller.csv", 7)]
    store.close()


@pytest.mark.parametrize("version", VERSIONS)
def test_what_is_saved_after_a_migration_is_added_to_what_was_there(version: int, store_url: str) -> None:
    make_store_of(version, store_url)
    store = Store.open(store_url)
    before = [stored.id for stored in store.list_datasets()]
    stored = store.save_dataset(make_dataset(3, name="new"), at=NOON)
    assert stored.id not in before
    assert store.load_dataset(stored.id) == make_dataset(3, name="new")
    store.close()


def test_a_store_of_a_newer_version_is_refused_and_left_as_it_is(store_url: str) -> None:
    newer = Step(version=len(STEPS) + 1, title="colour", statements=("ALTER TABLE judges ADD COLUMN colour TEXT",))
    Database(store_url, steps=(*STEPS, newer)).close()
    with pytest.raises(StoreError, match=rf"version {len(STEPS)} or older, found version {newer.version}: a newer"):
        Store.open(store_url)
    assert versions_in(store_url) == [*VERSIONS, newer.version]


def open_at_once(url: str, *, processes: int = 3) -> Sequence[str]:
    """Open a store from several processes that wait for each other; what they said on standard error."""
    program = f"import sys; from evalcore.store import Store; sys.stdin.readline(); Store.open({url!r}).close()"
    command = [sys.executable, "-c", program]
    started = [
        subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
        for _ in range(processes)
    ]
    for process in started:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    return [process.communicate()[1] for process in started]


@pytest.mark.parametrize("version", [0, 1])
def test_processes_that_migrate_at_once_apply_every_step_once(version: int, store_url: str) -> None:
    """An empty database, and one of the first version."""
    if version:
        make_store_of(version, store_url)
    assert open_at_once(store_url) == [""] * 3
    assert versions_in(store_url) == VERSIONS
