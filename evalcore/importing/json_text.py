"""JSON whose objects hold each key once: of two different values under one, neither is taken without a word."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from evalcore.errors import InputError

_SHOWN_CHARACTERS = 40
TOO_DEEP = "is nested more deeply than can be read, which no case is"


class KeyTwiceError(ValueError):
    """An object holds two different values under one key."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


class Twice(dict[str, Any]):
    """An object that holds two different values under ``key``; the last one is left in it."""

    key: str


def loads(text: str) -> Any:
    """The value of a JSON text.

    Raises
    ------
    KeyTwiceError
        An object in it holds two different values under one key; the same value twice is taken once.
    ValueError, RecursionError
        It is no JSON, or is nested too deeply.
    """
    return _refusing.decode(text)


def loads_marked(text: str) -> Any:
    """The same, with :class:`Twice` in place of an object that would be refused."""
    return _marking.decode(text)


def twice_in(value: object, *, beside: object = None) -> str | None:
    """The key that an object in a value holds twice, if one does; ``beside`` is a part that is not looked at."""
    left = [value]
    while left:
        one = left.pop()
        if one is beside and one is not None:
            continue
        if isinstance(one, Twice):
            return one.key
        if isinstance(one, dict | list):
            left.extend(one.values() if isinstance(one, dict) else one)
    return None


@contextmanager
def depth_in_words(file: str | None) -> Iterator[None]:
    """Say that a value is nested too deeply, wherever that shows: how deep is too deep depends on who reads it.

    Raises
    ------
    InputError
        One is.
    """
    try:
        yield
    except RecursionError:
        raise InputError(f"a value in the file {TOO_DEEP}.", file=file) from None


def shown_key(key: str) -> str:
    """A key as a message shows it."""
    return repr(key[:_SHOWN_CHARACTERS])


_Pairs = Sequence[tuple[str, Any]]


def _once(pairs: _Pairs) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs) and (key := _twice(pairs)) is not None:
        raise KeyTwiceError(key)
    return found


def _marked(pairs: _Pairs) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) == len(pairs) or (key := _twice(pairs)) is None:
        return found
    marked = Twice(found)
    marked.key = key
    return marked


def _twice(pairs: _Pairs) -> str | None:
    met: dict[str, str] = {}
    for key, value in pairs:
        # As text, since 1 and true are equal otherwise.
        if met.setdefault(key, said := json.dumps(value, sort_keys=True)) != said:
            return key
    return None


def _constant(name: str) -> float | None:
    """What is no JSON and is written all the same: NaN stands for a missing value, as in typed files."""
    return None if name == "NaN" else float(name)


_refusing = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_constant)
_marking = json.JSONDecoder(object_pairs_hook=_marked, parse_constant=_constant)
