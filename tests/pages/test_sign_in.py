"""The pages for who has signed in, could, or cannot; what the provider says of a person stands in ``AppTest.user``."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

import pytest
from streamlit.testing.v1 import AppTest

from evalcore.domain.labelling import Accepted, Seat
from evalcore.places import app_folder
from evalcore.store import Store
from tests.support.labelling import Room, make_room
from tests.support.recorded_runs import stored_run
from tests.support.things import make_dataset

NOBODY = {"is_logged_in": False}
INES = {"is_logged_in": True, "email": "ines@example.org", "email_verified": True, "name": "Ines"}
CLAIMED = {"is_logged_in": True, "email": "ines@example.org", "name": "Ines"}
PROVIDER = {"client_id": "x", "client_secret": "y", "server_metadata_url": "http://127.0.0.1:1/"}


@pytest.fixture
def room() -> Iterator[Room]:
    """A session on a measured set with an address and a name invited."""
    dataset = make_dataset(4)
    stored_run(os.environ["EVALCORE_DB"], dataset, {"first": ["YES"] * 4})
    store = Store.open(os.environ["EVALCORE_DB"])
    yield make_room(store, ["Ines@Example.org", "Cy"], dataset=dataset, annotators_per_case=2)
    store.close()


def opened(view: str, user: dict[str, object] | None = None, *, code: str | None = None, **secrets: object) -> AppTest:
    app = AppTest.from_file(str(app_folder() / "app.py"), default_timeout=30)
    if user is not None:
        app.user = dict(user)
    if secrets:
        app.secrets["auth"] = secrets
    app.run()
    app.switch_page(f"pages/views/{view}.py")
    if code:
        app.query_params["code"] = code
    app.run()
    assert not app.exception
    return app


def said(app: AppTest) -> str:
    return "\n".join(text.value for text in app.text)


def buttons(app: AppTest) -> list[str]:
    return [button.label for button in app.button]


def is_seated(app: AppTest, seat: Seat) -> bool:
    return "seat" in app.session_state and app.session_state["seat"] == seat


def test_without_a_configured_sign_in_nobody_is_asked_and_every_code_opens_its_seat(room: Room) -> None:
    assert "Sign in" not in buttons(opened("label"))
    for seat in room.seats:
        assert is_seated(opened("label", code=seat.code), seat)


def test_signing_in_is_offered_beside_the_code_by_every_provider(room: Room) -> None:
    assert "Sign in" in buttons(opened("label", NOBODY))
    several = opened("label", NOBODY, google=PROVIDER, keycloak=PROVIDER, redirect_uri="http://127.0.0.1/")
    assert buttons(several)[-2:] == ["Sign in with google", "Sign in with keycloak"]


def test_a_sign_in_that_is_configured_in_part_or_lacks_authlib_says_so(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = opened("label", NOBODY)
    next(button for button in app.button if button.label == "Sign in").click().run()
    assert "Sign-in is configured here, but cannot be used: To use authentication features" in said(app)
    monkeypatch.setitem(sys.modules, "authlib", None)  # what Python finds where the extra is not installed
    app = opened("label", NOBODY)
    next(button for button in app.button if button.label == "Sign in").click().run()
    assert "Authentication requires Authlib" in said(app)


def test_the_code_of_an_address_opens_nothing_until_its_person_has_signed_in(room: Room) -> None:
    ines, cy = room.seats
    refused = opened("label", NOBODY, code=ines.code)
    assert "a code alone does not open it" in said(refused)
    assert not is_seated(refused, ines)
    assert not is_seated(opened("label", CLAIMED, code=ines.code), ines)
    assert is_seated(opened("label", INES, code=ines.code), ines)
    assert is_seated(opened("label", NOBODY, code=cy.code), cy)


def test_who_signed_in_begins_where_they_are_invited_and_sits_down_by_a_button(room: Room) -> None:
    app = AppTest.from_file(str(app_folder() / "app.py"), default_timeout=30)
    app.user = dict(INES)
    app.run()
    assert [title.value for title in app.title] == ["Label"]
    app.button(key=f"own_seat_{room.session.id}").click().run()
    assert is_seated(app, room.seats[0])


def test_who_is_invited_nowhere_is_told_by_which_name_they_would_be(room: Room) -> None:
    assert "No open session has an invitation for Ines." in said(opened("label", CLAIMED))


@pytest.mark.parametrize("view", ["compare", "judge", "gates", "export", "cases", "adjudicate", "plan", "overview"])
def test_results_are_closed_to_who_signed_in_and_labels_on_the_set_without_any_cookie(room: Room, view: str) -> None:
    closed = "Ines@Example.org labels in an open session on"
    assert closed in said(opened(view, INES))
    assert closed not in said(opened(view, CLAIMED))


def test_the_decider_is_who_signed_in_until_they_write_another_name(room: Room) -> None:
    for seat, value in zip(room.seats, ("pass", "fail"), strict=True):
        assert isinstance(room.label(seat, value), Accepted)
    bo = {**INES, "email": "bo@example.org"}
    app = opened("adjudicate", bo)
    assert app.text_input(key="decider").value == "bo@example.org"
    app.text_input(key="decider").set_value("Cy")
    next(button for button in app.button if button.label == "Decide").click().run()
    assert app.text_input(key="decider").value == "Cy"
    assert opened("adjudicate").text_input(key="decider").value == ""


def test_who_signs_out_labels_no_more_from_their_seat(room: Room) -> None:
    app = opened("label", INES, code=room.seats[0].code)
    next(button for button in app.button if button.label == "Sign out").click().run()
    assert not is_seated(app, room.seats[0])
    assert "Sign out" not in buttons(app)
