"""From a file or an upload to a set: decode, find rows, map them, bring them together."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path, PurePath

from evalcore.domain import Dataset
from evalcore.errors import InputError
from evalcore.importing.case_file import case_drafts, is_case_file
from evalcore.importing.decoding import decode, read_bytes
from evalcore.importing.drafts import Draft, gather
from evalcore.importing.guessing import guess_recipe
from evalcore.importing.imported import FileFormat, Imported, LabelWord, Problem, Problems, Understood
from evalcore.importing.json_records import is_array, looks_like_json, read_array, read_lines
from evalcore.importing.mapping import RowMapper, refuse_misfit
from evalcore.importing.recipe import DEFAULT_CRITERION, Recipe
from evalcore.importing.tables import Table, read_table


def read_cases(
    source: Path | bytes, *, name: str | None = None, recipe: Recipe | None = None, filename: str | None = None
) -> Imported:
    """Read a file of cases and labels.

    Parameters
    ----------
    source
        The file, or its content as uploaded: CSV, TSV, text with semicolons, JSON Lines, a JSON
        array of objects, or the workbench's own case file.
    name
        What the set is to be called; by default the recipe's name, else the file's.
    recipe
        Which column is what. None: columns are taken by their names, where those leave no doubt.
    filename
        What an upload was called; its ending helps to tell the format.

    Returns
    -------
    Imported
        The set, what was understood, and the problems. A bad row is a problem, never the end of
        the import; nothing is left out without one.

    Raises
    ------
    InputError
        The file cannot be read at all, holds no case, leaves a doubt about which column is
        what, or does not fit the recipe.
    """
    problems = Problems()
    file, encoding, form, table = _read(source, filename, problems)
    used, drafts, words = _drafts(form, table, recipe, file, problems)
    dataset = gather(
        drafts,
        name=name or (recipe and recipe.name) or PurePath(file or "cases").stem,
        criterion=used.criterion if used else DEFAULT_CRITERION,
        problems=problems,
    )
    _refuse_no_cases(dataset, problems, file)
    understood = Understood(
        format="cases" if used is None else form,
        encoding=encoding,
        delimiter=table.delimiter,
        header_row=table.header_row,
        rows=len(table.rows) + table.bad,
        columns=table.columns,
        unused=_unused(table, used),
        recipe=used,
        label_words=words,
        annotators=tuple(sorted({label.annotator for label in dataset.labels})),
    )
    return Imported(dataset=dataset, understood=understood, problems=problems.all())


def read_rows(source: Path | bytes, *, filename: str | None = None) -> tuple[Table, tuple[Problem, ...]]:
    """Read a file as rows by column name, before anything is made of them; see :func:`read_cases`.

    Raises
    ------
    InputError
        The file cannot be read at all.
    """
    problems = Problems()
    *_, table = _read(source, filename, problems)
    return table, problems.all()


def _read(source: Path | bytes, filename: str | None, problems: Problems) -> tuple[str | None, str, FileFormat, Table]:
    """The name of the file, its encoding, its format and its rows."""
    data, file = read_bytes(source, filename)
    decoded = decode(data, file=file)
    if decoded.remark:
        problems.add("not-utf-8", f"In this row, {decoded.remark}", row=decoded.row)
    if not decoded.text.strip():
        raise InputError("the file is empty. Expected a header row and a row per case, or JSON Lines.", file=file)
    return file, decoded.encoding, *_rows(decoded.text, file, problems)


def _rows(text: str, file: str | None, problems: Problems) -> tuple[FileFormat, Table]:
    if not looks_like_json(text, file):
        table = read_table(text, file=file, problems=problems)
        return ("tsv" if table.delimiter == "\t" else "csv"), table
    if is_array(text):
        return "json", read_array(text, file=file, problems=problems)
    return "jsonl", read_lines(text, file=file, problems=problems)


def _drafts(
    form: FileFormat, table: Table, recipe: Recipe | None, file: str | None, problems: Problems
) -> tuple[Recipe | None, Iterable[Draft], tuple[LabelWord, ...]]:
    if not table.rows:
        return recipe, (), ()
    if recipe is None and form in ("json", "jsonl") and is_case_file(table.rows):
        return None, case_drafts(table.rows, problems), ()
    used = recipe or guess_recipe(table.columns, file=file, problems=problems)
    refuse_misfit(used, table.columns, file=file)
    mapper = RowMapper(used, problems)
    drafts = list(mapper.drafts(table.rows))
    return used, drafts, mapper.label_words()


def _unused(table: Table, recipe: Recipe | None) -> tuple[str, ...]:
    used = {column for _, column in recipe.uses()} if recipe else set(table.columns)
    return tuple(column for column in table.columns if column not in used)


def _refuse_no_cases(dataset: Dataset, problems: Problems, file: str | None) -> None:
    if dataset.cases:
        return
    with_rows = [problem for problem in problems.all() if problem.where]
    reasons = " ".join(f"Row {', '.join(map(str, problem.where[:5]))}: {problem.message}" for problem in with_rows[:3])
    raise InputError(f"no row of the file could be used. {reasons}", file=file)
