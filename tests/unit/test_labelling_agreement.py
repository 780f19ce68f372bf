"""How far people agree: with each other, with themselves and over time."""

from __future__ import annotations

from datetime import timedelta

import pytest

from evalcore.domain import PASS_FAIL, Case
from evalcore.domain.labelling_events import StandingLabel
from evalcore.labelling.agreement import SessionAgreement, session_agreement
from evalcore.labelling.votes_beyond_chance import ac1_of_votes
from evalcore.stats import ac1
from tests.support.things import NOON, make_case


def label(name: str, case: int, value: str, *, turn: int | None = None, **changes: object) -> StandingLabel:
    at = case + 1 if turn is None else turn
    values: dict[str, object] = {
        "event_id": at * 100 + ord(name[0]),
        "person_id": ord(name[0]),
        "annotator": name,
        "turn": at,
        "case_id": f"c{case}",
        "case_fingerprint": f"f{case}",
        "round": "main",
        "again": False,
        "value": value,
        "note": "",
        "seconds": 2.0,
        "guideline_version": 1,
        "revision": 1,
        "swapped": False,
        "at": NOON + timedelta(seconds=at),
    }
    return StandingLabel(**{**values, **changes})  # type: ignore[arg-type]


def figures(labels: list[StandingLabel], *, cases: list[Case] | None = None, **changes: object) -> SessionAgreement:
    by_id = {case.id: case for case in cases or []}
    return session_agreement(labels, PASS_FAIL, cases=by_id, guideline_version=1, **changes)  # type: ignore[arg-type]


def two_people(agree: int, differ: int) -> list[StandingLabel]:
    """Both say pass and fail in turns; on the last cases bo says the opposite."""
    made = []
    for case in range(agree + differ):
        said = "pass" if case % 2 else "fail"
        other = {"pass": "fail", "fail": "pass"}[said] if case >= agree else said
        made += [label("ann", case, said), label("bo", case, other)]
    return made


def test_agreement_of_a_pair_counts_the_cases_both_labelled() -> None:
    """8 of 10: 0.8. Half are pass for both, so kappa = (0.8 − 0.5)/(1 − 0.5) = 0.6."""
    found = figures([*two_people(8, 2), label("ann", 99, "pass")])
    (pair,) = found.pairs
    assert (pair.a, pair.b, pair.agreement.k, pair.agreement.n) == ("ann", "bo", 8, 10)
    assert pair.kappa.value == pytest.approx(0.6)
    assert (found.labels, found.cases, found.shared_cases) == (21, 11, 10)
    assert found.everybody.pairs.value == pytest.approx(0.8)
    # Alpha of two people with balanced values: D_o = 0.2, D_e = 10 · 10 · 2 / (20 · 19) = 0.526; 1 − 0.2/0.526 = 0.62.
    assert found.everybody.alpha.value == pytest.approx(0.62)


def test_ac1_of_two_people_is_that_of_their_table() -> None:
    """18 both pass, one each way: p_e = 2 × 0.95 × 0.05 = 0.095, AC1 = (0.90 − 0.095)/(1 − 0.095) = 0.890."""
    votes = [["pass", "pass"]] * 18 + [["pass", "fail"], ["fail", "pass"], ["pass"]]
    found = ac1_of_votes(votes, ("pass", "fail"))
    assert found.value == pytest.approx((0.90 - 0.095) / (1 - 0.095))
    assert found.n == 20
    of_table = ac1([[18, 1], [1, 0]])
    assert found.value == pytest.approx(of_table.value)
    assert found.low == pytest.approx(of_table.low, abs=0.02)
    assert found.high == pytest.approx(of_table.high, abs=0.02)


def test_ac1_of_three_people() -> None:
    """Two cases of three votes: all equal, and 2:1. p_o = (1 + 1/3)/2 = 2/3; shares of pass (1 + 2/3)/2 = 5/6.

    p_e = 2 · 5/6 · 1/6 = 5/18; AC1 = (2/3 − 5/18)/(1 − 5/18) = 7/13.
    """
    found = ac1_of_votes([["pass"] * 3, ["pass", "pass", "fail"]], ("pass", "fail"))
    assert found.value == pytest.approx(7 / 13)


def test_kappa_of_two_people_of_whom_one_always_says_the_same_is_undefined_in_words_about_people() -> None:
    labels = [label(name, case, "pass") for case in range(3) for name in ("ann", "bo")]
    (pair,) = figures(labels).pairs
    assert (pair.kappa.value, pair.kappa.note) == (None, "one of the two gave every case the same value")


def test_figures_without_shared_cases_are_undefined_and_say_why() -> None:
    found = figures([label("ann", 0, "pass"), label("bo", 1, "fail")])
    assert found.everybody.pairs.note == "no case was labelled by two people"
    assert found.everybody.ac1.value is None
    assert found.self_agreement.note == "nothing was shown again and labelled yet"
    assert figures([]).people == ()


def test_self_agreement_is_over_the_cases_shown_again() -> None:
    """Three cases twice, the same in two."""
    first = [label("ann", case, "pass") for case in range(3)]
    again = [label("ann", case, said, turn=10 + case, again=True) for case, said in enumerate(["pass", "pass", "fail"])]
    found = figures([*first, *again])
    assert (found.self_agreement.k, found.self_agreement.n) == (2, 3)
    assert found.people[0].self_agreement == found.self_agreement
    # What is shown again is no second vote.
    assert found.labels == 3


def test_the_pilot_round_and_what_is_left_out_are_kept_apart() -> None:
    labels = [
        label("ann", 0, "pass", round="pilot"),
        label("bo", 0, "fail", round="pilot"),
        label("ann", 1, "pass", left_out=True),
        label("bo", 1, "fail"),
    ]
    assert (figures(labels).labels, figures(labels).shared_cases) == (1, 0)
    pilot = figures(labels, round="pilot")
    assert (pilot.labels, pilot.shared_cases, pilot.everybody.pairs.value) == (2, 1, 0.0)


def test_speed_says_the_median_and_what_was_faster_than_a_second() -> None:
    (ann,) = figures([label("ann", case, "pass", seconds=s) for case, s in enumerate([0.4, 0.9, 3.0, 5.0])]).people
    assert (ann.median_s, ann.under_a_second) == (1.95, 2)


def test_drift_is_the_second_half_less_the_first() -> None:
    """Ann passes 0 of the first 10 and all of the last 10; she agrees with bo, who always passes, in the last 10."""
    labels = []
    for case in range(20):
        labels += [label("ann", case, "pass" if case >= 10 else "fail"), label("bo", case, "pass")]
    ann, bo = figures(labels).people
    assert (ann.pass_drift.value, bo.pass_drift.value) == (1.0, 0.0)
    assert ann.agreement_drift.value == 1.0
    assert ann.agreement_drift.low is not None
    assert ann.agreement_drift.low > 0
    assert ann.pass_rate.value == 0.5
    (alone,) = figures([label("ann", 0, "pass")]).people
    assert alone.pass_drift.value is None


def test_the_most_disputed_cases_come_first() -> None:
    """c1 is 2:2 (4 of 6 pairs differ), c0 is 3:1 (3 of 6), c2 is unanimous."""
    said = {0: "pppf", 1: "ppff", 2: "pppp"}
    labels = [
        label(name, case, {"p": "pass", "f": "fail"}[letter])
        for case, letters in said.items()
        for name, letter in zip(("ann", "bo", "cy", "di"), letters, strict=True)
    ]
    disputed = figures(labels).disputed
    assert [(case.case_id, round(case.disagreement, 3)) for case in disputed] == [("c1", 0.667), ("c0", 0.5)]
    assert disputed[1].values["di"] == "fail"


def test_agreement_is_said_for_each_slice() -> None:
    cases = [make_case(number, slices={"topic": "a" if number < 8 else "b"}) for number in range(10)]
    found = figures(two_people(8, 2), cases=cases)
    assert found.slices["topic", "a"].pairs.value == 1.0
    assert found.slices["topic", "b"].pairs.value == 0.0


def test_labels_under_an_older_guideline_are_counted() -> None:
    labels = [label("ann", 0, "pass"), label("ann", 1, "pass", guideline_version=2)]
    found = session_agreement(labels, PASS_FAIL, cases={}, guideline_version=2)
    assert found.older_guideline == 1
