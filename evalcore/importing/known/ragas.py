"""Ragas: annotated samples per metric; people agreed with the judge or did not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evalcore.importing.imported import Row
from evalcore.importing.known.sheet import ID, Laid, Sheet

TOOL = "Ragas"
_KEYS = {"metric_input", "metric_output", "is_accepted"}
_FLIPPED = {0: 1, 1: 0}
_UNKNOWN = (
    "Ragas: somebody did not accept a score that is neither 0 nor 1, which does not say what the right one is; no "
    "label was made of it."
)


def is_export(_columns: Sequence[str], first: Mapping[str, object]) -> bool:
    """Whether the one row is an object from metric to annotated samples."""
    return bool(first) and all(_is_metric(samples) for samples in first.values())


def _is_metric(samples: object) -> bool:
    if not isinstance(samples, list) or not samples:
        return False
    return all(isinstance(one, dict) and one.keys() >= _KEYS for one in samples)


def lay(rows: Sequence[Row]) -> Laid:
    """A case per sample of a metric.

    ``is_accepted`` says that the person agrees with the judge: the label is the judge's verdict
    where it was accepted, and its contrary where it was not.
    """
    sheet, seen = Sheet(), 0
    for row in rows:
        for metric, samples in row.cells.items():
            for number, sample in enumerate(samples, start=1):  # type: ignore[var-annotated, arg-type]
                seen += 1
                _add(sheet, metric, number, sample)
    return sheet.laid(seen=seen)


def _add(sheet: Sheet, metric: str, number: int, sample: Mapping[str, Any]) -> None:
    given = sample["metric_input"] if isinstance(sample["metric_input"], dict) else {}
    key = sheet.case(f"{metric}-{number}", number, {ID: f"{metric}-{number}", **given})
    sheet.criterion(metric)
    said = sample["metric_output"]
    if said is None:
        return
    sheet.recorded(key, metric, TOOL, said)
    if sample["is_accepted"]:
        sheet.label(key, metric, said)
    elif said in _FLIPPED:
        sheet.label(key, metric, _FLIPPED[said])
    else:
        sheet.remark(_UNKNOWN)
