"""What was understood of files, for a person to confirm and for a recipe that reads the next ones in the same way."""

from __future__ import annotations

from dataclasses import replace

from evalcore.domain import PASS_FAIL, Dataset
from evalcore.importing.drafts import Gathered
from evalcore.importing.files import ReadFile
from evalcore.importing.imported import FurtherFile, Imported, LabelWord, Problems, Recorded, Understood
from evalcore.importing.polarity import doubtful_verdicts, fault_in
from evalcore.importing.recipe import Join, Layout, Recipe
from evalcore.importing.streams import Source
from evalcore.importing.tables import RowStream
from evalcore.importing.vote_remarks import doubtful_recording


def understood(read: ReadFile, used: Recipe | None, words: tuple[LabelWord, ...], dataset: Dataset) -> Understood:
    """How the first file was read and mapped; the recipe is None where the file says itself what is what."""
    stream = read.stream
    return Understood(
        format="cases" if used is None else read.format,
        encoding=read.encoding,
        delimiter=stream.delimiter,
        header_row=stream.header_row,
        sheet=stream.sheet,
        rows=stream.seen,
        columns=stream.columns,
        unused=_unused(stream, used),
        recipe=used,
        label_words=words,
        annotators=tuple(sorted({label.annotator for label in dataset.labels})),
    )


def recorded(recipe: Recipe | None, gathered: Gathered) -> tuple[Recorded, ...]:
    """What judges said elsewhere, a column each."""
    return tuple(
        Recorded(
            judge=column.judge or column.column,
            column=column.column,
            criterion=column.criterion,
            rule=column.rule,
            params=column.params,
            combine=column.combine,
            said={
                case_id: said
                for case_id, rows in gathered.recorded.items()
                if (said := tuple(text for row in rows if (text := row[place]) is not None))
            },
        )
        for place, column in enumerate(recipe.recorded if recipe else ())
    )


def remark_on_polarity(said: tuple[Recorded, ...], dataset: Dataset, problems: Problems) -> None:
    """Columns of verdicts that are named for a fault and whose yes will be taken for a pass."""
    for one in said:
        criteria = [one.criterion] if one.criterion else list(dataset.criteria)
        yes_no = any(dataset.criteria.get(criterion, PASS_FAIL) == PASS_FAIL for criterion in criteria)
        if one.rule is None and yes_no and fault_in(one.column, one.criterion or ""):
            words = dict.fromkeys(word for texts in one.said.values() for word in texts)
            taken = doubtful_verdicts(words)
            if taken:
                problems.add("polarity", doubtful_recording(one.column, taken))


def _unused(stream: RowStream, recipe: Recipe | None) -> tuple[str, ...]:
    if recipe is None:
        return ()
    used = {column for _, column in recipe.uses()}
    starts = tuple(f"{column}{sign}" for column in stream.columns for sign in ".[")
    nested = {path.split(".")[0].split("[")[0] for path in used if path.startswith(starts)}
    return tuple(column for column in stream.columns if column not in used | nested)


def further_file(source: Source, read: ReadFile) -> FurtherFile:
    """How a further file was read."""
    stream = read.stream
    return FurtherFile(
        name=source.file,
        format=read.format,
        encoding=read.encoding,
        delimiter=stream.delimiter,
        header_row=stream.header_row,
        sheet=stream.sheet,
        rows=stream.seen,
    )


def with_files(
    imported: Imported, layout: Layout, joins: tuple[Join, ...], further: tuple[FurtherFile, ...]
) -> Imported:
    """With how the files were read and joined, so that the recipe alone reads the next ones in the same way."""
    how = replace(imported.understood, further=further)
    if how.recipe is not None:
        said = layout if layout != Layout() else None
        how = replace(how, recipe=replace(how.recipe, layout=said, joins=joins))
    return replace(imported, understood=how)
