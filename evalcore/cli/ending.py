"""A command that is told to end keeps the replies that are paid for."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from evalcore.cli.output import KEPT_FROM_JOB, note

_HEARD_AS = {"SIGINT": "Ctrl+C", "SIGTERM": "SIGTERM", "SIGHUP": "SIGHUP"}
"""Signals that ask a command to end, by what people call them; Windows does not know the last one."""
_SIGNALS = {getattr(signal, name): said for name, said in _HEARD_AS.items() if hasattr(signal, name)}


class Ending:
    """How a command that asks calls ends when it is told to: the first time in good order, the second at once.

    Parameters
    ----------
    left
        A sentence on what is left of the work once it ended at once.
    """

    def __init__(self, *, left: str) -> None:
        from evalcore.runner.stopping import StopSignal

        self.left = left
        self.stop = StopSignal()
        self.heard: signal.Signals | None = None
        """What it was told first; None as long as it may go on."""
        self._again: signal.Signals | None = None
        self._before: dict[int, Callable[[int, FrameType | None], object] | int | None] = {}
        self._end_at_once: Callable[[], object]

    @property
    def code(self) -> int:
        """Exit code of a command that did not come to its end: 128 + the signal, as shells count; for Ctrl+C, 3."""
        return KEPT_FROM_JOB if self.heard in (None, signal.SIGINT) else 128 + self.heard

    @contextmanager
    def heeded(self) -> Iterator[None]:
        """Heed signals meanwhile; in the task that asks.

        What is ignored stays ignored: a command under ``nohup`` outlives its terminal.
        """
        import asyncio

        asking, loop = asyncio.current_task(), asyncio.get_running_loop()
        assert asking is not None
        # Cancelled, a task still stores what landed on its way out.
        self._end_at_once = lambda: loop.call_soon_threadsafe(asking.cancel)
        found = {number: signal.getsignal(number) for number in _SIGNALS}
        self._before = {number: handler for number, handler in found.items() if handler is not signal.SIG_IGN}
        for number in self._before:
            signal.signal(number, self._first)
        try:
            yield
        except asyncio.CancelledError:
            self._end_by_signal()
            raise
        finally:
            for number, handler in self._before.items():
                signal.signal(number, handler)

    def _first(self, number: int, _frame: FrameType | None) -> None:
        self.heard = signal.Signals(number)
        if self.heard is signal.SIGINT:
            self.stop.cancel()
        else:
            self.stop.interrupt()
        for each in self._before:
            signal.signal(each, self._second)
        with suppress(RuntimeError):  # it may have come in the middle of another line
            note(f"\nstopping after the calls under way; {_SIGNALS[number]} again ends at once")

    def _second(self, number: int, frame: FrameType | None) -> None:
        self._again = signal.Signals(number)
        own = self._before[number]
        for each, handler in self._before.items():
            signal.signal(each, handler)
        if self._again is signal.SIGINT and callable(own):
            own(number, frame)
        else:
            self._end_at_once()

    def _end_by_signal(self) -> None:
        """End as a program does that knows no signals, so that whoever waits for it sees which one it was."""
        if self._again not in (None, signal.SIGINT):
            note(f"evalcore: stopped by {_SIGNALS[self._again]}. {self.left}")
            signal.signal(self._again, signal.SIG_DFL)
            signal.raise_signal(self._again)
