"""Files of cases and labels into a :class:`~evalcore.domain.Dataset`, through a visible mapping."""

from typing import TYPE_CHECKING

from evalcore.importing.checking import ValueCount, check_document, notes_on, set_document, values_of
from evalcore.importing.demo import DEMO_ORIGIN, demo_dataset
from evalcore.importing.imported import FurtherFile, Imported, LabelWord, Problem, Recorded, Understood
from evalcore.importing.origins import origin_of
from evalcore.importing.previewing import Preview, preview
from evalcore.importing.reading import Further, read_cases, read_rows
from evalcore.importing.recipe import (
    CriterionScale,
    EvidenceColumn,
    Join,
    LabelColumn,
    Layout,
    Recipe,
    RecordedColumn,
)
from evalcore.importing.recipe_text import recipe_to_text

if TYPE_CHECKING:
    from evalcore.importing.recipe_files import read_recipe

__all__ = [
    "DEMO_ORIGIN",
    "CriterionScale",
    "EvidenceColumn",
    "Further",
    "FurtherFile",
    "Imported",
    "Join",
    "LabelColumn",
    "LabelWord",
    "Layout",
    "Preview",
    "Problem",
    "Recipe",
    "Recorded",
    "RecordedColumn",
    "Understood",
    "ValueCount",
    "check_document",
    "demo_dataset",
    "notes_on",
    "origin_of",
    "preview",
    "read_cases",
    "read_recipe",
    "read_rows",
    "recipe_to_text",
    "set_document",
    "values_of",
]


def __getattr__(name: str) -> object:
    """Load the reader of recipe files when it is first used: what checks them takes a tenth of a second to load."""
    if name == "read_recipe":
        from evalcore.importing.recipe_files import read_recipe

        return read_recipe
    raise AttributeError(name)
