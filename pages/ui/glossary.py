"""What the words mean, from the glossary that the documents use too."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import streamlit as st

from evalcore.places import app_folder

_ROW = re.compile(r"^\| (?P<word>[^|]+?) \| (?P<meaning>.+?) \|$", re.MULTILINE)


@cache
def meanings() -> dict[str, str]:
    """Every word of the glossary with its meaning."""
    rows = _ROW.findall((app_folder() / "docs" / "glossary.md").read_text(encoding="utf-8"))
    return {word: meaning for word, meaning in rows if word not in ("word", "---")}


def meaning(*words: str) -> str:
    """The meanings of some words, as the help of an element; a word that the glossary lacks is an error."""
    return "\n\n".join(f"**{word}** – {meanings()[word]}" for word in words)


def columns(**words: str | tuple[str, ...]) -> dict[str, Any]:
    """Help for columns of a table, by the column's name with underscores for spaces."""
    return {
        column.replace("_", " "): st.column_config.Column(help=meaning(*((of,) if isinstance(of, str) else of)))
        for column, of in words.items()
    }
