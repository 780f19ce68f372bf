"""A run on the demo set, and a newer version of the set that was stored after it."""

from __future__ import annotations

from dataclasses import replace

from evalcore.domain import Label, case_fingerprint
from evalcore.places import default_store_url
from evalcore.store import Store
from tests.support.things import NOON

RUN = ("run", "--cases", "demo", "--judge", "always-yes", "--repeats", "1")


def decide_otherwise(*, cases: int) -> None:
    """Store a newer version of the demo set, in which so many cases got a decision that turns their gold."""
    store = Store.open(default_store_url())
    stored = store.find_dataset("demo")
    assert stored is not None
    dataset = store.load_dataset(stored.id)
    (criterion,) = dataset.criteria
    passing = {label.case_id for label in dataset.labels if label.value == "pass"}
    turned = [case for case in dataset.cases if case.id in passing][:cases]
    decisions = tuple(
        Label(
            case_id=case.id,
            case_fingerprint=case_fingerprint(case),
            criterion=criterion,
            annotator="Mo",
            value="fail",
            adjudicated=True,
        )
        for case in turned
    )
    store.save_dataset(replace(dataset, labels=(*dataset.labels, *decisions)), at=NOON.replace(year=2030))
    store.close()
