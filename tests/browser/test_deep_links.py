"""Every page has an address that can be shared: it opens first on a fresh server, and survives a reload."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TALKER = "yes-no@openai:smollm2:135m"


@pytest.mark.parametrize(
    ("address", "heading", "shows"),
    [
        ("/?run=r-0001", "Judge calibration workbench", "Best so far"),
        ("/cases?set=demo&case=ret-04", "ret-04", "gold: "),
        ("/label?part=New+session", "Label", "Make the session"),
        ("/adjudicate?set=demo", "Adjudicate", "Nobody has labelled in a session on this set yet"),
        ("/run?run=r-0001", "Run", "Calls at once"),
        ("/judges", "Judges", "Presets"),
        (f"/compare?run=r-0001&judge={TALKER}&case=ret-04&reading=lenient", "ret-04", "Repeat 1"),
        (f"/judge?run=r-0001&judge={TALKER}&tab=Flips", "One judge", "cases whose repeats differ"),
        ("/plan?run=r-0001&judge=always-yes&ask=gate&n=20&threshold=0.9", "Plan", "35 of 35 are needed"),
        ("/gates?run=r-0001&judge=always-yes&tab=The+file", "Gates", "The gate file"),
        ("/releases?before=r-0001", "Releases", "takes two runs"),
        (f"/export?run=r-0001&judge={TALKER}&target=report.md", "Export", "Download report.md"),
        ("/words?find=kappa", "Words", "Cohen's kappa"),
    ],
)
def test_a_shared_address_opens_the_same_view_on_a_fresh_server_and_after_a_reload(
    first_page: Page, address: str, heading: str, shows: str
) -> None:
    first_page.goto(address)
    for _ in range(2):
        expect(first_page.get_by_role("heading", name=heading, exact=True)).to_be_visible(timeout=20_000)
        expect(first_page.get_by_text(shows).first).to_be_visible(timeout=20_000)
        expect(first_page.get_by_text("Page not found")).to_have_count(0)
        first_page.reload()


def test_an_address_with_a_run_that_this_store_lacks_says_so_and_shows_the_newest(first_page: Page) -> None:
    first_page.goto("/compare?run=r-0999")
    expect(first_page.get_by_text("There is no run r-0999 in this store")).to_be_visible(timeout=20_000)
    expect(first_page.get_by_text("run r-0001 ·")).to_be_visible()
