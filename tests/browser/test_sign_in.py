"""People sign in with an OpenID Connect provider: their seats are found, nobody else's open, and they stay blind."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from evalcore.domain import PASS_FAIL
from evalcore.domain.labelling import Seat
from evalcore.labelling import SessionDraft, create_session, invite
from evalcore.store import Store
from tests.support.labelling_desk import press, see_turn
from tests.support.openid_provider import OpenIDProvider
from tests.support.workbench import served, settled, tracebacks

pytestmark = [pytest.mark.browser, pytest.mark.slow]

INES = {"sub": "ines", "email": "ines@example.org", "email_verified": True, "name": "Ines Quist"}
BO = {"sub": "bo", "email": "bo@example.org", "email_verified": True, "name": "Bo"}


@dataclass
class Desk:
    """A workbench with sign-in, and a session to which an address in other letter case and a name were invited."""

    store: Store
    provider: OpenIDProvider
    browser: Browser
    address: str
    session_id: str
    ines: Seat
    cy: Seat
    requests: list[str] = field(default_factory=list)

    def signed_in(self, claims: dict[str, object]) -> Page:
        """A browser of their own in which this person has signed in."""
        self.provider.person = claims
        page = self.context().new_page()
        page.goto("/label")
        page.get_by_role("button", name="Sign in").click()
        expect(page.get_by_text(f"Signed in as {claims['email']}", exact=True)).to_be_visible()
        settled(page)
        return page

    def context(self) -> BrowserContext:
        context = self.browser.new_context(viewport={"width": 1280, "height": 1000}, base_url=self.address)
        context.set_default_timeout(30_000)
        context.on("request", lambda request: self.requests.append(request.url))
        return context

    def values(self) -> list[str]:
        """What is stored under the seat of Ines."""
        events = self.store.labelling.events(self.session_id)
        return [event.value for event in events if event.person_id == self.ines.person_id and event.kind == "label"]


@pytest.fixture
def desk(browser: Browser, measured: str, tmp_path: Path) -> Iterator[Desk]:
    shutil.copy(measured.removeprefix("sqlite:///"), tmp_path / "label.db")
    url = f"sqlite:///{(tmp_path / 'label.db').as_posix()}"
    store, now = Store.open(url), datetime.now(UTC)
    draft = SessionDraft(
        name="first round", criterion="grounded", question="Is it?", guidelines="", scale=PASS_FAIL,
        annotators_per_case=2, again_share=0.0,
    )  # fmt: skip
    session = create_session(store, store.list_datasets()[-1].id, draft, at=now)
    ines, cy = (invite(store, session.id, name, at=now) for name in ("Ines@Example.org", "Cy"))
    secrets, cache = tmp_path / "secrets.toml", tmp_path / "cache"
    with OpenIDProvider() as provider:
        provider.write_secrets(secrets, "http://127.0.0.1:{port}")
        environment = {
            "EVALCORE_CACHE": os.fspath(cache),
            "STREAMLIT_SECRETS_FILES": os.fspath(secrets),
            "NO_PROXY": "127.0.0.1",
        }
        with served(url, tmp_path / "log", environment=environment) as address:
            desk = Desk(store, provider, browser, address, session.id, ines, cy)
            yield desk
        inside = (address, provider.url, "data:", "blob:")
    store.close()
    assert [url for url in desk.requests if not url.startswith(inside)] == []
    assert tracebacks(tmp_path / "log") == []


def test_who_signed_in_is_found_by_address_labels_without_a_code_and_is_blind_in_every_browser(desk: Desk) -> None:
    page = desk.signed_in(INES)
    page.get_by_role("button", name="Label in first round").click()
    see_turn(page, 1)
    press(page, "1", then=2)
    assert desk.values() == ["pass"]

    elsewhere = desk.signed_in(INES)
    assert [cookie for cookie in elsewhere.context.cookies() if cookie["name"].startswith("evalcore-seat-")] == []
    elsewhere.goto("/compare")
    expect(elsewhere.get_by_text("Ines@Example.org labels in an open session on demo")).to_be_visible()
    expect(elsewhere.get_by_text("always-yes")).to_have_count(0)


def test_the_code_of_an_address_opens_its_seat_to_nobody_else_and_that_of_a_name_to_all(desk: Desk) -> None:
    nobody, bo = desk.context().new_page(), desk.signed_in(BO)
    for page, why in (
        (nobody, "sign in with it, a code alone does not open it"),
        (bo, "made for another e-mail address"),
    ):
        page.goto(f"/label?code={desk.ines.code}")
        expect(page.get_by_text(why)).to_be_visible()
        expect(page.get_by_role("button", name="Start labelling")).to_be_visible()
        page.get_by_role("textbox", name="The code of your invitation").fill(desk.ines.code)
        page.get_by_role("button", name="Start labelling").click()
        expect(page.get_by_text(why)).to_be_visible()
        page.goto(f"/label?code={desk.cy.code}")
        see_turn(page, 1)
    assert desk.values() == []


def test_who_signs_out_is_nobody_here_and_at_the_provider(desk: Desk) -> None:
    page = desk.signed_in(INES)
    page.get_by_role("button", name="Label in first round").click()
    see_turn(page, 1)
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url(f"{desk.address}/")  # by way of the provider
    expect(page.get_by_text("Signed in as ines@example.org", exact=True)).to_have_count(0)
    page.goto("/label")
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()
    assert desk.provider.signed_out == ["ines"]
