"""Short ways to put the doctor's probes to a judge in tests."""

from __future__ import annotations

import asyncio
from typing import Any

from evalcore.doctor import DoctorReport, Finding, examine, plan_doctor
from evalcore.domain import Dataset
from evalcore.judges import Judge, find_judge
from evalcore.providers import Providers
from tests.support.asking import without_waiting
from tests.support.judge_server import JudgeServer, probe_set

JUDGE = "yes-no@ollama:smollm2:135m"


def examined(
    server: JudgeServer, *, judge: Judge | None = None, dataset: Dataset | None = None, **options: Any
) -> DoctorReport:
    """What the doctor finds in the judge of a server."""
    asked = judge or find_judge(JUDGE)
    asked = asked.pinned(base_url=server.url)
    stored = options.pop("stored", None)
    plan = plan_doctor(asked, dataset or probe_set(), **options)
    with server:
        return asyncio.run(examine(plan, providers=Providers(retrying=without_waiting()), stored=stored))


def marks(report: DoctorReport) -> dict[str, str]:
    """The mark of every finding by its kind."""
    return {finding.kind: str(finding.mark) for finding in report.findings}


def found(report: DoctorReport, kind: str) -> Finding:
    """The finding of a kind."""
    return next(finding for finding in report.findings if finding.kind == kind)
