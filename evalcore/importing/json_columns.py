"""One JSON object as rows: columns of values, as lists or by row keys, or rows by their keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evalcore.importing.column_names import column_names
from evalcore.importing.guessing import parts_of
from evalcore.importing.imported import Problems

ROW_KEY = "(row key)"
"""The column of the keys that rows stand under, where these say more than their order."""
Rows = list[dict[str, Any]]
_Objects = Mapping[str, Mapping[str, Any]]


def rows_of_lists(whole: Mapping[str, Any], problems: Problems) -> Rows | None:
    """Rows of columns that are lists of one length, or that stand apart from their names; None where they do not."""
    names, data = whole.get("columns"), whole.get("data")
    if isinstance(names, list) and isinstance(data, list) and data and all(isinstance(row, list) for row in data):
        if any(len(row) != len(names) for row in data):
            return None
        columns = column_names(list(map(str, names)), problems)
        return [dict(zip(columns, row, strict=True)) for row in data]
    lists = list(whole.values())
    if len(lists) < 2 or not all(isinstance(one, list) for one in lists):
        return None
    # A list of objects is a list of rows, not a column.
    if len({len(one) for one in lists}) != 1 or any(all(isinstance(cell, dict) for cell in one) for one in lists):
        return None
    return [dict(zip(whole, cells, strict=True)) for cells in zip(*lists, strict=True)]


def rows_of_objects(whole: Mapping[str, Any], problems: Problems) -> Rows | None:
    """Rows of an object of objects that share a key: each a column by row keys, or a row by the names of columns.

    None where it is neither.
    """
    if not whole or not all(isinstance(inner, dict) for inner in whole.values()):
        return None
    keys = tuple(dict.fromkeys(key for inner in whole.values() for key in inner))
    if not set(keys).intersection(*whole.values()):
        return None
    told = _are_rows(tuple(whole), keys)
    if told is None:
        if any(len(inner) < len(keys) for inner in whole.values()):
            return None
        told = _rows_by_number(tuple(whole), keys, problems)
    if told:
        return _with_keys(whole, keys)
    return _with_keys(_turned(whole, keys, problems), tuple(whole)) if len(whole) > 1 else None


def _are_rows(outer: Sequence[str], inner: Sequence[str]) -> bool | None:
    """Whether the outer keys are those of rows and the inner ones the names of columns.

    Told by the names that are known, else by numbers, which pandas gives to rows; None where neither tells.
    """
    of_outer, of_inner = parts_of(tuple(outer)), parts_of(tuple(inner))
    for outer_tells, inner_tells in (
        ("answer" in of_outer, "answer" in of_inner),
        (_are_numbers(inner), _are_numbers(outer)),
        (len(of_outer) > len(of_inner), len(of_outer) < len(of_inner)),
    ):
        if outer_tells != inner_tells:
            return inner_tells
    return None


def _rows_by_number(outer: Sequence[str], inner: Sequence[str], problems: Problems) -> bool:
    """The same by there being more rows than columns, which is said."""
    rows = len(outer) > len(inner)
    row, column = (outer[0], inner[0]) if rows else (inner[0], outer[0])
    problems.add(
        "rows-or-columns",
        f"The file is an object of objects, and no name tells rows from columns: {column!r} was taken for a column and "
        f"{row!r} for the key of a row, as there are fewer columns. Should it be the other way, save it as a list of "
        "objects, one per case.",
    )
    return rows


def _are_numbers(keys: Sequence[str]) -> bool:
    return all(key.isdecimal() for key in keys)


def _turned(columns: _Objects, keys: Sequence[str], problems: Problems) -> dict[str, dict[str, Any]]:
    """Row key → the cells of its row, whatever order each column has its keys in."""
    for name, cells in columns.items():
        for number, key in enumerate(keys, start=1):
            if key not in cells:
                message = f"Column {name!r} has no value under the key of this row, so the row has none there."
                problems.add("missing-value", message, row=number)
    return {key: {name: cells[key] for name, cells in columns.items() if key in cells} for key in keys}


def _with_keys(rows: _Objects, columns: Sequence[str]) -> Rows:
    keys = tuple(rows)
    if keys in (tuple(map(str, range(len(keys)))), tuple(map(str, range(1, len(keys) + 1)))):
        return [dict(row) for row in rows.values()]
    *_, name = column_names([*columns, ROW_KEY], Problems())
    return [{name: key, **row} for key, row in rows.items()]
