"""The words a rule accepts as verdicts, and where a text says one: alone, at its start, or merely as an offer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

from evalcore.replies.characters import peel, peel_left


class Why(Enum):
    """Why a place where a verdict could stand holds none; never equal to a token of the same letters."""

    AMBIGUOUS = "ambiguous"
    ECHO = "echo"
    OFF_SCALE = "off-scale"


Finding = str | Why
"""What a place says: a token, or why there is none."""

_CLOSING = r"""[*_`"”’»)\]]{0,6}'?"""
_END = r"(?:\s*$|\s?[.,;:!<|–—]|\s*\n|\s[-(])"
_OPENING_QUOTES = r"""["'“‘*`(\[]{0,3}"""
_CLOSING_QUOTES = r"""["'”’*`)\]]{0,3}"""

OPENS_WITH_WORD = re.compile(r"\s\w")
# A determiner ("no refunds") is never followed by one of these, a verdict without its comma is.
NEW_CLAUSE = re.compile(
    r"\s(?:the|this|that|these|those|there|it|its|i|we|they|he|she|because|since|as)\b", re.IGNORECASE
)
_QUOTE = re.compile("[\"'”’»]")
_NUMBERED = re.compile(r"no\.\s?[0-9]", re.IGNORECASE)
# fmt: off
_OTHER_SCALES = frozenset((
    "correct", "incorrect", "right", "wrong", "true", "false", "partial", "partially", "partly", "mixed",
    "maybe", "perhaps", "possibly", "probably", "likely", "unlikely", "unsure", "uncertain", "unclear",
    "unknown", "undetermined", "inconclusive", "neither", "both", "neutral", "depends", "n/a", "na", "none",
    "supported", "unsupported", "relevant", "irrelevant", "grounded", "ungrounded", "sometimes", "mostly",
    "good", "bad", "passed", "failed", "yes", "no", "pass", "fail",
))
# fmt: on
_NUMBER = re.compile(r"[-+]?[0-9][0-9.,]{0,20}(?:\s?/\s?[0-9]{1,9}|\s?%)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """Words and the tokens they stand for, with the patterns that find them; made by :func:`vocabulary`."""

    token_of: Mapping[str, str]
    """Token by word in lower case."""
    word_step: str
    """Step of a reading whose word is not the token itself."""
    labels: re.Pattern[str]
    """Finds labels such as "Verdict:"."""
    fields: frozenset[str]
    """JSON fields that are named like a verdict."""
    json_words: Mapping[str, str]
    """Token by the text of a JSON value in lower case, true and false included."""
    goes_on: Mapping[str, re.Pattern[str]]
    """What may follow a leading word that has no comma, by word; no entry: nothing may."""
    longest: int
    """Characters of the longest word."""
    leading: re.Pattern[str]
    offered: re.Pattern[str]
    named: re.Pattern[str]
    ends_sentence: re.Pattern[str]

    def alone(self, text: str) -> tuple[str, str] | None:
        """The token and the step, where a text is one word and decoration."""
        core, step = peel(text)
        token = self.token_of.get(core.lower()) if len(core) <= self.longest else None
        if token is None:
            return None
        return token, step or (self.word_step if core.lower() != token.lower() else "")

    def at_start(self, text: str) -> Finding | None:
        """The token of a text that begins with a verdict, or why not, if it takes it back at once."""
        text = peel_left(text[:2000])
        match = self.leading.match(text)
        token = self._token(match, "word") if match else None
        if match is None or token is None or _NUMBERED.match(text):
            return None
        offer = self.offered.match(text)
        if offer and self._differ(offer):
            return Why.ECHO
        if match["end"] is None and not self._goes_on(match):
            return None
        following = self.leading.match(peel_left(match["rest"]))
        if following and following["end"] is not None and self._token(following, "word") not in (token, None):
            return Why.AMBIGUOUS
        return token

    def offers(self, text: str) -> bool:
        """Whether the text repeats the choice ("yes or no", "pass/fail") instead of making it."""
        return any(self._differ(match) for match in self.offered.finditer(text))

    def names_several(self, text: str) -> bool:
        """Whether two tokens stand in the text as words."""
        return len({word.lower() for word in self.named.findall(text)}) > 1

    def _goes_on(self, leading: re.Match[str]) -> bool:
        """Whether a sentence that needs no comma follows the verdict."""
        # '"Yes" is what the answer claims' quotes a word and gives no verdict.
        opens = self.goes_on.get(leading["word"].lower())
        return opens is not None and not _QUOTE.search(leading["closing"]) and bool(opens.match(leading["rest"]))

    def _differ(self, offer: re.Match[str]) -> bool:
        return self._token(offer, "one") != self._token(offer, "other")

    def _token(self, match: re.Match[str], group: str) -> str | None:
        # Ignoring case, a pattern takes "ı" for "i"; as a word that is none of ours.
        return self.token_of.get(match[group].lower())


def vocabulary(
    token_of: Mapping[str, str],
    *,
    word_step: str,
    labels: re.Pattern[str],
    fields: frozenset[str],
    booleans: Mapping[str, str],
    goes_on: Mapping[str, re.Pattern[str]],
) -> Vocabulary:
    """A vocabulary with its patterns.

    Parameters
    ----------
    token_of
        Token by word; words in lower case, without decoration around them.
    booleans
        Tokens of "true" and "false" where JSON gives a boolean.
    """
    words = _alternation(token_of)
    listed = rf"{_CLOSING_QUOTES},\s{_OPENING_QUOTES}(?:{words})\b"
    return Vocabulary(
        token_of=token_of,
        word_step=word_step,
        labels=labels,
        fields=fields,
        json_words={**token_of, **booleans},
        goes_on=goes_on,
        longest=max(map(len, token_of)),
        leading=re.compile(
            rf"(?P<word>{words})(?![^\W_])(?P<closing>{_CLOSING})(?P<end>{_END})?(?P<rest>[^\n]{{0,200}})",
            re.IGNORECASE,
        ),
        offered=re.compile(
            rf"(?<![^\W_])(?P<one>{words})(?![^\W_])(?:{listed}){{0,20}}{_CLOSING_QUOTES}"
            rf"(?:,?\s(?:or|and|nor|vs\.?|versus)\s|\s?[/|]\s?|-)"
            rf"{_OPENING_QUOTES}(?P<other>{words})(?![^\W_])",
            re.IGNORECASE,
        ),
        named=re.compile(rf"(?<![^\W_])(?:{_alternation(token_of.values())})(?![^\W_])", re.IGNORECASE),
        ends_sentence=re.compile(rf"""(?:{words}|\w{{2,4}})["'”’)\]]{{0,3}}\s?(?:[.!,;\n]|$)""", re.IGNORECASE),
    )


def off_scale(text: str) -> bool:
    """Whether the text is a verdict of another scale: a number, "partially", "not pass"."""
    core = peel(text.partition("\n")[0][:80])[0].lower()
    if core in _OTHER_SCALES or _NUMBER.fullmatch(core):
        return True
    return core.startswith("not ") and len(core.split()) <= 3


def _alternation(words: Iterable[str]) -> str:
    """The longest word first, so that "not supported" is never read as "not"."""
    unique = sorted({word.lower() for word in words}, key=lambda word: (-len(word), word))
    return "|".join(re.escape(word).replace(r"\ ", r"\s") for word in unique)
