"""Counted things in sentences: the noun and the verb that go with a number."""

from __future__ import annotations


def counted(count: int, noun: str, plural: str | None = None) -> str:
    """A number of things: ``1 call``, ``2 calls``, ``2 replies`` where the plural is given."""
    return f"{count:,} {noun if count == 1 else plural or f'{noun}s'}"


def verb(count: int, one: str, several: str) -> str:
    """The form of a verb that goes with a number: ``is`` or ``are``."""
    return one if count == 1 else several
