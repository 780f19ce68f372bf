"""What each label word means: proposed, counted, and decided by the person; polarity is called out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256

import streamlit as st

from evalcore.importing import Imported, Recipe
from evalcore.importing.deciding import Word, doubtful_column, turned, with_meanings, words_of
from pages.ui import components, glossary, state
from pages.ui.import_fields import Fields

_NO_LABEL = "none"
_UNDECIDED = "not decided"
_SHOWN_WORDS = 40


def draw(imported: Imported, recipe: Recipe, fields: Fields) -> Recipe:
    """The recipe with what the person decides about the words of each criterion."""
    by_criterion = words_of(imported)
    for criterion, words in by_criterion.items():
        with st.container(border=True):
            where = f" under {criterion}" if len(by_criterion) > 1 else ""
            components.inert(f"What each label word{where} means, with how often it is there")
            values = imported.dataset.criteria[criterion].values
            recipe = _decided(recipe, criterion, words, values, fields if not where else fields.of(criterion))
    return recipe


def _decided(recipe: Recipe, criterion: str, words: Sequence[Word], values: Sequence[str], fields: Fields) -> Recipe:
    settled: dict[str, str] | None = state.get(fields.key("polarity"))
    options = [*values, _NO_LABEL, _UNDECIDED]
    with st.container(horizontal=True):
        chosen = {word.form: _draw_word(word, options, settled, fields) for word in words[:_SHOWN_WORDS]}
    if len(words) > _SHOWN_WORDS:
        components.inert(f"{len(words) - _SHOWN_WORDS} rarer words are not shown; a recipe's values can name them.")
    decided = {form: meaning for form, meaning in chosen.items() if meaning != _UNDECIDED}
    column = doubtful_column(recipe, criterion, decided) if settled is None else None
    if column is not None:
        _draw_polarity(column, words, decided, fields)
    shown = tuple(words[:_SHOWN_WORDS])
    return with_meanings(recipe, criterion, shown, decided, all_of_them=settled is not None)


def _draw_word(word: Word, options: list[str], settled: Mapping[str, str] | None, fields: Fields) -> str:
    """The field of a word; once polarity is settled it is another one, which starts from what was settled."""
    spelling = word.spelling.strip() or "(blank)"
    start = (settled or {}).get(word.form) or word.meaning or _UNDECIDED
    name = f"{_word_field(word.form)}{'' if settled is None else '_settled'}"
    label = f"{components.escaped(spelling[:40])} ({word.count})"
    return fields.one(label, name, options, start, shown=_meaning_shown) or _UNDECIDED


def _draw_polarity(column: str, words: Sequence[Word], chosen: dict[str, str], fields: Fields) -> None:
    """Call out a column that is named for a fault and whose yes passes."""
    st.warning("This column is called for what is wrong with an answer. Does its yes mean that the answer fails?")
    said = [f"{word.spelling.strip()} means {chosen[word.form]}" for word in words if word.form in chosen]
    components.inert(f"{column}, as it stands: {', '.join(said)}")
    choices = {
        "Yes means fail: turn pass and fail round": turned(chosen),
        "Yes means pass: leave it as it is": chosen,
    }
    with st.container(horizontal=True):
        for label, meanings in choices.items():
            st.button(
                label,
                key=fields.key(label[:14]),
                help=glossary.meaning("polarity"),
                on_click=_settle,
                args=(fields, meanings),
            )


def _settle(fields: Fields, meanings: dict[str, str]) -> None:
    fields.touch()
    state.put(**{fields.key("polarity"): meanings})


def _word_field(form: str) -> str:
    """The name of the field of a word, by its normal form."""
    return f"word_{sha256(form.encode()).hexdigest()[:10]}"


def _meaning_shown(meaning: str) -> str:
    return "no label" if meaning == _NO_LABEL else meaning
