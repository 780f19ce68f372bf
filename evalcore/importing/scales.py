"""The words of a label column as values of a criterion's scale."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from evalcore.domain import PASS_FAIL, Scale
from evalcore.errors import InputError
from evalcore.importing.label_words import PAIR_WORDS, PROPOSAL, form_of, meanings, normal_word
from evalcore.importing.recipe import CriterionScale, Meaning

_LONGEST_RATING = 100
_FALLBACK = ("pass", "fail")


class WordScale:
    """What the words of one criterion stand for, and its scale once all have been met."""

    def __init__(self, declared: CriterionScale, own: Mapping[str, Meaning], *, criterion: str) -> None:
        self._declared = declared
        self._criterion = criterion
        self._met: dict[str, str] = {}
        self._form: Callable[[str], str] = normal_word if declared.kind == "yes-no" else form_of
        said = set(map(self._form, declared.words))
        others = {word: meaning for word, meaning in own.items() if self._form(word) not in said}
        self._words = self._known({**others, **declared.words})
        self._found: dict[str, Meaning | None] = {}
        _refuse_misdeclared(declared, criterion)

    def meaning(self, word: str) -> Meaning | None:
        """The value that a word stands for, ``none`` for no label, None where it is not understood."""
        try:
            return self._found[word]
        except KeyError:
            meaning = self._meaning(word)
            if len(word) < _LONGEST_RATING:
                self._found[word] = meaning
            return meaning

    def scale(self) -> Scale:
        """The scale; where its values were not named, those that were met."""
        declared = self._declared
        if declared.kind == "yes-no":
            return PASS_FAIL
        values = tuple(PAIR_WORDS) if declared.kind == "pair" else declared.values or self._values_met()
        level: Literal["nominal", "ordinal"] = "ordinal" if declared.kind in ("ordinal", "rating") else "nominal"
        passing = tuple(value for value in values if form_of(value) in {form_of(word) for word in declared.passing})
        return Scale(values=values, level=level, passing=passing)

    def _known(self, own: Mapping[str, Meaning]) -> dict[str, Meaning]:
        """Form of a word → value; the recipe's own words come first."""
        declared = self._declared
        if declared.kind == "yes-no":
            return meanings({word: value for word, value in own.items() if value in (*_FALLBACK, "none")})
        # The recipe's values are for all of its criteria: some may mean what is no value of this scale.
        own = {word: meaning for word, meaning in own.items() if meaning == "none" or self._may_be(meaning)}
        nothing = {form_of(word): meaning for word, meaning in PROPOSAL.items() if meaning == "none"}
        values = {form_of(value): value for value in declared.values}
        if declared.kind == "pair":
            values = {word: value for value, words in PAIR_WORDS.items() for word in words.split(", ")}
        return nothing | values | {form_of(word): value for word, value in own.items()}

    def _may_be(self, value: str) -> bool:
        """Whether something can be a value of the scale."""
        declared = self._declared
        if declared.kind == "rating" and not declared.values:
            return _is_whole(value)
        known = tuple(PAIR_WORDS) if declared.kind == "pair" else declared.values
        return not known or form_of(value) in map(form_of, known)

    def _meaning(self, word: str) -> Meaning | None:
        form = self._form(word)
        known = self._words.get(form)
        if known is not None or self._declared.values or self._declared.kind in ("yes-no", "ordinal", "pair"):
            return known
        if self._declared.kind == "rating":
            if not form.removeprefix("-").isdecimal():
                return None
            return self._met.setdefault(form, form)
        return self._met.setdefault(form, word.strip())

    def _values_met(self) -> tuple[str, ...]:
        if self._declared.kind != "rating":
            known = {form_of(value): value for value in (*self._declared.passing, *_meant(self._words))}
            return tuple(sorted({**known, **{form_of(value): value for value in self._met.values()}}.values()))
        # What passes is on the scale even where nobody gave it: else the highest that they gave would not pass.
        said = (*self._met, *map(form_of, (*self._declared.passing, *_meant(self._words))))
        ratings = [int(form) for form in said] or [0, 1]
        low, high = min(ratings), max(ratings)
        if high - low >= _LONGEST_RATING:
            raise InputError(
                f"the ratings under {self._criterion!r} go from {low} to {high}; name the values of its scale in a "
                "recipe, under criteria."
            )
        return tuple(str(rating) for rating in range(low, high + 1))


def _meant(words: Mapping[str, Meaning]) -> set[str]:
    return {value for value in words.values() if value != "none"}


def _is_whole(word: str) -> bool:
    return form_of(word).removeprefix("-").isdecimal()


def _refuse_misdeclared(declared: CriterionScale, criterion: str) -> None:
    if declared.kind in ("yes-no", "pair") and declared.values:
        raise InputError(f"the scale {declared.kind} of {criterion!r} has its values already; leave them out.")
    if declared.kind == "ordinal" and not declared.values:
        raise InputError(f"the ordinal scale of {criterion!r} needs its values in order, lowest to highest.")
    if declared.kind == "rating":
        numbers = (*declared.values, *declared.passing, *_meant(declared.words))
        odd = [value for value in numbers if not _is_whole(value)]
        if odd:
            raise InputError(f"expected whole numbers on the rating scale of {criterion!r}, found {', '.join(odd)}.")
    known = {form_of(value) for value in declared.values} or set(map(form_of, PAIR_WORDS))
    unknown = [value for value in declared.passing if form_of(value) not in known]
    if unknown and (declared.values or declared.kind == "pair"):
        raise InputError(f"the passing values {', '.join(unknown)} of {criterion!r} are not on its scale.")
