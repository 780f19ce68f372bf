"""The first cells of files, column by column: what a proposal is made from, and what there is to choose from."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path

from evalcore.importing.cells import text_of
from evalcore.importing.exploding import ELEMENT
from evalcore.importing.files import read_file
from evalcore.importing.imported import FurtherFile, Problems
from evalcore.importing.joining import joined_names
from evalcore.importing.json_text import depth_in_words
from evalcore.importing.paths import column_of, getter, parsed
from evalcore.importing.recipe import Join, Layout
from evalcore.importing.streams import source_of
from evalcore.importing.understanding import further_file

Sample = Mapping[str, Sequence[str]]
"""Column → the text of its first cells."""
_SAMPLE_ROWS = 200
_MOST_PATHS = 60
_IN_A_PATH = re.compile(r"[^.\[\]]+")


def sample_of(
    source: Path | bytes, *, filename: str | None = None, layout: Layout | None = None
) -> dict[str, list[str]]:
    """Each column of a file with the text of its first cells, to make a proposal from.

    Parameters
    ----------
    source, filename, layout
        As in :func:`evalcore.importing.read_cases`.

    Raises
    ------
    InputError
        The file cannot be read at all.
    """
    opened = source_of(source, filename)
    stream = read_file(opened, layout or Layout(), Problems()).stream
    rows = list(islice(stream.rows, _SAMPLE_ROWS))
    with depth_in_words(opened.file):
        return {column: [text_of(row.cells.get(column)).strip() for row in rows] for column in stream.columns}


def how_read(source: Path | bytes, *, filename: str | None = None, layout: Layout | None = None) -> FurtherFile:
    """How a file is read that is to be joined to another one, before it is; its rows are not counted.

    Raises
    ------
    InputError
        The file cannot be read at all.
    """
    opened = source_of(source, filename)
    return further_file(opened, read_file(opened, layout or Layout(), Problems()))


def beside(sample: Sample, further: Sample, how: Join) -> dict[str, Sequence[str]]:
    """The sample of two files that are joined: a column that both have is counted in the second, but for the key."""
    found = dict(sample)
    names = joined_names(tuple(sample), tuple(further), key=how.other or how.key)
    return found | {name: further[column] for column, name in names.items() if name not in found}


def exploded(sample: Sample, path: str) -> Sample:
    """The sample with the elements of a list in place of the list; as it is where there is no such column."""
    column = column_of(path, tuple(sample))
    if column is None:
        return sample
    listed = getter(path, (column,))
    lists = [found for cell in sample[column] if isinstance(found := parsed(listed({column: cell})), list)]
    elements = [text_of(element).strip() for one in lists for element in one]
    numbers = [str(number) for one in lists for number in range(1, len(one) + 1)]
    return {**sample, path: elements[:_SAMPLE_ROWS], ELEMENT: numbers[:_SAMPLE_ROWS]}


def paths_in(sample: Sample) -> tuple[str, ...]:
    """Paths to the fields of columns that hold objects, such as ``meta.id``, to choose from beside the columns."""
    found = dict[str, None]()
    for column, cells in sample.items():
        for cell in map(parsed, cells):
            if isinstance(cell, dict):
                found |= dict.fromkeys(f"{column}.{key}" for key in cell if _IN_A_PATH.fullmatch(key))
    return tuple(found)[:_MOST_PATHS]
