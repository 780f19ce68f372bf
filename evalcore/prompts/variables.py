"""What a template can say about a case, under every name that people use for it."""

from __future__ import annotations

from evalcore.domain import Case, Document

_SYNONYMS = {
    "question": ("question", "query"),
    "answer": ("answer", "response", "claim"),
    "evidence": ("evidence", "context", "document"),
    "must_mention": ("must_mention",),
}

KNOWN_NAMES: tuple[str, ...] = tuple(name for names in _SYNONYMS.values() for name in names)
"""Every placeholder that a template may use."""

_BLANK_ONLY_IN_PYTHON = frozenset("\x85\xa0\u2007\u202f")


def variables(case: Case) -> dict[str, str]:
    """The values of every known placeholder for a case; synonyms hold the same text.

    ``question`` = ``query``; ``answer`` = ``response`` = ``claim``; ``evidence`` = ``context`` =
    ``document``; ``must_mention`` holds the required mentions, joined by a comma and a space.
    """
    texts = {
        "question": case.question,
        "answer": case.answer,
        "evidence": evidence_text(case.evidence),
        "must_mention": ", ".join(case.must_mention),
    }
    return {name: texts[meaning] for meaning, names in _SYNONYMS.items() for name in names}


def evidence_text(evidence: tuple[Document, ...]) -> str:
    """The documents' texts, joined by a newline; blank ones are dropped, as Spring AI does."""
    return "\n".join(document.text for document in evidence if not _is_blank(document.text))


def _is_blank(text: str) -> bool:
    """Blank as Java's ``Character.isWhitespace`` has it, which does not count the no-break spaces."""
    return all(character.isspace() and character not in _BLANK_ONLY_IN_PYTHON for character in text)
