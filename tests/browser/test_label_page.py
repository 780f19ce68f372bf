"""People label with the keyboard: no label on an unseen case, none lost, no judge in the traffic."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, expect

from evalcore.domain.labelling import GUARD_S, Shown
from tests.support.labelling_desk import GUARD_MS, QUESTION, Desk, press, see_turn

pytestmark = pytest.mark.browser

SETTLED_MS = 1_500
"""After a press that came too soon: it may reach a busy server late, and then restarts that wait."""


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
    given = 1
    while taps_twice(page, "1") > GUARD_S:  # a busy machine tapped so late that the second was a press of its own
        page.wait_for_timeout(SETTLED_MS)
        given = len(desk.values()) + 1
        assert given < 10, "this machine is too busy to tap twice within 0.3 s"
        see_turn(page, given)
    see_turn(page, given + 1)
    page.wait_for_timeout(SETTLED_MS)
    assert desk.values() == ["pass"] * given
    hold(page, "2", every_ms=33, times=30)
    see_turn(page, given + 2)
    assert desk.values() == [*["pass"] * given, "fail"]


def taps_twice(page: Page, key: str) -> float:
    """Tap a key twice, 60 ms apart; how far apart the browser heard them, in seconds."""
    page.keyboard.press(key)
    page.wait_for_timeout(60)
    page.keyboard.press(key)
    first, second = page.evaluate("downs.slice(-2)")
    return (second - first) / 1_000


def test_the_second_tap_of_two_never_leaves_the_browser(desk: Desk) -> None:
    """So that it is none however late a busy server would hear it; another key, or the same one later, is a press."""
    page = desk.sit()
    page.evaluate("window.heard = []; document.addEventListener('keydown', (event) => heard.push(event.key))")
    # Pressed within the page, since a busy machine would bring Playwright's own presses too late; and no values, so
    # that the case stays.
    tap = "(key) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))"
    page.evaluate(f"for (const key of '998') ({tap})(key)")
    page.wait_for_timeout(GUARD_MS)
    page.evaluate(f"({tap})('8')")
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
    press(page, "2", then=3)
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
        expect(second.get_by_text("Ines labels in an open session on demo")).to_be_visible()
        expect(second.get_by_text("always-yes")).to_have_count(0)
    second.goto("/compare")
    second.get_by_role("button", name="Unblind").click()
    expect(second.get_by_role("link", name="always-yes")).to_be_visible()
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
    expect(page.get_by_text("1 unresolved of 1 on which people differ.")).to_be_visible()
    expect(page.get_by_text("Bo Quist: fail")).to_be_visible()
    expect(page.get_by_text("the price is wrong")).to_be_visible()
    page.get_by_role("textbox", name="Your name").fill("Cy")
    page.get_by_role("radio", name="fail").or_(page.get_by_role("button", name="fail", exact=True)).first.click()
    page.get_by_role("textbox", name="Reason").fill("page 2 says 40")
    page.get_by_role("button", name="Decide").click()
    expect(page.get_by_text("0 unresolved of 1 on which people differ.")).to_be_visible()
    expect(page.get_by_text("Decided by Cy: fail. page 2 says 40")).to_be_visible()


@pytest.mark.slow
def test_a_session_is_made_in_the_app_and_labelled_at_once(desk: Desk) -> None:
    page = desk.context.new_page()
    page.goto("/label?part=New+session")
    page.get_by_role("textbox", name="Name of the session").fill("second round")
    page.get_by_role("textbox", name="People").fill("Dee")
    page.get_by_role("textbox", name="People").press("Enter")
    page.get_by_role("button", name="Make the session").click()
    made = page.get_by_text(re.compile(r"s-\d+ is made: 60 cases"))
    expect(made).to_be_visible()
    session_id = made.inner_text().split()[0]
    page.get_by_role("button", name="Label as them").click()
    see_turn(page, 1)
    press(page, "1", then=2)
    assert [event.value for event in desk.store.labelling.events(session_id)] == ["pass"]
