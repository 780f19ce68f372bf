"""JSON Lines, or a JSON array, of objects as rows; no bad line costs a good one."""

from __future__ import annotations

import json
from typing import Any

from evalcore.errors import InputError
from evalcore.importing.imported import Problems, Row
from evalcore.importing.tables import Table


def looks_like_json(text: str, filename: str | None) -> bool:
    """Whether to read the text as JSON: by the file's ending, else by its first character."""
    name = (filename or "").lower()
    if name.endswith((".csv", ".tsv")):
        return False
    return name.endswith((".json", ".jsonl", ".ndjson")) or text.lstrip().startswith(("{", "["))


def is_array(text: str) -> bool:
    """Whether the JSON text is one array rather than one object a line."""
    return text.lstrip().startswith("[")


def read_array(text: str, *, file: str | None, problems: Problems) -> Table:
    """Read a JSON array of objects; rows are its elements, counted from 1.

    Raises
    ------
    InputError
        The text is not one JSON array, or the array is empty.
    """
    try:
        elements = json.loads(text)
    except json.JSONDecodeError as error:
        message = f"expected a JSON array, but it cannot be read: {error.msg} (character {error.colno} of the line)."
        raise InputError(message, file=file, row=error.lineno) from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"expected a JSON array, but it cannot be read: {error}.", file=file) from None
    rows = [row for number, element in enumerate(elements, start=1) if (row := _row(number, element, problems))]
    return _table(rows, len(elements), file, expected="a JSON array of objects, one per case")


def read_lines(text: str, *, file: str | None, problems: Problems) -> Table:
    """Read JSON Lines; a line that is no JSON object is a problem, and the others are kept.

    Raises
    ------
    InputError
        No line holds anything, or the text is a single object over several lines.
    """
    _refuse_one_large_object(text, file)
    # Not splitlines: a JSON text may hold U+2028 and other separators as they are.
    filled = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    rows = [row for number, line in filled if (row := _parsed(number, line, problems))]
    return _table(rows, len(filled), file, expected="JSON Lines, one object per case")


def _parsed(number: int, line: str, problems: Problems) -> Row | None:
    try:
        element = json.loads(line)
    except (ValueError, RecursionError):
        problems.add("bad-json", "Left out: the line is not valid JSON; it may be cut off.", row=number)
        return None
    return _row(number, element, problems)


def _row(number: int, element: Any, problems: Problems) -> Row | None:
    if isinstance(element, dict):
        return Row(number, element)
    problems.add("not-an-object", "Left out: expected a JSON object with a key per column.", row=number)
    return None


def _table(rows: list[Row], found: int, file: str | None, *, expected: str) -> Table:
    if not found:
        raise InputError(f"there is nothing in the file. Expected {expected}.", file=file)
    columns = tuple(dict.fromkeys(key for row in rows for key in row.cells))
    return Table(delimiter=None, header_row=None, columns=columns, rows=tuple(rows), bad=found - len(rows))


def _refuse_one_large_object(text: str, file: str | None) -> None:
    if "\n" not in text.strip():
        return
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        return
    raise InputError(
        f"expected a JSON array of objects or JSON Lines, found one object with the keys {list(whole)[:10]}. "
        "Save the list of cases by itself, or one case a line.",
        file=file,
    )
