"""A finished run in a store, from what each judge said, without asking anybody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from evalcore.domain import Call, Dataset, Reply, case_fingerprint
from evalcore.judges import ModelRef, request_fingerprint
from evalcore.store import RunSpec, Store
from tests.support.things import NOON, make_judge


def stored_run(url: str, dataset: Dataset, said: Mapping[str, Sequence[str]], **judge: Any) -> str:
    """Store a run of judges by name, each asked once about every case, and return its id."""
    store = Store.open(url)
    try:
        stored = store.save_dataset(dataset, at=NOON)
        ids = []
        for name, texts in said.items():
            made = replace(make_judge(name, **judge), model=ModelRef(provider="ollama", name=f"{name}:1b", digest=name))
            ids.append(store.save_judge(made, at=NOON))
            store.save_replies(_replies(dataset, request_fingerprint(made), texts))
        criterion = next(iter(dataset.criteria))
        spec = RunSpec(
            dataset_id=stored.id, criterion=criterion, judge_ids=tuple(ids), epochs=(0,) * len(ids), repeats=1
        )
        run = store.create_run(spec, at=NOON)
        store.set_run_state(run.id, "done", at=NOON)
        return run.id
    finally:
        store.close()


def _replies(dataset: Dataset, request: str, texts: Sequence[str]) -> list[Reply]:
    return [
        Reply(
            call=Call(request_fingerprint=request, case_fingerprint=case_fingerprint(case), repeat=0),
            text=text,
            finish_reason="stop",
            at=NOON.isoformat(),
        )
        for case, text in zip(dataset.cases, texts, strict=True)
    ]
