"""What was asked, what came back, and what a rule makes of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One judge × one case × one repeat, named by content, never by the names people gave."""

    request_fingerprint: str
    case_fingerprint: str
    repeat: int
    """0-based."""
    epoch: int = 0
    """0 unless a run was started afresh to measure drift."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """Why a call brought no reply."""

    kind: str
    """The ``kind`` of the provider error: unreachable, overloaded, refused, prompt-too-long, …"""
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What came back for a call, word for word; or the failure instead.

    A figure that the provider did not report is None, never zero.
    """

    call: Call
    text: str = ""
    thinking: str | None = None
    finish_reason: str | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    window_tokens: int | None = None
    truncated: bool = False
    """The prompt did not fit the window, or the counts show that it was cut."""
    load_ms: float | None = None
    latency_ms: float | None = None
    served_model: str | None = None
    served_digest: str | None = None
    server_version: str | None = None
    attempts: int = 1
    in_flight: int | None = None
    """How many calls were under way at once when this one was asked, itself included."""
    at: str | None = None
    """ISO 8601 time at which it was stored."""
    failure: Failure | None = None

    @property
    def answered(self) -> bool:
        """Whether a reply came back, an empty one included."""
        return self.failure is None


class How(StrEnum):
    """How a rule came to its token."""

    LITERAL = "literal"
    RECOVERED = "recovered"
    BY_DEFAULT = "by default"
    """The rule yields a verdict although the reply says none, as Spring AI's readers do."""
    UNREAD = "unread"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a rule makes of a reply: a token and how, or the reason why there is none."""

    token: str | None
    how: How
    step: str | None = None
    """For a recovered reading: the last step that was needed."""
    reason: str | None = None
    """For an unread reply, and for a verdict by default: why no verdict was read."""

    @property
    def said(self) -> bool:
        """Whether the token was said by the reply rather than given by default."""
        return self.how in (How.LITERAL, How.RECOVERED)
