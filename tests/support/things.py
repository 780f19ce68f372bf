"""Small cases, sets, judges and replies for tests that are about something else."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from evalcore.domain import PASS_FAIL, Call, Case, Dataset, Document, Failure, Label, Reply, case_fingerprint
from evalcore.judges import YES_NO_TOKENS, Judge, ModelRef, Prompt, RuleSpec

NOON = datetime(2026, 9, 14, 12, 0, tzinfo=UTC)


def make_case(number: int, **changes: Any) -> Case:
    """Case ``c0``, ``c1`` …; each has its own question, answer and evidence."""
    values: dict[str, Any] = {
        "id": f"c{number}",
        "question": f"Question {number}?",
        "answer": f"Answer {number}.",
        "evidence": (Document(id=f"d{number}", text=f"Fact {number}."),),
    }
    return Case(**{**values, **changes})


def make_dataset(count: int = 4, *, name: str = "tiny", **changes: Any) -> Dataset:
    """A set whose even cases are labelled pass and whose odd ones fail, under ``grounded``."""
    made = tuple(make_case(number) for number in range(count))
    labels = tuple(
        Label(
            case_id=case.id,
            case_fingerprint=case_fingerprint(case),
            criterion="grounded",
            annotator="ines",
            value="pass" if number % 2 == 0 else "fail",
        )
        for number, case in enumerate(made)
    )
    values: dict[str, Any] = {"name": name, "criteria": {"grounded": PASS_FAIL}, "cases": made, "labels": labels}
    return Dataset(**{**values, **changes})


def make_judge(name: str = "asker", **changes: Any) -> Judge:
    """A yes/no judge; changes go to the judge, ``template`` and ``model`` to its parts."""
    template = changes.pop("template", "Is {answer} supported by {evidence}? YES or NO")
    model = changes.pop("model", "small:1b")
    values: dict[str, Any] = {
        "name": name,
        "criterion": "grounded",
        "model": ModelRef(provider="ollama", name=model, digest="d1"),
        "prompt": Prompt(template=template),
        "rule": RuleSpec(name="lenient"),
        "reader": "a person",
        "tokens": YES_NO_TOKENS,
    }
    return Judge(**{**values, **changes})


def make_reply(number: int = 0, *, text: str = "YES", failed: bool = False, **changes: Any) -> Reply:
    """A reply to, or the failure of, repeat 0 of the call on ``case-<number>`` by ``asked``."""
    call = changes.pop("call", Call(request_fingerprint="asked", case_fingerprint=f"case-{number}", repeat=0, epoch=0))
    failure = Failure(kind="overloaded", message="503") if failed else None
    return Reply(call=call, text="" if failed else text, failure=failure, **changes)
