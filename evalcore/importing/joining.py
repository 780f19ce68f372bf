"""The rows of further files beside those of the first, by a key or by their order, with the orphans of each side."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from evalcore.errors import InputError
from evalcore.importing.cells import short_text_of
from evalcore.importing.imported import Problems, Row
from evalcore.importing.paths import column_of, getter
from evalcore.importing.recipe import Join
from evalcore.importing.tables import RowStream, Table, named

_NAMED_KEYS = 20


def join(first: RowStream, further: Table, how: Join, *, file: str | None, problems: Problems) -> RowStream:
    """Put the cells of a further file's rows beside those of the first file's rows.

    A row with several partners (as where the further file has a row per annotator) is there once for each;
    one without a partner stays as it is. A column that both files have is called ``name (2)``
    in the further one, but for the key.

    Parameters
    ----------
    first, further
        The rows of the first file, and those of the further one.
    how
        The key of each.
    file
        The name of the further file.

    Raises
    ------
    InputError
        A key is no column of its file; or, where the order of the rows joins them, the files
        have not as many.
    """
    names = joined_names(first.columns, further.columns, key=how.other or how.key)
    columns = (*first.columns, *(name for name in names.values() if name not in first.columns))
    joined = RowStream(
        columns=columns, delimiter=first.delimiter, header_row=first.header_row, sheet=first.sheet, bad=first.bad
    )
    if how.key is None:
        rows = _by_order(first, further, names, file)
    else:
        _refuse_no_column(how.key, first.columns, None)
        _refuse_no_column(how.other or how.key, further.columns, file)
        rows = _by_key(first, further, how, names, file, problems)
    joined.rows = _counted(rows, joined, first)
    return joined


def joined_names(first: Sequence[str], further: Sequence[str], *, key: str | None) -> dict[str, str]:
    """Name in the further file → name beside those of the first."""
    taken = set(first)
    names: dict[str, str] = {}
    for column in further:
        name, number = column, 2
        while name in taken and column != key:
            name, number = f"{column} ({number})", number + 1
        names[column] = name
        taken.add(name)
    return names


def _by_order(first: RowStream, further: Table, names: dict[str, str], file: str | None) -> Iterator[Row]:
    rows = iter(further.rows)
    for row in first.rows:
        partner = next(rows, None)
        if partner is None:
            raise InputError(
                f"the rows were to be joined in their order, but the file has only {len(further.rows)}, fewer than the "
                "first. Join by a key that both files have.",
                file=file,
            )
        yield _beside(row, partner, names)
    if next(rows, None) is not None:
        raise InputError(
            f"the rows were to be joined in their order, but the file has {len(further.rows)}, more than the first. "
            "Join by a key that both files have.",
            file=file,
        )


def _by_key(
    first: RowStream, further: Table, how: Join, names: dict[str, str], file: str | None, problems: Problems
) -> Iterator[Row]:
    key = how.key or ""
    partners = _partners(further, how.other or key)
    by_form = _by_form(partners)
    met: set[str] = set()
    of_first = getter(key, first.columns)
    for row in first.rows:
        said = short_text_of(of_first(row.cells))
        other = said if said in partners else by_form.get(_form(said))
        found = partners[other] if other and said else []
        met.update((said, other or said))
        if not found:
            message = f"The row has no partner in {file or 'the further file'}: nothing there has its {key!r}."
            problems.add("without-partner", message, row=row.number)
            yield row
        elif other != said:
            problems.add("joined-by-spelling", _SPELT.format(key=key, file=file or "the further file"), row=row.number)
        yield from (_beside(row, partner, names) for partner in found)
    _remark_on_orphans({key: rows for key, rows in partners.items() if key not in met or not key}, met, file, problems)


_SPELT = (
    "The row and its partner in {file} spell {key!r} in two ways that mean the same: a whole number with and without "
    "decimals (2, 2.0), or a letter and its accent as one sign or as two."
)


def _form(key: str) -> str:
    """What keys have in common that differ in spelling alone; zeros in front are no spelling, as 007 is not 7."""
    return re.sub(r"^(-?\d+)\.0+$", r"\1", unicodedata.normalize("NFC", key))


def _by_form(keys: Iterable[str]) -> dict[str, str]:
    """Form → the only key that has it."""
    found: dict[str, str | None] = {}
    for key in keys:
        form = _form(key)
        found[form] = key if form not in found else None
    return {form: key for form, key in found.items() if key}


def _near(key: str) -> str:
    """What keys have in common that somebody may have meant to be the same."""
    return re.sub(r"\b0+(?=\d)|[\s_\-]+", "", unicodedata.normalize("NFKC", _form(key)).casefold())


def _refuse_no_column(name: str, known: Sequence[str], file: str | None) -> None:
    if column_of(name, known) is None:
        raise InputError(
            f"expected a column to join by, found none called {name!r}. There are {named(tuple(known))}.", file=file
        )


def _partners(further: Table, key: str) -> dict[str, list[Row]]:
    of_further = getter(key, further.columns)
    partners: dict[str, list[Row]] = {}
    for row in further.rows:
        partners.setdefault(short_text_of(of_further(row.cells)), []).append(row)
    return partners


def _remark_on_orphans(orphans: dict[str, list[Row]], met: Iterable[str], file: str | None, problems: Problems) -> None:
    rows = sorted(row.number for found in orphans.values() for row in found)
    if not rows:
        return
    shown = ", ".join(repr(key[:40]) for key in list(orphans)[:_NAMED_KEYS])
    more = f" and {len(orphans) - _NAMED_KEYS} more" if len(orphans) > _NAMED_KEYS else ""
    message = (
        f"Left out: rows of {file or 'the further file'} whose key no row of the first file has: {shown}{more}. "
        f"The rows are counted in that file.{_near_misses(orphans, met)}"
    )
    for row in rows:
        problems.add("orphan", message, row=row)


def _near_misses(orphans: Iterable[str], met: Iterable[str]) -> str:
    by_near = {_near(key): key for key in met}
    pairs = [(key, by_near[near]) for key in orphans if key and (near := _near(key)) in by_near]
    shown = ", ".join(f"{key[:40]!r} and {other[:40]!r}" for key, other in pairs[:_NAMED_KEYS])
    more = f" and {len(pairs) - _NAMED_KEYS} more" if len(pairs) > _NAMED_KEYS else ""
    alike = " Nearly alike in both files, and not joined:"
    return f"{alike} {shown}{more}. If they mean the same, spell them alike." if pairs else ""


def _beside(row: Row, partner: Row, names: dict[str, str]) -> Row:
    return Row(row.number, {**{names[name]: cell for name, cell in partner.cells.items()}, **row.cells})


def _counted(rows: Iterator[Row], joined: RowStream, first: RowStream) -> Iterator[Row]:
    yield from rows
    joined.seen, joined.bad = first.seen, first.bad
