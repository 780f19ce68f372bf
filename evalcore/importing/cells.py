"""Cells as text, lists and documents, whether they come from CSV or from JSON."""

from __future__ import annotations

import json

from evalcore.importing.label_words import with_point


def text_of(cell: object) -> str:
    """A cell as text: nothing is blank, and a nested value stays JSON."""
    if cell is None:
        return ""
    if isinstance(cell, str):
        return cell
    return json.dumps(cell, ensure_ascii=False)


def short_text_of(cell: object) -> str:
    """A cell that names something (an id, a slice, a person), without space around it."""
    return (cell if isinstance(cell, str) else text_of(cell)).strip()


def list_of(cell: object) -> tuple[str, ...]:
    """A cell as a list: a JSON list as it is, text split at line breaks and semicolons."""
    parts = [text_of(part) for part in cell] if isinstance(cell, list) else text_of(cell).replace(";", "\n").split("\n")
    return tuple(part.strip() for part in parts if part.strip())


def number_of(cell: object) -> float | None:
    """A cell as a number, with a decimal point or a decimal comma; None where it is none."""
    try:
        return float(with_point(text_of(cell)))
    except ValueError:
        return None
