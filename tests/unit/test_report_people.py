"""How far people agree among themselves: at the level of the scale, and two by two where they are known by name."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from evalcore.domain import PASS_FAIL, UNNAMED, Gold, Label, Scale
from evalcore.report.people import MOST_NAMED, human_agreement

RATINGS = Scale(values=("1", "2", "3"), level="ordinal", passing=())
GRADES = Scale(values=("low", "middle", "high"), level="ordinal", passing=())


def voted(case: int, votes: Mapping[str, str]) -> Gold:
    labels = tuple(
        Label(case_id=f"c{case}", case_fingerprint="", criterion="grounded", annotator=name, value=value)
        for name, value in votes.items()
    )
    return Gold(case_id=f"c{case}", value=None, how="unresolved", votes=labels)


def agreement(*cases: Mapping[str, str], scale: Scale = PASS_FAIL):
    return human_agreement([voted(n, votes) for n, votes in enumerate(cases)], scale)


def test_every_two_people_are_compared_on_the_cases_that_both_labelled():
    """Ines and Omar agree on one of two cases, Lea shares one case with either."""
    found = agreement(
        {"ines": "pass", "omar": "pass"}, {"ines": "fail", "omar": "pass", "lea": "fail"}, {"lea": "pass"}
    )
    assert [(name, estimate.n) for name, estimate in found.items() if name.startswith("kappa")] == [
        ("kappa ines ~ omar", 2),
        ("kappa ines ~ lea", 1),
        ("kappa omar ~ lea", 1),
    ]


def test_two_by_two_is_left_out_where_it_would_bury_the_rest():
    crowd = {f"person {number}": "pass" for number in range(MOST_NAMED + 1)}
    assert not [name for name in agreement(crowd, crowd) if name.startswith("kappa")]


def test_people_without_names_are_compared_with_nobody():
    """The first vote of one case and of another may be anybody's."""
    found = agreement({UNNAMED: "pass", f"{UNNAMED} 2": "fail"}, {UNNAMED: "fail", f"{UNNAMED} 2": "fail"})
    assert not [name for name in found if name.startswith("kappa")]
    assert found["alpha"].n == 2


def test_alpha_is_at_the_level_of_the_scale():
    """The two differ by one step on one of two cases, which costs an ordinal alpha less than a nominal one."""
    votes = ({"a": "1", "b": "2"}, {"a": "3", "b": "3"})
    nominal = Scale(values=RATINGS.values, passing=())
    by_level = [agreement(*votes, scale=scale)["alpha"].value for scale in (RATINGS, nominal)]
    # Nominal: of the pooled 1, 2, 3, 3, 5 of 6 pairs differ: 1 − (1/2) / (5/6) = 0.4.
    assert by_level[1] == pytest.approx(0.4)
    # Ordinal: middles .5, 1.5, 3; squares 1, 6.25 (twice), 2.25 (twice): mean of 6 pairs 18 / 6 = 3; 1 − (1/2) / 3.
    assert by_level[0] == pytest.approx(1 - 0.5 / 3)


def test_only_numbers_have_an_interval_alpha():
    assert "alpha_interval" in agreement({"a": "1", "b": "2"}, {"a": "3", "b": "3"}, scale=RATINGS)
    assert "alpha_interval" not in agreement({"a": "low", "b": "high"}, scale=GRADES)


def test_nobody_shares_a_case():
    found = agreement({"a": "pass"}, {"b": "fail"})
    assert {name: estimate.value for name, estimate in found.items()} == {
        "alpha": None,
        "pairs": None,
        "kappa a ~ b": None,
    }
