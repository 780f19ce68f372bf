"""A comparison of two runs as a plain document, ``evalcore-releases/1``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from evalcore.domain import Case, Estimate
from evalcore.report.outcomes import CaseOutcome
from evalcore.report.release_rates import RateChange
from evalcore.report.release_sentences import release_sentences
from evalcore.report.releases import ReleaseComparison, TurnedCase

SCHEMA = "evalcore-releases/1"

Opened = Callable[[TurnedCase], tuple[CaseOutcome, CaseOutcome]]
"""Looks up what became of a turned case, before and after."""


def release_document(
    comparison: ReleaseComparison,
    opened: Opened,
    *,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    same_run: bool = False,
) -> dict[str, Any]:
    """The comparison as JSON values, the turned cases in full.

    Parameters
    ----------
    before, after
        What names either side: its run, judge and set.
    """
    said = release_sentences(comparison, same_run=same_run)
    return {
        "schema": SCHEMA,
        "before": dict(before),
        "after": dict(after),
        "changed": comparison.changed,
        "figure": comparison.figure,
        "paired": comparison.paired,
        "sentence": said.headline,
        "limits": list(said.limits),
        "remarks": list(said.remarks),
        "overall": _change(comparison.overall),
        "slices": [_change(change) for change in comparison.slices],
        "lost": [_turned(case, *opened(case)) for case in comparison.lost],
        "gained": [_turned(case, *opened(case)) for case in comparison.gained],
        "shared": comparison.shared,
        "only_before": comparison.only_before,
        "only_after": comparison.only_after,
        "left_out": dict(comparison.left_out),
    }


def _change(change: RateChange) -> dict[str, Any]:
    return {
        "slice": dict(change.slice),
        "before": _estimate(change.before),
        "after": _estimate(change.after),
        "difference": _estimate(change.difference),
        "lost": change.lost,
        "gained": change.gained,
        "p_value": change.p_value,
        "p_adjusted": change.p_adjusted,
        "claim": change.claim,
        "needed": change.needed,
    }


def _estimate(estimate: Estimate) -> dict[str, Any]:
    return {key: value for key, value in asdict(estimate).items() if value is not None or key != "k"}


def _turned(case: TurnedCase, before: CaseOutcome, after: CaseOutcome) -> dict[str, Any]:
    return {
        "case": case.case_id,
        "question": after.case.question,
        "slices": dict(after.case.slices),
        "human": after.human,
        "wavers": case.wavers,
        "before": _side(before),
        "after": _side(after),
    }


def _side(outcome: CaseOutcome) -> dict[str, Any]:
    first = outcome.first
    return {
        **_shown(outcome.case),
        "verdict": first.deployed_verdict if first else None,
        "replies": [
            {"repeat": repeat.repeat, "text": repeat.reply.text, "verdict": repeat.deployed_verdict}
            for repeat in outcome.repeats
            if repeat.read is not None
        ],
    }


def _shown(case: Case) -> dict[str, Any]:
    return {
        "answer": case.answer,
        "evidence": [{"id": one.id, "source": one.source, "text": one.text} for one in case.evidence],
    }
