from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.stats import retry_cost

SHARE = st.floats(0, 1)


def test_a_loop_by_hand():
    # accepted per try p = 0.8 · 0.9 + 0.2 · 0.3 = 0.78; tries (1 − 0.22³) / 0.78 = 0.989352 / 0.78 = 1.2684
    cost = retry_cost(0.8, tpr=0.9, tnr=0.7, attempts=3)
    assert cost.accepted_per_try == pytest.approx(0.78)
    assert cost.attempts == pytest.approx(1.2684)
    assert cost.calls == pytest.approx(2.5368)
    # 0.8 · 0.1, 0.8 · 0.9 and 0.2 · 0.3 of the tries
    assert cost.good_rejected == pytest.approx(0.08 * 1.2684)
    assert cost.good_delivered == pytest.approx(0.72 * 1.2684)
    assert cost.bad_delivered == pytest.approx(0.06 * 1.2684)
    assert cost.given_up == pytest.approx(0.22**3)
    # 0.06 / 0.78
    assert cost.bad_among_delivered == pytest.approx(0.0769, abs=5e-5)


def test_a_judge_that_accepts_nothing_runs_every_loop_to_its_end():
    cost = retry_cost(0.8, tpr=0, tnr=1, attempts=4)
    assert (cost.attempts, cost.given_up, cost.bad_among_delivered) == (4.0, 1.0, None)


def test_a_judge_that_accepts_everything_changes_nothing():
    cost = retry_cost(0.8, tpr=1, tnr=0, attempts=5)
    assert (cost.attempts, cost.good_rejected, cost.given_up) == (1.0, 0.0, 0.0)
    assert cost.bad_among_delivered == pytest.approx(0.2)


@given(SHARE, SHARE, SHARE, st.integers(1, 8))
def test_every_question_ends_in_a_good_answer_a_bad_one_or_none(pass_rate, tpr, tnr, attempts):
    cost = retry_cost(pass_rate, tpr=tpr, tnr=tnr, attempts=attempts)
    assert cost.good_delivered + cost.bad_delivered + cost.given_up == pytest.approx(1)
    assert cost.attempts + 1e-12 >= 1
    assert cost.attempts <= attempts + 1e-9


def test_a_loop_played_out_comes_to_the_same():
    """200,000 questions, seed 4: each share within four standard errors."""
    rng = np.random.default_rng(4)
    n, attempts = 200_000, 3
    good = rng.random((n, attempts)) < 0.6
    accepted = np.where(good, rng.random((n, attempts)) < 0.9, rng.random((n, attempts)) < 0.25)
    ended = accepted.argmax(axis=1)
    done = accepted.any(axis=1)
    delivered_good = good[np.arange(n), ended] & done
    cost = retry_cost(0.6, tpr=0.9, tnr=0.75, attempts=attempts)
    assert np.where(done, ended + 1, attempts).mean() == pytest.approx(cost.attempts, abs=0.008)
    assert delivered_good.mean() == pytest.approx(cost.good_delivered, abs=0.005)
    assert (done & ~delivered_good).mean() == pytest.approx(cost.bad_delivered, abs=0.005)
