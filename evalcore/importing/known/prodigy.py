"""Prodigy: a decision per line (accept, reject, ignore), or a choice among options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evalcore.importing.imported import Row
from evalcore.importing.known.sheet import Laid, Sheet
from evalcore.importing.recipe import DEFAULT_CRITERION

TOOL = "Prodigy"
_HASHES = {"_input_hash", "_task_hash"}
_OWN = {*_HASHES, "answer", "accept", "options", "label", "spans", "tokens", "config", "id"}
_IGNORED = "Prodigy: lines that were ignored make no label."
_REJECTED = "Prodigy: lines with a choice that were rejected make no label, since rejecting is not choosing."
_SPANS = "Prodigy: spans that were marked are no label of the answer and were left out."


def is_export(columns: Sequence[str], _first: Mapping[str, object]) -> bool:
    """Whether the rows are lines of Prodigy."""
    return set(columns) >= _HASHES and "answer" in columns


def lay(rows: Sequence[Row]) -> Laid:
    """A case per text; the criterion of a decision is the label that was decided on."""
    sheet = Sheet()
    for row in rows:
        line: Mapping[str, Any] = row.cells
        fields = {name: cell for name, cell in line.items() if name not in _OWN and not name.startswith("_")}
        key = sheet.case(str(line.get("_input_hash")), row.number, {"id": str(line.get("_input_hash")), **fields})
        _add(sheet, key, line)
    return sheet.laid(seen=len(rows))


def _add(sheet: Sheet, key: str, line: Mapping[str, Any]) -> None:
    person = line.get("_annotator_id") or line.get("_session_id")
    decided, label = line.get("answer"), line.get("label")
    chosen = line.get("accept")
    criterion = label if isinstance(label, str) and label else DEFAULT_CRITERION
    sheet.criterion(criterion)
    if line.get("spans"):
        sheet.remark(_SPANS)
    if decided not in ("accept", "reject"):
        sheet.remark(_IGNORED)
    elif not isinstance(chosen, list):
        sheet.label(key, criterion, decided, annotator=person)
    elif decided == "reject":
        sheet.remark(_REJECTED)
    elif chosen:
        sheet.label(key, criterion, ", ".join(map(str, chosen)), annotator=person)
