"""How many tokens the prompts of a plan have: as the server counted them, else by an estimate that its counts mend."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import Protocol


class KnownReply(Protocol):
    """What a plan looks at of a stored call."""

    @property
    def answered(self) -> bool:
        """Whether it brought a reply, else a failure."""

    @property
    def prompt_tokens(self) -> int | None:
        """As the server counted them."""

    @property
    def truncated(self) -> bool:
        """Whether the prompt was cut."""

    @property
    def window_tokens(self) -> int | None:
        """What the server had room for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptSizes:
    """The sizes of one judge's prompts, in tokens."""

    counted: Mapping[str, int]
    """By case fingerprint, as the server counted it."""
    per_estimate: float
    """Tokens that the server counted for each estimated one; 1 where it has counted none."""

    @classmethod
    def of(cls, counted: Mapping[str, int], estimated: Mapping[str, int]) -> PromptSizes:
        """Learn from the estimates of prompts whose size the server has told, by case fingerprint."""
        guessed, real = sum(estimated.values()), sum(counted[case] for case in estimated)
        return cls(counted=counted, per_estimate=real / guessed if guessed else 1.0)

    def tokens(self, case_fingerprint: str, estimated: int) -> int:
        """Of the prompt of one case, given its estimate."""
        known = self.counted.get(case_fingerprint)
        return ceil(estimated * self.per_estimate) if known is None else known


def counted_by_server(replies: Mapping[tuple[str, int], KnownReply]) -> dict[str, int]:
    """By case fingerprint, the tokens of the prompt as it was sent; a cut one has more than were counted."""
    return {
        case_fingerprint: reply.prompt_tokens + reply.truncated
        for (case_fingerprint, _), reply in replies.items()
        if reply.answered and reply.prompt_tokens is not None
    }
