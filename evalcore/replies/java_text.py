"""Java's string comparison, where it differs from Python's and a verdict depends on it."""

from __future__ import annotations

JAVA_WHITE_SPACE = (
    "\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f \u1680"
    "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2008\u2009\u200a"
    "\u2028\u2029\u205f\u3000"
)
"""What ``Character.isWhitespace`` accepts; unlike Python not U+0085, U+00A0, U+2007 and U+202F."""


def java_strip(text: str) -> str:
    """Text without the white space around it, as ``String.strip()`` leaves it."""
    return text.strip(JAVA_WHITE_SPACE)


def equals_ignore_case(one: str, other: str) -> bool:
    """Whether two texts are equal as ``String.equalsIgnoreCase`` sees it.

    Each pair of characters is compared by its upper case and, failing that, by the lower case
    of its upper case; so "yeſ" equals "yes" and "ß" does not equal "ss".
    """
    return len(one) == len(other) and all(
        a == b or _upper(a) == _upper(b) or _lower(_upper(a)) == _lower(_upper(b))
        for a, b in zip(one, other, strict=True)
    )


def _upper(character: str) -> str:
    # Java maps one character to one. Python's upper() may give several; where a one-to-one
    # mapping exists none the less (Greek with iota below), title() gives it.
    for mapped in (character.upper(), character.title()):
        if len(mapped) == 1:
            return mapped
    return character


def _lower(character: str) -> str:
    # The only several-character lower case is that of U+0130, which Java maps to a plain i.
    return character.lower()[0]
