"""Whether a report is on what was calibrated; if not, its gates cannot be run."""

from __future__ import annotations

from evalcore.domain import CalibrationReport, JudgeReport
from evalcore.errors import InputError
from evalcore.gate.rules import Pins


def gated_judge(pins: Pins, report: CalibrationReport, named: str | None) -> JudgeReport:
    """The judge of the report that the gates are about, if it is the one that was calibrated.

    Raises
    ------
    InputError
        When there is no such judge, or it, or the set, is another one than the file pins.
    """
    judge = one_judge(report, named or pins.judge)
    _held(f"the config_sha256 of {judge.name}", pins.config_sha256, judge.config_sha256)
    _held(f"the model digest of {judge.name}", pins.digest, judge.digest)
    _held(f"the fingerprint of the set {report.dataset.name}", pins.dataset, report.dataset.fingerprint)
    return judge


def one_judge(report: CalibrationReport, name: str | None) -> JudgeReport:
    """The judge of this name in the report, or the only one.

    Raises
    ------
    InputError
        When there is none of that name, or several and none is named.
    """
    chosen = [judge for judge in report.judges if name in (None, judge.name)]
    if len(chosen) != 1:
        known = ", ".join(judge.name for judge in report.judges) or "none"
        found = repr(name) if name else "none named"
        raise InputError(f"expected one judge of the report ({known}), named with --judge; found {found}")
    return chosen[0]


def _held(what: str, pinned: str | None, found: str | None) -> None:
    if pinned is not None and pinned != found:
        raise InputError(
            f"the calibration is void: expected {what} to be {_short(pinned)}, as the gates pin it, found"
            f" {_short(found)}. Measure the judge again and pin what was measured."
        )


def baseline_judge(judge: JudgeReport, report: CalibrationReport, baseline: CalibrationReport) -> JudgeReport:
    """The same judge in the baseline report, whatever it is called there.

    Raises
    ------
    InputError
        When another judge made the baseline, or it is about another criterion: the difference would be that of
        the judges, not of the application.
    """
    if baseline.dataset.criterion != report.dataset.criterion:
        raise InputError(
            f"expected a baseline under the criterion {report.dataset.criterion!r},"
            f" found one under {baseline.dataset.criterion!r}"
        )
    for before in baseline.judges:
        if before.config_sha256 == judge.config_sha256:
            return before
    others = ", ".join(f"{one.name} ({_short(one.config_sha256)})" for one in baseline.judges) or "no judge"
    raise InputError(
        f"expected a baseline by the same judge, {judge.name} ({_short(judge.config_sha256)}), found {others}."
        " Ask this judge about the baseline's cases, too."
    )


def _short(name: str | None) -> str:
    if name is None:
        return "none"
    return f"{name[:12]}…" if len(name) > 12 else name
