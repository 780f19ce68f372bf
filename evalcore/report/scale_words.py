"""From the words of a file to a scale: what each word is taken for, or which scale to declare."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from evalcore.domain import PASS_FAIL, Scale
from evalcore.errors import InputError
from evalcore.importing.label_words import PAIR_WORDS, PROPOSAL, form_of

Kind = Literal["yes-no", "named", "ordinal", "rating", "pair"]
Level = Literal["nominal", "ordinal"]

_LONGEST_RATING = 100
"""Values on a rating scale that is found rather than declared."""
_SHOWN = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """What a person says about the scale; the rest is found in the file."""

    kind: Kind | None = None
    values: tuple[str, ...] = ()
    """In order, lowest to highest where that means anything."""
    passing: tuple[str, ...] = ()
    level: Level | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ScaleWords:
    """A scale, and which words of a file stand for its values."""

    scale: Scale
    words: Mapping[str, str] = field(default_factory=dict)
    """Word as :func:`form_of` writes it → value."""

    def value(self, word: str) -> str | None:
        """The value that a word stands for; None where it is none of the scale."""
        return self.words.get(form_of(word))

    def says_nothing(self, word: str) -> bool:
        """Whether a word means that there is no label; a blank one does, and a value of the scale never does."""
        form = form_of(word)
        return form not in self.words and _means_nothing(form)

    def synonyms(self, value: str) -> tuple[str, ...]:
        """Every word that stands for a value."""
        return tuple(word for word, meant in self.words.items() if meant == value)


def scale_words(people: Counter[str], judges: Counter[str], declared: Declared) -> ScaleWords:
    """The scale that a person declares, or that the words leave no doubt about.

    Parameters
    ----------
    people, judges
        How often each word stands in the human columns and in the columns of recorded verdicts.

    Raises
    ------
    InputError
        The words fit no scale, or not the declared one; the message lists them with their counts.
    """
    people = Counter({word: count for word, count in people.items() if not _means_nothing(form_of(word))})
    if declared.kind in ("yes-no", "pair") and (declared.values or declared.level):
        raise InputError(f"the scale {declared.kind} has its values already; leave --values and --level out")
    found = _found(people, judges, declared)
    unknown = Counter({word: count for word, count in people.items() if found.value(word) is None})
    if unknown:
        raise InputError(
            f"the human labels hold {listed(unknown)}, which stand for no value of the scale "
            f"({', '.join(found.scale.values)}). All that they hold: {listed(people)}. {_HOW_TO_DECLARE}"
        )
    return found


def listed(words: Mapping[str, int]) -> str:
    """Words with their counts, the commonest first: ``'yes' (12), 'no' (3)``."""
    counted = Counter(words).most_common()
    shown = ", ".join(f"{word[:40]!r} ({count})" for word, count in counted[:_SHOWN])
    return f"{shown} and {len(counted) - _SHOWN} more" if len(counted) > _SHOWN else shown


_HOW_TO_DECLARE = (
    "Name the values with --values a,b,c (lowest to highest with --level ordinal), and with --passing those that pass; "
    "or choose --scale yes-no, rating or pair."
)


def _found(people: Counter[str], judges: Counter[str], declared: Declared) -> ScaleWords:
    if declared.values:
        return _of_values(declared.values, declared, level="ordinal" if declared.kind in _ORDERED else "nominal")
    if declared.kind == "ordinal":
        raise InputError("--scale ordinal needs its values in order, lowest to highest: --values low,middle,high")
    if declared.kind == "named":
        return _of_values(_spelt(people), declared, level="nominal")
    if declared.kind == "rating":
        return _of_values(_ratings(people, judges), declared, level="ordinal")
    if declared.kind == "pair":
        scale = Scale(values=tuple(PAIR_WORDS), passing=_passing(tuple(PAIR_WORDS), declared.passing))
        return ScaleWords(
            scale=scale, words={word: value for value, words in PAIR_WORDS.items() for word in words.split(", ")}
        )
    return _yes_no(people, declared)


_ORDERED = ("ordinal", "rating")


def _yes_no(people: Counter[str], declared: Declared) -> ScaleWords:
    words = {word: meaning for word, meaning in PROPOSAL.items() if meaning != "none"}
    found = ScaleWords(scale=PASS_FAIL, words=words)
    if declared.kind is None and any(found.value(word) is None for word in people):
        raise InputError(
            f"expected labels that can be taken for pass or fail, found {listed(people)}. {_HOW_TO_DECLARE}"
        )
    if declared.passing or declared.level:
        raise InputError("--passing and --level go with --values, or with --scale named, ordinal, rating or pair")
    return found


def _of_values(values: Sequence[str], declared: Declared, *, level: Level) -> ScaleWords:
    words = {form_of(value): value for value in values}
    if len(words) < 2 or len(words) < len(values):
        found = ", ".join(values) or "none"
        raise InputError(f"expected at least two values that differ in more than case and spaces, found {found}")
    scale = Scale(
        values=tuple(values), level=declared.level or level, passing=_passing(tuple(values), declared.passing)
    )
    return ScaleWords(scale=scale, words=words)


def _passing(values: tuple[str, ...], named: Iterable[str]) -> tuple[str, ...]:
    by_form = {form_of(value): value for value in values}
    unknown = [word for word in named if form_of(word) not in by_form]
    if unknown:
        raise InputError(f"--passing names {', '.join(unknown)}, expected some of {', '.join(values)}")
    return tuple(by_form[form_of(word)] for word in named)


def _spelt(words: Counter[str]) -> tuple[str, ...]:
    """Each value in its commonest spelling, in alphabetical order."""
    spelling: dict[str, str] = {}
    for word, _ in words.most_common():
        spelling.setdefault(form_of(word), word.strip())
    return tuple(sorted(spelling.values()))


def _ratings(people: Counter[str], judges: Counter[str]) -> tuple[str, ...]:
    """Every integer between the lowest and the highest that people or judges gave."""
    forms = {form_of(word) for word in people}
    odd = Counter({word: count for word, count in people.items() if not _is_integer(form_of(word))})
    if odd or not forms:
        raise InputError(f"expected human labels that are integers, found {listed(odd) or 'none'}. {_HOW_TO_DECLARE}")
    given = {int(form) for form in forms | {form_of(word) for word in judges} if _is_integer(form)}
    low, high = min(given), max(given)
    if high - low >= _LONGEST_RATING:
        raise InputError(f"the ratings go from {low} to {high}; name the values of the scale with --values")
    return tuple(str(rating) for rating in range(low, high + 1))


def _is_integer(form: str) -> bool:
    return form.removeprefix("-").isdecimal()


def _means_nothing(form: str) -> bool:
    return PROPOSAL.get(form) == "none"
