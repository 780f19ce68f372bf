"""A file that was read as rows, taken for a known tool's export where it is one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain

from evalcore.errors import InputError
from evalcore.importing.files import ReadFile
from evalcore.importing.imported import Problems, Row
from evalcore.importing.known.registry import Known, recognised
from evalcore.importing.known.sheet import Laid
from evalcore.importing.paths import column_of
from evalcore.importing.recipe import Recipe
from evalcore.importing.recipe_text import recipe_to_text
from evalcore.importing.tables import RowStream, Table, named


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """A file as it is to be mapped."""

    read: ReadFile
    recipe: Recipe | None
    tool: str | None = None
    """Whose export the file was taken for."""


def taken(read: ReadFile, recipe: Recipe | None, *, file: str | None, problems: Problems) -> Taken:
    """Lay out a known export; any other file, and one that a given recipe fits, stays as it is.

    Raises
    ------
    InputError
        The file is a known export without anything that can be taken for the answer; the
        message shows the recipe to write. Or it holds no case at all.
    """
    stream = read.stream
    if recipe is not None and fits(recipe, stream.columns):
        return Taken(read=read, recipe=recipe)
    rows = iter(stream.rows)
    first = next(rows, None)
    known = recognised(stream.columns, first.cells) if first else None
    if known is None:
        if first is not None and not isinstance(stream.rows, tuple):
            stream.rows = chain([first], rows)
        return Taken(read=read, recipe=recipe)
    laid = _laid(known, tuple(chain([first], rows) if first else ()), file)
    if not laid.rows:
        raise InputError(_nothing_in(known.tool, laid), file=file)
    if recipe is not None and not fits(recipe, laid.columns):
        raise InputError(_misfit(recipe, known.tool, laid), file=file)
    used = recipe or laid.recipe
    if used is None:
        raise InputError(_no_answer(known.tool, laid), file=file)
    for remark in laid.remarks:
        problems.add("tool-export", remark)
    return Taken(read=replace(read, stream=_stream(stream, laid)), recipe=used, tool=known.tool)


def beside(read: ReadFile, recipe: Recipe | None, *, file: str | None) -> tuple[Table, Recipe | None]:
    """A further file's rows; of an export of scores alone, a row per answer and what was judged, as a recipe.

    With a recipe, an export of scores is laid out only where the recipe names its judgements.
    """
    table = read.stream.table()
    known = recognised(table.columns, table.rows[0].cells) if table.rows else None
    laid = _laid(known, table.rows, file) if known and known.scores else None
    if laid is None or laid.recipe is None:
        return table, None
    judged = judgements(laid.recipe)
    if recipe is not None and not any(column in judged for _, column in recipe.uses()):
        return table, None
    columns = tuple(column for column in laid.columns if column in judged or column == laid.key)
    rows = tuple(Row(row.number, {one: row.cells[one] for one in columns if one in row.cells}) for row in laid.rows)
    return replace(table, columns=columns, rows=rows), laid.recipe


def judged_by(recipe: Recipe, judged: Recipe) -> Recipe:
    """A recipe with the labels and verdicts of another besides its own."""
    return replace(
        recipe,
        criterion=recipe.criterion if recipe.labels else judged.criterion,
        labels=(*recipe.labels, *judged.labels),
        recorded=(*recipe.recorded, *judged.recorded),
        criteria={**recipe.criteria, **judged.criteria},
    )


def judgements(recipe: Recipe) -> set[str]:
    """The columns of labels and of verdicts."""
    return {one.column for one in recipe.labels} | {one.column for one in recipe.recorded}


def _laid(known: Known, rows: tuple[Row, ...], file: str | None) -> Laid:
    try:
        return known.lay(rows)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        # Somebody else's format: any part of it may be of another kind than its documentation says.
        raise InputError(
            f"the file was taken for a {known.tool} export, but is not laid out as one: {error}. Say which column is "
            "what in a recipe file.",
            file=file,
        ) from None


def fits(recipe: Recipe, columns: tuple[str, ...]) -> bool:
    """Whether there is every column that a recipe names."""
    return all(column_of(column, columns) is not None for _, column in recipe.uses())


def _stream(stream: RowStream, laid: Laid) -> RowStream:
    seen = len(laid.rows) + stream.bad if laid.seen is None else laid.seen
    return RowStream(
        columns=laid.columns,
        rows=laid.rows,
        delimiter=stream.delimiter,
        header_row=stream.header_row,
        sheet=stream.sheet,
        seen=seen,
        bad=stream.bad,
    )


def _nothing_in(tool: str, laid: Laid) -> str:
    remarks = "".join(f" {remark}" for remark in laid.remarks)
    return f"the file was taken for a {tool} export, and holds no answer that was judged.{remarks} Export it with some."


def _misfit(recipe: Recipe, tool: str, laid: Laid) -> str:
    missing = tuple(column for _, column in recipe.uses() if column_of(column, laid.columns) is None)
    return (
        f"the recipe names columns that the file does not have: {named(missing)}. The file is a {tool} export; laid "
        f"out as a table it has {named(laid.columns)}."
    )


def _no_answer(tool: str, laid: Laid) -> str:
    remarks = "".join(f" {remark}" for remark in laid.remarks)
    return (
        f"the file was taken for a {tool} export, but none of its fields can be taken for the answer that was judged. "
        f"Laid out as a table it has {named(laid.columns)}.{remarks} Say which is the answer in a recipe file, if "
        f"one is:\n\n{recipe_to_text(laid.start) if laid.start else ''}"
    )
