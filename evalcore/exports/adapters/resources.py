"""The texts that are exported as they stand, kept as files so that they can be read and checked as code."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def text_of(name: str) -> str:
    """A file of ``texts/``, such as ``inspect_scorer.py``; it is stored with ``.txt`` behind its name."""
    return files("evalcore.exports.adapters").joinpath("texts", f"{name}.txt").read_text(encoding="utf-8")
