"""A judge's template in the words of a tool that fills it itself."""

from __future__ import annotations

import re
from collections.abc import Callable

from evalcore.errors import ExportError
from evalcore.judges import Judge
from evalcore.prompts import KNOWN_NAMES, fill, placeholders

MEANINGS = {
    "question": "question",
    "query": "question",
    "answer": "answer",
    "response": "answer",
    "claim": "answer",
    "evidence": "evidence",
    "context": "evidence",
    "document": "evidence",
    "must_mention": "must_mention",
}
"""Every placeholder, and which part of a case it is replaced by."""


def rewritten(judge: Judge, place: Callable[[str], str]) -> str:
    """The template with ``place(meaning)`` where it has a placeholder, every other character as it is sent.

    Raises
    ------
    ExportError
        When the judge has no prompt.
    """
    if judge.prompt is None:
        raise ExportError(f"expected a judge that asks a model, found the rule {judge.name!r}, which has no prompt")
    template, dialect = judge.prompt.template, judge.prompt.dialect
    mark = _unused(template)
    filled = fill(template, dialect, {name: f"{mark}{name}{mark}" for name in KNOWN_NAMES})
    return re.sub(f"{mark}({'|'.join(KNOWN_NAMES)}){mark}", lambda found: place(MEANINGS[found[1]]), filled)


def meanings_used(judge: Judge) -> tuple[str, ...]:
    """Which parts of a case the template shows, each once."""
    if judge.prompt is None:
        return ()
    return tuple(dict.fromkeys(MEANINGS[name] for name in placeholders(judge.prompt.template, judge.prompt.dialect)))


def refuse_double_braces(judge: Judge, tool: str) -> None:
    """Refuse a template that the tool would take for one with variables of its own.

    Raises
    ------
    ExportError
        When ``{{`` or ``{%`` would stand in the prompt.
    """
    found = re.search(r"\{\{|\{%|\{#", rewritten(judge, lambda _: ""))
    if found:
        raise ExportError(
            f"expected a template that {tool} leaves alone, found {found[0]} in it: {tool} would fill that itself, and "
            "has no way to write it; export the judge to a target that fills its prompt as measured"
        )


def _unused(template: str) -> str:
    """A private character that the template does not hold."""
    return next(mark for mark in map(chr, range(0xE000, 0xF8FF)) if mark not in template)
