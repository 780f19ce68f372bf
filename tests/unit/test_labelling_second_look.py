"""A second look is weighted by how its cases were drawn, so that it does not flatter the judge."""

from __future__ import annotations

from statistics import mean

import pytest

from benchmarks.second_look import coverage, simulated
from evalcore.labelling.second_look import LookedAt, second_look
from evalcore.labelling.second_look_sentences import second_look_sentences


def looked_at(judge: bool, gold: bool, now: bool | None, times: int) -> list[LookedAt]:
    return [LookedAt(case_id="c", judge_passes=judge, gold_passes=gold, now_passes=now)] * times


def test_the_cases_looked_at_stand_for_their_part() -> None:
    """60 agree of which 20 are looked at and 2 labels are wrong; 40 disagree, all looked at, 10 labels wrong.

    Errors: 0.6 × 2/20 + 0.4 × 10/40 = 0.16. The judge is right on 18/20 of the agreements and 10/40 of the others:
    0.6 × 0.9 + 0.4 × 0.25 = 0.64. Correcting disagreements alone would say (60 + 10)/100 = 0.70.
    """
    cases = [
        *looked_at(True, True, None, 40),
        *looked_at(True, True, True, 18),
        *looked_at(True, True, False, 2),
        *looked_at(True, False, False, 30),
        *looked_at(True, False, True, 10),
    ]
    found = second_look(cases)
    assert (found.cases, found.looked_at, found.of) == (
        100,
        {"agree": 20, "disagree": 40},
        {"agree": 60, "disagree": 40},
    )
    assert found.label_errors.value == pytest.approx(0.16)
    assert found.before.agreement.value == 0.6
    assert found.after.agreement.value == pytest.approx(0.64)
    assert found.only_disagreements.value == pytest.approx(0.70)
    # The judge passes everything: all good answers accepted, no bad one caught, before and after.
    assert (found.before.tpr.value, found.after.tpr.value) == (1.0, 1.0)
    assert (found.before.tnr.value, found.after.tnr.value) == (0.0, 0.0)
    assert "20 of 60 where judge and gold agree" in found.after.agreement.note


def test_where_everything_is_looked_at_the_share_is_the_plain_one_and_nearly_as_sure() -> None:
    """30 of 50 right; standard error sqrt(0.6 × 0.4 / 50) = 0.069, so about 0.46 to 0.72 by Wilson."""
    cases = [*looked_at(True, True, True, 30), *looked_at(True, False, False, 20)]
    found = second_look(cases).after.agreement
    assert found.value == pytest.approx(0.6)
    assert found.low == pytest.approx(0.462, abs=0.02)
    assert found.high == pytest.approx(0.724, abs=0.02)


def test_sentences_say_what_was_looked_at_and_every_figure_before_and_after() -> None:
    """Half of 40 agreements are looked at and right, and 10 disagreements, of which 2 labels are wrong.

    Errors 0.8 × 0/20 + 0.2 × 2/10 = 4%; agreement 0.8 × 1 + 0.2 × 0.2 = 84%, and 40 of 50 = 80% before. The judge
    passes everything, so no answer that it fails is bad: all good ones accepted, no bad one caught.
    """
    cases = [
        *looked_at(True, True, None, 20),
        *looked_at(True, True, True, 20),
        *looked_at(True, False, False, 8),
        *looked_at(True, False, True, 2),
    ]
    first, errors, agreement, accepted, caught, alone = second_look_sentences(second_look(cases))
    assert first == (
        "Looked at again: 20 of the 40 cases where judge and label agree, and 10 of the 10 cases where they differ."
    )
    assert errors.startswith("About 4% (")
    assert agreement.startswith("The judge agrees with people on 84% (")
    assert "80% (" in agreement
    assert accepted.startswith("It accepts 100% (")
    assert caught.startswith("It catches 0% (")
    # (40 + 2) of 50
    assert "would say that the judge agrees on 84%" in alone


def test_sentences_say_why_a_figure_is_undefined() -> None:
    cases = [*looked_at(True, True, None, 5), *looked_at(True, False, True, 5)]
    assert second_look_sentences(second_look(cases))[1:2] == (
        "How many labels are in error, and what the judge is worth for it, cannot be said yet:"
        " no case where judge and gold agree was looked at again.",
    )
    no_bad_one = second_look_sentences(second_look(looked_at(True, True, True, 5)))
    assert (
        "It catches an unknown share of bad answers (no such case was found in the second look); undefined before."
        in (no_bad_one)
    )


def test_a_part_that_nobody_looked_at_leaves_the_figures_undefined() -> None:
    cases = [*looked_at(True, True, None, 5), *looked_at(True, False, True, 5)]
    found = second_look(cases)
    assert found.after.agreement.value is None
    assert found.after.agreement.note == "no case where judge and gold agree was looked at again"
    assert second_look([]).after.agreement.value is None
    assert second_look(looked_at(True, True, None, 3)).only_disagreements.value is None


def test_a_coin_flip_seems_to_agree_in_55_of_100_cases_by_its_disagreements_alone_and_in_50_when_weighted() -> None:
    """200 cases, 10 % label errors, 50 agreements drawn. Of 100 disagreements 10 are errors: (100 + 10)/200 = 0.55."""
    found = [simulated(seed) for seed in range(400)]
    flattered = mean(one.only_disagreements.value or 0 for one in found)
    weighted = mean(one.after.agreement.value or 0 for one in found)
    errors = mean(one.label_errors.value or 0 for one in found)
    assert flattered == pytest.approx(0.55, abs=0.01)
    assert weighted == pytest.approx(0.50, abs=0.01)
    assert errors == pytest.approx(0.10, abs=0.01)
    assert coverage([one.after.agreement for one in found], 0.5) >= 0.93
    # The same holds for the share of label errors and of bad answers caught.
    assert coverage([one.label_errors for one in found], 0.1) >= 0.93
    assert coverage([one.after.tnr for one in found], 0.5) >= 0.93
