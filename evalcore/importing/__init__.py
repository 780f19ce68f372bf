"""Files of cases and labels into a :class:`~evalcore.domain.Dataset`, through a visible mapping."""

from typing import TYPE_CHECKING

from evalcore.importing.checking import check_document, set_document
from evalcore.importing.demo import demo_dataset
from evalcore.importing.imported import Imported, LabelWord, Problem, Recorded, Understood
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
    "CriterionScale",
    "EvidenceColumn",
    "Further",
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
    "check_document",
    "demo_dataset",
    "preview",
    "read_cases",
    "read_recipe",
    "read_rows",
    "recipe_to_text",
    "set_document",
]


def __getattr__(name: str) -> object:
    """Load the reader of recipe files when it is first used: what checks them takes a tenth of a second to load."""
    if name == "read_recipe":
        from evalcore.importing.recipe_files import read_recipe

        return read_recipe
    raise AttributeError(name)
