"""The seam between a run and whatever answers it."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol

from evalcore.domain import Case
from evalcore.judges import Judge
from evalcore.providers.retrying import Aside, stay


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What is put to a provider: the filled prompt, and the case itself for rule judges."""

    judge: Judge
    case: Case
    prompt: str | None
    """The filled template; None for rule judges."""
    aside: Aside = stay
    """Entered while a call that failed waits for its next try."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a provider brought back; the runner makes a stored Reply of it.

    The fields mean the same as in :class:`evalcore.domain.Reply`.
    """

    text: str
    thinking: str | None = None
    finish_reason: str | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    window_tokens: int | None = None
    truncated: bool = False
    load_ms: float | None = None
    latency_ms: float | None = None
    served_model: str | None = None
    served_digest: str | None = None
    server_version: str | None = None
    attempts: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """What a place says of a judge before it is asked; None where it does not say."""

    window_tokens: int | None = None
    """How long a prompt and its reply may be together."""
    remark: str | None = None
    """What somebody should know and can do, before a run starts."""
    instead: Judge | None = None
    """The same judge, asked the better way that the remark speaks of."""


class Connection(Protocol):
    """One worker's own line to a provider; never shared between workers."""

    async def ask(self, request: Request) -> Answer:
        """Ask once, with the provider's own retries.

        Raises
        ------
        ProviderError
            When no answer came; the error carries the number of attempts.
        """
        ...


class Provider(Protocol):
    """A place where judges run."""

    max_concurrency: int | None
    """How many calls may be under way at once without changing answers; None: no limit of its own."""

    async def resolve(self, judge: Judge) -> Judge:
        """The judge with its digest and address pinned, so that its calls can be named.

        Raises
        ------
        ModelMissing, Unreachable, MissingPart
            When the judge cannot be asked here; the message says what to do.
        """
        ...

    async def digest_now(self, judge: Judge) -> str | None:
        """The digest of the model that a resolved judge would be answered by; None where a place has no such thing.

        Raises
        ------
        ProviderError
            When the place does not say.
        """
        ...

    async def outlook(self, judge: Judge) -> Outlook:
        """What is known of asking a resolved judge here; a place that does not answer says nothing."""
        ...

    def connect(self) -> AbstractAsyncContextManager[Connection]:
        """Open one worker's connection; closed at the end of the ``async with`` block."""
        ...
