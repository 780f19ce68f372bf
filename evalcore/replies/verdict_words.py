"""Where a text says yes or no: alone or at its start; and where it merely offers both."""

from __future__ import annotations

import re

from evalcore.replies.characters import peel, peel_left

TOKEN_OF = {"yes": "yes", "no": "no", "pass": "yes", "fail": "no"}
_WORD = "yes|no|pass|fail"
_CLOSING = r"""[*_`"”’»)\]]{0,6}'?"""
_END = r"(?:\s*$|\s?[.,;:!<|–—]|\s*\n|\s[-(])"

_LEADING = re.compile(
    rf"(?P<word>{_WORD})(?![^\W_])(?P<closing>{_CLOSING})(?P<end>{_END})?(?P<rest>[^\n]{{0,200}})", re.IGNORECASE
)
# A determiner ("no refunds") is never followed by one of these, a verdict without its comma is.
_NEW_CLAUSE = re.compile(
    r"\s(?:the|this|that|these|those|there|it|its|i|we|they|he|she|because|since|as)\b", re.IGNORECASE
)
_QUOTE = re.compile("[\"'”’»]")
_OPENS_WITH_WORD = re.compile(r"\s\w")
_NUMBERED = re.compile(r"no\.\s?[0-9]", re.IGNORECASE)

_ECHO = re.compile(
    rf"""\b(?P<one>{_WORD})\b["'”’*`)\]]{{0,3}}"""
    r"""(?:,?\s(?:or|and|nor|vs\.?|versus)\s|\s?[/|]\s?|-)"""
    rf"""["'“‘*`(\[]{{0,3}}(?P<other>{_WORD})\b""",
    re.IGNORECASE,
)
_YES_OR_NO = re.compile(r"\b(?:yes|no)\b", re.IGNORECASE)
# fmt: off
_OFF_SCALE = frozenset((
    "correct", "incorrect", "right", "wrong", "true", "false", "partial", "partially", "partly", "mixed",
    "maybe", "perhaps", "possibly", "probably", "likely", "unlikely", "unsure", "uncertain", "unclear",
    "unknown", "undetermined", "inconclusive", "neither", "both", "neutral", "depends", "n/a", "na", "none",
    "supported", "unsupported", "relevant", "irrelevant", "grounded", "ungrounded", "sometimes", "mostly",
    "good", "bad", "passed", "failed",
))
# fmt: on
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
    if match["end"] is None and not _goes_on(match):
        return None
    token = TOKEN_OF[match["word"].lower()]
    following = _LEADING.match(peel_left(match["rest"]))
    if following and following["end"] is not None and TOKEN_OF[following["word"].lower()] != token:
        return "ambiguous"
    return token


def _goes_on(leading: re.Match[str]) -> bool:
    """Whether a sentence that needs no comma follows the verdict."""
    # '"Yes" is what the answer claims' quotes a word and gives no verdict.
    opens = {"yes": _OPENS_WITH_WORD, "no": _NEW_CLAUSE}.get(leading["word"].lower())
    return opens is not None and not _QUOTE.search(leading["closing"]) and bool(opens.match(leading["rest"]))


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
