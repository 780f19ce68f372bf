"""From a file or an upload to a set: find its rows, map them, bring them together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import reduce
from pathlib import Path, PurePath

from evalcore.bulk import uncollected
from evalcore.domain import PASS_FAIL, Dataset, Scale
from evalcore.errors import InputError
from evalcore.importing.drafts import Draft, Gathered, gather
from evalcore.importing.exploding import exploded
from evalcore.importing.files import ReadFile, read_file
from evalcore.importing.guessing import guess_recipe
from evalcore.importing.imported import FurtherFile, Imported, LabelWord, Problem, Problems, Row
from evalcore.importing.joining import join
from evalcore.importing.json_text import depth_in_words
from evalcore.importing.known.recognising import beside, judged_by, judgements, taken
from evalcore.importing.mapping import RowMapper, refuse_misfit
from evalcore.importing.recipe import DEFAULT_CRITERION, Join, Layout, Recipe
from evalcore.importing.set_mark import mark_of
from evalcore.importing.streams import Source, source_of
from evalcore.importing.tables import Table
from evalcore.importing.understanding import further_file, recorded, remark_on_polarity, understood, with_files


@dataclass(frozen=True, slots=True, kw_only=True)
class Further:
    """A further file whose rows go beside those of the first."""

    source: Path | bytes
    filename: str | None = None
    """What an upload was called."""
    join: Join | None = None
    """None: as the recipe's ``joins`` say."""


def read_cases(
    source: Path | bytes,
    *,
    name: str | None = None,
    recipe: Recipe | None = None,
    filename: str | None = None,
    layout: Layout | None = None,
    further: Sequence[Further] = (),
    fingerprints: bool = True,
) -> Imported:
    """Read a file of cases and labels.

    Parameters
    ----------
    source
        The file, or its content as uploaded: delimited text, an Excel workbook, JSON Lines, JSON,
        Parquet, any of these packed with gzip, or the workbench's own case file.
    name
        What the set is to be called; by default the recipe's name, else the file's.
    recipe
        Which column is what. None: columns are taken by their names, where those leave no doubt.
    filename
        What an upload was called; its ending helps to tell the format.
    layout
        How the file is to be read, where that is not to be found out; it goes before the recipe's.
    further
        Files whose rows are to be joined to those of the first, such as its labels.
    fingerprints
        Whether each label is to name the text that it is about. A set that is only looked at can do
        without, which spares a fifth of the time; it is not to be stored.

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
    opened = source_of(source, filename)
    with uncollected(), depth_in_words(opened.file):
        problems = Problems()
        joined = _joined(recipe, further, opened.file)
        laid_out = _laid_out(recipe, layout)
        read, judged, beside_it = _read(opened, laid_out, joined, recipe, problems)
        named = name or (recipe and recipe.name) or _stem(opened.file)
        if recipe is None and mark_of(read.stream.columns):
            return _exported_set(read, name=name, file=opened.file, problems=problems)
        if recipe is None and judged:
            recipe = _guessed_beside(judged, read.stream.columns, opened.file, problems)
        export = taken(read, recipe, file=opened.file, problems=problems)
        read = export.read
        mapped = _mapped(read, export.recipe, opened.file, problems)
        gathered = gather(
            mapped.drafts,
            name=named,
            scales=mapped.scales,
            problems=problems,
            join_evidence=mapped.recipe is not None and mapped.recipe.join_evidence,
            fingerprints=fingerprints,
        )
        _refuse_no_cases(gathered.dataset, problems, opened.file)
        imported = _imported(read, mapped, gathered, problems, tool=export.tool)
        return with_files(imported, laid_out, tuple(how for _, how in joined), beside_it)


def read_rows(
    source: Path | bytes, *, filename: str | None = None, layout: Layout | None = None
) -> tuple[Table, tuple[Problem, ...]]:
    """Read a file as rows by column name, before anything is made of them; see :func:`read_cases`.

    Raises
    ------
    InputError
        The file cannot be read at all.
    """
    problems = Problems()
    table = read_file(source_of(source, filename), layout or Layout(), problems).stream.table()
    return table, problems.all()


def _read(
    source: Source,
    layout: Layout,
    further: Sequence[tuple[Source, Join]],
    recipe: Recipe | None,
    problems: Problems,
) -> tuple[ReadFile, list[Recipe], tuple[FurtherFile, ...]]:
    """The rows of the first file with those of the further ones beside them, what exports of scores judged, and how
    the further ones were read."""
    read = read_file(source, layout, problems)
    stream, judged, files = read.stream, list[Recipe](), list[FurtherFile]()
    for other, how in further:
        own = Problems()
        other_read = read_file(other, how.layout or Layout(), own)
        table, scores = beside(other_read, recipe, file=other.file)
        problems.add_all_of(other.file or "the further file", own.all())
        files.append(further_file(other, other_read))
        judged += [scores] if scores else []
        stream = join(stream, table, how, file=other.file, problems=problems)
    if layout.each is not None:
        stream = exploded(stream, layout.each, file=source.file, problems=problems)
    return ReadFile(format=read.format, encoding=read.encoding, stream=stream), judged, tuple(files)


def _guessed_beside(judged: list[Recipe], columns: tuple[str, ...], file: str | None, problems: Problems) -> Recipe:
    """The recipe that the names suggest of the columns that no export of scores brought, with what was judged."""
    brought = set[str]().union(*map(judgements, judged))
    missing = Problems()
    own = tuple(column for column in columns if column not in brought)
    guessed = guess_recipe(own, file=file, problems=missing)
    for problem in missing.all():
        if problem.kind != "no-label-column":
            problems.add(problem.kind, problem.message)
    return reduce(judged_by, judged, guessed)


def _laid_out(recipe: Recipe | None, layout: Layout | None) -> Layout:
    """What the caller says of the file, and the recipe where the caller says nothing."""
    written = (recipe and recipe.layout) or Layout()
    said = layout or Layout()
    # What was said is heeded, or refused, even where it is blank or zero.
    chosen = {one.name: getattr(said, one.name) for one in fields(Layout)}
    return replace(written, **{name: value for name, value in chosen.items() if value is not None})


def _joined(recipe: Recipe | None, further: Sequence[Further], file: str | None) -> list[tuple[Source, Join]]:
    joins = recipe.joins if recipe else ()
    if len(joins) > len(further):
        raise InputError(
            f"the recipe joins {len(joins)} further files, {len(further)} were given. Name them in that order.",
            file=file,
        )
    found = []
    for place, one in enumerate(further):
        written = joins[place] if place < len(joins) else None
        how = one.join or written
        opened = source_of(one.source, one.filename)
        if how is None:
            raise InputError("expected the column by which its rows are joined; say which.", file=opened.file)
        if written is not None and how.layout is None:
            how = replace(how, layout=written.layout)
        found.append((opened, how))
    return found


def _stem(file: str | None) -> str:
    return PurePath((file or "cases").removesuffix(".gz")).stem


@dataclass(frozen=True, slots=True, kw_only=True)
class _Mapped:
    """Drafts that are made one after the other, and what is known once they all are."""

    recipe: Recipe | None
    drafts: Iterable[Draft]
    scales: Callable[[], Mapping[str, Scale]]
    words: Callable[[], tuple[LabelWord, ...]]


def _mapped(read: ReadFile, recipe: Recipe | None, file: str | None, problems: Problems) -> _Mapped:
    stream = read.stream
    if isinstance(stream.rows, tuple):
        if not stream.rows:
            return _Mapped(recipe=recipe, drafts=(), scales=dict, words=tuple)
        if recipe is None and (own := _of_case_file(stream.rows, problems)):
            return own
    used = recipe or guess_recipe(stream.columns, file=file, problems=problems)
    refuse_misfit(used, stream.columns, file=file)
    mapper = RowMapper(used, stream.columns, problems, complete=stream.complete)
    return _Mapped(recipe=used, drafts=mapper.drafts(stream.rows), scales=mapper.scales, words=mapper.label_words)


def _of_case_file(rows: tuple[Row, ...], problems: Problems) -> _Mapped | None:
    """The drafts of our own case file; None where the rows are not of one."""
    # Loaded here, as it takes a tenth of a second and no table needs it.
    from evalcore.importing.case_file import case_drafts, is_case_file

    if not is_case_file(rows):
        return None
    criteria: dict[str, Scale] = {}

    def drafts() -> Iterable[Draft]:
        for draft in case_drafts(rows, problems):
            criteria.update(dict.fromkeys((vote.criterion for vote in draft.votes), PASS_FAIL))
            yield draft

    return _Mapped(recipe=None, drafts=drafts(), scales=lambda: criteria or {DEFAULT_CRITERION: PASS_FAIL}, words=tuple)


def _imported(read: ReadFile, mapped: _Mapped, gathered: Gathered, problems: Problems, *, tool: str | None) -> Imported:
    said = recorded(mapped.recipe, gathered)
    remark_on_polarity(said, gathered.dataset, problems)
    return Imported(
        dataset=gathered.dataset,
        understood=replace(understood(read, mapped.recipe, mapped.words(), gathered.dataset), tool=tool),
        problems=problems.all(),
        recorded=said,
    )


def _exported_set(read: ReadFile, *, name: str | None, file: str | None, problems: Problems) -> Imported:
    from evalcore.importing.set_file import Saved, read_set

    table = read.stream.table()
    saved: Saved = (
        "workbook" if read.stream.sheet is not None else "text" if read.stream.delimiter is not None else None
    )
    dataset = read_set(table, name=name, file=file, problems=problems, saved=saved)
    _refuse_no_cases(dataset, problems, file)
    return Imported(dataset=dataset, understood=understood(read, None, (), dataset), problems=problems.all())


def _refuse_no_cases(dataset: Dataset, problems: Problems, file: str | None) -> None:
    if dataset.cases:
        return
    with_rows = [problem for problem in problems.all() if problem.where]
    reasons = " ".join(f"Row {', '.join(map(str, problem.where[:5]))}: {problem.message}" for problem in with_rows[:3])
    raise InputError(f"no row of the file could be used. {reasons}", file=file)
