"""Export in a real browser: chosen, verified, downloaded as an archive; a card drawn in both themes."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from evalcore.exports.card import card_html
from tests.support.rendering import HOSTILE
from tests.support.workbench import settled
from tests.unit.test_exports_card import hostile

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TALKER = "yes-no@openai:smollm2:135m"


def test_a_target_is_chosen_verified_and_downloaded_with_all_its_files(open_page: Page, tmp_path: Path) -> None:
    """Of the demo set 57 cases are asked, twice each."""
    open_page.goto(f"/export?judge={TALKER}")
    expect(open_page.get_by_role("button", name="Download judge.yaml")).to_be_visible()
    expect(open_page.get_by_text("exact: 57 requests and 114 verdicts equal").first).to_be_visible()
    open_page.get_by_role("combobox", name="Export as").click()
    open_page.get_by_role("option", name="python", exact=True).click()
    expect(open_page.get_by_role("button", name="Download python.zip")).to_be_visible()
    expect(open_page.get_by_text("exact: 57 requests and 114 verdicts equal").first).to_be_visible()
    expect(open_page).to_have_url(re.compile("target=python"))
    with open_page.expect_download() as download:
        open_page.get_by_role("button", name="Download python.zip").click()
    download.value.save_as(tmp_path / "python.zip")
    with zipfile.ZipFile(tmp_path / "python.zip") as archive:
        assert {"README.md", "judge.yaml"} <= set(archive.namelist())


def choose_another_judge(open_page: Page) -> None:
    open_page.goto(f"/export?judge={TALKER}")
    expect(open_page.get_by_role("button", name="Download judge.yaml")).to_be_visible()
    settled(open_page)
    open_page.get_by_role("combobox", name="Judge", exact=True).click()
    open_page.get_by_role("option", name="always-yes", exact=True).click()


def test_a_download_pressed_right_after_another_judge_was_chosen_is_that_judge(open_page: Page) -> None:
    """The page takes a while to draw the other judge; until then the old button must not give the old file."""
    choose_another_judge(open_page)
    with open_page.expect_download() as download:
        open_page.get_by_role("button", name="Download judge.yaml").click()
    assert 'name: "always-yes"' in download.value.path().read_text()


def test_a_key_pressed_on_a_download_while_the_page_is_drawn_anew_never_gives_the_judge_before(open_page: Page) -> None:
    choose_another_judge(open_page)
    button = open_page.get_by_role("button", name="Download judge.yaml")
    with open_page.expect_download() as first:
        button.press("Enter")
        settled(open_page)
        button.press("Enter")
    assert 'name: "always-yes"' in first.value.path().read_text()


def test_the_choice_survives_a_reload_and_says_what_each_target_is(open_page: Page) -> None:
    open_page.goto(f"/export?judge={TALKER}&target=card.md")
    expect(open_page.get_by_role("button", name="Download card.md")).to_be_visible()
    open_page.reload()
    expect(open_page.get_by_role("button", name="Download card.md")).to_be_visible()
    open_page.get_by_text("What each of them is").click()
    expect(open_page.get_by_role("region", name="Every target")).to_be_visible()


def test_a_card_says_of_a_case_what_it_got_wrong_only_when_asked(open_page: Page) -> None:
    open_page.goto(f"/export?judge={TALKER}&target=card.md")
    expect(open_page.get_by_text("What would void these figures")).to_be_visible()
    expect(open_page.get_by_text("people say pass, the judge says fail")).to_have_count(0)
    open_page.get_by_text("Quote cases that it got wrong").click()
    expect(open_page.get_by_text("people say pass, the judge says fail").first).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [420, 1100])
def test_a_card_full_of_hostile_text_fits_fetches_nothing_and_runs_nothing(
    browser: Browser, tmp_path: Path, theme: str, width: int
) -> None:
    path = tmp_path / "card.html"
    path.write_text(card_html(hostile(" ".join(HOSTILE)[:300])), encoding="utf-8", errors="replace")
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=theme)
    page = context.new_page()
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: dialogs.append(dialog.message))
    requested: list[str] = []
    page.on("request", lambda request: requested.append(request.url))
    page.goto(path.as_uri())
    expect(page.get_by_role("heading", name="What would void these figures")).to_be_visible()
    assert requested == [path.as_uri()]
    assert dialogs == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    context.close()
