"""Blocking work beside an event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


async def beside_the_loop(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do blocking work in another thread, or here once the program is ending and Python lends no more threads."""
    bound = partial(work, *args, **kwargs)
    try:
        landing = asyncio.get_running_loop().run_in_executor(None, bound)
    except RuntimeError:
        return bound()
    return await landing
