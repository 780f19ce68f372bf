"""Making the plan of a run: each case is looked at once, for all judges."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Mapping, Sequence

from evalcore.domain import Case, Dataset, case_fingerprint
from evalcore.judges import Judge, reason_not_to_ask, request_fingerprint
from evalcore.providers import Outlook, estimate_tokens
from evalcore.runner.material import Cases, CasesAtHand, Material
from evalcore.runner.plan import JudgePlan, Plan, SeenCase, ToAsk
from evalcore.runner.prompt_sizes import KnownReply, PromptSizes, counted_by_server

LEARN_FROM = 200
"""So many prompts that the server has counted tell how far the estimate of the others is off."""


def plan_run(
    dataset: Dataset,
    judges: Sequence[Judge],
    *,
    repeats: int,
    replies: Sequence[Mapping[tuple[str, int], KnownReply]],
    epochs: Sequence[int] | None = None,
    retry_failed: bool = False,
    ask_without_evidence: bool = False,
    outlooks: Sequence[Outlook] | None = None,
) -> Plan:
    """The plan for the cases of a set at hand; see :func:`plan_cases`."""
    return plan_cases(
        CasesAtHand(dataset.cases),
        judges,
        repeats=repeats,
        replies=replies,
        epochs=epochs,
        retry_failed=retry_failed,
        ask_without_evidence=ask_without_evidence,
        outlooks=outlooks,
    )


def plan_cases(
    cases: Cases,
    judges: Sequence[Judge],
    *,
    repeats: int,
    replies: Sequence[Mapping[tuple[str, int], KnownReply]],
    epochs: Sequence[int] | None = None,
    retry_failed: bool = False,
    ask_without_evidence: bool = False,
    outlooks: Sequence[Outlook] | None = None,
) -> Plan:
    """The calls of judges × cases × repeats that have no reply yet.

    Parameters
    ----------
    cases
        Asked in their order, but for those that share their evidence: they follow the first of them.
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
    prompts: dict[str, _Prompts] = {}
    planners = []
    places = outlooks or [Outlook()] * len(judges)
    for judge, stored, epoch, outlook in zip(judges, replies, epochs or [0] * len(judges), places, strict=True):
        request = request_fingerprint(judge)
        planners.append(
            _JudgePlanner(
                judge=judge,
                request=request,
                epoch=epoch,
                repeats=repeats,
                stored=stored,
                retry_failed=retry_failed,
                outlook=outlook,
                prompts=prompts.setdefault(request, _Prompts(judge, cases)),
            )
        )
    for position, case in enumerate(cases):
        seen = SeenCase(position, case_fingerprint(case), hash(case.evidence) if case.evidence else None)
        for planner in planners:
            reason = reason_not_to_ask(planner.judge, case, ask_without_evidence=ask_without_evidence)
            planner.look_at(case, seen, reason)
    taken: dict[str, set[tuple[str, int]]] = {}
    return Plan(judges=tuple(planner.plan(taken) for planner in planners))


def evidence_together(asked: Sequence[SeenCase]) -> list[SeenCase]:
    """The cases in their order, each that shares its evidence with an earlier one right after that one.

    A server keeps what it worked out of a prompt for the next one that begins alike, and our own prompts begin with
    their instructions and the evidence: so of a long document with many answers only the answers are new. Repeats
    are left apart. Right after its twin a call would be answered out of the same kept state, and say less of how the
    judge repeats itself; and a run that is broken off has whole repeats.
    """
    first: dict[int, int] = {}
    places = [
        number if seen.evidence is None else first.setdefault(seen.evidence, number)
        for number, seen in enumerate(asked)
    ]
    return [asked[number] for number in sorted(range(len(asked)), key=places.__getitem__)]


class _Prompts:
    """The prompts of one request, which judges that only read the reply differently share: each is filled once."""

    def __init__(self, judge: Judge, cases: Cases) -> None:
        self.material = Material(judge, cases)
        self.estimates: dict[str, int] = {}
        """By case fingerprint, the tokens of the filled prompt by estimate; 0 for rule judges."""

    def fill(self, case: Case, seen: SeenCase) -> None:
        if seen.fingerprint not in self.estimates:
            prompt = self.material.filled(seen.position, case)
            self.estimates[seen.fingerprint] = estimate_tokens(prompt) if prompt else 0


class _JudgePlanner:
    """Plans one judge."""

    def __init__(
        self,
        *,
        judge: Judge,
        request: str,
        epoch: int,
        repeats: int,
        stored: Mapping[tuple[str, int], KnownReply],
        retry_failed: bool,
        outlook: Outlook,
        prompts: _Prompts,
    ) -> None:
        self.judge = judge
        self._request = request
        self._epoch = epoch
        self._repeats = repeats
        self._stored = stored
        self._retry_failed = retry_failed
        self._outlook = outlook
        self._prompts = prompts
        self._counted = counted_by_server(stored)
        self._learned: set[str] = set()
        self._asked: list[SeenCase] = []
        self._not_asked: Counter[str] = Counter()

    def look_at(self, case: Case, seen: SeenCase, reason: str | None) -> None:
        """Take in the next case, which is not asked where there is a reason."""
        if reason is not None:
            self._not_asked[reason] += 1
            return
        self._asked.append(seen)
        teaches = seen.fingerprint in self._counted and len(self._learned) < LEARN_FROM
        if teaches:
            self._learned.add(seen.fingerprint)
        if teaches or any(self._state(seen.fingerprint, repeat) == "missing" for repeat in range(self._repeats)):
            self._prompts.fill(case, seen)

    def plan(self, taken: dict[str, set[tuple[str, int]]]) -> JudgePlan:
        """What is left to ask once every case was looked at; ``taken`` is what the judges before ask, by request."""
        counts: Counter[str] = Counter()
        standing: set[tuple[str, int]] = set()
        known = taken.setdefault(self._request, set())
        places, repeats = array("L"), array("L")
        asked = evidence_together(self._asked)
        for repeat in range(self._repeats):
            for place, seen in enumerate(asked):
                state, named = self._state(seen.fingerprint, repeat), (seen.fingerprint, repeat)
                counts[state] += 1
                if state != "missing":
                    standing.add(named)
                elif named not in known:
                    known.add(named)
                    places.append(place)
                    repeats.append(repeat)
        to_ask = ToAsk(self._request, self._epoch, asked, places, repeats)
        tokens, window = self._tokens(to_ask), self._window()
        return JudgePlan(
            judge=self.judge,
            planned=self._repeats * (len(asked) + self._not_asked.total()),
            answered=counts["answered"],
            failed=counts["failed"],
            not_asked={reason: self._repeats * cases for reason, cases in self._not_asked.items()},
            missing=counts["missing"],
            standing=len(standing),
            to_ask=to_ask,
            material=self._prompts.material,
            prompt_tokens=sum(tokens),
            over_window=sum(self._is_over(window, size) for size in tokens),
            window_tokens=window,
            counted_prompts=len(self._counted),
            remark=self._outlook.remark,
            instead=self._outlook.instead,
        )

    def _state(self, fingerprint: str, repeat: int) -> str:
        reply = self._stored.get((fingerprint, repeat))
        if reply is None or (self._retry_failed and not reply.answered):
            return "missing"
        return "answered" if reply.answered else "failed"

    def _tokens(self, to_ask: ToAsk) -> Sequence[int]:
        """Of each prompt; none for rule judges."""
        if self.judge.prompt is None:
            return ()
        estimates = self._prompts.estimates
        sizes = PromptSizes.of(self._counted, {fingerprint: estimates[fingerprint] for fingerprint in self._learned})
        return [sizes.tokens(fingerprint, estimates[fingerprint]) for fingerprint in to_ask.fingerprints()]

    def _window(self) -> int | None:
        """What the judge asks for; else what came with its replies, which is surer than what is loaded just now."""
        told = (reply.window_tokens for reply in self._stored.values() if reply.window_tokens is not None)
        return self.judge.options.num_ctx or next(told, None) or self._outlook.window_tokens

    def _is_over(self, window: int | None, prompt_tokens: int) -> bool:
        return window is not None and prompt_tokens + (self.judge.options.max_tokens or 0) > window
