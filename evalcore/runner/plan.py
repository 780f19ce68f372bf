"""Which calls a run still has to ask."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress
from typing import overload

from evalcore.domain import Call, Dataset, OutlinedSet
from evalcore.judges import Judge, reason_not_to_ask
from evalcore.runner.material import Material


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedCall:
    """A call that is to be asked; the plan's material has what a provider needs."""

    position: int
    """Of the first case of this content in its set; others that are identical share its reply."""
    call: Call


@dataclass(frozen=True, slots=True)
class SeenCase:
    """What a plan keeps of a case."""

    position: int
    fingerprint: str
    evidence: int | None
    """A number that stands for the evidence; only the order hangs on it. None for a case without."""


class ToAsk(Sequence[PlannedCall]):
    """Calls to ask, in their order; kept as numbers, since a plan may have millions of them.

    Parameters
    ----------
    request, epoch
        Of all of them.
    cases
        Those that are asked about.
    places, repeats
        Of each call: the place of its case among ``cases``, and which repeat it is.
    """

    def __init__(
        self, request: str, epoch: int, cases: Sequence[SeenCase], places: array[int], repeats: array[int]
    ) -> None:
        self._request, self._epoch, self._cases = request, epoch, cases
        self._places, self._repeats = places, repeats

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, at: int) -> PlannedCall: ...
    @overload
    def __getitem__(self, at: slice) -> ToAsk: ...
    def __getitem__(self, at: int | slice) -> PlannedCall | ToAsk:
        if isinstance(at, slice):
            return ToAsk(self._request, self._epoch, self._cases, self._places[at], self._repeats[at])
        return self._planned(self._places[at], self._repeats[at])

    def __iter__(self) -> Iterator[PlannedCall]:
        return map(self._planned, self._places, self._repeats)

    def fingerprints(self) -> Iterator[str]:
        """Of the case of each call."""
        return (self._cases[place].fingerprint for place in self._places)

    def where(self, wanted: Callable[[str, int], bool]) -> ToAsk:
        """Some of them, chosen by case fingerprint and repeat."""
        kept = [
            wanted(self._cases[place].fingerprint, repeat)
            for place, repeat in zip(self._places, self._repeats, strict=True)
        ]
        return ToAsk(
            self._request,
            self._epoch,
            self._cases,
            array("L", compress(self._places, kept)),
            array("L", compress(self._repeats, kept)),
        )

    def _planned(self, place: int, repeat: int) -> PlannedCall:
        case = self._cases[place]
        call = Call(
            request_fingerprint=self._request, case_fingerprint=case.fingerprint, repeat=repeat, epoch=self._epoch
        )
        return PlannedCall(position=case.position, call=call)


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgePlan:
    """What is left to ask of one judge.

    planned = answered + failed + not asked + missing, each counted per case and repeat. Cases
    that are identical share calls, and so do judges that ask the same and only read the reply
    differently: so there may be fewer calls in ``to_ask`` than ``missing``.
    """

    judge: Judge
    planned: int
    """Cases × repeats."""
    answered: int
    failed: int
    """Stored as failed and left at that."""
    not_asked: Mapping[str, int]
    """By reason."""
    missing: int
    """Without a reply so far; failures that are to be asked again are among these."""
    standing: int
    """Calls that have a reply, or a failure that is left at that; identical cases share them."""
    to_ask: ToAsk = field(repr=False)
    """All cases of repeat 0 first, then of repeat 1, …; within each, cases with the same evidence together."""
    material: Material = field(repr=False)
    """Case and prompt of each call in ``to_ask``."""
    prompt_tokens: int
    """Over ``to_ask``: as the server has counted a prompt before, else estimated."""
    over_window: int
    """Calls of ``to_ask`` that with their reply probably do not fit the window; 0 where nobody knows it."""
    window_tokens: int | None = None
    """The judge's ``num_ctx``, else what the server says of its own; None where it does not say."""
    counted_prompts: int = 0
    """Prompts whose tokens the server itself has counted, which the estimate of the others goes by; 0 for a guess."""
    remark: str | None = None
    """What somebody should know of asking this judge where it is, before a run starts."""
    instead: Judge | None = None
    """The same judge, asked the better way that the remark speaks of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is left to ask in a run, judge by judge."""

    judges: tuple[JudgePlan, ...]

    @property
    def planned(self) -> int:
        """Judges × cases × repeats."""
        return sum(judge.planned for judge in self.judges)

    @property
    def answered(self) -> int:
        """Calls answered already."""
        return sum(judge.answered for judge in self.judges)

    @property
    def failed(self) -> int:
        """Calls stored as failed that are left at that."""
        return sum(judge.failed for judge in self.judges)

    @property
    def calls_to_ask(self) -> int:
        """Calls that will be put to a provider."""
        return sum(len(judge.to_ask) for judge in self.judges)

    @property
    def prompt_tokens(self) -> int:
        """Estimated tokens of all prompts to be sent."""
        return sum(judge.prompt_tokens for judge in self.judges)

    @property
    def over_window(self) -> int:
        """Calls whose prompt by the estimate does not fit the window."""
        return sum(judge.over_window for judge in self.judges)


def over_window_in_words(plan: JudgePlan) -> str:
    """How many prompts do not fit, by whose count, and what to do; for a plan that has some."""
    counted = f"as the server counted {plan.counted_prompts} of them" if plan.counted_prompts else "by an estimate"
    mend = "set a larger num_ctx" if plan.judge.model.provider in ("ollama", "embedded") else "take a longer window"
    return (
        f"{plan.over_window} of {len(plan.to_ask)} prompts probably do not fit the window of {plan.window_tokens:,} "
        f"tokens with their reply ({counted}): {mend}, or give the cases less evidence"
    )


def reasons_not_to_ask(
    judge: Judge, dataset: Dataset | OutlinedSet, *, ask_without_evidence: bool = False
) -> list[str | None]:
    """Per case of a set, why it is not put to a judge; None where it is."""
    return [reason_not_to_ask(judge, case, ask_without_evidence=ask_without_evidence) for case in dataset.cases]
