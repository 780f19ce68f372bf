"""Text from models and people made inert for the formats it is written into."""

from __future__ import annotations

import html
import re
import unicodedata

_LINE_ENDS = re.compile(r"[\r\n\t\v\f\x85\u2028\u2029]+")
_REFUSED_CATEGORIES = frozenset({"Cc", "Cs"})
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_MARKDOWN = re.compile(r"[\\`*_\[\]#!|~{}]")
_LINE_START = re.compile(r"^(\d+(?=[.)](?:\s|$))|(?=[-+](?:\s|$)|-{2,}|=+$))")
"""Where a line would begin a list, a rule or an underlined heading."""


def one_line(text: str) -> str:
    """The text on one line, with control characters, lone surrogates and direction overrides replaced.

    An override can make a name read as another one; a lone surrogate cannot be written as UTF-8.
    """
    spaced = _LINE_ENDS.sub(" ", text)
    return "".join("\ufffd" if _is_refused(character) else character for character in spaced)


def html_text(text: str) -> str:
    """Text for an HTML element or a quoted attribute."""
    return html.escape(one_line(text), quote=True)


def markdown_text(text: str) -> str:
    """Text for one line or table cell of Markdown in which nothing renders: no tag, link, emphasis or list.

    Tags are written as entities, so that they stay text in readers that allow HTML; addresses are broken
    up for readers that make links of bare ones.
    """
    escaped = html.escape(_MARKDOWN.sub(lambda mark: f"\0{mark[0]}", one_line(text)), quote=False)
    escaped = escaped.replace("\0", "\\").replace("://", ":\\/\\/").replace("@", "&#64;")
    escaped = re.sub(r"(?i)\bwww\.", lambda www: www[0].replace(".", "\\."), escaped)
    return _LINE_START.sub(lambda start: f"{start[0]}\\", escaped.strip())


def _is_refused(character: str) -> bool:
    return character in _TURNING or unicodedata.category(character) in _REFUSED_CATEGORIES
