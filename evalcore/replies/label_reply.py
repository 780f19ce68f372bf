"""The label rule: one of several named values, by its name or a declared synonym, found as lenient finds yes and no."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from evalcore.domain import Reading
from evalcore.errors import JudgeError
from evalcore.replies.characters import peel, plain, tidy
from evalcore.replies.labels import label_pattern
from evalcore.replies.lenient import FIELDS, LABELS
from evalcore.replies.vocabulary import NEW_CLAUSE, OPENS_WITH_WORD, Vocabulary, vocabulary
from evalcore.replies.wording import read_wording

DEFAULTS: Mapping[str, Any] = {"values": {}}
_EXAMPLE = '{"supported": ["entailed"], "contradicted": ["refuted", "not supported"]}'
_LABELS = label_pattern(rf"{LABELS}|classification|category|class|choice")
_FIELDS = FIELDS | {"classification", "category", "class", "choice"}
_LONGEST_WORD = 60

_Values = tuple[tuple[str, tuple[str, ...]], ...]


def check_label_params(params: Mapping[str, Any]) -> None:
    """Refuse values that are none, or two of which could not be told apart."""
    _words(_canonical(params["values"]))


def read_label(text: str, *, thinking: str | None, finish_reason: str | None, params: Mapping[str, Any]) -> Reading:
    """Read one of the declared values; a synonym stands for its value."""
    values = _canonical(params["values"])
    tokens = (value for value, _ in values)
    return read_wording(text, _words(values), tokens=tokens, thinking=thinking, finish_reason=finish_reason)


def _canonical(values: Any) -> _Values:
    if not isinstance(values, Mapping) or len(values) < 2:
        raise _refused(f"at least two values, found {values!r}")
    canonical = []
    for value, synonyms in values.items():
        if not isinstance(synonyms, list | tuple) or not all(isinstance(word, str) for word in (value, *synonyms)):
            raise _refused(f"a list of words for {value!r}, empty if it has no synonyms; found {synonyms!r}")
        canonical.append((value, tuple(synonyms)))
    return tuple(canonical)


@lru_cache(maxsize=64)
def _words(values: _Values) -> Vocabulary:
    token_of: dict[str, str] = {}
    for value, synonyms in values:
        for said in (value, *synonyms):
            word = _as_looked_for(said)
            if token_of.setdefault(word, value) != value:
                raise _refused(
                    f"words that can be told apart, found {said!r} under {token_of[word]!r} and under {value!r} "
                    "(case, quotes and punctuation around a word do not count)"
                )
    return vocabulary(
        token_of,
        word_step="synonym",
        labels=_LABELS,
        fields=_FIELDS,
        booleans={},
        goes_on={**dict.fromkeys(token_of, NEW_CLAUSE), "yes": OPENS_WITH_WORD},
    )


def _as_looked_for(said: str) -> str:
    word = peel(tidy(plain(said)[0]))[0].lower()
    if not word or "\n" in word or len(word) > _LONGEST_WORD:
        raise _refused(f"a word or a few on one line, at most {_LONGEST_WORD} characters, found {said!r}")
    return word


def _refused(expected: str) -> JudgeError:
    return JudgeError(f"reading rule 'label' needs values with their synonyms, such as {_EXAMPLE}: expected {expected}")
