"""Models that are being fetched while nobody waits, for the workbench's pages."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from evalcore.errors import EvalcoreError
from evalcore.providers.progress import Progress

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Download:
    """How a model's download stands."""

    model: str
    state: Literal["fetching", "here", "failed"]
    doing: str = ""
    """What is being fetched, in words of whoever fetches."""
    done_bytes: int = 0
    total_bytes: int | None = None
    """None: not known."""
    message: str = ""
    """Why it failed."""

    @property
    def share(self) -> float | None:
        """How much is here, from 0 to 1; None while the size is not known."""
        return min(self.done_bytes / self.total_bytes, 1.0) if self.total_bytes else None


class Downloads:
    """One thread per model; a page that is left or reloaded changes nothing."""

    def __init__(self) -> None:
        self._known: dict[str, Download] = {}
        self._lock = threading.Lock()

    def start(self, model: str, fetch: Callable[[Progress], object]) -> None:
        """Fetch a model in the background; nothing happens while it is being fetched already.

        Parameters
        ----------
        model
            What it is called here.
        fetch
            Does the work and tells the progress that it is given.
        """
        with self._lock:
            known = self._known.get(model)
            if known and known.state == "fetching":
                return
            self._known[model] = Download(model=model, state="fetching")
        # A daemon, because a download can not be broken off: an ending server does not wait for it.
        threading.Thread(target=self._work, args=(model, fetch), name=f"fetching {model}", daemon=True).start()

    def all(self) -> tuple[Download, ...]:
        """Every download since the start, in the order in which they were first asked for."""
        with self._lock:
            return tuple(self._known.values())

    @property
    def live(self) -> bool:
        """Whether anything is being fetched."""
        return any(download.state == "fetching" for download in self.all())

    def _work(self, model: str, fetch: Callable[[Progress], object]) -> None:
        def tell(doing: str, done_bytes: int, total_bytes: int | None) -> None:
            self._keep(
                Download(model=model, state="fetching", doing=doing, done_bytes=done_bytes, total_bytes=total_bytes)
            )

        try:
            fetch(tell)
        except Exception as error:
            if not isinstance(error, EvalcoreError):
                _log.exception("fetching %s ended by a bug", model)
            self._keep(replace(self._of(model), state="failed", message=str(error) or type(error).__name__))
        else:
            self._keep(replace(self._of(model), state="here"))

    def _of(self, model: str) -> Download:
        with self._lock:
            return self._known[model]

    def _keep(self, download: Download) -> None:
        with self._lock:
            self._known[download.model] = download
