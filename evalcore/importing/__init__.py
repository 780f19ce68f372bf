"""Files of cases and labels into a :class:`~evalcore.domain.Dataset`, through a visible mapping."""

from evalcore.importing.checking import check_document
from evalcore.importing.demo import demo_dataset
from evalcore.importing.imported import Imported, LabelWord, Problem, Understood
from evalcore.importing.reading import read_cases, read_rows
from evalcore.importing.recipe import LabelColumn, Recipe, recipe_to_text
from evalcore.importing.recipe_files import read_recipe

__all__ = [
    "Imported",
    "LabelColumn",
    "LabelWord",
    "Problem",
    "Recipe",
    "Understood",
    "check_document",
    "demo_dataset",
    "read_cases",
    "read_recipe",
    "read_rows",
    "recipe_to_text",
]
