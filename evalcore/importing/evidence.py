"""Cells as evidence documents: a text, a list of texts, or a list of documents with ids and sources."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from evalcore.bulk import quick
from evalcore.domain import Document
from evalcore.importing.cells import short_text_of, text_of
from evalcore.importing.paths import Cells, Getter, getter, parsed
from evalcore.importing.recipe import EvidenceColumn

_TEXT_KEYS = ("text", "content", "page_content", "pageContent", "passage", "chunk", "document", "body", "snippet")
_ID_KEYS = ("id", "doc_id", "document_id", "chunk_id", "docId", "documentId")
_SOURCE_KEYS = ("source", "url", "uri", "file", "file_name", "title", "path")
_META_KEYS = ("metadata", "meta")
_quick_document = quick(Document)


@dataclass(frozen=True, slots=True)
class EvidenceReader:
    """Reads the evidence of a row from its columns."""

    _columns: tuple[tuple[EvidenceColumn, Getter, Getter | None, Getter | None], ...]

    @classmethod
    def of(cls, columns: Sequence[EvidenceColumn], known: Sequence[str], *, complete: bool = False) -> EvidenceReader:
        """A reader of these columns of a file."""
        return cls(
            tuple(
                (
                    one,
                    getter(one.column, known, complete=complete),
                    getter(one.id_column, known) if one.id_column else None,
                    getter(one.source_column, known) if one.source_column else None,
                )
                for one in columns
            )
        )

    def documents(self, cells: Cells) -> tuple[Document, ...]:
        """The documents in order; blank ones are none, and those without an id are ``d1``, ``d2`` …."""
        found: list[Document] = []
        for column, text, ids, sources in self._columns:
            cell = text(cells)
            if isinstance(cell, str) and ids is None and sources is None and cell[:1] not in ("[", "{"):
                # Most of most files.
                if cell and not cell.isspace():
                    found.append(_quick_document(id=_numbered(len(found) + 1), text=cell, kind=column.kind))
            else:
                said = ids and ids(cells), sources and sources(cells)
                found.extend(_documents(column, cell, *said, before=len(found)))
        return tuple(found)


@cache
def _numbered(number: int) -> str:
    """An id, one object for all documents of that place, as they are many."""
    return f"d{number}"


def with_ids(documents: Sequence[Document]) -> tuple[Document, ...]:
    """The documents, with a number for an id where they have none."""
    return tuple(
        document if document.id else replace(document, id=_numbered(number))
        for number, document in enumerate(documents, start=1)
    )


def _documents(
    column: EvidenceColumn, cell: object, ids: object, sources: object, *, before: int
) -> Iterator[Document]:
    parts = parsed(cell)
    said_id, said_source = _at(ids), _at(sources)
    number = before
    for place, part in enumerate(parts if isinstance(parts, list) else [parts]):
        text, inner_id, inner_source = _parts_of(part, column)
        if text.strip():
            number += 1
            yield Document(
                id=said_id(place) or inner_id or _numbered(number),
                text=text,
                source=said_source(place) or inner_source,
                kind=column.kind,
            )


def _at(cell: object) -> Callable[[int], str]:
    """What a cell says of the document in a place: an element of its list, or all of it."""
    value = parsed(cell)
    if isinstance(value, list):
        return lambda place: short_text_of(value[place]) if place < len(value) else ""
    return lambda _: short_text_of(value)


def _parts_of(part: object, column: EvidenceColumn) -> tuple[str, str, str]:
    """Text, id and source of one element."""
    if not isinstance(part, Mapping):
        return text_of(part), "", ""
    text_key = column.text_key or next((key for key in _TEXT_KEYS if key in part), None)
    if text_key is None:
        return text_of(part), "", ""
    return (
        text_of(_key(part, text_key)),
        _named(part, column.id_key, _ID_KEYS),
        _named(part, column.source_key, _SOURCE_KEYS),
    )


def _named(part: Mapping[str, object], key: str | None, usual: Sequence[str]) -> str:
    if key is not None:
        return short_text_of(_key(part, key))
    inner = [part, *(found for name in _META_KEYS if isinstance(found := part.get(name), Mapping))]
    found = (short_text_of(one[name]) for one in inner for name in usual if name in one)
    return next(found, "")


def _key(part: Mapping[str, object], key: str) -> object:
    return getter(key, tuple(part))(part)
