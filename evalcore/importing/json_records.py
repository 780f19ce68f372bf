"""JSON Lines, an array of objects, or one object of columns or rows, as rows; no bad line costs a good one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from evalcore.errors import InputError
from evalcore.importing.imported import Problems, Row
from evalcore.importing.json_columns import rows_of_lists, rows_of_objects
from evalcore.importing.json_found import kind_of, shown_keys, without_rows
from evalcore.importing.json_text import TOO_DEEP, KeyTwiceError, loads, loads_marked, shown_key, twice_in
from evalcore.importing.known import is_known_object
from evalcore.importing.paths import column_of, getter
from evalcore.importing.recipe import Layout
from evalcore.importing.streams import Source
from evalcore.importing.tables import RowStream


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
    elements = _elements(whole.value, layout.rows, source.file, problems)
    if whole.twice:
        _refuse_twice_beside(elements, whole.value, source.file)
    rows = [row for number, one in enumerate(elements, start=1) if (row := _row(number, one, problems, whole.twice))]
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
    except RecursionError:
        # An object all the same, which the reading of its line complains of.
        return {} if line.rstrip().endswith("}") and line.lstrip().startswith("{") else None
    except ValueError:
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


@dataclass(frozen=True, slots=True)
class _Whole:
    value: Any
    twice: bool
    """Whether an object in it holds two values under one key."""


def _parsed(number: int, line: str, problems: Problems) -> Row | None:
    try:
        element = loads(line)
    except KeyTwiceError as error:
        _leave_out_twice(number, error.key, problems)
        return None
    except RecursionError:
        problems.add("bad-json", f"Left out: a value in the line {TOO_DEEP}.", row=number)
        return None
    except ValueError:
        problems.add("bad-json", "Left out: the line is not valid JSON; it may be cut off.", row=number)
        return None
    return _row(number, element, problems)


def _row(number: int, element: Any, problems: Problems, twice: bool = False) -> Row | None:
    if twice and (key := twice_in(element)) is not None:
        _leave_out_twice(number, key, problems)
        return None
    if isinstance(element, dict):
        return Row(number, element)
    message = f"Left out: expected a JSON object with a key per column, found {kind_of(element)}."
    problems.add("not-an-object", message, row=number)
    return None


def _leave_out_twice(number: int, key: str, problems: Problems) -> None:
    message = (
        f"Left out: an object holds the key {shown_key(key)} twice, with different values. Take one of them out, or "
        "call it something else."
    )
    problems.add("key-twice", message, row=number)


def _refuse_twice_beside(elements: list[Any], whole: Any, file: str | None) -> None:
    """Refuse the file for an object that holds a key twice where it is in no element of its own."""
    if (key := twice_in(whole, beside=elements)) is not None:
        raise InputError(
            f"an object in the file holds the key {shown_key(key)} twice, with different values, and it is part of "
            "more than one row. Take one of them out, or call it something else.",
            file=file,
        )


def _stream(rows: list[Row], found: int, file: str | None, *, expected: str) -> RowStream:
    if not found:
        raise InputError(f"there is nothing in the file. Expected {expected}.", file=file)
    columns = tuple(dict.fromkeys(key for row in rows for key in row.cells))
    if rows and not columns:
        raise InputError(f"expected {expected}, with a key per column, found only objects without any key.", file=file)
    return RowStream(columns=columns, rows=tuple(rows), seen=found, bad=found - len(rows))


def _whole(source: Source, encoding: str) -> _Whole | None:
    """The text as one value; None where it starts as an object and is not one, as cut JSON Lines do."""
    text = source.whole("JSON").decode(encoding)
    try:
        return _value(text)
    except json.JSONDecodeError as error:
        if text.lstrip().startswith("{"):
            return None
        if not text.strip():
            raise InputError(
                "the file holds nothing but blank lines. Expected a JSON array of objects, or JSON Lines.",
                file=source.file,
            ) from None
        message = f"expected a JSON array, but it cannot be read: {error.msg} (character {error.colno} of the line)."
        raise InputError(message, file=source.file, row=error.lineno) from None
    except RecursionError:
        raise InputError(f"expected a JSON array, but a value in it {TOO_DEEP}.", file=source.file) from None
    except ValueError as error:
        raise InputError(f"expected a JSON array, but it cannot be read: {error}.", file=source.file) from None


def _value(text: str) -> _Whole:
    try:
        return _Whole(loads(text), twice=False)
    except KeyTwiceError:
        # What follows may be no JSON, which only shows now.
        return _Whole(loads_marked(text), twice=True)


def _elements(whole: Any, path: str | None, file: str | None, problems: Problems) -> list[Any]:
    """The rows of a JSON value: those that the path leads to, an array's elements, or those that columns make."""
    if path is not None:
        return _under(path, whole, file)
    if isinstance(whole, list):
        return whole
    if isinstance(whole, dict):
        if (rows := rows_of_lists(whole, problems)) is not None:
            return rows
        if is_known_object(whole):
            return [whole]
        if (rows := rows_of_objects(whole, problems)) is not None:
            return rows
    raise InputError(f"expected a JSON array of objects or JSON Lines, {without_rows(whole)}", file=file)


def _under(path: str, whole: Any, file: str | None) -> list[Any]:
    keys = tuple(whole) if isinstance(whole, dict) else ()
    found = getter(path, keys)(whole) if column_of(path, keys) else None
    if not isinstance(found, list):
        raise InputError(
            f"expected a list of rows under {path!r}, found none; the keys are {shown_keys(whole)}.", file=file
        )
    return found
