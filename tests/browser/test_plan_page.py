"""Plan: an answer in a sentence for every question, from fields that stand in the address."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.workbench import served, tracebacks

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ANSWERS = [
    # Wilson: z²(p(1−p) + z²/4n)/n … 381 is the smallest n with a half-width of 5 points at 50%.
    ("/plan?rate=0.5&half=0.05", "381 labelled cases give a rate of 50%"),
    ("/plan?ask=threshold&rate=0.9&threshold=0.8", "112 labelled cases show with a chance of 80%"),
    ("/plan?ask=two+apart&rate=0.9&other=0.85", "686 cases on each side"),
    # 35 / (35 + 1.96²) = 0.901, 34 / (34 + 1.96²) = 0.898
    ("/plan?ask=gate&n=20&threshold=0.9", "35 of 35 are needed"),
    # p = 0.7 · 0.9 + 0.3 · 0.2 = 0.69; (1 − 0.31³) / 0.69 = 1.41
    ("/plan?ask=retry+loop&passing=0.7&tpr=0.9&tnr=0.8&attempts=3", "makes 1.41 attempts and 2.81 calls"),
]


@pytest.mark.parametrize(("address", "sentence"), ANSWERS)
def test_every_question_is_answered_in_a_sentence_and_drawn(open_page: Page, address: str, sentence: str) -> None:
    open_page.goto(address)
    expect(open_page.get_by_text(sentence)).to_be_visible()
    expect(open_page.get_by_test_id("stVegaLiteChart").first.locator("canvas, svg").first).to_be_visible()


def test_a_field_is_moved_by_key_and_stands_in_the_address(open_page: Page) -> None:
    open_page.goto("/plan?rate=0.5&half=0.05")
    expect(open_page.get_by_text("381 labelled cases")).to_be_visible()
    open_page.get_by_role("slider", name="Half-width").press("ArrowRight")
    # Half-width 6 points at 50%: Wilson's half-width is z/(2√(n + z²)), so n = (z / 0.12)² − z² = 262.9, thus 263.
    expect(open_page.get_by_text("263 labelled cases")).to_be_visible()
    expect(open_page).to_have_url(re.compile("half=0.06"))


def test_another_question_keeps_what_was_put_in(open_page: Page) -> None:
    open_page.goto("/plan?rate=0.5&half=0.06")
    open_page.get_by_role("radio", name="gate").click()
    expect(open_page.get_by_text("Can this gate be passed")).to_be_visible()
    open_page.get_by_role("radio", name="how sure").click()
    expect(open_page.get_by_text("263 labelled cases give a rate of 50%")).to_be_visible()


def test_another_judge_puts_its_own_figures_into_the_fields(open_page: Page) -> None:
    open_page.goto("/plan?ask=retry+loop&judge=always-yes&tnr=0.8")
    expect(open_page.get_by_text("Fields start from what always-yes showed")).to_be_visible()
    open_page.get_by_role("combobox", name="Judge").click()
    open_page.get_by_role("option", name="word-overlap").click()
    expect(open_page.get_by_text("Fields start from what word-overlap showed")).to_be_visible()
    # word-overlap catches 17 of the 21 bad answers.
    expect(open_page.get_by_role("slider", name="Bad ones caught")).to_have_value("0.81")


def test_rates_that_contradict_each_other_are_said_in_words(open_page: Page) -> None:
    open_page.goto("/plan?ask=two+apart&rate=0.8&other=0.8")
    expect(open_page.get_by_text("two equal rates cannot be told apart by any number of cases")).to_be_visible()


def test_on_an_empty_store_a_middling_judge_stands_in(browser: Browser, tmp_path: Path) -> None:
    with served(f"sqlite:///{(tmp_path / 'store.db').as_posix()}", tmp_path / "log") as address:
        page = browser.new_page(base_url=address)
        page.goto("/plan")
        expect(page.get_by_text("the figures of a middling judge stand in")).to_be_visible()
        expect(page.get_by_text("labelled cases give a rate of 85%")).to_be_visible()
        page.close()
    assert tracebacks(tmp_path / "log") == []
