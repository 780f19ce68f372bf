"""The regex rule: a token for each pattern; the pattern that matches gives the token."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evalcore.domain import Reading
from evalcore.errors import JudgeError
from evalcore.replies.patterns import LONGEST_TEXT, compiled
from evalcore.replies.refusal import refuses
from evalcore.replies.rule import literal, recovered, unread
from evalcore.replies.shown import Shown, shown

WHICH = ("only", "first", "last")
DEFAULTS: Mapping[str, Any] = {"patterns": {}, "which": "only"}
_EXAMPLE = r'{"yes": "(?i)\\bverdict: yes\\b", "no": "(?i)\\bverdict: no\\b"}'


def check_regex_params(params: Mapping[str, Any]) -> None:
    """Refuse patterns that are none, are not safe, or do not mean the same everywhere."""
    patterns = params["patterns"]
    texts = isinstance(patterns, Mapping) and all(isinstance(text, str) for text in (*patterns, *patterns.values()))
    if not texts or not patterns or "" in patterns:
        raise JudgeError(
            f"reading rule 'regex' needs patterns, a pattern for each token, such as {_EXAMPLE}; found {patterns!r}"
        )
    if params["which"] not in WHICH:
        raise JudgeError(
            f"reading rule 'regex' needs which, one of {', '.join(WHICH)}: the match that counts where several "
            f"tokens match; found {params['which']!r}"
        )
    for pattern in patterns.values():
        compiled(pattern)


def read_regex(text: str, *, thinking: str | None, finish_reason: str | None, params: Mapping[str, Any]) -> Reading:
    """Read the token whose pattern matches the reply: thinking and fences gone, runs of white space as one space."""
    visible = shown(text, thinking=thinking, finish_reason=finish_reason)
    if visible.missing:
        return unread(visible.missing)
    if len(visible.text) > LONGEST_TEXT:
        return unread("no-verdict")
    matches = _matches(visible.text, params["patterns"], last=params["which"] == "last")
    if not matches:
        if refuses(visible.text):
            return unread("refusal")
        return unread("cut-off" if finish_reason == "length" else "no-verdict")
    return _counting(matches, params["which"], visible)


_Matches = Mapping[str, tuple[int, int]]
"""Start and end of the match of each token that has one."""


def _matches(text: str, patterns: Mapping[str, str], *, last: bool) -> _Matches:
    # RE2 reads UTF-8, which has no lone surrogates; the length stays as it is.
    encodable = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    found: dict[str, tuple[int, int]] = {}
    for token, pattern in patterns.items():
        for match in compiled(pattern).finditer(encodable):
            found[token] = match.span()
            if not last:
                break
    return found


def _counting(matches: _Matches, which: str, visible: Shown) -> Reading:
    starts = {start for start, _ in matches.values()}
    counting = min(starts) if which == "first" else max(starts)
    tokens = [token for token, (start, _) in matches.items() if which == "only" or start == counting]
    if len(tokens) > 1:
        return unread("ambiguous")
    whole = matches[tokens[0]] == (0, len(visible.text))
    return literal(tokens[0]) if whole and visible.step is None else recovered(tokens[0], visible.step or "pattern")
