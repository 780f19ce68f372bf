"""Texts that a spreadsheet would calculate with, marked so that it does not, and unmarked again."""

from __future__ import annotations

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""A cell that starts like this is a formula to some spreadsheet, or becomes one; full-width signs are among them."""

MARK = "'"


def guarded(text: str) -> str:
    """The text behind an apostrophe where a spreadsheet would calculate with it."""
    return MARK + text if text.startswith((*FORMULA_STARTS, MARK)) else text


def unguarded(text: str) -> str:
    """What :func:`guarded` was given."""
    return text[1:] if text.startswith(MARK) and text[1:].startswith((*FORMULA_STARTS, MARK)) else text
