"""A generated store to measure on: labelled cases, three judges, and replies of known forms."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import islice

from evalcore.domain import PASS_FAIL, Call, Case, Dataset, Document, Label, Reply, case_fingerprint
from evalcore.judges import Judge, find_judge, request_fingerprint
from evalcore.store import RunSpec, Store

CRITERION = "grounded"
SET, SMALL_SET = "generated", "small"
JUDGES = ("first", "second", "third")
LITERAL, RECOVERED = 0.80, 0.15
"""Shares of the replies that every rule reads, and that only the lenient rule reads; the rest is unread."""

_AT = datetime(2026, 9, 14, 12, 0, tzinfo=UTC)
_TOPICS = ("billing", "delivery", "returns", "account")
_EVIDENCE_LETTERS = 500
_ROWS_AT_ONCE = 10_000
_WORDS = (
    *("order", "refund", "within", "days", "customer", "card", "bank", "transfer", "parcel", "street", "invoice"),
    *("account", "address", "change", "open", "paid", "late", "early", "returned", "sent", "received", "support"),
)


def fill_store(url: str, *, cases: int, repeats: int, seed: int, distinct: int) -> tuple[str, str]:
    """Make a store with two finished runs of three judges, and return the ids of the newest and of the older one.

    The runs share their replies; the newest is the one that a server prepares when it starts.

    Parameters
    ----------
    distinct
        How many different explanations the replies that are not literal are made of.
    """
    store = Store.open(url)
    try:
        chance = random.Random(seed)
        dataset = generated_set(cases, chance)
        # The newest set is the one that pages show when none is named.
        store.save_dataset(replace(generated_set(20, chance), name=SMALL_SET), at=_AT)
        stored = store.save_dataset(dataset, at=_AT)
        judges = [find_judge(f"spring-fact-check@ollama:{name}:1b").pinned(digest=f"digest-{name}") for name in JUDGES]
        for accuracy, judge in zip((0.9, 0.8, 0.7), judges, strict=True):
            replies = _replies(dataset, judge, repeats=repeats, accuracy=accuracy, distinct=distinct, chance=chance)
            while block := list(islice(replies, _ROWS_AT_ONCE)):
                store.save_replies(block)
        spec = RunSpec(
            dataset_id=stored.id,
            criterion=CRITERION,
            judge_ids=tuple(store.save_judge(judge, at=_AT) for judge in judges),
            epochs=(0,) * len(judges),
            repeats=repeats,
        )
        older = _finished_run(store, replace(spec, ask_without_evidence=True), at=_AT)
        return _finished_run(store, spec, at=_AT + timedelta(hours=1)), older
    finally:
        store.close()


def _finished_run(store: Store, spec: RunSpec, *, at: datetime) -> str:
    run = store.create_run(spec, at=at)
    store.set_run_state(run.id, "done", at=at)
    return run.id


def pack_replies(url: str, run_id: str) -> None:
    """What the end of a large run does with its replies."""
    store = Store.open(url)
    try:
        spec = store.load_run(run_id).spec
        for judge_id, epoch in zip(spec.judge_ids, spec.epochs, strict=True):
            store.reply_columns(request_fingerprint(store.load_judge(judge_id)), epoch, pack=True)
    finally:
        store.close()


def generated_set(cases: int, chance: random.Random) -> Dataset:
    """Cases with about 500 characters of evidence, one of four topics, and one label each."""
    made = tuple(_case(number, chance) for number in range(cases))
    labels = tuple(
        Label(
            case_id=case.id,
            case_fingerprint=case_fingerprint(case),
            criterion=CRITERION,
            annotator="ines",
            value="pass" if chance.random() < 0.6 else "fail",
        )
        for case in made
    )
    return Dataset(name=SET, criteria={CRITERION: PASS_FAIL}, cases=made, labels=labels)


def _case(number: int, chance: random.Random) -> Case:
    return Case(
        id=f"case-{number:06d}",
        question=f"{_sentence(chance, 60)}?",
        answer=f"{_sentence(chance, 120)}.",
        evidence=(Document(id=f"doc-{number}", text=_sentence(chance, _EVIDENCE_LETTERS), source="handbook"),),
        slices={"topic": chance.choice(_TOPICS)},
    )


def _sentence(chance: random.Random, letters: int) -> str:
    return " ".join(chance.choices(_WORDS, k=letters // 7))


def _replies(
    dataset: Dataset, judge: Judge, *, repeats: int, accuracy: float, distinct: int, chance: random.Random
) -> Iterator[Reply]:
    request = request_fingerprint(judge)
    explanations = [f"{_sentence(chance, 80)} ({number})" for number in range(distinct)]
    for label in dataset.labels:
        right = chance.random() < accuracy
        for repeat in range(repeats):
            flipped = chance.random() < 0.05
            passes = (label.value == "pass") == (right != flipped)
            call = Call(request_fingerprint=request, case_fingerprint=label.case_fingerprint, repeat=repeat)
            yield Reply(
                call=call,
                text=_text(passes, explanations, chance),
                finish_reason="stop",
                prompt_tokens=180 + chance.randrange(40),
                completion_tokens=1 + chance.randrange(30),
                window_tokens=4096,
                latency_ms=round(200 + 300 * chance.random(), 1),
                served_model=judge.model.name,
                served_digest=judge.model.digest,
                server_version="0.24.0",
                in_flight=4,
                at=_AT.isoformat(),
            )


def _text(passes: bool, explanations: Sequence[str], chance: random.Random) -> str:
    form = chance.random()
    word = "Yes" if passes else "No"
    if form < LITERAL:
        return word
    explanation = chance.choice(explanations)
    if form < LITERAL + RECOVERED:
        return chance.choice((f"**{word}**", f"{word}.", f"{word}, {explanation}."))
    return f"It depends: {explanation}."
