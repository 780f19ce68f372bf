"""Regular expressions that people bring: the same under RE2 and Python's re, and quick under both.

RE2 takes time in proportion to the text. Python's ``re`` (with ``re.ASCII``), which an exported reader
has instead, may take for ever on an unlucky pattern. So a pattern is accepted only if both take it,
both mean the same by it, and a bound on what ``re`` can try stays small.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from evalcore.errors import JudgeError

LONGEST_PATTERN = 500
LONGEST_TEXT = 6_000
"""Characters of a reply, thinking removed, beyond which no pattern is tried."""
MOST_REPEATS = 1_000
"""What RE2 counts to; a larger number is mere text to it."""
MOST_STEPS = 500_000_000
"""Bound on the ways in which ``re`` can try a pattern at all places of the longest text."""

# What the two read differently, what only some versions of Python take, and a slip in JSON that matches nothing.
_NEVER_MEANT = (
    (re.compile(r"\[:|\[\^?\[|[-&~|]{2}"), "a set inside a set", "put a backslash before each character that is meant"),
    (re.compile(r"\{,|\{(?:[0-9]+,)?0[0-9]"), "{,9} or {09}", "write {0,9} or {9}"),
    (re.compile(r"\\[zZ]"), "\\z or \\Z", "write $, which is the end of the reply"),
    (re.compile(r"[\x00-\x1f\x7f]"), "a control character", 'double the backslash in JSON, as in "\\\\bno\\\\b"'),
)
_ENDLESS = int(re._constants.MAXREPEAT)  # type: ignore[attr-defined]
_ONE_CHARACTER = frozenset(("LITERAL", "NOT_LITERAL", "ANY", "IN"))


@lru_cache(maxsize=256)
def compiled(pattern: str) -> Any:
    """The pattern as RE2 runs it.

    Raises
    ------
    JudgeError
        With what is wrong with the pattern and what to write instead.
    """
    if not 0 < len(pattern) <= LONGEST_PATTERN:
        raise _refused(pattern, f"it has {len(pattern):,} characters", f"write from 1 to {LONGEST_PATTERN}")
    for differs, what, advice in _NEVER_MEANT:
        if differs.search(pattern):
            raise _refused(pattern, f"it holds {what}", advice)
    _check_tree(pattern)
    return _by_re2(pattern)


def _by_re2(pattern: str) -> Any:
    import re2  # only a judge with a pattern needs it

    options = re2.Options()
    options.log_errors = False
    try:
        return re2.compile(pattern, options)
    except (re2.error, UnicodeEncodeError) as error:
        reason = error.args[0].decode("utf-8", "replace") if isinstance(error.args[0], bytes) else error
        raise _refused(
            pattern,
            f"RE2 does not take it ({reason})",
            "write it without look-around, back-references, possessive or very large repetitions and \\u escapes",
        ) from None


def _check_tree(pattern: str) -> None:
    try:
        tree = re._parser.parse(pattern, re.ASCII)  # type: ignore[attr-defined]
    except (re.error, RecursionError, OverflowError) as error:
        raise _refused(
            pattern, f"Python does not take it ({error})", "mend it; flags such as (?i) come first"
        ) from None
    if tree.getwidth()[0] == 0:
        raise _refused(pattern, "it matches an empty text, so that it would match every reply", "let it name a word")
    ignores_case = re.search(r"\(\?[a-zA-Z]*i", pattern)
    if ignores_case and (not pattern.isascii() or re.search(r"\\x[89a-fA-F]|\\[0-7]{3}", pattern)):
        raise _refused(
            pattern, "(?i) does not mean the same beyond ASCII everywhere", "write both cases, as in [Éé], without (?i)"
        )
    steps = _ways(tree, pattern) * LONGEST_TEXT
    if steps > MOST_STEPS:
        raise _refused(
            pattern,
            "its repetitions can be combined in too many ways",
            "keep at most one * or +, and give the others an end, as in {0,9}",
        )


def _ways(tree: Any, pattern: str) -> int:
    """Bound on the ways to match at one place: repetitions multiply, alternatives add up."""
    ways = 1
    for operation, argument in tree:
        name = str(operation)
        if name in ("MAX_REPEAT", "MIN_REPEAT"):
            ways *= _ways_to_repeat(argument, pattern)
        elif name == "SUBPATTERN":
            ways *= _ways(argument[3], pattern)
        elif name == "BRANCH":
            ways *= sum(_ways(branch, pattern) for branch in argument[1])
        elif name not in _ONE_CHARACTER and name != "AT":
            raise _refused(
                pattern,
                "it looks around, refers back or never gives back what it took",
                "write it without look-around, back-references and possessive repetitions",
            )
    return ways


def _ways_to_repeat(argument: tuple[int, int, Any], pattern: str) -> int:
    least, most, body = argument
    single = len(body) == 1 and str(body[0][0]) in _ONE_CHARACTER
    if not single and most > 1:
        raise _refused(
            pattern, "it repeats a group", "repeat one character or one [class]; a group may be optional (?)"
        )
    endless = most == _ENDLESS
    if least > MOST_REPEATS or (most > MOST_REPEATS and not endless):
        raise _refused(pattern, f"it counts to more than {MOST_REPEATS:,}", "count to less")
    return (LONGEST_TEXT if endless else most - least + 1) * _ways(body, pattern)


def _refused(pattern: str, why: str, advice: str) -> JudgeError:
    shortened = pattern if len(pattern) <= 60 else pattern[:57] + "..."
    return JudgeError(f"pattern {shortened!r} is refused: {why}; {advice}.")
