"""A set with its labels and decisions as a file that :func:`evalcore.importing.read_cases` reads back unchanged."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import Literal, get_args

from evalcore.domain import Dataset, Label, case_fingerprint, gold_labels
from evalcore.errors import ExportError
from evalcore.formula_guard import guarded
from evalcore.importing.set_lines import COLUMNS, Line, cells_of, head_of, line_of
from evalcore.importing.set_mark import SCHEMA

SetFormat = Literal["csv", "jsonl", "parquet"]
FORMATS: tuple[SetFormat, ...] = get_args(SetFormat)

_PAIRS = ("slices", "made_by", "meta")


def set_file(dataset: Dataset, form: SetFormat) -> bytes:
    """The whole set as one file: reading it gives the same fingerprint.

    CSV is UTF-8 with its mark; a cell that a spreadsheet would take for a formula stands behind an apostrophe,
    which reading takes away again.

    Raises
    ------
    ExportError
        There is no case, or a label is about a case that is not in the set.
    """
    _refuse_what_no_line_holds(dataset)
    return _WRITERS[form](dataset)


def file_stem(name: str) -> str:
    """A set's name as the name of a file on any system, without an ending."""
    return re.sub(r"[^\w.-]+", "-", name).strip("-.")[:80] or "set"


def _refuse_what_no_line_holds(dataset: Dataset) -> None:
    if not dataset.cases:
        raise ExportError("expected a set with cases, found none to export")
    ids = {case.id for case in dataset.cases}
    stray = next((label for label in dataset.labels if label.case_id not in ids), None)
    if stray is not None or len(ids) != len(dataset.cases):
        what = f"a label on {stray.case_id!r}, which is no case of the set" if stray else "an id that two cases share"
        raise ExportError(f"expected every label to be on one case of the set, found {what}; import the set again")


def _lines(dataset: Dataset) -> Iterator[Line]:
    by_case: dict[str, list[Label]] = defaultdict(list)
    for label in dataset.labels:
        by_case[label.case_id].append(label)
    gold = {criterion: gold_labels(dataset, criterion) for criterion in dataset.criteria}
    for case in dataset.cases:
        of_case = {criterion: found[case.id] for criterion, found in gold.items()}
        yield line_of(case, by_case.get(case.id, ()), case_fingerprint(case), of_case)


def _jsonl(dataset: Dataset) -> bytes:
    lines = _lines(dataset)
    first = {SCHEMA: head_of(dataset), **next(lines)}
    text = "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in (first, *lines))
    # A lone surrogate has no UTF-8 form; its backslash escape is the JSON escape as well.
    return text.encode("utf-8", "backslashreplace")


def _rows(dataset: Dataset, *, native: bool) -> Iterator[Line]:
    head: str | None = json.dumps(head_of(dataset))
    for line in _lines(dataset):
        yield cells_of(line, native=native) | {SCHEMA: head}
        head = None if native else ""


def _csv(dataset: Dataset) -> bytes:
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for row in _rows(dataset, native=False):
        writer.writerow([guarded(row[column]) for column in COLUMNS])
    return text.getvalue().encode("utf-8-sig")


def _parquet(dataset: Dataset) -> bytes:
    # Heavy, and needed for this form only.
    import pyarrow as pa
    from pyarrow import parquet

    text, pairs = pa.string(), pa.map_(pa.string(), pa.string())
    document = pa.struct([(name, text) for name in ("id", "text", "source", "kind")])
    label = pa.struct(
        [
            *((name, text) for name in ("case_fingerprint", "criterion", "annotator", "value", "note", "source")),
            ("adjudicated", pa.bool_()),
            *((name, text) for name in ("guideline_version", "at")),
            ("seconds", pa.float64()),
        ]
    )
    other = {
        "evidence": pa.list_(document),
        "labels": pa.list_(label),
        "expects_evidence": pa.bool_(),
        **dict.fromkeys(("must_mention", "must_retrieve"), pa.list_(text)),
        **dict.fromkeys(_PAIRS, pairs),
    }
    schema = pa.schema([(column, other.get(column, text)) for column in COLUMNS])
    rows = [{**row, **{key: list(row[key].items()) for key in _PAIRS}} for row in _rows(dataset, native=True)]
    written = pa.BufferOutputStream()
    parquet.write_table(pa.Table.from_pylist(rows, schema=schema), written, compression="zstd")
    return bytes(written.getvalue())


_WRITERS: Mapping[SetFormat, Callable[[Dataset], bytes]] = {"csv": _csv, "jsonl": _jsonl, "parquet": _parquet}
