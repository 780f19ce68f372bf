"""Replies by the hundred thousand: what counting needs of them, in columns.

Not among the names of :mod:`evalcore.domain`, because numpy takes time to import and asking does
without.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress, islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evalcore.domain.calls import Reply

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

FAILED = -1
"""The form of a call that brought no reply."""

_ROWS_AT_ONCE = 20_000

ReplyRow = tuple[str, int, bool, str, str | None, str | None, bool, int | None, int | None, float | None]
"""Case fingerprint, repeat, answered, text, thinking, finish reason, truncated, prompt tokens, reply tokens, ms."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyForm:
    """All that a reading rule looks at; replies of the same form are read once."""

    text: str
    thinking: str | None = None
    finish_reason: str | None = None

    @classmethod
    def of(cls, reply: Reply) -> ReplyForm:
        """The form of one answered reply."""
        return cls(text=reply.text, thinking=reply.thinking, finish_reason=reply.finish_reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyColumns:
    """The replies to one request in one epoch; every array has the shape (stored calls,)."""

    cases: tuple[str, ...]
    """The distinct case fingerprints."""
    forms: tuple[ReplyForm, ...]
    """The distinct forms of the answered calls."""
    case: Ints
    """Index into ``cases``."""
    repeat: Ints
    """0-based."""
    form: Ints
    """Index into ``forms``, or ``FAILED``."""
    truncated: Bools
    prompt_tokens: Floats
    """NaN where the provider reported none; so in the next two."""
    completion_tokens: Floats
    latency_ms: Floats

    @classmethod
    def of(cls, replies: Iterable[Reply]) -> ReplyColumns:
        """The columns of replies at hand, failures included."""
        return cls.from_rows(_row(reply) for reply in replies)

    @classmethod
    def from_rows(cls, rows: Iterable[ReplyRow]) -> ReplyColumns:
        """The columns of rows as a store gives them, with no value kept that came before."""
        cases: _Numbers = _Numbers()
        forms: _Numbers = _Numbers()
        blocks = [_block(block, cases, forms) for block in _blocks(rows)] or [_block((), cases, forms)]
        case, repeat, form, truncated, prompt, completion, latency = (
            np.concatenate(parts) for parts in zip(*blocks, strict=True)
        )
        return cls(
            cases=tuple(cases),
            forms=tuple(ReplyForm(text=text, thinking=thinking, finish_reason=end) for text, thinking, end in forms),
            case=case,
            repeat=repeat,
            form=form,
            truncated=truncated,
            prompt_tokens=prompt,
            completion_tokens=completion,
            latency_ms=latency,
        )


class _Numbers(dict[Any, int]):
    """Numbers values in the order in which they are first asked for."""

    def __missing__(self, value: Any) -> int:
        number = self[value] = len(self)
        return number


def _blocks(rows: Iterable[ReplyRow]) -> Iterator[Sequence[ReplyRow]]:
    """Few rows at a time, so that their text is let go before the next ones come."""
    coming = iter(rows)
    while block := list(islice(coming, _ROWS_AT_ONCE)):
        yield block


def _block(rows: Sequence[ReplyRow], cases: _Numbers, forms: _Numbers) -> tuple[NDArray[Any], ...]:
    columns = list(zip(*rows, strict=True)) or [()] * 10
    case, repeat, answered, text, thinking, end, truncated, prompt, completion, latency = columns
    n = len(rows)
    brought = np.array(answered, dtype=np.bool_)
    form = np.full(n, FAILED, dtype=np.int64)
    keys = compress(zip(text, thinking, end, strict=True), answered)
    form[brought] = np.fromiter(map(forms.__getitem__, keys), dtype=np.int64, count=int(brought.sum()))
    return (
        np.fromiter(map(cases.__getitem__, case), dtype=np.int64, count=n),
        np.array(repeat, dtype=np.int64),
        form,
        np.array(truncated, dtype=np.bool_),
        *(np.array(known, dtype=np.float64) for known in (prompt, completion, latency)),
    )


def _row(reply: Reply) -> ReplyRow:
    return (
        reply.call.case_fingerprint,
        reply.call.repeat,
        reply.answered,
        reply.text,
        reply.thinking,
        reply.finish_reason,
        reply.truncated,
        reply.prompt_tokens,
        reply.completion_tokens,
        reply.latency_ms,
    )
