"""Making very many small objects at once."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


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
