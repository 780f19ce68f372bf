"""A second look is made in the app, labelled blind by keyboard, and read in another browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from evalcore.labelling import second_look_of, second_look_sentences
from tests.support.labelling_desk import Desk, press, see_turn
from tests.support.workbench import choose, settled

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_a_second_look_is_made_labelled_blind_and_read_elsewhere(desk: Desk, browser: Browser) -> None:
    """Two cases of each kind are drawn, so that three labels are of both kinds and the estimates are defined."""
    runs_it = desk.context.new_page()
    session_id = make_it(runs_it)
    (dee,) = desk.store.labelling.seats(session_id)
    elsewhere = browser.new_context(viewport={"width": 1280, "height": 1000}, base_url=address_of(runs_it))
    page, frames = elsewhere.new_page(), list[bytes | str]()
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(frame)))
    page.goto(f"/label?code={dee.code}")
    see_turn(page, 1)
    for turn in (1, 2, 3):
        press(page, "12"[turn % 2], then=turn + 1)
    traffic = b"".join(frame if isinstance(frame, bytes) else frame.encode() for frame in frames)
    assert b"look again" in traffic
    secrets = ["yes-no@", "judge pass", "judge fail", "gold pass", "gold fail", "as the evidence says", "disagree"]
    assert [secret for secret in secrets if secret.encode() in traffic] == []

    runs_it.reload()
    look = second_look_of(desk.store, session_id)
    assert sum(look.looked_at.values()) == 3
    assert look.after.agreement.value is not None
    for sentence in second_look_sentences(look):
        expect(runs_it.get_by_text(sentence)).to_be_visible()
    expect(runs_it.get_by_text("never become labels of the set")).to_be_visible()

    page.get_by_role("button", name="Leave for now").click()
    expect(page.get_by_text("closed to you")).to_be_visible()
    expect(page.get_by_text("Looked at again:")).to_have_count(0)
    elsewhere.close()


def make_it(page: Page) -> str:
    page.goto("/label?part=New+session")
    page.get_by_role("textbox", name="Name of the session").fill("look again")
    choose(page, "Order", "second look")
    for label in ("^Agreements", "^Disagreements"):
        number = page.get_by_role("spinbutton", name=re.compile(label))
        number.fill("2")
        number.press("Enter")
        settled(page)
    page.get_by_role("textbox", name="People").fill("Dee")
    page.get_by_role("textbox", name="People").press("Enter")
    page.get_by_role("button", name="Make the session").click()
    made = page.get_by_text(re.compile(r"s-\d+ is made: 4 cases"))
    expect(made).to_be_visible()
    expect(page.get_by_text("cannot be said yet")).to_be_visible()
    return made.inner_text().split()[0]


def address_of(page: Page) -> str:
    return page.url.partition("/label")[0]
