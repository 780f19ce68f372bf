"""Four people in four browsers: a pilot round, new guidelines, a killed server, conflicts decided, labels frozen."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import combinations
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, TimeoutError, expect

from evalcore.domain import PASS_FAIL, Dataset, gold_labels
from evalcore.domain.labelling import Seat
from evalcore.domain.labelling_events import standing_labels
from evalcore.labelling import SessionDraft, create_session, invite, session_progress
from evalcore.store import Store
from tests.support.recorded_runs import stored_run
from tests.support.things import make_dataset
from tests.support.workbench import WorkbenchServer, settled, tracebacks

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PEOPLE = ("Ines", "Bo", "Cy", "Dee")
PILOT, MAIN, SHARED, CONFLICTS = 10, 40, 10, 3
GUARD_MS = 400
"""A little more than the 0.3 s in which a press on a new case is refused; a person's pace, not a wait for the page."""


@dataclass
class Round:
    """The server, the store behind it, and everybody's page."""

    server: WorkbenchServer
    store: Store
    seats: Mapping[str, Seat]
    pages: Mapping[str, Page]
    organiser: Page
    scripted: frozenset[str]
    """The shared cases on which whoever comes second says fail."""

    def shown(self, name: str) -> int:
        """The how-manieth case is on somebody's screen; 0: none."""
        place = self.pages[name].locator('[class*="st-key-shown_"]')
        if not place.count():
            return 0
        return int((place.first.get_attribute("class") or "").split("st-key-shown_")[1].split()[0])

    def labels(self) -> list[tuple[str, str, str]]:
        """Who said what of which case, as it stands."""
        standing = standing_labels(self.store.labelling.events("s-0001"))
        names = {seat.person_id: name for name, seat in self.seats.items()}
        return [(names[label.person_id], label.case_id, label.value) for label in standing]


@pytest.fixture
def everybody(browser: Browser, tmp_path: Path) -> Iterator[Round]:
    url = f"sqlite:///{(tmp_path / 'people.db').as_posix()}"
    # A run on the set, so that there is something on Compare that must stay closed.
    stored_run(url, unlabelled(PILOT + MAIN), {"judge": ["YES"] * (PILOT + MAIN)})
    store, now = Store.open(url), datetime.now(UTC)
    draft = SessionDraft(
        name="first round", criterion="grounded", question="Is it supported?", guidelines="Read the evidence.",
        scale=PASS_FAIL, annotators_per_case=2, shared_cases=SHARED, pilot_cases=PILOT, again_share=0.0,
    )  # fmt: skip
    session = create_session(store, store.list_datasets()[-1].id, draft, at=now)
    shared = sorted(
        case.case_id
        for case in store.labelling.session_cases(session.id)
        if case.round == "main" and case.annotators == 2
    )
    seats = {name: invite(store, session.id, name, at=now) for name in PEOPLE}
    server = WorkbenchServer(url, tmp_path / "log", {"EVALCORE_CACHE": os.fspath(tmp_path / "cache")})
    (tmp_path / "log").touch()
    server.start()
    opened = [browser.new_context(base_url=server.address, viewport={"width": 1280, "height": 1000}) for _ in range(5)]
    for context in opened:
        context.set_default_timeout(30_000)
    pages = dict(zip(PEOPLE, (context.new_page() for context in opened), strict=False))
    yield Round(
        server=server, store=store, seats=seats, pages=pages,
        organiser=opened[-1].new_page(), scripted=frozenset(shared[:CONFLICTS]),
    )  # fmt: skip
    for context in opened:
        context.close()
    server.stop()
    store.close()
    assert tracebacks(tmp_path / "log") == []


def unlabelled(cases: int) -> Dataset:
    dataset = make_dataset(cases)
    return replace(dataset, labels=())


def sit_down(everybody: Round) -> None:
    for name, page in everybody.pages.items():
        page.goto(f"/label?code={everybody.seats[name].code}")
    for page in everybody.pages.values():
        expect(page.locator('[class*="st-key-shown_"]').first).to_be_visible()
        settled(page)


def label_all(everybody: Round, *, rounds: int = 1_000) -> None:
    """Everybody presses at the same time, case after case, until nobody has one or so many rounds are done."""
    for _ in range(rounds):
        turns = {name: turn for name in PEOPLE if (turn := everybody.shown(name))}
        if not turns:
            return
        press_together(everybody, turns)
        for name, turn in turns.items():
            expect(everybody.pages[name].locator(f".st-key-shown_{turn}")).to_have_count(0)
            settled(everybody.pages[name])


def press_together(everybody: Round, turns: Mapping[str, int]) -> None:
    """All press pass, but whoever comes second to one of the three scripted cases."""
    everybody.organiser.wait_for_timeout(GUARD_MS)
    taken = {case for _, case, _ in everybody.labels()}
    keys = {}
    for name, turn in turns.items():
        seat = everybody.seats[name]
        shown = everybody.store.labelling.case_of_turn(seat.session_id, seat.person_id, turn)
        assert shown is not None
        keys[name] = "2" if shown.case.id in everybody.scripted and shown.case.id in taken else "1"
        taken.add(shown.case.id)
    for name, key in keys.items():
        everybody.pages[name].keyboard.press(key)


def look_after_the_session(everybody: Round) -> Page:
    everybody.organiser.goto("/label?part=Sessions&session=s-0001")
    expect(everybody.organiser.get_by_text("pairs agree on", exact=False).first).to_be_visible()
    return everybody.organiser


def press(page: Page, button: str, *, then: str) -> None:
    """Press a button, again where the page drew its live figures anew at that moment and the press was lost."""
    for _ in range(3):
        settled(page)
        page.get_by_role("button", name=button).click()
        with suppress(TimeoutError):
            page.get_by_text(then).wait_for(timeout=10_000)
            return
    pytest.fail(f"{button} was pressed three times, and “{then}” did not come")


def change_the_guidelines(everybody: Round) -> None:
    page = look_after_the_session(everybody)
    page.get_by_text("Guidelines, version 1").click()
    page.get_by_role("textbox", name="A change is a new version").fill("Read the evidence. A price has to match.")
    press(page, "Store a new version", then="s-0001 is labelled under version 2 of its guidelines.")


def answer_for_labels_made_before(page: Page) -> None:
    """Keep all but two: one is left out, one is labelled anew."""
    page.reload()
    for left, key in zip(range(PILOT, 0, -1), "ol" + "k" * (PILOT - 2), strict=True):
        expect(page.get_by_text(f"Labels of yours to look at again: {left}")).to_be_visible()
        settled(page)
        page.wait_for_timeout(GUARD_MS)
        page.keyboard.press(key)
    expect(page.get_by_text("Labels of yours to look at again")).to_have_count(0)


def decide_the_conflicts(everybody: Round) -> None:
    page = everybody.organiser
    page.goto("/adjudicate?session=s-0001")
    for left in range(CONFLICTS, 0, -1):
        expect(page.get_by_text(f"{left} unresolved of {CONFLICTS} on which people differ.")).to_be_visible()
        expect(page.get_by_text("judge:1b")).to_have_count(0)
        settled(page)
        page.get_by_role("textbox", name="Your name").fill("Eve")
        page.get_by_role("radio", name="fail").or_(page.get_by_role("button", name="fail", exact=True)).first.click()
        page.get_by_role("textbox", name="Reason").fill("The price does not match.")
        page.get_by_role("button", name="Decide").click()
    expect(page.get_by_text(f"0 unresolved of {CONFLICTS} on which people differ.")).to_be_visible()


def freeze(everybody: Round) -> None:
    page = look_after_the_session(everybody)
    page.get_by_text("Freeze", exact=True).click()
    expect(page.get_by_role("button", name="Freeze the labels")).to_be_visible()
    press(page, "Freeze the labels", then="tiny has a new version: 50 cases")


def test_four_people_label_at_once_through_a_killed_server_and_end_with_forty_gold_labels(everybody: Round) -> None:
    sit_down(everybody)
    second = everybody.pages["Ines"].context.new_page()
    second.goto("/compare")
    expect(second.get_by_text("Ines labels in an open session on tiny")).to_be_visible()
    second.close()

    label_all(everybody)
    assert Counter(name for name, _, _ in everybody.labels()) == dict.fromkeys(PEOPLE, PILOT)

    change_the_guidelines(everybody)
    for page in everybody.pages.values():
        answer_for_labels_made_before(page)
    answers = Counter(event.kind for event in everybody.store.labelling.events("s-0001"))
    assert (answers["keep"], answers["leave-out"], answers["relabel"]) == (32, 4, 4)

    page = look_after_the_session(everybody)
    press(page, "Open the main round", then="The main round of s-0001 is open.")
    sit_down(everybody)
    label_all(everybody, rounds=6)

    press_together(everybody, {name: everybody.shown(name) for name in PEOPLE})
    everybody.server.kill()
    acknowledged = Counter(everybody.labels())
    everybody.server.start()
    sit_down(everybody)
    label_all(everybody)
    assert not acknowledged - Counter(everybody.labels())

    main = [label for label in standing_labels(everybody.store.labelling.events("s-0001")) if label.round == "main"]
    assert Counter(Counter(label.case_id for label in main).values()) == {1: MAIN - SHARED, 2: SHARED}
    assert {label.guideline_version for label in main} == {2}
    shared = everybody.store.labelling.shared_cases("s-0001")
    assert len(shared) == len(list(combinations(PEOPLE, 2)))
    assert min(shared.values()) >= 1

    progress = session_progress(everybody.store, "s-0001")
    assert (progress.labelled, progress.complete, progress.unresolved) == (MAIN, MAIN, CONFLICTS)
    assert progress.main.everybody.pairs.value == (SHARED - CONFLICTS) / SHARED

    decide_the_conflicts(everybody)
    freeze(everybody)
    newest = everybody.store.find_dataset("tiny")
    assert newest is not None
    frozen = everybody.store.load_dataset(newest.id)
    gold = [gold.value for gold in gold_labels(frozen, "grounded").values() if gold.value is not None]
    assert Counter(gold) == {"pass": MAIN - CONFLICTS, "fail": CONFLICTS}
