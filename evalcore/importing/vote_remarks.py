"""What to say about label words that only a person can decide, with the lines of a recipe that decide them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from evalcore.importing.label_sources import may_be_a_person
from evalcore.importing.label_words import number_in
from evalcore.importing.recipe import Meaning

WORD_CHARACTERS = 40
"""More of a word is not repeated."""
_NAMED_WORDS = 5
_HUMAN = "source: human for the column in a recipe, or source_column where models labelled in it too"


def not_understood(
    counted: list[tuple[str, int]],
    values: Sequence[Meaning],
    place: tuple[str, ...],
    *,
    verdicts: Mapping[str, Meaning],
) -> str:
    """The first five words, how many more there are, and the recipe lines to write.

    Parameters
    ----------
    counted
        At least one word, with how often it was met, the commonest first.
    values
        Of the scale.
    place
        The keys of a recipe under which the words are decided.
    verdicts
        Numbers that were taken for yes or no, which is a doubt where other numbers stand beside them.
    """
    shown = ", ".join(f"{word[:WORD_CHARACTERS]!r} ({count})" for word, count in counted[:_NAMED_WORDS])
    more = f" and {len(counted) - _NAMED_WORDS} more" if len(counted) > _NAMED_WORDS else ""
    first, *others = values
    return (
        f"{shown}{more}: neither {' nor '.join(values)}, so no label was made of it. "
        f"{_beside_verdicts(counted, verdicts)}Say what it means in a recipe:\n\n"
        f"{_lines(place, counted[0][0])}{first}   # or {', '.join(others)}, or none"
    )


def _beside_verdicts(counted: list[tuple[str, int]], verdicts: Mapping[str, Meaning]) -> str:
    numbers = [number for word, _ in counted if (number := number_in(word)) is not None]
    if not verdicts or not numbers:
        return ""
    taken = ", ".join(f"{word!r} for {meaning}" for word, meaning in verdicts.items())
    # Ratings are whole numbers.
    scale = "rating" if all(number.is_integer() for number in numbers) else "ordinal, with their values in order"
    return (
        f"These are numbers, and {taken} was taken beside them: if they are ratings or scores, declare their scale "
        f"under criteria (scale: {scale}), or say what each number means. "
    )


def model_made(name: str, *, where: str = _HUMAN) -> str:
    """That labels count as a model's because of a name, and what to do if a person gave them."""
    also = " A person may be called so as well, which only you can know." if may_be_a_person(name) else ""
    return (
        f"{name[:WORD_CHARACTERS]!r} is called like a model, so these labels count as a model's and never as "
        f"gold.{also} If a person gave them, say {where}."
    )


def doubtful_polarity(named: str, taken: tuple[str, str], place: tuple[str, ...]) -> str:
    """That a column or a criterion is called for a fault and its yes passes, and the recipe lines that turn it."""
    word, meaning = taken
    other, quality = ("fail", "bad") if meaning == "pass" else ("pass", "good")
    return (
        f"{named!r} is called for what is wrong with an answer, and {word[:WORD_CHARACTERS]!r} in it was taken "
        f"for {meaning}. If it means that the answer is {quality}, say so in a recipe:\n\n{_lines(place, word)}{other}"
    )


def doubtful_recording(named: str, taken: list[tuple[str, str]]) -> str:
    """The same of a column that a judge filled: its words are read by a rule where they mean something else."""
    word, meaning = taken[0]
    said: dict[str, list[str]] = {"fail": [], "pass": []}
    for one, of_it in taken:
        said["fail" if of_it == "pass" else "pass"].append(re.escape(one.strip()))
    patterns = ", ".join(f"{one}: {json.dumps(f'^({chr(124).join(words)})$')}" for one, words in said.items() if words)
    return (
        f"{named!r} is called for what is wrong with an answer, and {word[:WORD_CHARACTERS]!r} in it is taken for "
        f"{meaning}, as the judge said it. If it means the contrary, say so under recorded in a recipe:\n\n"
        f"      rule: regex\n      params: {{patterns: {{{patterns}}}}}"
    )


def _lines(place: tuple[str, ...], word: str) -> str:
    keys = [*place[:1], *(json.dumps(key, ensure_ascii=False) if " " in key else key for key in place[1:])]
    above = "".join(f"{'  ' * depth}{key}:\n" for depth, key in enumerate(keys))
    return f"{above}{'  ' * len(keys)}{json.dumps(word[:WORD_CHARACTERS], ensure_ascii=False)}: "
