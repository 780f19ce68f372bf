"""How a run is told to stop, from whichever thread."""

from __future__ import annotations

from typing import Literal

Ending = Literal["cancelled", "interrupted"]


class StopSignal:
    """Cancels or pauses a run; safe to use from any thread and from a signal handler.

    A cancelled run asks nothing more; calls under way have a few seconds to end. It can be
    continued later with exactly the missing calls.
    """

    def __init__(self) -> None:
        self._paused = False
        self._noted = False
        self._ending: Ending | None = None

    def cancel(self) -> None:
        """End the run because a person wants it; this cannot be taken back."""
        self._ending = self._ending or "cancelled"

    def interrupt(self) -> None:
        """End the run because the program ends; this cannot be taken back."""
        self._ending = self._ending or "interrupted"

    def pause(self, *, noted: bool = False) -> None:
        """Ask nothing more until resumed; a pause that is noted in the store ends when it is taken back there."""
        self._paused, self._noted = True, noted

    def resume(self) -> None:
        """Go on after a pause."""
        self._paused = self._noted = False

    @property
    def paused(self) -> bool:
        """Whether the run is to wait."""
        return self._paused and self._ending is None

    @property
    def noted(self) -> bool:
        """Whether the pause is noted in the store."""
        return self._noted

    @property
    def ending(self) -> Ending | None:
        """How the run is to end, or None to go on."""
        return self._ending
