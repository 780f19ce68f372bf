"""Make the pictures of docs/labelling.md: a session of four people from its first field to frozen labels.

    python docs/pictures/labelling.py              # the pictures of the document
    python docs/pictures/labelling.py --all DIR    # dark and narrow ones as well, into a folder, to be looked at

People's labels come from the demo set, with a few seeded slips, so that there is something to decide. Needs
Debian's chromium and the ``dev`` extra.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, Page, expect  # noqa: E402

from evalcore.domain import gold_labels  # noqa: E402
from evalcore.domain.labelling import Shown  # noqa: E402
from evalcore.importing import demo_dataset  # noqa: E402
from evalcore.store import Store  # noqa: E402
from tests.support.labelling import HandClock, Room, make_draft  # noqa: E402
from tests.support.workbench import chromium, served, settled  # noqa: E402

SET, CRITERION, JUDGE, SEED = "answers", "grounded", "word-overlap", 4
PEOPLE = ("Ines", "Bo", "Cy", "Dee")
SLIPS = 0.12
WIDE, NARROW, HEIGHT, TALLEST = 1280, 900, 860, 3000
LOOKS = (("light", WIDE), ("dark", WIDE), ("light", NARROW))


@dataclass
class Camera:
    """Takes one picture in every look that is wanted."""

    browser: Browser
    address: str
    folder: Path
    all_looks: bool
    pages: list[tuple[Page, str]] = field(default_factory=list)

    def open(self, path: str) -> None:
        """Open a page in a browser of its own for every look."""
        self.close()
        for theme, width in LOOKS if self.all_looks else LOOKS[:1]:
            context = self.browser.new_context(
                base_url=self.address,
                viewport={"width": width, "height": HEIGHT},
                color_scheme="dark" if theme == "dark" else "light",
            )
            page = context.new_page()
            page.goto(path)
            expect(page.locator("h1").first).to_be_visible(timeout=30_000)
            settled(page)
            self.pages.append((page, f"-{theme}-{width}" if self.all_looks else ""))

    def each(self, act: Callable[[Page], None]) -> None:
        """Do something on every page."""
        for page, _ in self.pages:
            act(page)
            settled(page)

    def take(self, name: str) -> None:
        """Take the picture, as high as the page is."""
        for page, look in self.pages:
            page.wait_for_load_state("networkidle")
            height = page.evaluate("document.querySelector('[data-testid=stMain]').scrollHeight")
            size = page.viewport_size or {"width": WIDE, "height": HEIGHT}
            page.set_viewport_size({"width": size["width"], "height": min(int(height) + 20, TALLEST)})
            page.wait_for_timeout(800)  # tables are drawn after their frame
            page.screenshot(path=self.folder / f"{name}{look}.png")
            page.set_viewport_size({"width": size["width"], "height": HEIGHT})

    def close(self) -> None:
        """Close every page."""
        for page, _ in self.pages:
            page.context.close()
        self.pages.clear()


def main() -> int:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", metavar="DIR", type=Path, help="both themes and a narrow window")
    arguments = parser.parse_args()
    folder = arguments.all or Path(__file__).parent
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        url = f"sqlite:///{scratch}/labelling.db"
        store = Store.open(url)
        with served(url, Path(scratch) / "log") as address, chromium() as browser:
            camera = Camera(browser=browser, address=address, folder=folder, all_looks=bool(arguments.all))
            walk(store, camera, url)
            camera.close()
        store.close()
    return 0


def walk(store: Store, camera: Camera, url: str) -> None:
    """From a set without labels to a frozen version, and a picture at every step."""
    known = demo_dataset()
    right = {case_id: gold.value for case_id, gold in gold_labels(known, CRITERION).items()}
    clock = HandClock(datetime.now(UTC) - timedelta(days=1))
    stored = store.save_dataset(replace(known, name=SET, labels=()), at=clock.now)
    camera.open("/label?part=New+session")
    camera.each(_fill_in)
    camera.take("label-new")

    draft = make_draft(
        name="first round", criterion=CRITERION, question="Is every statement of the answer in the evidence?",
        guidelines="A price or a date has to be in the evidence word for word.\nPolite phrases need no evidence.",
        annotators_per_case=2, shared_cases=20, pilot_cases=6, again_share=0.1,
    )  # fmt: skip
    room = _room(store, stored.id, draft, clock)
    chance = random.Random(SEED)
    label_all(room, right, chance)  # the pilot round
    camera.open("/label?part=Sessions&session=s-0001")
    camera.take("label-pilot")

    store.labelling.add_guidelines(
        "s-0001", "A price or a date has to be in the evidence word for word.\nPolite phrases need no evidence.\n"
        "A sum that follows from the evidence counts as supported.", at=clock.pass_s(60),
    )  # fmt: skip
    camera.open(f"/label?code={room.seats[0].code}")
    camera.take("label-guidelines")
    store.labelling.open_main_round("s-0001")
    label_all(room, right, chance, leave=12)
    while not room.shown(room.seats[0]).case.evidence:
        room.label(room.seats[0], right[room.shown(room.seats[0]).case.id] or "pass")
    camera.open(f"/label?code={room.seats[0].code}")
    camera.each(lambda page: page.get_by_role("button", name="Later").click())
    camera.take("label-case")
    label_all(room, right, chance)
    camera.open("/label?part=Sessions&session=s-0001")
    camera.take("label-agreement")
    camera.open("/adjudicate?session=s-0001")
    camera.take("label-adjudicate")
    _decide(room, right)
    camera.open("/label?part=Sessions&session=s-0001")
    camera.each(lambda page: page.get_by_text("Freeze", exact=True).click())
    camera.take("label-freeze")
    look_again(room, right, url)
    camera.open("/label?part=Sessions&session=s-0002")
    camera.take("label-second-look")


def _room(store: Store, dataset_id: int, draft: object, clock: HandClock) -> Room:
    from evalcore.labelling import SessionDraft, create_session

    assert isinstance(draft, SessionDraft)
    room = Room(store=store, session=create_session(store, dataset_id, draft, at=clock.now), clock=clock)
    room.invited(*PEOPLE)
    return room


def _fill_in(page: Page) -> None:
    page.get_by_role("textbox", name="Name of the session").fill("first round")
    page.get_by_role("textbox", name="What has to be decided").fill("Is every statement of the answer in the evidence?")
    page.get_by_role("textbox", name="Guidelines").fill("A price or a date has to be in the evidence word for word.")
    page.get_by_role("textbox", name="People", exact=True).fill(", ".join(PEOPLE))
    page.get_by_role("textbox", name="People", exact=True).press("Enter")


def label_all(
    room: Room, right: dict[str, str | None], chance: random.Random, *, leave: int = 0, slips: float = SLIPS
) -> None:
    """Everybody labels in turn, until so many cases are left to each or nobody has one."""
    going = list(room.seats)
    while going:
        for seat in list(going):
            shown = room.next(seat)
            left = room.store.labelling.pace(room.session.id, seat.person_id).left
            if not isinstance(shown, Shown) or left <= leave:
                going.remove(seat)
                continue
            value = right[shown.case.id] or "pass"
            if chance.random() < slips:
                value = "fail" if value == "pass" else "pass"
            room.press(seat, shown, value, after_s=chance.uniform(3, 14))


def look_again(room: Room, right: dict[str, str | None], url: str) -> None:
    """Freeze, measure a judge on the frozen labels, and let one person look at a sample of them a second time."""
    from evalcore.labelling import freeze, invite

    freeze(room.store, room.session.id, at=room.clock.pass_s(60))
    _evalcore("run", "--cases", SET, "--criterion", CRITERION, "--judge", JUDGE, "--db", url)
    asked = ["label", "new", SET, "--name", "second look", "--criterion", CRITERION, "--queue", "second-look"]
    _evalcore(*asked, "--run", "r-0001", "--judge", JUDGE, "--agreements", "16", "--db", url)
    second = Room(store=room.store, session=room.store.labelling.load_session("s-0002"), clock=room.clock)
    second.seats.append(invite(room.store, "s-0002", "Fay", at=room.clock.pass_s(1)))
    label_all(second, right, random.Random(SEED), slips=0.0)


def _evalcore(*arguments: str) -> None:
    """Run a command in a process of its own: Playwright keeps an event loop running in this thread."""
    subprocess.run([sys.executable, "-m", "evalcore", *arguments], check=True, cwd=ROOT)


def _decide(room: Room, right: dict[str, str | None]) -> None:
    from evalcore.labelling import conflict_queue

    for conflict in conflict_queue(room.store, room.session.id):
        if conflict.is_open:
            room.store.labelling.adjudicate(
                room.session.id, "Eve", conflict.case.id, right[conflict.case.id] or "pass",
                "As the evidence says.", now=room.clock.pass_s(20),
            )  # fmt: skip


if __name__ == "__main__":
    raise SystemExit(main())
