"""From a plan to what the doctor found."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from evalcore.doctor.answers import answers_finding
from evalcore.doctor.asking import OnProgress, ask_probes
from evalcore.doctor.changes import CHANGES, change_finding
from evalcore.doctor.families import family_finding
from evalcore.doctor.options import alone_finding, at_once_finding, seed_finding, thinking_finding, tokens_finding
from evalcore.doctor.planning import PLAIN, DoctorPlan
from evalcore.doctor.probed import TITLES, Probed
from evalcore.doctor.report import DoctorReport, Exchange, Finding
from evalcore.doctor.verdicts import agreement_of, always_finding, evidence_finding, finish_finding, form_finding
from evalcore.domain import Reply
from evalcore.judges import config_sha256
from evalcore.runner import ProviderLookup

_OWN_FINDINGS: Mapping[str, Callable[[Probed], Finding]] = {
    "form": form_finding,
    "always": always_finding,
    "evidence": evidence_finding,
    "answers": answers_finding,
    "alone": alone_finding,
    "at-once": at_once_finding,
    "seed": seed_finding,
    "thinking": thinking_finding,
    "tokens": tokens_finding,
    "finish": finish_finding,
}


async def examine(
    plan: DoctorPlan,
    *,
    providers: ProviderLookup,
    stored: Mapping[tuple[str, int], Reply] | None = None,
    on_progress: OnProgress = lambda _done, _of: None,
) -> DoctorReport:
    """Ask the probes of a plan and say what they show; nothing is stored, and no run counts them.

    Parameters
    ----------
    plan
        Of a judge that its provider has resolved.
    stored
        Replies to this judge from runs, by case fingerprint and repeat, for the false-pass rate by model.

    Raises
    ------
    ProviderError
        When the server gives no answer several times in a row.
    """
    exchanges = await ask_probes(plan, providers, on_progress)
    return report_on_probes(plan, exchanges, stored or {})


def report_on_probes(
    plan: DoctorPlan, exchanges: tuple[Exchange, ...], stored: Mapping[tuple[str, int], Reply]
) -> DoctorReport:
    """What the replies to the probes show."""
    probed = Probed(plan, exchanges)
    judge = plan.judge
    return DoctorReport(
        judge=judge.name,
        model=f"{judge.model.provider}:{judge.model.name}",
        config_sha256=config_sha256(judge),
        dataset=plan.dataset.name,
        criterion=judge.criterion,
        seed=plan.seed,
        cases=tuple(case.id for case in plan.chosen.cases),
        labelled=plan.chosen.labelled,
        calls=len(exchanges),
        failed=sum(exchange.failure is not None and not _is_answer(exchange) for exchange in exchanges),
        agreement=agreement_of(probed),
        findings=tuple(_finding(probed, kind, stored) for kind in TITLES),
        exchanges=exchanges,
    )


def _finding(probed: Probed, kind: str, stored: Mapping[tuple[str, int], Reply]) -> Finding:
    if kind in CHANGES:
        return change_finding(probed, kind)
    if kind == "family":
        return family_finding(probed, stored)
    return _OWN_FINDINGS[kind](probed)


def _is_answer(exchange: Exchange) -> bool:
    """Whether a refusal tells what was asked for: that the server does not take an option."""
    return exchange.refused and exchange.probe not in (PLAIN, "evidence", "answers", *CHANGES)
