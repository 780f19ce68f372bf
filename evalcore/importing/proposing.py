"""A first proposal of which column is what, where the names of the columns leave a doubt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from evalcore.errors import InputError
from evalcore.importing.guessing import guess_recipe
from evalcore.importing.imported import Problems
from evalcore.importing.label_words import PROPOSAL, normal_word
from evalcore.importing.polarity import names_a_fault
from evalcore.importing.recipe import LabelColumn, Recipe
from evalcore.importing.samples import Sample

_TEXT_CHARACTERS = 12
"""A column is one of texts where its cells are longer than this on average."""
_ABOUT_ONE_LENGTH = 1.2
"""Of two columns of texts the longer is taken for the evidence where it is longer by this factor on average."""
_SENTINEL = "answer"


def proposed(sample: Sample) -> Recipe:
    """What names say without a doubt, then what the cells look like; the answer is "" where neither tells it."""
    recipe = with_labels(_by_name(tuple(sample)), sample)
    texts = [column for column in _free(recipe, sample) if _length(sample[column]) > _TEXT_CHARACTERS]
    return _with_texts(recipe, texts, sample)


def left_open(recipe: Recipe, sample: Sample) -> str | None:
    """What a proposal leaves to a person because two columns are alike, as a sentence; None where it is nothing."""
    if recipe.answer or recipe.evidence:
        return None
    texts = [column for column in _free(recipe, sample) if _length(sample[column]) > _TEXT_CHARACTERS]
    alike = _alike(sorted(texts, key=lambda column: _length(sample[column]), reverse=True), sample)
    if not alike:
        return None
    return (
        f"{' and '.join(map(repr, alike))} hold texts of about one length, and neither is called so that it could be "
        "told: choose which is the evidence and which is the answer."
    )


def with_labels(recipe: Recipe, sample: Sample) -> Recipe:
    """The recipe with a column whose cells are label words, where it has no labels."""
    if recipe.labels:
        return recipe
    labels = [column for column in _free(recipe, sample) if _holds_labels(column, sample[column])]
    return replace(recipe, labels=tuple(LabelColumn(column=column) for column in labels[:1]))


def _free(recipe: Recipe, sample: Sample) -> list[str]:
    used = {column for _, column in recipe.uses()}
    return [column for column in sample if column not in used]


def _by_name(columns: Sequence[str]) -> Recipe:
    """The first column for each part that a name tells."""
    kept: tuple[str, ...] = ()
    for column in columns:
        if _guess((*kept, column)):
            kept = (*kept, column)
    return _guess(kept) or Recipe(answer="")


def _guess(columns: tuple[str, ...]) -> Recipe | None:
    """The recipe by names; its answer is "" where there is none among them, None where two could be one part."""
    for tried, answer in ((columns, None), ((*columns, _SENTINEL), "")):
        try:
            recipe = guess_recipe(tried, file=None, problems=Problems())
        except InputError:
            continue
        return recipe if answer is None else replace(recipe, answer=answer)
    return None


def _with_texts(recipe: Recipe, texts: list[str], sample: Sample) -> Recipe:
    """The columns of texts as the question, the evidence and the answer that are still sought."""
    left = list(texts)
    asked = [column for column in left if _share_asking(sample[column]) > 0.5]
    if not recipe.question and asked:
        recipe = replace(recipe, question=asked[0])
        left.remove(asked[0])
    by_length = sorted(left, key=lambda column: _length(sample[column]), reverse=True)
    if not recipe.evidence and not recipe.answer and _alike(by_length, sample):
        return recipe
    if not recipe.evidence and (len(by_length) > 1 or (recipe.answer and by_length)):
        recipe = replace(recipe, evidence=(by_length.pop(0),))
    flat = [column for column in by_length if not _is_nested(sample[column])]
    if not recipe.answer and flat:
        recipe = replace(recipe, answer=flat[0])
    return recipe


def _alike(by_length: Sequence[str], sample: Sample) -> tuple[str, ...]:
    """The two longest, where length does not tell which is the evidence; none where it does, or where one is nested."""
    if len(by_length) < 2 or any(_is_nested(sample[column]) for column in by_length[:2]):
        return ()
    longer, shorter = (_length(sample[column]) for column in by_length[:2])
    return tuple(by_length[:2]) if longer <= _ABOUT_ONE_LENGTH * shorter else ()


def _holds_labels(column: str, cells: Sequence[str]) -> bool:
    words = {normal_word(cell) for cell in cells if cell}
    meanings = {PROPOSAL.get(word) for word in words}
    return bool(words) and (meanings >= {"pass", "fail"} or names_a_fault(column)) and None not in meanings


def _is_nested(cells: Sequence[str]) -> bool:
    return any(cell[:1] in ("[", "{") for cell in cells)


def _length(cells: Sequence[str]) -> float:
    return sum(map(len, cells)) / max(1, len(cells))


def _share_asking(cells: Sequence[str]) -> float:
    return sum(cell.endswith("?") for cell in cells) / max(1, len(cells))
