from __future__ import annotations

import json
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import precision_recall_fscore_support

from evalcore.stats import (
    balanced_accuracy,
    class_precision,
    class_recall,
    kappa,
    macro_f1,
    macro_precision,
    macro_recall,
    precision,
    wilson,
)
from tests.stats.tables import assert_honest, table_of

MACROS = (macro_precision, macro_recall, macro_f1)
THREE_BY_THREE = st.lists(st.lists(st.integers(0, 30), min_size=3, max_size=3), min_size=3, max_size=3)


def test_precision_is_of_what_the_judge_passes():
    # it passes 9, of which people pass 8
    assert precision([[8, 2], [1, 4]]) == wilson(8, 9)


def test_a_judge_that_passes_nothing_has_no_precision():
    assert precision([[0, 2], [0, 4]]).note == "the judge gave no case this verdict"


def test_single_classes():
    table = [[5, 1, 0], [2, 3, 0], [1, 0, 0]]
    assert class_precision(table, 0) == wilson(5, 8)
    assert class_recall(table, 1) == wilson(3, 5)
    assert class_precision(table, 2).value is None
    assert class_recall([[5, 0], [0, 0]], 1).note == "people gave no case this label"


def test_macro_figures_by_hand():
    # precision 5/7 and 3/4, recall 5/6 and 3/5, F1 10/13 and 6/9
    table = [[5, 1], [2, 3]]
    assert macro_precision(table).value == pytest.approx((5 / 7 + 3 / 4) / 2)
    assert macro_recall(table).value == pytest.approx((5 / 6 + 3 / 5) / 2)
    assert macro_f1(table).value == pytest.approx((10 / 13 + 6 / 9) / 2)
    assert macro_recall(table).value == balanced_accuracy(table).value


def test_a_class_that_nobody_uses_is_left_out():
    assert macro_f1([[5, 0, 1], [0, 0, 0], [2, 0, 3]]) == macro_f1([[5, 1], [2, 3]])


def test_what_was_never_said_has_no_precision_and_an_f1_of_0():
    table = [[6, 0], [2, 0]]
    assert macro_precision(table).note == "the judge never gave a class that people gave"
    assert macro_recall([[6, 2], [0, 0]]).note == "people never gave a class that the judge gave"
    assert macro_f1(table).value == pytest.approx((12 / 14 + 0) / 2)


@pytest.mark.parametrize("figure", MACROS)
def test_no_cases_is_undefined_and_one_class_is_a_plain_proportion(figure):
    assert figure([[0, 0], [0, 0]]).note == "no cases"
    assert figure([[7, 0], [0, 0]]) == wilson(7, 7)


@settings(max_examples=60, deadline=None)
@given(THREE_BY_THREE)
def test_scikit_learn_gives_the_same_values(table):
    rows, columns = (np.repeat(places, np.ravel(table)) for places in np.indices((3, 3)).reshape(2, -1))
    for index, figure in enumerate(MACROS):
        estimate = figure(table)
        assert_honest(estimate, 0, 1)
        if estimate.value is not None:
            with warnings.catch_warnings(action="ignore"):
                theirs = precision_recall_fscore_support(rows, columns, average="macro")
            assert estimate.value == pytest.approx(theirs[index])


@pytest.mark.parametrize(
    ("judge", "column", "usable", "figures"),
    [
        ("gpt-3.5-turbo", "gpt_result", 974, (0.715606, 0.492865, 0.536540, 0.541652, 0.533082)),
        ("pandalm-7b", "pandalm_result", 999, (0.667668, 0.435355, 0.573831, 0.574969, 0.574305)),
    ],
)
def test_pandalms_recorded_judges(shared, judge, column, usable, figures):
    """EXPECTED.md: the majority of three people against both judges, their unusable replies left out."""
    folder = shared / "datasets/01_pandalm"
    people = json.loads((folder / "testset-v1.json").read_text("utf-8"))
    said = {row["idx"]: row[column] for row in json.loads((folder / f"{judge}-testset-v1.json").read_text("utf-8"))}
    verdicts = {"Tie": 0, "0": 0, "1": 1, "2": 2}
    pairs = [
        (sorted(row[f"annotator{who}"] for who in (1, 2, 3))[1], verdicts[str(said[row["idx"]]).strip()])
        for row in people
        if str(said[row["idx"]]).strip() in verdicts
    ]
    table = table_of(*zip(*pairs, strict=True), (0, 1, 2))
    assert len(pairs) == usable
    found = (wilson(int(np.trace(table)), usable), kappa(table), *(figure(table) for figure in MACROS))
    assert [estimate.value for estimate in found] == pytest.approx(figures, abs=5e-7)
