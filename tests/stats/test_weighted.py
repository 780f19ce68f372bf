from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from evalcore.stats import ac1, ac2, kappa, weighted_kappa
from tests.stats.tables import TWO_BY_TWO, assert_honest, table_of

COHENS_TABLE = [[44, 5, 1], [7, 20, 3], [9, 5, 6]]
"""Cohen (1968): personality disorder, neurosis and psychosis by two judges, of 100 cases."""

THREE_BY_THREE = st.lists(st.lists(st.integers(0, 30), min_size=3, max_size=3), min_size=3, max_size=3)


def test_cohens_table_without_weights():
    # p_o = 0.70; margins 0.5, 0.3, 0.2 and 0.6, 0.3, 0.1: p_e = 0.30 + 0.09 + 0.02 = 0.41;
    # 0.29 / 0.59 = 0.492, as published
    assert round(kappa(COHENS_TABLE).value, 3) == 0.492


def test_cohens_table_with_linear_weights():
    # half credit for neighbours: p_o = 0.70 + 0.20 / 2 = 0.80, p_e = 0.41 + (0.15 + 0.18 + 0.03 + 0.06) / 2 = 0.62
    assert weighted_kappa(COHENS_TABLE, weights="linear").value == pytest.approx((0.80 - 0.62) / 0.38)


def test_cohens_table_with_quadratic_weights():
    # three quarters: p_o = 0.70 + 0.75 × 0.20 = 0.85, p_e = 0.41 + 0.75 × 0.42 = 0.725
    assert weighted_kappa(COHENS_TABLE, weights="quadratic").value == pytest.approx((0.85 - 0.725) / 0.275)


def test_ac2_of_cohens_table():
    # mean shares 0.55, 0.30, 0.15: Σ π(1 − π) = 0.2475 + 0.21 + 0.1275 = 0.585; credit sums to 3 + 4 × 0.5 = 5:
    # p_e = 5 × 0.585 / 6 = 0.4875; (0.80 − 0.4875) / 0.5125 = 0.6098
    assert ac2(COHENS_TABLE, weights="linear").value == pytest.approx(0.3125 / 0.5125)


@settings(max_examples=40, deadline=None)
@given(TWO_BY_TWO)
def test_with_two_classes_weights_change_nothing(table):
    for weights in ("linear", "quadratic"):
        assert_same(weighted_kappa(table, weights=weights), kappa(table))
        assert_same(ac2(table, weights=weights), ac1(table))


def assert_same(one, other):
    assert one.note == other.note
    assert (one.value, one.low, one.high) == pytest.approx((other.value, other.low, other.high), nan_ok=True)


@settings(max_examples=40, deadline=None)
@given(THREE_BY_THREE, st.sampled_from(["linear", "quadratic"]))
def test_scikit_learn_gives_the_same_values(table, weights):
    estimate = weighted_kappa(table, weights=weights)
    assert_honest(estimate, -1, 1)
    assert_honest(ac2(table, weights=weights), -1, 1)
    if estimate.value is not None:
        rows, columns = (np.repeat(places, np.ravel(table)) for places in np.indices((3, 3)).reshape(2, -1))
        assert estimate.value == pytest.approx(cohen_kappa_score(rows, columns, weights=weights, labels=[0, 1, 2]))


@pytest.mark.parametrize(
    ("judge", "values"),
    [("gpt-3.5-turbo-0613", (0.096757, 0.165824, 0.276474)), ("gpt-4-0613", (0.433376, 0.478290, 0.549680))],
)
def test_wice_after_the_maximum_over_chunks(shared, judge, values):
    """EXPECTED.md: 100 claims, three classes in order; a claim is as well supported as by its best chunk."""
    folder = shared / "datasets/03_wice_claims"
    credit = {"supported": 1.0, "partially_supported": 0.5, "not_supported": 0.0}
    lines = [json.loads(line) for line in (folder / "claim_test.first300.jsonl").read_text("utf-8").splitlines()]
    people = {line["meta"]["id"]: credit[line["label"]] for line in lines}
    said = json.loads((folder / f"{judge}.entailment_score.json").read_text("utf-8"))
    table = table_of([people[claim] for claim in said], list(said.values()), (0.0, 0.5, 1.0))
    found = kappa(table), *(weighted_kappa(table, weights=how) for how in ("linear", "quadratic"))
    assert [estimate.value for estimate in found] == pytest.approx(values, abs=5e-7)
