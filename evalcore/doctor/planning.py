"""Which probe calls a judge is asked, so that their number can be said before the first one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from evalcore.doctor.choosing import Chosen, choose_cases
from evalcore.doctor.variants import (
    answers_swapped,
    as_markdown,
    instructed,
    padded,
    reordered,
    with_other_evidence,
)
from evalcore.domain import Case, Dataset
from evalcore.judges import Judge
from evalcore.prompts import fill, variables

CASES = 16
"""How many are drawn where nobody says otherwise: enough to show an effect that is plain, too few for a subtle one."""
REPEATED_CASES, TIMES = 3, 4
"""How many cases are asked the same again, and how often each: alone, and as often at once."""
SEEDS = (1, 1, 2, 3)
OPEN_PROMPT = "Write one sentence about the sea, in words of your own choice."
"""For options that a one-word verdict would not show."""
OPEN_TOKENS = 24

PLAIN = "plain"


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """One call that is to be made."""

    kind: str
    """Name of the finding that it is for, or ``plain``."""
    sent: str
    """What is changed, in words."""
    judge: Judge
    """With the options of this call."""
    case: Case
    """As it is sent."""
    prompt: str | None
    at_once: bool = False
    """Whether it is asked together with the probes around it that are about the same case."""
    of_case: bool = True
    """False where the prompt is the doctor's own, and the case stands in only because a call needs one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DoctorPlan:
    """What the doctor will ask."""

    judge: Judge
    dataset: Dataset
    chosen: Chosen
    seed: int
    probes: tuple[Probe, ...]
    why_not: dict[str, str]
    """Kind of a finding for which nothing is asked → why."""

    @property
    def calls(self) -> int:
        """How many calls it makes, at most: a case that brings no reply as it is, is asked no more."""
        return len(self.probes)


def plan_doctor(
    judge: Judge, dataset: Dataset, *, cases: int = CASES, seed: int = 0, one_at_a_time: bool = False
) -> DoctorPlan:
    """Choose the cases and lay out every call; nothing is asked.

    Parameters
    ----------
    judge
        Of a criterion that the set has.
    cases
        How many are drawn.
    seed
        Of the drawing.
    one_at_a_time
        Whether the provider takes no two calls at once.

    Raises
    ------
    InputError
        When the set has no such criterion.
    RunError
        When no labelled case can be put to the judge.
    """
    chosen = choose_cases(judge, dataset, number=cases, seed=seed)
    probes = [_probe(PLAIN, "as it is", judge, case) for case in chosen.cases]
    why_not: dict[str, str] = {}
    for kind, (sent, change, missing) in _changes(judge, chosen.cases).items():
        changed = [_probe(kind, sent, judge, case) for case in map(change, chosen.cases) if case is not None]
        shown = [probe for probe in changed if _differs(probe, chosen)]
        if not shown:
            why_not[kind] = "the prompt does not show it" if changed else missing
        probes += shown
    if judge.prompt is None:
        why_not |= dict.fromkeys(("alone", "at-once", "seed", "thinking", "tokens", "family"), "a rule asks no model")
    else:
        probes += _again(judge, chosen.cases[:REPEATED_CASES])
        if one_at_a_time:
            probes = [probe for probe in probes if not probe.at_once]
            why_not["at-once"] = "its provider takes one call at a time, so no other call can disturb one"
        probes += _options(judge, chosen.cases[0])
    return DoctorPlan(judge=judge, dataset=dataset, chosen=chosen, seed=seed, probes=tuple(probes), why_not=why_not)


_Change = Callable[[Case], Case | None]


def _changes(judge: Judge, cases: Sequence[Case]) -> dict[str, tuple[str, _Change, str]]:
    """Kind of finding → what is sent, how a case is changed for it, and what is missing where none can be."""
    return {
        "evidence": (
            "with the evidence of another case",
            lambda case: with_other_evidence(case, cases),
            "no two of the cases have evidence that could be swapped",
        ),
        "order": ("documents from last to first", reordered, "no case has two documents"),
        "answers": ("the two answers in the other order", answers_swapped, "the cases hold one answer each, no pairs"),
        "length": ("with courtesy after the answer", padded, ""),
        "markdown": ("the answer as Markdown", as_markdown, ""),
        "instruction": ("with an instruction hidden in the answer", lambda case: instructed(case, judge), ""),
    }


def _again(judge: Judge, cases: Sequence[Case]) -> Iterator[Probe]:
    """The same calls several times, at temperature 0: first one after the other, then at once."""
    cold = replace(judge, options=replace(judge.options, temperature=0.0))
    for kind, at_once in (("alone", False), ("at-once", True)):
        for case in cases:
            for _ in range(TIMES):
                yield _probe(kind, "the same call at temperature 0", cold, case, at_once=at_once)


def _options(judge: Judge, case: Case) -> Iterator[Probe]:
    warm = replace(judge.options, temperature=1.0, max_tokens=OPEN_TOKENS)
    for seed in SEEDS:
        asked = replace(judge, options=replace(warm, seed=seed))
        yield _open_probe("seed", f"temperature 1, seed {seed}", asked, case)
    yield _probe("thinking", "think off", replace(judge, options=replace(judge.options, think=False)), case)
    short = replace(judge, options=replace(judge.options, max_tokens=1))
    yield _open_probe("tokens", "at most 1 token", short, case)


def _probe(kind: str, sent: str, judge: Judge, case: Case, *, at_once: bool = False) -> Probe:
    prompt = fill(judge.prompt.template, judge.prompt.dialect, variables(case)) if judge.prompt else None
    return Probe(kind=kind, sent=sent, judge=judge, case=case, prompt=prompt, at_once=at_once)


def _open_probe(kind: str, sent: str, judge: Judge, case: Case) -> Probe:
    return Probe(kind=kind, sent=sent, judge=judge, case=case, prompt=OPEN_PROMPT, of_case=False)


def _differs(probe: Probe, chosen: Chosen) -> bool:
    """Whether the judge can see what was changed."""
    before = next(case for case in chosen.cases if case.id == probe.case.id)
    if probe.judge.prompt is None:
        return probe.case != before
    return probe.prompt != fill(probe.judge.prompt.template, probe.judge.prompt.dialect, variables(before))
