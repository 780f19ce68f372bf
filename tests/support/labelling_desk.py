"""A session in which people label, on a served store, and how a person goes about it in a browser."""

from __future__ import annotations

from dataclasses import dataclass, field

from playwright.sync_api import BrowserContext, Page, WebSocket, expect

from evalcore.domain.labelling import Seat
from evalcore.domain.labelling_events import LabelEvent, StandingLabel, standing_labels
from evalcore.store import Store
from tests.support.workbench import Server, settled

GUARD_MS = 400
"""A little more than the 0.3 s in which a press on a new case is refused; a person's pace, not a wait for the page."""
QUESTION = "Is every statement supported?"


@dataclass(frozen=True)
class House:
    """Where people label: a served store with the measured demo set."""

    server: Server
    store: Store
    set_id: str


@dataclass
class Desk:
    """A session on the demo set in which Ines labels; Bo is invited too."""

    store: Store
    session_id: str
    ines: Seat
    bo: Seat
    context: BrowserContext
    frames: list[bytes | str] = field(default_factory=list)

    def sit(self) -> Page:
        """The page on which Ines labels, once it heeds her keys; it notes in ``downs`` when each was pressed."""
        page = self.context.new_page()
        page.on("websocket", self._listen)
        page.add_init_script(
            "window.downs = []; addEventListener('keydown', (event) => downs.push(event.timeStamp), true)"
        )
        page.goto(f"/label?code={self.ines.code}")
        page.wait_for_function("window.evalcoreOnePressAKey")
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


def see_turn(page: Page, turn: int) -> None:
    """The how-manieth case is on the screen, and its keys are."""
    expect(page.locator(f".st-key-shown_{turn}")).to_be_visible()
    expect(page.locator(f'[class*="st-key-value_1_"][class*="_{turn}_"]')).to_be_visible()
    settled(page)
    page.wait_for_timeout(GUARD_MS)


def press(page: Page, key: str, *, then: int) -> None:
    page.keyboard.press(key)
    see_turn(page, then)
