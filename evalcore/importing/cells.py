"""Cells as text, lists and documents, whether they come from CSV or from JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable

from evalcore.domain import Document


def text_of(cell: object) -> str:
    """A cell as text: nothing is blank, and a nested value stays JSON."""
    if cell is None:
        return ""
    if isinstance(cell, str):
        return cell
    return json.dumps(cell, ensure_ascii=False)


def short_text_of(cell: object) -> str:
    """A cell that names something (an id, a slice, a person), without space around it."""
    return text_of(cell).strip()


def list_of(cell: object) -> tuple[str, ...]:
    """A cell as a list: a JSON list as it is, text split at line breaks and semicolons."""
    parts = [text_of(part) for part in cell] if isinstance(cell, list) else text_of(cell).replace(";", "\n").split("\n")
    return tuple(part.strip() for part in parts if part.strip())


def documents_of(cells: Iterable[object]) -> tuple[Document, ...]:
    """Evidence documents ``d1``, ``d2`` …, one per cell or element of a list; blank ones are no document."""
    parts = [part for cell in cells for part in (cell if isinstance(cell, list) else [cell])]
    texts = [text for part in parts if (text := _evidence_text(part)).strip()]
    return tuple(Document(id=f"d{number}", text=text) for number, text in enumerate(texts, start=1))


def _evidence_text(part: object) -> str:
    return text_of(part["text"]) if isinstance(part, dict) and "text" in part else text_of(part)
