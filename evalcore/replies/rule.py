"""What a reading rule is, and the two kinds of reading every rule makes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Protocol

from evalcore.domain import How, Reading
from evalcore.errors import JudgeError


class ReadReply(Protocol):
    """A pure function from what came back to a reading."""

    def __call__(
        self, text: str, *, thinking: str | None, finish_reason: str | None, params: Mapping[str, Any]
    ) -> Reading:
        """Read one reply; ``params`` holds every parameter of the rule."""
        ...


class ReadPlainly(Protocol):
    """A reading function of a rule without parameters."""

    def __call__(self, text: str, *, thinking: str | None, finish_reason: str | None) -> Reading:
        """Read one reply."""
        ...


class CheckParams(Protocol):
    """Raises :class:`~evalcore.errors.JudgeError` for parameters that the rule cannot use."""

    def __call__(self, params: Mapping[str, Any], /) -> None:
        """Check values; the names are known to be right."""
        ...


def without_params(function: ReadPlainly) -> ReadReply:
    """A reading function without parameters in the shape that every rule has."""

    def read(text: str, *, thinking: str | None, finish_reason: str | None, params: Mapping[str, Any]) -> Reading:
        del params
        return function(text, thinking=thinking, finish_reason=finish_reason)

    return read


class Score(Protocol):
    """The score that a deployed evaluator reports beside its verdict."""

    def __call__(self, text: str, *, params: Mapping[str, Any]) -> float:
        """The score of one reply."""
        ...


REASONS: Mapping[str, str] = MappingProxyType(
    {
        "empty": "Nothing came back but white space or invisible characters.",
        "thinking-only": "The model thought and did not answer, or its thinking block was never closed.",
        "cut-off": "The token limit, or the end of the text inside a JSON object, came before a verdict.",
        "ambiguous": "Two different verdicts stand there, and nothing says which one counts.",
        "echo": "The reply repeats the choice, as in “yes or no”, instead of making it.",
        "refusal": "The model says that it will not or cannot judge.",
        "off-scale": "A verdict is given that is none of those that may be given.",
        "no-verdict": "There is text, and no verdict in it.",
        "schema-ignored": "The reply is not the JSON object that was asked for, or lacks its field.",
    }
)
"""Every reason why a reply is unread, with its meaning."""

NOT_LITERAL = "not literal"
"""Reason of a fail by default where the lenient rule would read a verdict."""


def _nothing_to_check(_params: Mapping[str, Any], /) -> None:
    """Accept the parameters of a rule that has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A named way of reading replies."""

    name: str
    summary: str
    """One line for people."""
    tokens: tuple[str, ...]
    """What the rule can yield with its default parameters; none where parameters name the tokens."""
    companion: str
    """The rule that shows what the wording costs under this one."""
    read: ReadReply
    defaults: Mapping[str, Any] = field(default_factory=dict)
    """Every parameter with its default."""
    check: CheckParams = _nothing_to_check
    score: Score | None = None
    """For a deployed evaluator that reports more than pass or fail."""

    def complete(self, params: Mapping[str, Any] | None) -> Mapping[str, Any]:
        """The parameters with the defaults filled in.

        Raises
        ------
        JudgeError
            A parameter is unknown to this rule, or its value cannot be used.
        """
        unknown = sorted(set(params or {}) - set(self.defaults))
        if unknown:
            known = ", ".join(self.defaults) or "none"
            raise JudgeError(
                f"reading rule {self.name!r} takes these parameters: {known}; found {', '.join(unknown)}. Remove them."
            )
        complete = {**self.defaults, **(params or {})}
        self.check(complete)
        return complete


def literal(token: str) -> Reading:
    """The reply is the token, word for word."""
    return Reading(token=token, how=How.LITERAL)


def recovered(token: str, step: str) -> Reading:
    """The reply says the token, once ``step`` has been taken."""
    return Reading(token=token, how=How.RECOVERED, step=step)


def unread(reason: str) -> Reading:
    """The reply says no token, for this reason."""
    return Reading(token=None, how=How.UNREAD, reason=reason)
