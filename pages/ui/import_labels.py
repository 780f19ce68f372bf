"""What each label word means: proposed, counted, and decided by the person; polarity is called out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

import streamlit as st

from evalcore.importing import Imported, Recipe
from evalcore.importing.label_words import names_a_fault, normal_word
from pages.ui import components, state
from pages.ui.import_fields import Fields

_NO_LABEL = "none"
_UNDECIDED = "not decided"
_SHOWN_WORDS = 40
_TURNED = {"pass": "fail", "fail": "pass"}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Word:
    """Spellings that count as one word."""

    spelling: str
    meaning: str | None
    count: int


def draw(imported: Imported, recipe: Recipe, fields: Fields) -> dict[str, str]:
    """The values of the recipe as the person decides them."""
    words = _words(imported)
    if not words:
        return dict(recipe.values)
    st.caption("What each label word means, with how often it is there")
    settled: dict[str, str] | None = state.get(fields.key("polarity"))
    options = [*_values(imported), _NO_LABEL, _UNDECIDED]
    chosen: dict[str, str] = {}
    with st.container(horizontal=True):
        for form in list(words)[:_SHOWN_WORDS]:
            chosen[form] = _draw_word(words[form], form, options, settled, fields)
    if len(words) > _SHOWN_WORDS:
        components.inert(f"{len(words) - _SHOWN_WORDS} rarer words are not shown; a recipe's values can name them.")
    if settled is None:
        _draw_polarity(recipe, words, chosen, fields)
    return _decided(recipe, words, chosen, all_of_them=settled is not None)


def _draw_word(word: _Word, form: str, options: list[str], settled: dict[str, str] | None, fields: Fields) -> str:
    """The field of a word; once polarity is settled it is another one, which starts from what was settled."""
    spelling = word.spelling.strip() or "(blank)"
    start = (settled or {}).get(form) or word.meaning or _UNDECIDED
    name = f"{word_field(form)}{'' if settled is None else '_settled'}"
    label = f"{components.escaped(spelling[:40])} ({word.count})"
    return fields.one(label, name, options, start, shown=_meaning_shown) or _UNDECIDED


def _draw_polarity(recipe: Recipe, words: Mapping[str, _Word], chosen: Mapping[str, str], fields: Fields) -> None:
    """Call out a column that is named for a fault and whose yes passes."""
    faulty = [label.column for label in recipe.labels if names_a_fault(label.column)]
    passing = [form for form, meaning in chosen.items() if meaning == "pass"]
    if not faulty or not passing:
        return
    st.warning("This column is called for what is wrong with an answer. Does its yes mean that the answer fails?")
    components.inert(f"{faulty[0]}: {words[passing[0]].spelling.strip()} means pass, as it stands")
    turned = {form: _TURNED.get(meaning, meaning) for form, meaning in chosen.items()}
    with st.container(horizontal=True):
        st.button("Yes means fail: turn pass and fail round", on_click=_settle, args=(fields, turned))
        st.button("Yes means pass: leave it as it is", on_click=_settle, args=(fields, dict(chosen)))


def _settle(fields: Fields, meanings: dict[str, str]) -> None:
    fields.touch()
    state.put(**{fields.key("polarity"): meanings})


def _decided(
    recipe: Recipe, words: Mapping[str, _Word], chosen: Mapping[str, str], *, all_of_them: bool
) -> dict[str, str]:
    """The recipe's own values, with those that differ from what was understood; or with every word."""
    own = {word: meaning for word, meaning in recipe.values.items() if normal_word(word) not in chosen}
    written = {normal_word(word) for word in recipe.values}
    for form, meaning in chosen.items():
        is_meant = all_of_them or form in written or meaning != words[form].meaning
        if meaning != _UNDECIDED and is_meant:
            own[words[form].spelling] = meaning
    return own


def _words(imported: Imported) -> dict[str, _Word]:
    found: dict[str, _Word] = {}
    for one in imported.understood.label_words:
        form = normal_word(one.word)
        known = found.get(form)
        if known is None:
            found[form] = _Word(spelling=one.word, meaning=one.meaning, count=one.count)
        else:
            found[form] = _Word(spelling=known.spelling, meaning=known.meaning, count=known.count + one.count)
    return found


def _values(imported: Imported) -> list[str]:
    return list(dict.fromkeys(value for scale in imported.dataset.criteria.values() for value in scale.values))


def word_field(form: str) -> str:
    """The name of the field of a word, by its normal form."""
    return f"word_{sha256(form.encode()).hexdigest()[:10]}"


def _meaning_shown(meaning: str) -> str:
    return "no label" if meaning == _NO_LABEL else meaning
