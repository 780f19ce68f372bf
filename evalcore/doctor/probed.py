"""What the probes brought, laid out for the findings."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from evalcore.doctor.planning import PLAIN, DoctorPlan
from evalcore.doctor.report import Exchange, Finding, Mark
from evalcore.domain import Case, Estimate

TITLES = {
    "form": "Form of the replies",
    "always": "Leaning to one verdict",
    "evidence": "Evidence of another case",
    "order": "Order of the documents",
    "answers": "Order of the two answers",
    "length": "Length of the answer",
    "markdown": "Formatting of the answer",
    "instruction": "Instruction hidden in the answer",
    "alone": "The same call again, alone",
    "at-once": "The same calls at once",
    "seed": "Seed",
    "thinking": "Thinking switched off",
    "tokens": "Token limit",
    "finish": "How replies ended",
    "family": "Family of judge and application",
}
"""Every finding by its kind, in the order in which they are told."""


@dataclass(frozen=True)
class Probed:
    """The plan, and what came back for it."""

    plan: DoctorPlan
    exchanges: tuple[Exchange, ...]

    @cached_property
    def plain(self) -> dict[str, Exchange]:
        """The answered cases as they are, by id."""
        return {
            exchange.case_id: exchange
            for exchange in self.made_for(PLAIN)
            if exchange.failure is None and exchange.case_id is not None
        }

    @cached_property
    def only_verdict(self) -> str | None:
        """The verdict that every case as it is was given; None where there are several, or none at all."""
        said = {exchange.verdict for exchange in self.plain.values()}
        return said.pop() if len(said) == 1 else None

    @cached_property
    def cases(self) -> dict[str, Case]:
        """The cases that were drawn, by id."""
        return {case.id: case for case in self.plan.chosen.cases}

    def made_for(self, kind: str) -> tuple[Exchange, ...]:
        """The calls of one kind, failed ones included."""
        return tuple(exchange for exchange in self.exchanges if exchange.probe == kind)

    def why_nothing(self, kind: str) -> str | None:
        """Why a finding has no reply to rest on; None where it has one."""
        if kind in self.plan.why_not:
            return self.plan.why_not[kind]
        made = self.made_for(kind)
        if any(exchange.failure is None for exchange in made):
            return None
        failures = Counter(exchange.failure for exchange in made)
        return f"every call failed: {failures.most_common(1)[0][0]}" if failures else "no case brought a reply as it is"


def finding(
    kind: str,
    mark: Mark,
    found: str,
    *,
    estimate: Estimate | None = None,
    figure_is: str = "",
    is_difference: bool = False,
    p_value: float | None = None,
    change: str = "",
) -> Finding:
    """A finding under its title; what to change goes only with something to look at."""
    return Finding(
        kind=kind,
        title=TITLES[kind],
        mark=mark,
        found=found,
        estimate=estimate,
        figure_is=figure_is,
        is_difference=is_difference,
        p_value=p_value,
        change=change if mark in (Mark.LOOK, Mark.UNCLEAR) else "",
    )


def undefined_finding(kind: str, why: str) -> Finding:
    """A finding that cannot be made, with the reason."""
    return finding(kind, Mark.UNDEFINED, f"Not defined: {why.rstrip('.')}.")
