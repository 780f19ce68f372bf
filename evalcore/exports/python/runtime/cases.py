"""A case as an application has it at hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evalcore.domain import Case as MeasuredCase
from evalcore.domain import Document


@dataclass(frozen=True)
class Case:
    """A question, the evidence that the application had, and its answer."""

    question: str = ""
    evidence: Sequence[str | Mapping[str, str]] = ()
    """Texts, or mappings with ``text`` and perhaps ``id`` and ``source``."""
    answer: str = ""
    must_mention: Sequence[str] = ()

    def as_measured(self) -> MeasuredCase:
        """The case as the judge was measured on cases.

        Raises
        ------
        TypeError
            When the evidence is one text instead of a sequence of documents, or a document has no text.
        """
        if isinstance(self.evidence, str):
            raise TypeError('expected a sequence of documents as evidence, found one text; write evidence=("…",)')
        return MeasuredCase(
            id="",
            question=self.question,
            answer=self.answer,
            evidence=tuple(_document(number, given) for number, given in enumerate(self.evidence, start=1)),
            must_mention=tuple(self.must_mention),
        )


def _document(number: int, given: str | Mapping[str, str]) -> Document:
    if isinstance(given, str):
        return Document(id=str(number), text=given)
    if not isinstance(given.get("text"), str):
        raise TypeError(f'expected a text or {{"text": …, "id": …, "source": …}} as document {number}, found {given!r}')
    return Document(id=given.get("id", str(number)), text=given["text"], source=given.get("source", ""))
