"""Gates: a decision by intervals, from a file that is edited, uploaded or read where it lies."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Locator, Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TALKER = "yes-no@openai:smollm2:135m"
HEAD = "schema: evalcore-gates/1\n"
# 20 of 20 would show 84%; no judge of 57 cases can show 99%, for which 380 of 380 are needed.
STRICT = HEAD + "judge: {overall: {agreement: {at_least: 0.99}, tpr: {at_least: 0.5}}}\n"


def editor(page: Page) -> Locator:
    return page.get_by_role("textbox", name="The gate file")


def decide_by(page: Page, text: str) -> None:
    page.get_by_role("tab", name="The file").click()
    editor(page).fill(text)
    editor(page).press("Control+Enter")


def test_the_file_that_a_judge_starts_with_pins_it_and_says_what_stands_in(open_page: Page) -> None:
    open_page.goto("/gates?judge=always-yes")
    expect(open_page.get_by_text(re.compile(r"Of \d+ gates 1 failed, \d+ passed"))).to_be_visible()
    expect(open_page.get_by_text(re.compile(r"A stand-in, .*: tnr at least 50% \(0 of 21"))).to_be_visible()
    expect(open_page.get_by_role("cell", name="● pass").first).to_be_visible()
    open_page.get_by_role("tab", name="The file").click()
    expect(editor(open_page)).to_have_value(re.compile('config_sha256: "[0-9a-f]{64}"'))


def test_an_edited_file_decides_at_once_and_is_there_after_another_page(open_page: Page) -> None:
    open_page.goto("/gates?judge=always-yes")
    decide_by(open_page, STRICT)
    expect(open_page.get_by_text("Of 2 gates 1 failed, 1 passed")).to_be_visible()
    open_page.get_by_role("tab", name="Decision").click()
    expect(open_page.get_by_role("cell", name="▲ fail")).to_be_visible()
    open_page.get_by_test_id("stSidebarNav").get_by_role("link", name="Plan").click()
    expect(open_page.get_by_role("heading", name="Plan", exact=True)).to_be_visible()
    open_page.get_by_test_id("stSidebarNav").get_by_role("link", name="Gates").click()
    expect(open_page.get_by_text("Of 2 gates 1 failed, 1 passed")).to_be_visible()


def test_what_is_undecided_says_how_many_labels_would_decide(open_page: Page) -> None:
    open_page.goto("/gates?judge=always-yes")
    # 36 of 57 good: 63% (50% to 74%); 0.7 lies within.
    decide_by(open_page, HEAD + "judge: {overall: {agreement: {at_least: 0.7}}}\n")
    open_page.get_by_role("tab", name="Decision").click()
    expect(open_page.get_by_role("cell", name="■ undecided")).to_be_visible()
    expect(open_page.get_by_text(re.compile(r"\d+ labelled cases in all would decide it: fail"))).to_be_visible()


def test_a_mistake_in_the_file_is_said_in_words_and_nothing_is_lost(open_page: Page) -> None:
    open_page.goto("/gates?judge=always-yes")
    wrong = HEAD + "judge: {overall: {agreemnt: {at_least: 0.7}}}\n"
    decide_by(open_page, wrong)
    expect(open_page.get_by_text("judge.overall.agreemnt is not a figure; did you mean agreement?")).to_be_visible()
    expect(editor(open_page)).to_have_value(wrong)
    decide_by(open_page, HEAD + "judge: [1,\n")
    expect(open_page.get_by_text(re.compile("line 3"))).to_be_visible()


def test_a_file_that_pins_another_judge_cannot_be_run_and_says_why(open_page: Page) -> None:
    open_page.goto("/gates?judge=always-yes")
    decide_by(
        open_page, HEAD + f"measured: {{config_sha256: {'0' * 64}}}\njudge: {{overall: {{tpr: {{at_least: 0.5}}}}}}\n"
    )
    expect(open_page.get_by_text("What is in the editor cannot be run.")).to_be_visible()
    expect(open_page.get_by_text("the calibration is void")).to_be_visible()


def test_text_of_a_file_is_drawn_as_it_is(open_page: Page) -> None:
    open_page.goto("/gates?judge=always-yes")
    decide_by(open_page, HEAD + 'judge: {overall: {"![x](http://elsewhere.invalid/p.png) **b**": {at_least: 0.7}}}\n')
    expect(open_page.get_by_text("**b** is not a figure")).to_be_visible()


def test_an_uploaded_file_chooses_the_judge_that_it_pins(open_page: Page, tmp_path: Path) -> None:
    file = tmp_path / "ci.yaml"
    file.write_text(HEAD + f'measured: {{judge: "{TALKER}"}}\njudge: {{overall: {{flips: {{at_most: 0.9}}}}}}\n')
    open_page.goto("/gates?judge=always-yes&tab=The+file")
    open_page.get_by_text("Bring a gate file").click()
    open_page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(file)
    expect(open_page.get_by_text("ci.yaml is in the editor")).to_be_visible()
    expect(editor(open_page)).to_have_value(file.read_text())
    expect(open_page).to_have_url(re.compile("judge=yes-no"))


def test_a_file_by_its_path_finds_the_judge_file_beside_it(open_page: Page, tmp_path: Path) -> None:
    (tmp_path / "gates.yaml").write_text(
        HEAD + "measured: {calibration: judge.yaml}\njudge: {overall: {tpr: {at_least: 0.5}}}\n"
    )
    open_page.goto("/gates?judge=always-yes&tab=The+file")
    open_page.get_by_text("Bring a gate file").click()
    path = open_page.get_by_role("textbox", name="Or its path")
    path.fill(str(tmp_path / "gates.yaml"))
    path.press("Enter")
    expect(open_page.get_by_text("expected a judge file with its calibration; No such file").first).to_be_visible()
    expect(editor(open_page)).to_have_value(re.compile("calibration: judge.yaml"))


def test_the_result_can_be_taken_along_for_people_and_for_ci(open_page: Page, tmp_path: Path) -> None:
    open_page.goto("/gates?judge=always-yes")
    saved = {}
    for name in ("gates.yaml", "gates.json (result)", "gates.xml (JUnit)"):
        with open_page.expect_download() as download:
            open_page.get_by_role("button", name=name).click()
        saved[name.split()[0]] = tmp_path / name.split()[0]
        download.value.save_as(saved[name.split()[0]])
    assert saved["gates.yaml"].read_text().startswith('schema: "evalcore-gates/1"')
    document = json.loads(saved["gates.json"].read_text())
    assert (document["schema"], document["exit_code"]) == ("evalcore-gate-result/1", 1)
    suites = ElementTree.fromstring(saved["gates.xml"].read_text())
    assert suites.get("tests") == str(len(document["lines"]))
    expect(open_page.get_by_text("evalcore gate --report report.json --gates gates.yaml")).to_be_visible()
