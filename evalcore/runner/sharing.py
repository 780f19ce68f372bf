"""What other runs do meanwhile to the calls of a run: store their replies, or ask them at the same moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evalcore.domain import Call
from evalcore.judges import request_fingerprint
from evalcore.runner.prepare import Clock
from evalcore.store import Store


@dataclass(frozen=True, slots=True)
class Seen:
    """What was found of some calls just before they are asked."""

    standing: Mapping[tuple[str, int], bool]
    """By case fingerprint and repeat, those that need not be asked any more: whether they were answered, or failed."""
    is_shared: bool
    """Whether another run is worked on that may ask the same now."""


class Sharing:
    """Looks into the store for one run.

    Parameters
    ----------
    retry_failed
        Whether calls that are stored as failed are asked again.
    """

    def __init__(self, *, store: Store, run_id: str, clock: Clock, retry_failed: bool) -> None:
        self._store = store
        self._run_id = run_id
        self._clock = clock
        self._retry_failed = retry_failed
        self._requests: dict[int, str] = {}
        """By id of a stored judge, which never changes."""

    def look(self, calls: Sequence[Call]) -> Seen:
        """Look for calls of one request and epoch, at least one."""
        request, epoch = calls[0].request_fingerprint, calls[0].epoch
        stored = self._store.answered_among(
            request, epoch, {call.case_fingerprint for call in calls}, {call.repeat for call in calls}
        )
        standing = {named: answered for named, answered in stored.items() if answered or not self._retry_failed}
        others = self._store.judges_being_asked(besides=self._run_id, now=self._clock())
        return Seen(standing, any(at == epoch and self._request(judge_id) == request for judge_id, at in others))

    def _request(self, judge_id: int) -> str:
        if judge_id not in self._requests:
            self._requests[judge_id] = request_fingerprint(self._store.load_judge(judge_id))
        return self._requests[judge_id]
