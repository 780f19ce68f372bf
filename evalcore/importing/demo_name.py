"""The name of the bundled set is its own: commands and pages find the set by it."""

from __future__ import annotations

from evalcore.domain import Case, Dataset, case_fingerprint
from evalcore.errors import InputError
from evalcore.importing.demo import demo_dataset

DEMO = "demo"


def refuse_demo_name(dataset: Dataset, *, file: str) -> None:
    """Refuse a set that would stand in the place of the bundled one; that one with other labels is a version of it.

    Raises
    ------
    InputError
        The set has its name, and holds other cases.
    """
    if dataset.name == DEMO and _named(dataset.cases) != _named(demo_dataset().cases):
        raise InputError(
            f"expected another name than {DEMO!r}, which the set that comes with the workbench has, found other cases"
            " under it; nothing was stored: rename the file, or give another name with `evalcore import --name`",
            file=file,
        )


def _named(cases: tuple[Case, ...]) -> set[tuple[str, str]]:
    return {(case.id, case_fingerprint(case)) for case in cases}
