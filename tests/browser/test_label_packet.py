"""A packet leaves the browser as an Excel file and comes back filled in."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from evalcore.labelling.excel import read_sheet, write_sheet
from tests.support.labelling_desk import Desk
from tests.support.workbench import choose

pytestmark = [pytest.mark.browser, pytest.mark.slow]

VALUE, NOTE = 8, 9


def test_a_packet_is_downloaded_filled_in_and_its_labels_are_stored(desk: Desk, tmp_path: Path) -> None:
    page = desk.context.new_page()
    page.goto(f"/label?part=Sessions&session={desk.session_id}")
    page.get_by_text("Packets for colleagues").click()
    choose(page, "For whom", "Bo Quist")
    most = page.get_by_role("spinbutton", name="Cases in it at most")
    most.fill("3")
    most.press("Enter")
    with page.expect_download() as download:
        page.get_by_role("button", name="Excel: 3 cases for Bo Quist").click()
    assert download.value.suggested_filename == f"{desk.session_id}-Bo Quist.xlsx"
    rows = [[*row, *[""] * (NOTE + 1 - len(row))] for row in read_sheet(download.value.path().read_bytes())]
    assert len(rows) == 4
    assert desk.store.labelling.packet_room(desk.session_id, desk.bo.person_id).on_paper == 3
    rows[1][VALUE], rows[2][VALUE:], rows[3][VALUE] = "pass", ["FAIL", "the price is wrong"], "maybe"
    filled = tmp_path / "bo.xlsx"
    filled.write_bytes(write_sheet(rows))
    take(page, filled)
    expect(page.get_by_text("bo.xlsx: 2 labels stored, 0 there already, 0 lines without a value.")).to_be_visible()
    expect(page.get_by_text(f"line 4, case {rows[3][2]}: 'maybe' is none of pass, fail")).to_be_visible()
    stored = [(event.annotator, event.value, event.note) for event in desk.store.labelling.events(desk.session_id)]
    assert stored == [("Bo Quist", "pass", ""), ("Bo Quist", "fail", "the price is wrong")]
    page.get_by_role("button", name="Take its labels").click()
    expect(page.get_by_text("bo.xlsx: 0 labels stored, 2 there already")).to_be_visible()


def take(page: Page, file: Path) -> None:
    page.locator("input[type=file]").set_input_files(file)
    button = page.get_by_role("button", name="Take its labels")
    expect(button).to_be_enabled()
    button.click()
