"""A set that the workbench exported, read back as it was; what somebody changed in it since is said."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, Protocol

from pydantic import ValidationError

from evalcore.domain import Case, Dataset, Gold, Label, Scale, case_fingerprint, gold_labels
from evalcore.errors import InputError
from evalcore.formula_guard import unguarded
from evalcore.importing.complaints import complaints
from evalcore.importing.imported import Problems, Row
from evalcore.importing.set_lines import (
    CaseLine,
    HeadLine,
    LabelLine,
    Line,
    as_a_spreadsheet_saves,
    cells_of,
    gold_in_words,
    line_from,
    scales_of,
)
from evalcore.importing.set_mark import SCHEMA, mark_of


class _Rows(Protocol):
    """Rows of a file, in memory or one after the other."""

    @property
    def columns(self) -> tuple[str, ...]: ...

    @property
    def rows(self) -> Iterable[Row]: ...


Saved = Literal["text", "workbook"] | None
"""Cells of CSV and of a workbook stand behind marks against formulas, those of JSON and Parquet (None) do not."""


def read_set(table: _Rows, *, name: str | None, file: str | None, problems: Problems, saved: Saved = None) -> Dataset:
    """The set that was exported.

    Parameters
    ----------
    name
        What it is to be called; by default as before.
    saved
        Of a workbook, cells that the program that saved it has written in its own way count as they were.

    Raises
    ------
    InputError
        It is of another version, or the scales are no longer in it.
    """
    rows = list(table.rows) if saved is None else _unguarded(table)
    head = _head(rows, table.columns, file)
    scales = scales_of(head)
    cases: dict[str, Case] = {}
    labels: list[Label] = []
    written_gold: dict[str, tuple[int, str | None]] = {}
    for row in rows:
        line = _line(row, problems, saved)
        if line is None or _is_known(line, cases, row.number, problems):
            continue
        cases[line.id] = case = line.case()
        labels.extend(_labels(line, case, scales, row.number, problems))
        written_gold[line.id] = row.number, line.gold
    dataset = Dataset(
        name=name or head.name,
        criteria=scales,
        cases=tuple(cases.values()),
        labels=tuple(labels),
        gold_rule=head.gold_rule,
    )
    _remark_on_gold(dataset, written_gold, problems)
    return dataset


def _unguarded(table: _Rows) -> list[Row]:
    """The rows, without the marks that cells were given against formulas."""
    return [
        Row(row.number, {name: unguarded(cell) if isinstance(cell, str) else cell for name, cell in row.cells.items()})
        for row in table.rows
    ]


def _head(rows: list[Row], columns: tuple[str, ...], file: str | None) -> HeadLine:
    if SCHEMA not in columns:
        raise InputError(
            f"expected a set of the version {SCHEMA}, found {mark_of(columns)}; read it with the evalcore that wrote "
            "it.",
            file=file,
        )
    row = next((row for row in rows if row.cells.get(SCHEMA) not in (None, "")), None)
    if row is None:
        raise InputError(
            f"the first row of an exported set says the scales in the column {SCHEMA!r}; here no row does. "
            "Export the set again, or say with a recipe what the columns mean.",
            file=file,
        )
    cell = row.cells[SCHEMA]
    try:
        return HeadLine.model_validate(json.loads(cell) if isinstance(cell, str) else cell)
    except ValidationError as error:
        message = f"the scales of the set cannot be read. {complaints(error, HeadLine)}"
    except ValueError as error:
        message = f"the scales of the set cannot be read: {error}."
    raise InputError(message, file=file, row=row.number, column=SCHEMA) from None


def _line(row: Row, problems: Problems, saved: Saved) -> CaseLine | None:
    cells = dict(row.cells)
    cells.pop(SCHEMA, None)
    unknown = [column for column, cell in cells.items() if column not in _KNOWN and cell not in (None, "")]
    if unknown:
        problems.add(
            "unknown-column", f"Nothing was made of the column {unknown[0]!r}, which was added.", row=row.number
        )
    try:
        # JSON Lines hold the line itself; only a table has cells that stand for something else.
        is_line = "exact" not in cells and isinstance(cells.get("labels"), list)
        return CaseLine.model_validate(cells if is_line else _exact(cells, saved) or line_from(cells))
    except ValidationError as error:
        problems.add("bad-case", f"Left out: {complaints(error, CaseLine)}", row=row.number)
    except (ValueError, TypeError, RecursionError) as error:
        problems.add("bad-case", f"Left out: a cell that holds JSON cannot be read: {error}.", row=row.number)
    return None


_KNOWN = frozenset({*CaseLine.model_fields, "exact"})


def _exact(cells: Mapping[str, object], saved: Saved) -> Line | None:
    """What the column ``exact`` says, unless somebody has changed the cells that it stands for since."""
    written = cells.get("exact")
    if not isinstance(written, str) or not written:
        return None
    line: Line = CaseLine.model_validate(json.loads(written)).model_dump()
    for native in (False, True):
        shown = cells_of(line, native=native)
        if line_from(shown) == line_from(cells):
            return line
        if saved == "workbook" and as_a_spreadsheet_saves(line_from(shown)) == as_a_spreadsheet_saves(line_from(cells)):
            return line
    return None


def _is_known(line: CaseLine, cases: Mapping[str, Case], row: int, problems: Problems) -> bool:
    if line.id not in cases:
        return False
    message = "Left out: another row has this id. The first row was kept; give each case its own id."
    problems.add("same-id-other-content", message, row=row)
    return True


def _labels(line: CaseLine, case: Case, scales: Mapping[str, Scale], row: int, problems: Problems) -> Iterator[Label]:
    fingerprint = case_fingerprint(case)
    if line.fingerprint not in (None, fingerprint):
        message = "The case was changed after the export; its labels are about what it was, and count as stale."
        problems.add("case-changed", message, row=row)
    for label in line.labels:
        scale = scales.get(label.criterion)
        if scale is None or label.value not in scale.values:
            message = f"The label {label.value[:40]!r} is not on the scale of {label.criterion[:40]!r}: left out."
            problems.add("label-not-understood", message, row=row)
        else:
            yield _label(label, line.id, line.fingerprint or fingerprint)


def _label(label: LabelLine, case_id: str, fingerprint: str) -> Label:
    values = label.model_dump()
    values["case_fingerprint"] = label.case_fingerprint or fingerprint
    return Label(case_id=case_id, **values)


def _remark_on_gold(dataset: Dataset, written: Mapping[str, tuple[int, str | None]], problems: Problems) -> None:
    by_criterion = {criterion: gold_labels(dataset, criterion) for criterion in dataset.criteria}
    for case_id, (row, words) in written.items():
        gold: dict[str, Gold] = {criterion: of_case[case_id] for criterion, of_case in by_criterion.items()}
        if words is not None and words != gold_in_words(gold):
            message = (
                "The column 'gold' says something else than the labels. Gold follows from the labels, so the column "
                "was not used: change the column 'labels', or import the changed values as labels with a recipe."
            )
            problems.add("gold-changed", message, row=row)
