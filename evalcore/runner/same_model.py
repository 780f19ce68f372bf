"""Whether what answers is still the model that the calls of a run are named after."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import replace

from evalcore.domain import Failure, Reply
from evalcore.errors import ProviderError
from evalcore.judges import Judge, request_fingerprint
from evalcore.providers import Answer
from evalcore.runner.prepare import ProviderLookup
from evalcore.runner.progress import Tally

MODEL_CHANGED = "model-changed"
"""Kind of the failure that a reply counts as once its model may be another one."""


class SameModel:
    """Checks every answer by what it says of itself, and every batch by what the server has now.

    A digest is looked up after the replies of a batch came and before they are stored: while it is the pinned one, all
    of them are of the pinned model. Once it is another, nobody knows which of the last ones are.

    Parameters
    ----------
    served
        By request fingerprint, the names under which a server answered it before.
    stopped
        Name of a judge that is asked no more → why; a judge whose model is another one now comes to it.
    """

    def __init__(
        self,
        *,
        judges: Sequence[Judge],
        served: Mapping[str, frozenset[str]],
        providers: ProviderLookup,
        tally: Tally,
        stopped: MutableMapping[str, str],
    ) -> None:
        self._served = dict(served)
        self._providers = providers
        self._tally = tally
        self._stopped = stopped
        self._judges: dict[str, Judge] = {}
        """By request fingerprint; judges that ask the same are asked as the first of them."""
        for judge in judges:
            self._judges.setdefault(request_fingerprint(judge), judge)

    def change(self, request: str, answer: Answer) -> str:
        """What an answer says of another model than the one asked, or than answered before; empty for the same."""
        judge = self._judges[request]
        pinned, digest = judge.model.digest, answer.served_digest
        if pinned and digest and not _same(pinned, digest):
            return _changed(judge, _short(pinned), _short(digest))
        if answer.served_model is None:
            return ""
        known = self._served.get(request) or frozenset([answer.served_model])
        self._served[request] = known
        return "" if answer.served_model in known else _changed(judge, ", ".join(sorted(known)), answer.served_model)

    async def checked(self, landed: Sequence[Reply]) -> list[Reply]:
        """Replies as they are to be stored: as failures that keep their words, once their model is another one."""
        whys = {request: await self._why(request) for request in {reply.call.request_fingerprint for reply in landed}}
        return [self._one(reply, whys[reply.call.request_fingerprint]) for reply in landed]

    def _one(self, reply: Reply, why: str) -> Reply:
        if not why or not reply.answered:
            return reply
        judge = self._judges[reply.call.request_fingerprint]
        self._stopped.setdefault(judge.name, why)
        voided = of_another_model(reply, why)
        self._tally.recount(judge, reply, voided)
        return voided

    async def _why(self, request: str) -> str:
        """Empty where nobody says: a server that is away just now does not make a reply another model's."""
        judge = self._judges[request]
        try:
            now = await self._providers.get(judge.model.provider).digest_now(judge)
        except ProviderError:
            return ""
        pinned = judge.model.digest
        if not pinned or not now or _same(pinned, now):
            return ""
        return _changed(judge, _short(pinned), _short(now))


def of_another_model(reply: Reply, why: str) -> Reply:
    """A reply whose model is not known to be the one asked, as it is stored: a failure that keeps its words."""
    return replace(reply, failure=Failure(kind=MODEL_CHANGED, message=why))


def _same(one: str, other: str) -> bool:
    return one.removeprefix("sha256:") == other.removeprefix("sha256:")


def _short(digest: str) -> str:
    return f"digest {digest.removeprefix('sha256:')[:12]}"


def _changed(judge: Judge, before: str, now: str) -> str:
    return (
        f"{judge.model.name} is another model now: it was {before} and is {now}. What was stored before stands; "
        "bring that model back and ask the failed calls again, or ask everything again to measure the new one"
    )
