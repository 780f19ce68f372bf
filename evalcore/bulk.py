"""Making very many small objects at once."""

from __future__ import annotations

import atexit
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import MISSING, fields
from typing import Any, TypeVar, cast

T = TypeVar("T")

_SELDOM = (20_000, 20, 20)
"""When Python searches for cycles: after so many new objects, not after 700."""


def quick(frozen: type[T]) -> type[T]:
    """What makes objects of a frozen, slotted dataclass in a quarter of the time.

    A frozen one is filled field by field past its own lock, and a class is called by way of a dictionary of what it
    is given. Here a function, written from the fields as dataclasses write theirs, fills an object of the same fields
    without a lock, which then becomes one of the frozen class, before anybody else has it.
    """
    parts = fields(frozen)  # type: ignore[arg-type]
    unlocked = type(frozen.__name__, (), {"__slots__": tuple(one.name for one in parts)})
    known: dict[str, Any] = {"_new": object.__new__, "_unlocked": unlocked, "_frozen": frozen}
    usual, filling = {}, []
    for one in parts:
        value = one.name
        if one.default is not MISSING:
            usual[one.name] = one.default
        elif one.default_factory is not MISSING:
            usual[one.name] = known[f"_new_{one.name}"] = one.default_factory
            value = f"_new_{one.name}() if {one.name} is _new_{one.name} else {one.name}"
        filling.append(f" _made.{one.name} = {value}\n")
    exec(
        f"def make(*, {', '.join(one.name for one in parts)}):\n"
        f" _made = _new(_unlocked)\n{''.join(filling)} _made.__class__ = _frozen\n return _made",
        known,
    )
    known["make"].__kwdefaults__ = usual
    return cast(type[T], known["make"])


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
