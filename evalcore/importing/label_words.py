"""What people write for pass and fail: a proposal, which a recipe's values override."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

from evalcore.errors import InputError
from evalcore.importing.recipe import Meaning

_WORDS: Mapping[Meaning, str] = {
    "pass": "pass, passed, yes, y, true, t, 1, correct, supported, grounded, attributable, faithful, relevant, "
    "consistent, good, ok, accept, accepted",
    "fail": "fail, failed, no, n, false, f, 0, incorrect, not correct, wrong, unsupported, not supported, ungrounded, "
    "not grounded, not attributable, unfaithful, not faithful, irrelevant, not relevant, inconsistent, "
    "not consistent, hallucinated, hallucination, bad, reject, rejected",
    "none": "n/a, na, nan, null, none, ?, unsure, not sure, unknown, undecided, don't know, skip, skipped, ignore",
}
_WORDS_OF_OTHERS: Mapping[Meaning, str] = {
    # German; French; Spanish and Italian.
    "pass": "ja, j, wahr, richtig, korrekt, belegt, zutreffend, oui, vrai, exact, sí, si, sì, verdadero, "
    "correcto, vero",
    "fail": "nein, falsch, unwahr, nicht richtig, nicht korrekt, nicht belegt, nicht zutreffend, unbelegt, "
    "non, faux, inexact, falso, incorrecto",
    "none": "unsicher, weiß nicht, keine angabe, k.a., je ne sais pas, no sé, non so",
}
_BLANK: dict[str, Meaning] = {"": "none"}
PROPOSAL: Mapping[str, Meaning] = _BLANK | {
    word: meaning
    for table in (_WORDS, _WORDS_OF_OTHERS)
    for meaning, words in table.items()
    for word in words.casefold().split(", ")
}
PAIR_WORDS = {
    "A": "a, 1, first, model a, response a, answer a, output a",
    "B": "b, 2, second, model b, response b, answer b, output b",
    "tie": "tie, tied, 0, c, equal, same, draw, tie (bothbad)",
}
"""What people write for the better of two answers."""
_NEGATIVE = re.compile(r"\s*[-–—−]\s*(?=[\d.,]*[1-9])[\d.,]*\d\s*$")
_NUMBER_WITH_COMMA = re.compile(r"-?\d+,\d+")


def normal_word(word: str) -> str:
    """The form in which label words are compared: case, spaces, dashes and a trailing ``.0`` do not count.

    The sign of a number does: ``-1``, which many files write for a failure or an abstention, is not ``1``.
    """
    sign = "-" if _NEGATIVE.match(word) else ""
    spaced = re.sub(r"[\s_\-–—−]+", " ", word).strip().casefold()
    return sign + re.sub(r"^(\d+)[.,]0+$", r"\1", spaced)


def form_of(word: str) -> str:
    """The form in which words of other scales are compared: numbers by their value, others without case and spaces."""
    try:
        number = float(with_point(word))
        return str(int(number)) if number.is_integer() else repr(number)
    except (ValueError, OverflowError):
        return normal_word(word)


def with_point(number: str) -> str:
    """A number with a decimal comma, such as ``0,32``, with a point; any other text as it is."""
    stripped = number.strip()
    return stripped.replace(",", ".") if _NUMBER_WITH_COMMA.fullmatch(stripped) else number


def number_in(word: str) -> float | None:
    """The number that a word is, with a decimal point or a decimal comma; None where it is none, or not finite."""
    try:
        number = float(with_point(word))
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def truth_of(word: str) -> bool | None:
    """Whether a word says yes or no; None where it says neither."""
    meaning = PROPOSAL.get(normal_word(word))
    return None if meaning in (None, "none") else meaning == "pass"


def meanings(values: Mapping[str, Meaning]) -> dict[str, Meaning]:
    """Normal word → meaning: the recipe's values over the proposal.

    Raises
    ------
    InputError
        Two values of the recipe differ only in case or spaces, and in what they mean.
    """
    own: dict[str, Meaning] = {}
    for word, meaning in values.items():
        if own.setdefault(normal_word(word), meaning) != meaning:
            raise InputError(
                f"the recipe's values give {word!r} two meanings: case, spaces and a trailing .0 do not count. "
                "Keep one of them."
            )
    return {**PROPOSAL, **own}
