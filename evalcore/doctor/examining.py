"""From a plan to what the doctor found."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from evalcore.doctor.answers import answers_finding
from evalcore.doctor.asking import Asked, OnProgress, ask_probes
from evalcore.doctor.changes import CHANGES, change_finding
from evalcore.doctor.families import family_finding
from evalcore.doctor.options import alone_finding, at_once_finding, seed_finding, thinking_finding, tokens_finding
from evalcore.doctor.planning import PLAIN, DoctorPlan
from evalcore.doctor.probed import TITLES, Probed, undefined_finding
from evalcore.doctor.report import DoctorReport, Exchange, Finding
from evalcore.doctor.verdicts import agreement_of, always_finding, evidence_finding, finish_finding, form_finding
from evalcore.domain import Reply
from evalcore.judges import config_sha256
from evalcore.runner import ProviderLookup, StopSignal

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

_STOPPED = "the examination was stopped before all calls that it rests on were asked"


async def examine(
    plan: DoctorPlan,
    *,
    providers: ProviderLookup,
    stored: Mapping[tuple[str, int], Reply] | None = None,
    on_progress: OnProgress = lambda _done, _of: None,
    stop: StopSignal | None = None,
) -> DoctorReport:
    """Ask the probes of a plan and say what they show; nothing is stored, and no run counts them.

    Parameters
    ----------
    plan
        Of a judge that its provider has resolved.
    stored
        Replies to this judge from runs, by case fingerprint and repeat, for the false-pass rate by model.
    stop
        Ends the asking from elsewhere: what came until then is reported, and findings that would rest on more are
        not defined.

    Raises
    ------
    ProviderError
        When the server gives no answer several times in a row.
    """
    return report_on_probes(plan, await ask_probes(plan, providers, on_progress, stop), stored or {})


def report_on_probes(plan: DoctorPlan, asked: Asked, stored: Mapping[tuple[str, int], Reply]) -> DoctorReport:
    """What the replies to the probes show."""
    exchanges = asked.exchanges
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
        findings=tuple(
            undefined_finding(kind, _STOPPED) if _lacks(kind, asked) else _finding(probed, kind, stored)
            for kind in TITLES
        ),
        exchanges=exchanges,
    )


def _lacks(kind: str, asked: Asked) -> bool:
    """Whether calls were left unasked that a finding rests on; every one rests on the cases as they are."""
    own = ("alone", kind) if kind == "at-once" else (kind,)
    return not asked.left.isdisjoint((PLAIN, *own))


def _finding(probed: Probed, kind: str, stored: Mapping[tuple[str, int], Reply]) -> Finding:
    if kind in CHANGES:
        return change_finding(probed, kind)
    if kind == "family":
        return family_finding(probed, stored)
    return _OWN_FINDINGS[kind](probed)


def _is_answer(exchange: Exchange) -> bool:
    """Whether a refusal tells what was asked for: that the server does not take an option."""
    return exchange.refused and exchange.probe not in (PLAIN, "evidence", "answers", *CHANGES)
