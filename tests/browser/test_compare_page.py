"""Compare and the page of one judge: from a figure down to its cases, and from a case to what was sent and said."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from tests.support.workbench import choose

pytestmark = pytest.mark.browser

TALKER = "yes-no@openai:smollm2:135m"


def click_upper_left_tile(page: Page) -> None:
    """Click where people pass and the judge passes; a chart takes a click only once it is fully drawn."""
    tiles = page.get_by_test_id("stVegaLiteChart").nth(1)
    expect(tiles.locator("canvas, svg").first).to_be_visible()
    for _ in range(10):
        box = tiles.bounding_box()
        assert box is not None
        tiles.click(position={"x": box["width"] * 0.35, "y": box["height"] * 0.45})
        try:
            page.wait_for_url(re.compile("human=pass"), timeout=4_000)
        except TimeoutError:
            continue
        return


def test_a_cell_of_the_matrix_lists_its_cases_and_a_case_shows_the_prompt_that_was_sent(open_page: Page) -> None:
    open_page.goto(f"/compare?judge={TALKER}")
    click_upper_left_tile(open_page)
    expect(open_page).to_have_url(re.compile("human=pass"))
    expect(open_page).to_have_url(re.compile("verdict=pass"))
    open_page.get_by_text("The exact prompt that was sent").click()
    prompt = open_page.get_by_test_id("stCode").filter(has_text="Answer only yes or no")
    expect(prompt).to_be_visible()


@pytest.mark.slow
def test_evidence_can_be_searched_and_what_is_found_is_marked(open_page: Page) -> None:
    open_page.goto(f"/compare?judge={TALKER}&case=bill-02")
    expect(open_page.get_by_role("heading", name="bill-02")).to_be_visible()
    search = open_page.get_by_placeholder("Search", exact=True)
    search.fill("7 DAYS")
    search.press("Enter")
    expect(open_page.get_by_test_id("stText").filter(has_text="▸7 days◂")).to_be_visible()
    expect(open_page.get_by_text("1 found")).to_be_visible()


@pytest.mark.slow
def test_declared_costs_decide_the_order_and_stand_in_the_address(open_page: Page) -> None:
    open_page.goto("/compare")
    open_page.get_by_role("radio", name="what errors cost").click()
    expect(open_page.get_by_text(re.compile(r"Its errors cost \d+ on 100 answers, at worst \d+")).first).to_be_visible()
    missed = open_page.get_by_role("spinbutton", name="A bad answer let through costs")
    missed.fill("0")
    missed.press("Enter")
    expect(open_page).to_have_url(re.compile("missed=0"))
    # When missed answers cost nothing, always saying yes costs nothing at all: 0 of 36 good ones are rejected.
    expect(open_page.get_by_text("Its errors cost 0 on 100 answers").first).to_be_visible()


@pytest.mark.slow
def test_the_page_of_a_judge_says_what_to_change_and_what_other_rules_would_read(open_page: Page) -> None:
    open_page.goto(f"/judge?judge={TALKER}")
    expect(open_page.get_by_text("that the rule spring-2.0 does not accept")).to_be_visible()
    expect(open_page.get_by_text("The same replies by every rule")).to_be_visible()
    open_page.get_by_role("tab", name="Flips").click()
    expect(open_page.get_by_text("cases whose repeats differ")).to_be_visible()
    open_page.get_by_role("tab", name="Configuration").click()
    expect(open_page.get_by_test_id("stCode").filter(has_text="evalcore-judge/1")).to_be_visible()
    expect(open_page).to_have_url(re.compile("tab=Configuration"))


@pytest.mark.slow
def test_another_reading_rule_makes_every_figure_anew_and_stands_in_the_address(open_page: Page) -> None:
    open_page.goto(f"/compare?judge={TALKER}")
    # Four of its replies in five are the bare word; the rest are in emphasis, wordy or empty, and only the last kind
    # is unread under the lenient rule.
    sentence = open_page.get_by_text(re.compile(r"^Catches \d+ of 21 bad answers.*only by default"))
    before = sentence.inner_text()
    choose(open_page, "Reading rule", "lenient")
    expect(open_page).to_have_url(re.compile("rule=lenient"))
    expect(open_page.get_by_text(before)).to_have_count(0)
    expect(sentence).to_be_visible()


@pytest.mark.slow
def test_a_cheap_judge_is_held_against_a_dear_one_and_the_address_says_so(open_page: Page) -> None:
    open_page.goto("/compare")
    choose(open_page, "Compare with", "always-yes")
    expect(open_page).to_have_url(re.compile("against=always-yes"))
    margin = open_page.get_by_role("spinbutton", name="Good enough within, in points")
    margin.fill("40")
    margin.press("Enter")
    expect(open_page).to_have_url(re.compile("margin=40"))
    expect(open_page.get_by_text(re.compile("word-overlap.*always-yes.*the margin of 40 points"))).to_be_visible()


@pytest.mark.slow
def test_the_mix_of_production_is_typed_and_shared_by_the_address(open_page: Page) -> None:
    open_page.goto("/compare?mix=topic&share_billing=80&share_returns=20&share_out+of+scope=0")
    expect(open_page.get_by_role("spinbutton", name=re.compile("^billing, %"))).to_have_value("80")
    returns = open_page.get_by_role("spinbutton", name=re.compile("^returns, %"))
    returns.fill("30")
    returns.press("Enter")
    expect(open_page).to_have_url(re.compile("share_returns=30"))


@pytest.mark.slow
def test_the_cases_that_tell_two_judges_apart_are_reached_by_the_address(open_page: Page) -> None:
    open_page.goto("/compare?judge=always-yes&with=word-overlap&only=word-overlap")
    expect(open_page.get_by_text("Replies of word-overlap")).to_be_visible()
    expect(open_page.get_by_text(re.compile(r"1 of \d+ – 60 in the set"))).to_be_visible()
