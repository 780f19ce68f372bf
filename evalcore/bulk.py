"""Making very many small objects at once."""

from __future__ import annotations

import atexit
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import field, fields, make_dataclass
from typing import TypeVar, cast

T = TypeVar("T")

_SELDOM = (20_000, 20, 20)
"""When Python searches for cycles: after so many new objects, not after 700."""


def quick(frozen: type[T]) -> type[T]:
    """What makes objects of a frozen, slotted dataclass in a third of the time.

    A frozen one is filled field by field past its own lock. Here a class of the same fields without
    a lock fills the object, which then becomes one of the frozen class, before anybody else has it.
    """

    def lock(filled: object) -> None:
        filled.__class__ = frozen

    parts = [
        (one.name, one.type, field(default=one.default, default_factory=one.default_factory))
        for one in fields(frozen)  # type: ignore[arg-type]
    ]
    unlocked = make_dataclass(
        frozen.__name__, parts, namespace={"__post_init__": lock}, eq=False, repr=False, kw_only=True, slots=True
    )
    return cast(type[T], unlocked)


def search_seldom() -> None:
    """Have a process that does one job and ends search for cycles seldom, and not once more at its end.

    Starting makes very many objects and hardly a cycle; searching them all as often as usual is a tenth of it.
    """
    gc.set_threshold(*_SELDOM)
    atexit.unregister(gc.freeze)
    atexit.register(gc.freeze)


@contextmanager
def uncollected() -> Iterator[None]:
    """Spare the search for cycles while many objects without any are made.

    Python searches all objects again whenever their number has grown by a quarter, which takes as
    long as making them. With several threads the search may start again before the last one is
    through, never stay off.
    """
    searching = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if searching:
            gc.enable()
