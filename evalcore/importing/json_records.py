"""JSON Lines, an array of objects, or columns of values, as rows; no bad line costs a good one."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from evalcore.errors import InputError
from evalcore.importing.imported import Problems, Row
from evalcore.importing.known import is_known_object
from evalcore.importing.paths import column_of, getter
from evalcore.importing.recipe import Layout
from evalcore.importing.streams import Source
from evalcore.importing.tables import RowStream

_SHOWN_KEYS = 10


def looks_like_json(source: Source, encoding: str) -> bool:
    """Whether to read the text as JSON: by the file's ending, else by its first character."""
    if source.ending.endswith((".csv", ".tsv")):
        return False
    return source.ending.endswith((".json", ".jsonl", ".ndjson")) or _start(source, encoding) in ("{", "[")


def read_json(
    source: Source, encoding: str, layout: Layout, *, problems: Problems
) -> tuple[Literal["json", "jsonl"], RowStream]:
    """Read JSON in whichever of its shapes, and say whether it is ``json`` or ``jsonl``.

    Raises
    ------
    InputError
        The text is not what it starts as, holds nothing, or is one object that holds no rows.
    """
    if layout.rows is None and _start(source, encoding) != "[" and _is_lines(source, encoding):
        return "jsonl", _lines(source, encoding, problems)
    whole = _whole(source, encoding)
    if whole is None:
        return "jsonl", _lines(source, encoding, problems)
    elements = _elements(whole, layout.rows, source.file)
    rows = [row for number, one in enumerate(elements, start=1) if (row := _row(number, one, problems))]
    return "json", _stream(rows, len(elements), source.file, expected="a JSON array of objects, one per case")


def _start(source: Source, encoding: str) -> str:
    return next((stripped[0] for line in source.lines(encoding, newline="\n") if (stripped := line.lstrip())), "")


def _is_lines(source: Source, encoding: str) -> bool:
    """Whether the first line that is not blank is an object by itself, with others after it or values of its own."""
    filled = (line for line in source.lines(encoding, newline="\n") if line.strip())
    first = _object(next(filled, ""))
    if first is None:
        return False
    return next(filled, None) is not None or not _is_wrapped(first)


def _is_wrapped(first: Mapping[str, Any]) -> bool:
    """Whether one object holds rows: columns of values, or nothing but lists and objects."""
    return bool(first) and all(isinstance(value, dict | list) for value in first.values())


def _object(line: str) -> dict[str, Any] | None:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _lines(source: Source, encoding: str, problems: Problems) -> RowStream:
    rows, found = [], 0
    # Only a line feed ends a line: a JSON text may hold U+2028 and other separators as they are.
    for number, line in enumerate(source.lines(encoding, newline="\n"), start=1):
        if line.strip():
            found += 1
            if row := _parsed(number, line, problems):
                rows.append(row)
    return _stream(rows, found, source.file, expected="JSON Lines, one object per case")


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


def _stream(rows: list[Row], found: int, file: str | None, *, expected: str) -> RowStream:
    if not found:
        raise InputError(f"there is nothing in the file. Expected {expected}.", file=file)
    columns = tuple(dict.fromkeys(key for row in rows for key in row.cells))
    return RowStream(columns=columns, rows=tuple(rows), seen=found, bad=found - len(rows))


def _whole(source: Source, encoding: str) -> Any:
    """The text as one value; None where it starts as an object and is not one, as cut JSON Lines do."""
    text = source.whole("JSON").decode(encoding)
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        if text.lstrip().startswith("{"):
            return None
        message = f"expected a JSON array, but it cannot be read: {error.msg} (character {error.colno} of the line)."
        raise InputError(message, file=source.file, row=error.lineno) from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"expected a JSON array, but it cannot be read: {error}.", file=source.file) from None


def _elements(whole: Any, path: str | None, file: str | None) -> list[Any]:
    """The rows of a JSON value: those that the path leads to, an array's elements, or those that columns make."""
    if path is not None:
        keys = tuple(whole) if isinstance(whole, dict) else ()
        found = getter(path, keys)(whole) if column_of(path, keys) else None
        if not isinstance(found, list):
            raise InputError(
                f"expected a list of rows under {path!r}, found none; the keys are {_keys(whole)}.", file=file
            )
        return found
    if isinstance(whole, list):
        return whole
    columns = _columns_of(whole) if isinstance(whole, dict) else None
    if columns is None and isinstance(whole, dict) and is_known_object(whole):
        return [whole]
    if columns is None:
        raise InputError(
            f"expected a JSON array of objects or JSON Lines, found one object with the keys {_keys(whole)}. "
            "Say where its list of cases is (rows: KEY under file: in a recipe), or save that list by itself.",
            file=file,
        )
    return [dict(zip(columns, cells, strict=True)) for cells in zip(*columns.values(), strict=True)]


def _keys(whole: Any) -> list[str]:
    return [str(key)[:40] for key in whole][:_SHOWN_KEYS] if isinstance(whole, dict) else []


def _columns_of(whole: Mapping[str, Any]) -> dict[str, list[Any]] | None:
    """Columns of values of one length, as pandas writes them by default, as lists or split from the names."""
    names, data = whole.get("columns"), whole.get("data")
    if isinstance(names, list) and isinstance(data, list) and all(isinstance(row, list) for row in data):
        if all(len(row) == len(names) for row in data):
            return {str(name): [row[place] for row in data] for place, name in enumerate(names)}
        return None
    if len(whole) < 2:
        return None
    columns = list(_as_lists(whole))
    if len(columns) != len(whole) or len({len(column) for column in columns}) != 1 or not columns[0]:
        return None
    return dict(zip(map(str, whole), columns, strict=True))


def _as_lists(whole: Mapping[str, Any]) -> Iterator[list[Any]]:
    values = list(whole.values())
    if all(isinstance(value, list) for value in values):
        # A list of objects is a list of rows, not a column.
        yield from (value for value in values if not all(isinstance(cell, dict) for cell in value))
    elif all(isinstance(value, dict) and value.keys() == values[0].keys() for value in values):
        yield from (list(value.values()) for value in values)
