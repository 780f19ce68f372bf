"""Cases, scales and judges as JSON documents, and back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from evalcore.domain import Case, Document, Scale, canonical_json
from evalcore.judges import Judge, ModelRef, Options, Prompt, RuleSpec
from evalcore.store.tables import as_written


def to_text(value: Any) -> str:
    """A frozen value, or a mapping of such values, as canonical JSON."""
    return canonical_json(_plain(value))


def case_from(text: str) -> Case:
    """The case that a document holds."""
    return _case(json.loads(text))


def cases_from(stored: Iterable[str]) -> list[Case]:
    """The cases that documents hold, as a database gives them.

    Read together: it takes half the time, and keeps every key once.
    """
    return [_case(document) for document in json.loads(f"[{','.join(map(as_written, stored))}]")]


def _case(document: dict[str, Any]) -> Case:
    evidence = tuple(Document(**one) for one in document.pop("evidence"))
    must_mention, must_retrieve = tuple(document.pop("must_mention")), tuple(document.pop("must_retrieve"))
    return Case(**document, evidence=evidence, must_mention=must_mention, must_retrieve=must_retrieve)


def scales_from(text: str) -> dict[str, Scale]:
    """The criteria that a document holds, each with its scale."""
    return {name: _scale(scale) for name, scale in json.loads(text).items()}


def judge_from(text: str) -> Judge:
    """The judge that a document holds; a tuple among a rule's parameters comes back as a list."""
    document = json.loads(text)
    prompt = document.pop("prompt")
    return Judge(
        model=ModelRef(**document.pop("model")),
        prompt=None if prompt is None else Prompt(**prompt),
        options=Options(**document.pop("options")),
        rule=RuleSpec(**document.pop("rule")),
        scale=_scale(document.pop("scale")),
        **document,
    )


def _scale(document: dict[str, Any]) -> Scale:
    return Scale(
        values=tuple(document.pop("values")), level=document.pop("level"), passing=tuple(document.pop("passing"))
    )


_SEQUENCES = (list, tuple)


def _plain(value: Any) -> Any:
    if isinstance(value, str) or value is None:  # as most values are
        return value
    if names := _field_names(value.__class__):
        return {name: _plain(getattr(value, name)) for name in names}
    if isinstance(value, _SEQUENCES):
        return [_plain(one) for one in value]
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    return value


@cache
def _field_names(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()
