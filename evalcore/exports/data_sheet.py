"""What a set is, for people who are to use it: counts, sources, scales, mapping, and how it is read again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime

from evalcore.domain import Dataset, Label, dataset_fingerprint, gold_labels
from evalcore.exports.inert import markdown_text
from evalcore.exports.markdown import markdown_table
from evalcore.exports.table import Table
from evalcore.importing import Recipe, recipe_to_text
from evalcore.importing.set_mark import SCHEMA
from evalcore.store import SetVersion, newest_recipe

_MOST_ROWS = 50
_NO_RECIPE = "How the columns of the original file were mapped is not recorded with the set."


def data_sheet(dataset: Dataset, *, date: str, recipe: Recipe | None = None, history: Sequence[SetVersion] = ()) -> str:
    """The sheet as one Markdown document, in which no text of the set renders.

    Parameters
    ----------
    date
        ISO 8601 date of the export.
    recipe
        How the columns of the file that the set came from were mapped; None: as the history says, if it does.
    history
        The versions of the set, newest first, with how each came about; empty where it is not stored.
    """
    return "\n".join(_lines(dataset, date, recipe, history)).rstrip("\n") + "\n"


def _lines(dataset: Dataset, date: str, recipe: Recipe | None, history: Sequence[SetVersion]) -> Iterator[str]:
    yield from (f"# Data sheet: {markdown_text(dataset.name)}", "")
    yield from markdown_table(_counts(dataset, date), level=2)
    for criterion in dataset.criteria:
        yield from markdown_table(_scale(dataset, criterion), level=2)
    for title, counted in _sources(dataset):
        yield from markdown_table(_counted(title, counted), level=2)
    yield from ("## Mapping", "")
    written = recipe_to_text(recipe) if recipe else newest_recipe(history)
    if written is None:
        yield from (_NO_RECIPE, "")
    else:
        # Indented by four spaces everything is text, whatever it holds.
        yield from (f"    {line}" for line in written.splitlines())
        yield ""
    for table in _came_from(history):
        yield from markdown_table(table, level=2)
    yield from _reading_again()


def _counts(dataset: Dataset, date: str) -> Table:
    clusters = {case.cluster for case in dataset.cases if case.cluster is not None}
    dates = sorted(case.dated for case in dataset.cases if case.dated)
    rows = [
        ("exported", date),
        ("fingerprint", dataset_fingerprint(dataset)),
        ("cases", f"{len(dataset.cases):,}"),
        ("cases that expect evidence", f"{sum(case.expects_evidence for case in dataset.cases):,}"),
        ("of these without any", f"{sum(case.lacks_evidence for case in dataset.cases):,}"),
        ("labels", f"{len(dataset.labels):,}"),
        ("decisions among them", f"{sum(label.adjudicated for label in dataset.labels):,}"),
        ("clusters", f"{len(clusters):,}"),
        ("dated", f"{dates[0]} to {dates[-1]}" if dates else "no case says when"),
        ("gold rule", dataset.gold_rule),
    ]
    return Table(title="Counts", columns=("what", "found"), rows=tuple(rows))


def _scale(dataset: Dataset, criterion: str) -> Table:
    scale = dataset.criteria[criterion]
    gold = Counter(one.value or one.how for one in gold_labels(dataset, criterion).values())
    labels = Counter(label.value for label in dataset.labels if label.criterion == criterion)
    rows = [
        (value, "pass" if scale.passes(value) else "fail", f"{labels[value]:,}", f"{gold[value]:,}")
        for value in scale.values
    ]
    rows += [(how, "", "", f"{gold[how]:,}") for how in ("unresolved", "unlabelled") if how not in scale.values]
    order = "in this order" if scale.level == "ordinal" else "in no order"
    return Table(
        title=f"Scale of {criterion}",
        columns=("value", "counts as", "labels", "cases with it as gold"),
        rows=tuple(rows),
        note=f"{scale.level.capitalize()}: the values are {order}.",
    )


def _sources(dataset: Dataset) -> Iterator[tuple[str, Counter[tuple[str, ...]]]]:
    yield "Who labelled", Counter(_who(label) for label in dataset.labels)
    yield "What made the answers", Counter(item for case in dataset.cases for item in case.made_by.items())
    kinds = (document.kind for case in dataset.cases for document in case.evidence)
    yield "Evidence documents by kind", Counter((kind,) for kind in kinds)
    yield "Slices", Counter(item for case in dataset.cases for item in case.slices.items())


def _who(label: Label) -> tuple[str, str, str]:
    return (
        label.annotator,
        {"human": "a person", "model": "a model", "import": "from a file"}[label.source],
        label.criterion,
    )


_COLUMNS = {
    "Who labelled": ("annotator", "source", "criterion", "labels"),
    "What made the answers": ("part", "which", "cases"),
    "Evidence documents by kind": ("kind", "documents"),
    "Slices": ("key", "value", "cases"),
}


def _came_from(history: Sequence[SetVersion]) -> Iterator[Table]:
    if not history:
        return
    rows = [_version(version, one.at, one.origin.sentence) for version in history for one in version.origins]
    rows += [_version(one, one.stored.created_at, "not noted") for one in history if not one.origins]
    yield Table(
        title="How it came about", columns=("on", "cases", "labels", "what was done"), rows=tuple(rows[:_MOST_ROWS])
    )
    files = dict.fromkeys(file for version in history for one in version.origins for file in one.origin.files)
    if files:
        yield Table(
            title="Files it was made from",
            columns=("file", "bytes", "SHA-256"),
            rows=tuple((file.name, f"{file.size_bytes:,}", file.sha256) for file in files)[:_MOST_ROWS],
        )


def _version(version: SetVersion, at: datetime, what: str) -> tuple[str, ...]:
    return f"{at:%Y-%m-%d}", f"{version.stored.cases:,}", f"{version.stored.labels:,}", what


def _counted(title: str, counted: Counter[tuple[str, ...]]) -> Table:
    rows: Sequence[tuple[str, ...]] = [(*names, f"{count:,}") for names, count in counted.most_common(_MOST_ROWS)]
    more = len(counted) - len(rows)
    note = f"And {more:,} more with fewer." if more > 0 else ""
    return Table(title=title, columns=_COLUMNS[title], rows=tuple(rows), note=note)


def _reading_again() -> Iterator[str]:
    yield from (
        "## Reading it again",
        "",
        f"`evalcore import FILE` reads each form (`{SCHEMA}`) as the same set, with the fingerprint above. In a table"
        " evidence, lists, slices and labels are JSON; `gold` follows from the labels and `fingerprint` from the case;"
        " `exact` is filled only where a cell cannot hold a text as it is. In CSV a text that a spreadsheet would"
        " calculate with stands behind an apostrophe, which reading takes away again.",
    )
