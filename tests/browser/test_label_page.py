"""People label with the keyboard: no label on an unseen case, none lost, no judge in the traffic."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, TimeoutError, WebSocket, expect

from evalcore.domain import PASS_FAIL
from evalcore.domain.labelling import Seat, Shown
from evalcore.domain.labelling_events import LabelEvent, StandingLabel, standing_labels
from evalcore.labelling import SessionDraft, create_session, invite
from evalcore.store import Store
from tests.support.workbench import served, tracebacks, watch_requests

pytestmark = pytest.mark.browser

GUARD_MS = 400
"""A little more than the 0.3 s in which a press on a new case is refused; a person's pace, not a wait for the page."""
SETTLED_MS = 1_500
"""After a press that came too soon: it may reach a busy server late, and then restarts that wait."""
PATIENCE = 20_000
QUESTION = "Is every statement supported?"


@dataclass
class Desk:
    """A served store with a session on the measured demo set, in which Ines labels; Bo has labelled some already."""

    store: Store
    session_id: str
    ines: Seat
    bo: Seat
    context: BrowserContext
    frames: list[bytes | str] = field(default_factory=list)

    def sit(self) -> Page:
        page = self.context.new_page()
        page.on("websocket", self._listen)
        page.goto(f"/label?code={self.ines.code}")
        see_turn(page, 1)
        return page

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(frame))

    def events(self) -> list[LabelEvent]:
        events = self.store.labelling.events(self.session_id)
        return [event for event in events if event.person_id == self.ines.person_id]

    def labels(self) -> list[StandingLabel]:
        return list(standing_labels(self.events()))

    def values(self) -> list[str]:
        return [label.value for label in self.labels()]


@pytest.fixture
def desk(browser: Browser, measured: str, tmp_path: Path) -> Iterator[Desk]:
    with seated(browser, measured, tmp_path) as made:
        yield made


@contextmanager
def seated(browser: Browser, measured: str, folder: Path) -> Iterator[Desk]:
    shutil.copy(measured.removeprefix("sqlite:///"), folder / "label.db")
    url = f"sqlite:///{(folder / 'label.db').as_posix()}"
    store, now = Store.open(url), datetime.now(UTC)
    dataset = store.list_datasets()[-1]
    draft = SessionDraft(
        name="first round", criterion="grounded", question=QUESTION, guidelines="Read the evidence first.",
        scale=PASS_FAIL, annotators_per_case=2, again_share=0.0,
    )  # fmt: skip
    session = create_session(store, dataset.id, draft, at=now)
    ines, bo = (invite(store, session.id, name, at=now) for name in ("Ines", "Bo Quist"))
    with served(url, folder / "log", environment={"EVALCORE_CACHE": os.fspath(folder / "cache")}) as address:
        context = browser.new_context(viewport={"width": 1280, "height": 1000}, base_url=address)
        context.set_default_timeout(PATIENCE)
        outside = watch_requests(context, address)
        yield Desk(store=store, session_id=session.id, ines=ines, bo=bo, context=context)
        context.close()
    store.close()
    assert outside == []
    assert tracebacks(folder / "log") == []


def see_turn(page: Page, turn: int) -> None:
    """The how-manieth case is on the screen, and its keys are."""
    expect(page.locator(f".st-key-shown_{turn}")).to_be_visible(timeout=PATIENCE)
    expect(page.locator(f'[class*="st-key-value_1_"][class*="_{turn}_"]')).to_be_visible(timeout=PATIENCE)
    # Right after a reload the keys are drawn before the page listens to them.
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning")
    page.wait_for_timeout(GUARD_MS)


def press(page: Page, key: str, *, then: int) -> None:
    page.keyboard.press(key)
    see_turn(page, then)


def press_until_heard(page: Page, key: str, *, then: int) -> None:
    """Press again where a press right after a reload was not heard: one may be lost then, and none may count twice."""
    for _ in range(3):
        page.keyboard.press(key)
        try:
            page.locator(f".st-key-shown_{then}").wait_for(timeout=6_000)
        except TimeoutError:
            continue
        break
    see_turn(page, then)


def others_label(desk: Desk, count: int, value: str, note: str) -> None:
    """Bo labels so many cases outside the browser."""
    labelling = desk.store.labelling
    for _ in range(count):
        now = datetime.now(UTC)
        shown = labelling.next_case(desk.session_id, desk.bo.person_id, now=now)
        assert isinstance(shown, Shown)
        labelling.label(
            desk.session_id, desk.bo.person_id, shown.turn, value,
            case_fingerprint=shown.case_fingerprint, note=note, now=now.replace(year=now.year + 1),
        )  # fmt: skip


def test_a_double_tap_at_60_ms_and_a_key_held_for_a_second_give_one_label_each(desk: Desk) -> None:
    page = desk.sit()
    page.keyboard.press("1")
    page.wait_for_timeout(60)
    page.keyboard.press("1")
    see_turn(page, 2)
    with suppress(TimeoutError):  # the second press may find its button gone already, and then nothing is said
        page.get_by_text("That came too soon").wait_for(timeout=3_000)
    page.wait_for_timeout(SETTLED_MS)
    assert desk.values() == ["pass"]
    hold(page, "2", every_ms=33, times=30)
    see_turn(page, 3)
    assert desk.values() == ["pass", "fail"]


def test_the_second_tap_of_two_never_leaves_the_browser(desk: Desk) -> None:
    """So that it is none however late a busy server would hear it; another key, or the same one later, is a press."""
    page = desk.sit()
    page.evaluate("window.heard = []; document.addEventListener('keydown', (event) => heard.push(event.key))")
    for key, then_ms in (("9", 60), ("9", 60), ("8", GUARD_MS), ("8", 0)):  # no values, so that the case stays
        page.keyboard.press(key)
        page.wait_for_timeout(then_ms)
    assert page.evaluate("heard") == ["9", "8", "8"]


def hold(page: Page, key: str, *, every_ms: int, times: int) -> None:
    """What a key sends that is held: a press, and its repeats."""
    for _ in range(times):
        page.keyboard.down(key)
        page.wait_for_timeout(every_ms)
    page.keyboard.up(key)


def test_a_held_key_gives_one_label_even_where_its_repeats_arrive_as_slowly_as_a_person_presses(desk: Desk) -> None:
    page = desk.sit()
    hold(page, "2", every_ms=700, times=5)
    see_turn(page, 2)
    page.wait_for_timeout(SETTLED_MS)
    assert desk.values() == ["fail"]
    press(page, "1", then=3)
    hold(page, "u", every_ms=700, times=4)
    see_turn(page, 2)
    assert desk.values() == ["fail"]


@pytest.mark.slow
def test_a_held_key_still_repeats_in_the_note(desk: Desk) -> None:
    page = desk.sit()
    note = page.get_by_label("Note")
    note.focus()
    hold(page, "x", every_ms=33, times=5)
    expect(note).to_have_value("xxxxx")


@pytest.mark.slow
def test_forty_paced_presses_give_forty_labels_on_forty_cases(desk: Desk) -> None:
    page = desk.sit()
    for turn in range(1, 41):
        press(page, "12"[turn % 2], then=turn + 1)
    assert desk.values() == ["fail", "pass"] * 20
    assert len({label.case_id for label in desk.labels()}) == 40
    expect(page.get_by_text("40 of 60 labelled")).to_be_visible()


@pytest.mark.slow
def test_undo_goes_back_three_times_and_a_reload_resumes_on_the_same_case(desk: Desk) -> None:
    page = desk.sit()
    for turn in range(1, 5):
        press(page, "1", then=turn + 1)
    for turn in (4, 3, 2):
        press(page, "u", then=turn)
    assert desk.values() == ["pass"]
    page.reload()
    see_turn(page, 2)
    press_until_heard(page, "2", then=3)
    assert desk.values() == ["pass", "fail"]
    assert [event.kind for event in desk.events()].count("undo") == 3


@pytest.mark.slow
def test_a_note_is_saved_by_control_and_enter_and_stays_with_the_verdict_that_follows(desk: Desk) -> None:
    page = desk.sit()
    note = page.get_by_role("textbox", name="Note")
    note.click()
    page.keyboard.type("12 sources; unsure, see fact 1")
    assert desk.events() == []
    page.keyboard.press("Control+Enter")
    expect(page.locator("textarea:focus")).to_have_count(0)
    expect(note).to_have_count(1)
    expect(note).to_have_value("12 sources; unsure, see fact 1")
    page.wait_for_timeout(GUARD_MS)
    press(page, "2", then=2)
    assert [(label.value, label.note) for label in desk.labels()] == [("fail", "12 sources; unsure, see fact 1")]
    expect(note).to_have_value("")


@pytest.mark.slow
def test_a_shortcut_while_searching_the_evidence_does_nothing(desk: Desk) -> None:
    page = desk.sit()
    search = page.get_by_label("Search the evidence")
    turn = 1
    while not search.count():  # the first cases may have no evidence
        turn += 1
        press(page, "1", then=turn)
    labelled = len(desk.labels())
    search.click()
    page.keyboard.type("12suf")
    expect(page.get_by_text("0 found").first).to_be_visible()
    assert len(desk.labels()) == labelled
    assert {event.kind for event in desk.events()} <= {"label"}


@pytest.mark.slow
def test_skip_and_flag_have_keys_and_store_what_they_say(desk: Desk) -> None:
    page = desk.sit()
    page.keyboard.press("f")
    expect(page.get_by_role("button", name=re.compile("^Flagged"))).to_be_visible()
    page.wait_for_timeout(GUARD_MS)
    press(page, "s", then=2)
    assert [(event.kind, event.value) for event in desk.events()] == [("flag", "on"), ("skip", "")]
    expect(page.get_by_text("1 skipped")).to_be_visible()


def test_no_judge_and_no_other_person_is_in_the_traffic_of_who_labels(desk: Desk) -> None:
    others_label(desk, 5, "fail", "a note of another person")
    page = desk.sit()
    for turn in range(1, 7):
        press(page, "1", then=turn + 1)
    traffic = b"".join(frame if isinstance(frame, bytes) else frame.encode() for frame in desk.frames)
    assert QUESTION.encode() in traffic
    secrets = ["always-yes", "word-overlap", "yes-no@", "as the evidence says", "Bo Quist", "a note of another person"]
    assert [secret for secret in secrets if secret.encode() in traffic] == []


@pytest.mark.slow
def test_results_stay_closed_to_the_browser_of_who_labels_until_they_say_so(desk: Desk) -> None:
    desk.sit()
    second = desk.context.new_page()
    for name in ("compare", "judge", "gates", "export", "cases", "adjudicate"):
        second.goto(f"/{name}")
        expect(second.get_by_text("Ines labels in an open session on demo")).to_be_visible(timeout=PATIENCE)
        expect(second.get_by_text("always-yes")).to_have_count(0)
    second.goto("/compare")
    second.get_by_role("button", name="Unblind").click()
    expect(second.get_by_role("link", name="always-yes")).to_be_visible(timeout=PATIENCE)
    assert [event.kind for event in desk.events()] == ["unblind"]


@pytest.mark.slow
def test_a_conflict_is_decided_with_a_reason_and_shows_who_said_what(desk: Desk) -> None:
    labelling = desk.store.labelling
    others_label(desk, 1, "fail", "the price is wrong")
    now = datetime.now(UTC)
    shown = labelling.next_case(desk.session_id, desk.ines.person_id, now=now)
    assert isinstance(shown, Shown)
    later = now.replace(year=now.year + 1)
    labelling.label(
        desk.session_id, desk.ines.person_id, shown.turn, "pass", case_fingerprint=shown.case_fingerprint, now=later
    )
    page = desk.context.new_page()
    page.goto(f"/adjudicate?session={desk.session_id}")
    expect(page.get_by_text("1 unresolved of 1 on which people differ.")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_text("Bo Quist: fail")).to_be_visible()
    expect(page.get_by_text("the price is wrong")).to_be_visible()
    page.get_by_role("textbox", name="Your name").fill("Cy")
    page.get_by_role("radio", name="fail").or_(page.get_by_role("button", name="fail", exact=True)).first.click()
    page.get_by_role("textbox", name="Reason").fill("page 2 says 40")
    page.get_by_role("button", name="Decide").click()
    expect(page.get_by_text("0 unresolved of 1 on which people differ.")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_text("Decided by Cy: fail. page 2 says 40")).to_be_visible()


@pytest.mark.slow
def test_a_session_is_made_in_the_app_and_labelled_at_once(desk: Desk) -> None:
    page = desk.context.new_page()
    page.goto("/label?part=New+session")
    page.get_by_role("textbox", name="Name of the session").fill("second round")
    page.get_by_role("textbox", name="People").fill("Dee")
    page.get_by_role("textbox", name="People").press("Enter")
    page.get_by_role("button", name="Make the session").click()
    expect(page.get_by_text("s-0002 is made: 60 cases")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("button", name="Label as them").click()
    see_turn(page, 1)
    press(page, "1", then=2)
    assert [event.value for event in desk.store.labelling.events("s-0002")] == ["pass"]
