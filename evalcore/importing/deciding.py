"""What label words mean, as a person decides it: the words to decide on, doubts about polarity, and the recipe."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from evalcore.importing.imported import Imported
from evalcore.importing.label_words import normal_word
from evalcore.importing.polarity import doubtful_words, fault_in
from evalcore.importing.recipe import CriterionScale, Meaning, Recipe
from evalcore.importing.samples import Sample

_TURNED = {"pass": "fail", "fail": "pass"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """Spellings that count as one word under a criterion."""

    form: str
    """What they have in common."""
    spelling: str
    """The commonest, or the first of those."""
    meaning: Meaning | None
    """What it was taken for; None: it was not understood."""
    count: int


def words_of(imported: Imported) -> dict[str, tuple[Word, ...]]:
    """Criterion → the words of its labels, the commonest first."""
    found: dict[str, dict[str, Word]] = {}
    for one in imported.understood.label_words:
        words, form = found.setdefault(one.criterion, {}), normal_word(one.word)
        known = words.get(form)
        if known is None:
            words[form] = Word(form=form, spelling=one.word, meaning=one.meaning, count=one.count)
        else:
            words[form] = replace(known, count=known.count + one.count)
    return {
        criterion: tuple(sorted(words.values(), key=lambda word: -word.count)) for criterion, words in found.items()
    }


def criteria_in(recipe: Recipe, sample: Sample) -> tuple[str, ...]:
    """The criteria that a recipe labels; where rows name theirs, those in the sample."""
    found = dict[str, None]()
    for label in recipe.labels:
        own = label.criterion or recipe.criterion
        named = sample.get(label.criterion_column, ()) if label.criterion_column else (own,)
        found |= dict.fromkeys(name or own for name in named)
    return tuple(found)


def doubtful_column(recipe: Recipe, criterion: str, chosen: Mapping[str, Meaning]) -> str | None:
    """A column of the criterion, or the criterion, that is called for a fault although its yes passes or its no fails.

    Parameters
    ----------
    chosen
        Form of a word → its meaning.
    """
    if not doubtful_words(chosen.items()):
        return None
    named = (
        fault_in("" if label.criterion_column else label.column, criterion)
        for label in recipe.labels
        if label.criterion_column or (label.criterion or recipe.criterion) == criterion
    )
    return next(filter(None, named), None)


def turned(chosen: Mapping[str, Meaning]) -> dict[str, Meaning]:
    """The same with pass and fail the other way round."""
    return {form: _TURNED.get(meaning, meaning) for form, meaning in chosen.items()}


def with_meanings(
    recipe: Recipe,
    criterion: str,
    words: tuple[Word, ...],
    chosen: Mapping[str, Meaning],
    *,
    all_of_them: bool = False,
) -> Recipe:
    """The recipe with what a person decided about the words of one criterion.

    Where it labels one criterion, they stand in its ``values``; where several, under each its own, as the same word
    may pass under one and fail under another.

    Parameters
    ----------
    chosen
        Form of a word → its meaning; a word without one is not decided.
    all_of_them
        Write down every word, also those that were understood as they were decided.
    """
    scale = recipe.criteria.get(criterion, CriterionScale())
    labelled = {label.criterion or recipe.criterion for label in recipe.labels}
    by_row = any(label.criterion_column for label in recipe.labels)
    has_own = len(labelled) > 1 or by_row or bool(scale.words)
    before = scale.words if has_own else recipe.values
    shown = {word.form for word in words}
    written = {normal_word(word) for word in before}
    decided = {word: meaning for word, meaning in before.items() if normal_word(word) not in shown}
    for word in words:
        meaning = chosen.get(word.form)
        if meaning is not None and (all_of_them or word.form in written or meaning != word.meaning):
            decided[word.spelling] = meaning
    if not has_own:
        return replace(recipe, values=decided)
    if not decided and criterion not in recipe.criteria:
        return recipe
    return replace(recipe, criteria={**recipe.criteria, criterion: replace(scale, words=decided)})
