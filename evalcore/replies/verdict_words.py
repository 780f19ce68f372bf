"""Where a text says yes or no: alone, at its start, after a label; and where it merely offers both."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from evalcore.replies.characters import peel, peel_left

TOKEN_OF = {"yes": "yes", "no": "no", "pass": "yes", "fail": "no"}
_WORD = "yes|no|pass|fail"
_CLOSING = r"""[*_`"”’»)\]]{0,6}'?"""
_END = r"(?:\s*$|\s?[.,;:!<|–—]|\s*\n|\s[-(])"

_LEADING = re.compile(rf"(?P<word>{_WORD})(?![^\W_]){_CLOSING}(?P<end>{_END})?(?P<rest>[^\n]{{0,200}})", re.IGNORECASE)
# A determiner ("no refunds") is never followed by one of these, a verdict without its comma is.
_NEW_CLAUSE = re.compile(
    r"\s(?:the|this|that|these|those|there|it|its|i|we|they|he|she|because|since|as)\b", re.IGNORECASE
)
_OPENS_WITH_WORD = re.compile(r"\s\w")
_NUMBERED = re.compile(r"no\.\s?[0-9]", re.IGNORECASE)

_ECHO = re.compile(
    rf"""\b(?P<one>{_WORD})\b["'”’*`)\]]{{0,3}}"""
    r"""(?:,?\s(?:or|and|nor|vs\.?|versus)\s|\s?[/|]\s?|-)"""
    rf"""["'“‘*`(\[]{{0,3}}(?P<other>{_WORD})\b""",
    re.IGNORECASE,
)
_YES_OR_NO = re.compile(r"\b(?:yes|no)\b", re.IGNORECASE)
_OFF_SCALE = frozenset(
    # fmt: off
    (
        "correct",
        "incorrect",
        "right",
        "wrong",
        "true",
        "false",
        "partial",
        "partially",
        "partly",
        "mixed",
        "maybe",
        "perhaps",
        "possibly",
        "probably",
        "likely",
        "unlikely",
        "unsure",
        "uncertain",
        "unclear",
        "unknown",
        "undetermined",
        "inconclusive",
        "neither",
        "both",
        "neutral",
        "depends",
        "n/a",
        "na",
        "none",
        "supported",
        "unsupported",
        "relevant",
        "irrelevant",
        "grounded",
        "ungrounded",
        "sometimes",
        "mostly",
        "good",
        "bad",
        "passed",
        "failed",
    )
    # fmt: on
)
_NUMBER = re.compile(r"[-+]?[0-9][0-9.,]{0,20}(?:\s?/\s?[0-9]{1,9}|\s?%)?")


def verdict_alone(text: str) -> tuple[str, str] | None:
    """The token and the step, where a text is one verdict word and decoration."""
    core, step = peel(text)
    token = TOKEN_OF.get(core.lower()) if len(core) <= 4 else None
    if token is None:
        return None
    return token, step or ("pass/fail word" if core.lower() != token else "")


def verdict_leading(text: str) -> str | None:
    """The token of a text that begins with a verdict, or "ambiguous"/"echo" if it takes it back at once."""
    text = peel_left(text[:2000])
    match = _LEADING.match(text)
    if not match or _NUMBERED.match(text):
        return None
    echo = _ECHO.match(text)
    if echo and _differ(echo):
        return "echo"
    word, after = match["word"].lower(), text[match.start("rest") :]
    if match["end"] is None and not (
        (word == "yes" and _OPENS_WITH_WORD.match(after)) or (word == "no" and _NEW_CLAUSE.match(after))
    ):
        return None
    following = _LEADING.match(peel_left(match["rest"]))
    if following and following["end"] is not None and TOKEN_OF[following["word"].lower()] != TOKEN_OF[word]:
        return "ambiguous"
    return TOKEN_OF[word]


def offers_both(text: str) -> bool:
    """Whether the text repeats the choice ("yes or no", "pass/fail") instead of making it."""
    return any(_differ(match) for match in _ECHO.finditer(text))


def names_both(text: str) -> bool:
    """Whether both yes and no stand in the text as words."""
    return len({word.lower() for word in _YES_OR_NO.findall(text)}) > 1


def off_scale(text: str) -> bool:
    """Whether the text is a verdict of another scale: a number, "partially", "not pass"."""
    core = peel(text.partition("\n")[0][:80])[0].lower()
    if core in _OFF_SCALE or _NUMBER.fullmatch(core):
        return True
    return core.startswith("not ") and len(core.split()) <= 3


def _differ(echo: re.Match[str]) -> bool:
    return TOKEN_OF[echo["one"].lower()] != TOKEN_OF[echo["other"].lower()]


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """What stands behind a label such as "Verdict:"."""

    value: str
    """At most 400 characters, without decoration in front."""
    by_colon: bool
    """False after a mere "is", where the value may just be the next word of a sentence."""


# Every quantifier is bounded: a label costs the same wherever it stands.
_SEPARATOR = r"(?P<tail>\s?\([^()\n]{0,40}\))?\s?(?P<separator>is\s?:|[:=>→]|->|\s[-–—]\s|is\s)\s?"
_BEFORE = re.compile(
    r"[\n.!?;:,(\[{<>|#•-]\s?(?:(?:so|thus|therefore|hence|here|here's|is|my|the|our|final|overall|and|but|now|"
    r"this|that|in|conclusion|correct)[, ]\s?){0,5}$",
    re.IGNORECASE,
)
_LOOK_BACK = 60


def label_pattern(labels: str) -> re.Pattern[str]:
    """A pattern that finds these labels (a regular alternation) and the sign behind them."""
    return re.compile(rf"\b(?:{labels})(?![^\W_])[\"'”’]?{_SEPARATOR}", re.IGNORECASE)


def labelled(text: str, pattern: re.Pattern[str]) -> Iterator[Labelled]:
    """What stands behind each label at the beginning of a clause, in order."""
    text = text.replace("*", "").replace("`", "").replace("__", "")
    for match in pattern.finditer(text):
        start = match.start()
        before = text[max(0, start - _LOOK_BACK) : start]
        if start <= _LOOK_BACK:
            before = "\n" + before
        if _BEFORE.search(before.rstrip("\"'“‘_")):
            by_colon = match["separator"].strip().lower() != "is"
            yield Labelled(value=peel_left(text[match.end() : match.end() + 400]), by_colon=by_colon)
