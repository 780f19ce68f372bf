"""Which calls a run still has to ask; pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from evalcore.domain import Call, Case, Dataset, Document, OutlinedSet, Reply, case_fingerprint
from evalcore.judges import Judge, reason_not_to_ask, request_fingerprint
from evalcore.prompts import fill, variables
from evalcore.providers import Outlook
from evalcore.runner.prompt_sizes import PromptSizes, counted_by_server

LEARN_FROM = 200
"""So many prompts that the server has counted tell how far the estimate of the others is off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedCall:
    """A call that is to be asked, with all that a provider needs."""

    case: Case
    """The first case of this content; others that are identical share its reply."""
    call: Call
    prompt: str | None
    """The filled template; None for rule judges."""


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
    to_ask: tuple[PlannedCall, ...]
    """All cases of repeat 0 first, then of repeat 1, …; within each, cases with the same evidence together."""
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


def plan_run(
    dataset: Dataset,
    judges: Sequence[Judge],
    *,
    repeats: int,
    replies: Sequence[Mapping[tuple[str, int], Reply]],
    epochs: Sequence[int] | None = None,
    retry_failed: bool = False,
    ask_without_evidence: bool = False,
    outlooks: Sequence[Outlook] | None = None,
) -> Plan:
    """The calls of judges × cases × repeats that have no reply yet.

    Parameters
    ----------
    dataset
        Its cases are asked in their order, but for those that share their evidence: they follow the first of them.
    judges
        Resolved, so that their calls can be named.
    repeats
        How often each case is put to each judge, at least 1.
    replies
        Per judge, what is stored in its epoch, by (case fingerprint, repeat).
    epochs
        Per judge; None: 0 for all.
    retry_failed
        Whether calls that are stored as failed are asked again.
    ask_without_evidence
        Whether to ask cases that expect evidence and have none.
    outlooks
        Per judge, what the place where it runs says of it; None: nothing.

    Raises
    ------
    TemplateError
        When a judge's prompt cannot be filled.
    """
    taken: set[Call] = set()
    cases = tuple((case, case_fingerprint(case)) for case in dataset.cases)
    plans = []
    places = outlooks or [Outlook()] * len(judges)
    for judge, stored, epoch, outlook in zip(judges, replies, epochs or [0] * len(judges), places, strict=True):
        reasons = reasons_not_to_ask(judge, dataset, ask_without_evidence=ask_without_evidence)
        asked = [named for named, reason in zip(cases, reasons, strict=True) if reason is None]
        not_asked = Counter(reason for reason in reasons if reason is not None)
        plans.append(
            _JudgePlanner(judge=judge, epoch=epoch, retry_failed=retry_failed, taken=taken, outlook=outlook).plan(
                evidence_together(asked), repeats=repeats, stored=stored, not_asked=not_asked
            )
        )
    return Plan(judges=tuple(plans))


def reasons_not_to_ask(
    judge: Judge, dataset: Dataset | OutlinedSet, *, ask_without_evidence: bool = False
) -> list[str | None]:
    """Per case of a set, why it is not put to a judge; None where it is."""
    return [reason_not_to_ask(judge, case, ask_without_evidence=ask_without_evidence) for case in dataset.cases]


def evidence_together(asked: Sequence[tuple[Case, str]]) -> list[tuple[Case, str]]:
    """The cases in their order, each that shares its evidence with an earlier one right after that one.

    A server keeps what it worked out of a prompt for the next one that begins alike, and our own prompts begin with
    their instructions and the evidence: so of a long document with many answers only the answers are new. Repeats
    are left apart. Right after its twin a call would be answered out of the same kept state, and say less of how the
    judge repeats itself; and a run that is broken off has whole repeats.
    """
    first: dict[tuple[Document, ...], int] = {}
    places = [
        first.setdefault(case.evidence, number) if case.evidence else number for number, (case, _) in enumerate(asked)
    ]
    return [asked[number] for number in sorted(range(len(asked)), key=places.__getitem__)]


class _JudgePlanner:
    """Plans one judge; fills the prompt of each case once, however many repeats need it."""

    def __init__(self, *, judge: Judge, epoch: int, retry_failed: bool, taken: set[Call], outlook: Outlook) -> None:
        self._judge = judge
        self._request = request_fingerprint(judge)
        self._epoch = epoch
        self._retry_failed = retry_failed
        self._taken = taken
        """Calls that this plan asks already, for this judge or one before it."""
        self._outlook = outlook
        self._prompts: dict[str, str | None] = {}

    def plan(
        self,
        asked: Sequence[tuple[Case, str]],
        *,
        repeats: int,
        stored: Mapping[tuple[str, int], Reply],
        not_asked: Mapping[str, int],
    ) -> JudgePlan:
        counts: Counter[str] = Counter()
        standing: set[Call] = set()
        to_ask: list[PlannedCall] = []
        for repeat in range(repeats):
            for case, fingerprint in asked:
                state = self._state(stored.get((fingerprint, repeat)))
                counts[state] += 1
                call = Call(
                    request_fingerprint=self._request, case_fingerprint=fingerprint, repeat=repeat, epoch=self._epoch
                )
                if state != "missing":
                    standing.add(call)
                elif call not in self._taken:
                    self._taken.add(call)
                    to_ask.append(PlannedCall(case=case, call=call, prompt=self._prompt(case, fingerprint)))
        sizes = self._sizes(asked if to_ask else [], stored)
        tokens = [sizes.tokens(planned.call.case_fingerprint, planned.prompt) for planned in to_ask]
        window = self._window(stored)
        return JudgePlan(
            judge=self._judge,
            planned=repeats * (len(asked) + sum(not_asked.values())),
            answered=counts["answered"],
            failed=counts["failed"],
            not_asked={reason: repeats * cases for reason, cases in not_asked.items()},
            missing=counts["missing"],
            standing=len(standing),
            to_ask=tuple(to_ask),
            prompt_tokens=sum(tokens),
            over_window=sum(self._is_over(window, size) for size in tokens),
            window_tokens=window,
            counted_prompts=len(sizes.counted),
            remark=self._outlook.remark,
            instead=self._outlook.instead,
        )

    def _state(self, reply: Reply | None) -> str:
        if reply is None or (self._retry_failed and not reply.answered):
            return "missing"
        return "answered" if reply.answered else "failed"

    def _prompt(self, case: Case, fingerprint: str) -> str | None:
        if self._judge.prompt is None:
            return None
        if fingerprint not in self._prompts:
            self._prompts[fingerprint] = fill(self._judge.prompt.template, self._judge.prompt.dialect, variables(case))
        return self._prompts[fingerprint]

    def _sizes(self, asked: Sequence[tuple[Case, str]], stored: Mapping[tuple[str, int], Reply]) -> PromptSizes:
        counted = counted_by_server(stored.values())
        known = islice(((case, fingerprint) for case, fingerprint in asked if fingerprint in counted), LEARN_FROM)
        return PromptSizes.of(counted, {fingerprint: self._prompt(case, fingerprint) for case, fingerprint in known})

    def _window(self, stored: Mapping[tuple[str, int], Reply]) -> int | None:
        """What the judge asks for; else what came with its replies, which is surer than what is loaded just now."""
        told = (reply.window_tokens for reply in stored.values() if reply.window_tokens is not None)
        return self._judge.options.num_ctx or next(told, None) or self._outlook.window_tokens

    def _is_over(self, window: int | None, prompt_tokens: int) -> bool:
        return window is not None and prompt_tokens + (self._judge.options.max_tokens or 0) > window
