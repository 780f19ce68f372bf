"""The report that an option names: a JSON file, or a run of the store."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from evalcore.cli.stored import clock, named_run, note_newer_set, opened_store
from evalcore.errors import InputError, RunError

if TYPE_CHECKING:
    from evalcore.domain import CalibrationReport


def report_at_hand(named: str, arguments: argparse.Namespace, *, to_decide: bool = False) -> CalibrationReport:
    """The report in the file of this name, else of the run of this id.

    ``to_decide``: of a split set, on the cases kept back, by the judge that ``arguments`` name.

    Raises
    ------
    InputError
        Neither is there, or the file holds no report.
    """
    from evalcore.report import read_report_file

    path = Path(named)
    if path.is_file():
        return read_report_file(path)
    if path.suffix == ".json":
        raise InputError("expected a report (`evalcore report --json` writes one), found no file there", file=named)
    from evalcore.runner import confirmed_report, run_report

    with opened_store(arguments) as store:
        try:
            run = named_run(store, named)
        except RunError as error:
            raise InputError(f"expected a report file or a run; there is no such file, and {error}") from error
        note_newer_set(store, run.id)
        if to_decide:
            return confirmed_report(store, run.id, arguments.judge, at=clock())
        return run_report(store, run.id)
