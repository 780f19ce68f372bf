"""The bundled demo set."""

from __future__ import annotations

from evalcore.domain import Dataset
from evalcore.domain.origins import Origin
from evalcore.errors import MissingPart
from evalcore.importing.reading import read_cases
from evalcore.places import bundled_data

DEMO_ORIGIN = Origin(what="the demo set that comes with the workbench")


def demo_dataset() -> Dataset:
    """The labelled set that is delivered with the workbench, named ``demo``.

    Raises
    ------
    MissingPart
        The installation lacks the bundled data.
    """
    file = next(iter(sorted((bundled_data() / "demo").glob("*.jsonl"))), None)
    if file is None:
        raise MissingPart("the bundled demo set is not there; install the workbench again from its repository.")
    return read_cases(file, name="demo").dataset
