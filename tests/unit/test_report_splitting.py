"""Keeping cases back: whole clusters, the same mix, once, and looked at knowingly."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.domain import PASS_FAIL, Case, Dataset, Label, case_fingerprint
from evalcore.errors import InputError
from evalcore.report.splitting import split_set

CRITERION = "grounded"


def set_of(values: list[str | None], clusters: list[str | None] | None = None) -> Dataset:
    clusters = clusters or [None] * len(values)
    cases = tuple(
        Case(id=f"c{number}", question=f"question {number}", answer="answer", cluster=cluster)
        for number, cluster in enumerate(clusters)
    )
    labels = tuple(
        Label(
            case_id=case.id,
            case_fingerprint=case_fingerprint(case),
            criterion=CRITERION,
            annotator="ines",
            value=value,
        )
        for case, value in zip(cases, values, strict=True)
        if value is not None
    )
    return Dataset(name="answers", criteria={CRITERION: PASS_FAIL}, cases=cases, labels=labels)


def test_both_parts_get_the_same_mix_of_labels() -> None:
    # 60 pass, 40 fail, each case a cluster of its own: half of each.
    dataset = set_of(["pass"] * 60 + ["fail"] * 40)
    split = split_set(dataset, CRITERION, share=0.5, seed=1)
    for part in ("choose", "confirm"):
        labels = split.part(dataset, part).labels
        assert Counter(label.value for label in labels) == {"pass": 30, "fail": 20}


@pytest.mark.parametrize(("share", "kept_back"), [(0.5, 50), (0.25, 25), (0.2, 20), (0.75, 75)])
def test_the_share_that_was_asked_for_is_kept_back(share: float, kept_back: int) -> None:
    split = split_set(set_of(["pass"] * 60 + ["fail"] * 40), CRITERION, share=share)
    assert len(split.confirm) == kept_back


@given(
    clusters=st.lists(st.sampled_from([None, "a", "b", "c", "d", "e"]), min_size=8, max_size=30),
    seed=st.integers(0, 1000),
    data=st.data(),
)
def test_cases_of_one_cluster_are_never_torn_apart(clusters: list[str | None], seed: int, data: st.DataObject) -> None:
    values = data.draw(
        st.lists(st.sampled_from(["pass", "fail", None]), min_size=len(clusters), max_size=len(clusters))
    )
    dataset = set_of(values, clusters)
    if len({cluster or f"alone {number}" for number, cluster in enumerate(clusters)}) < 2:
        return
    split = split_set(dataset, CRITERION, seed=seed)
    for cluster in {cluster for cluster in clusters if cluster}:
        kept_back = {case.id in split.confirm for case in dataset.cases if case.cluster == cluster}
        assert len(kept_back) == 1
    choose, confirm = split.part(dataset, "choose"), split.part(dataset, "confirm")
    assert {case.id for case in choose.cases} | {case.id for case in confirm.cases} == {c.id for c in dataset.cases}
    assert not {case.id for case in choose.cases} & {case.id for case in confirm.cases}


def test_identical_cases_come_into_the_same_part() -> None:
    dataset = set_of(["pass"] * 10 + ["fail"] * 10)
    twins = tuple(replace(case, id=f"{case.id} again") for case in dataset.cases)
    split = split_set(replace(dataset, cases=dataset.cases + twins), CRITERION, seed=3)
    assert all((case.id in split.confirm) == (f"{case.id} again" in split.confirm) for case in dataset.cases)


def test_the_same_seed_gives_the_same_split_and_another_seed_another() -> None:
    dataset = set_of(["pass", "fail"] * 20)
    assert split_set(dataset, CRITERION, seed=1) == split_set(dataset, CRITERION, seed=1)
    assert split_set(dataset, CRITERION, seed=1).confirm != split_set(dataset, CRITERION, seed=2).confirm


def test_cases_that_come_later_are_there_to_choose_on() -> None:
    dataset = set_of(["pass", "fail"] * 10)
    split = split_set(dataset, CRITERION)
    later = replace(dataset, cases=(*dataset.cases, Case(id="new", question="?", answer="!")))
    assert "new" in {case.id for case in split.part(later, "choose").cases}


def test_a_set_of_one_cluster_cannot_be_split_and_the_error_says_why() -> None:
    with pytest.raises(InputError, match=r"at least 2 clusters.*found 1.*never torn apart"):
        split_set(set_of(["pass", "fail"], ["a", "a"]), CRITERION)


@pytest.mark.parametrize("share", [0.0, 1.0, -1.0])
def test_a_share_of_nothing_or_everything_is_refused(share: float) -> None:
    with pytest.raises(InputError, match="between 0 and 1"):
        split_set(set_of(["pass", "fail"]), CRITERION, share=share)
