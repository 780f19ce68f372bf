"""A row per element of a list that a row holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from evalcore.errors import InputError
from evalcore.importing.column_names import column_names
from evalcore.importing.imported import Problems, Row
from evalcore.importing.paths import column_of, getter, parsed
from evalcore.importing.tables import RowStream, named

ELEMENT = "(element)"
"""The column that numbers the elements of a row's list, from 1."""


def exploded(stream: RowStream, path: str, *, file: str | None, problems: Problems) -> RowStream:
    """The rows with, in place of a list, one of its elements each; a path goes on inside it.

    A row whose list is empty is left out and reported.

    Raises
    ------
    InputError
        There is no such column.
    """
    if column_of(path, stream.columns) is None:
        raise InputError(
            f"expected a column that holds lists, found none called {path!r}. There are {named(stream.columns)}.",
            file=file,
        )
    _, *own = column_names([ELEMENT, *stream.columns], problems)
    columns = tuple(dict.fromkeys((*own, path, ELEMENT)))
    made = RowStream(
        columns=columns, delimiter=stream.delimiter, header_row=stream.header_row, sheet=stream.sheet, bad=stream.bad
    )
    names = dict(zip(stream.columns, own, strict=True)) if ELEMENT in stream.columns else {}
    made.rows = _elements(stream, made, path, names, problems)
    return made


def _elements(
    stream: RowStream, made: RowStream, path: str, names: Mapping[str, str], problems: Problems
) -> Iterator[Row]:
    """``names`` is what the columns are called now, where one of them was called as the number of elements is."""
    listed = getter(path, stream.columns)
    for row in stream.rows:
        found = parsed(listed(row.cells))
        elements = found if isinstance(found, list) else []
        if not elements:
            message = f"Left out: {path!r} holds no list, or an empty one, so the row makes no case."
            problems.add("no-element", message, row=row.number)
        cells = {names.get(name, name): cell for name, cell in row.cells.items()} if names else row.cells
        for number, element in enumerate(elements, start=1):
            made.seen += 1
            yield Row(row.number, {**cells, path: element, ELEMENT: str(number)})
    made.bad = stream.bad
