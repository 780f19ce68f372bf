"""Parquet files as rows, a few hundred at a time."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping

from evalcore.errors import InputError
from evalcore.importing.column_names import column_names
from evalcore.importing.imported import Problems, Row
from evalcore.importing.plain import has_other_bytes, plain
from evalcore.importing.streams import Source
from evalcore.importing.tables import RowStream

PARQUET = b"PAR1"
_ROWS_AT_ONCE = 256
_MOST_ROWS = 10_000_000
_LARGEST_UNPACKED = 2 * 1024 * 1024 * 1024


def read_parquet(source: Source, *, problems: Problems) -> RowStream:
    """Read a Parquet file; lists and structs stay lists and objects, and rows count from 1.

    Raises
    ------
    InputError
        The file is cut off or damaged, too large once it is unpacked, or holds no row.
    """
    import pyarrow as pa
    from pyarrow import parquet

    try:
        opened = parquet.ParquetFile(io.BytesIO(source.whole("a Parquet file")))
    except (pa.ArrowException, OSError, ValueError) as error:
        raise _damaged(source, error) from None
    facts = opened.metadata
    size = sum(facts.row_group(group).total_byte_size for group in range(facts.num_row_groups))
    if facts.num_rows > _MOST_ROWS or size > _LARGEST_UNPACKED:
        raise _too_large(source, facts.num_rows, size)
    schema = opened.schema_arrow
    columns = column_names(schema.names, problems)
    if not facts.num_rows:
        raise InputError("the Parquet file has no rows. Expected a row per case.", file=source.file)
    stream = RowStream(columns=columns)
    # Of any depth: list<element: binary> as well.
    binary = tuple(place for place, kind in enumerate(schema.types) if "binary" in str(kind))
    stream.rows = _rows(opened, stream, binary, source, problems)
    return stream


def _rows(
    opened: object, stream: RowStream, binary: tuple[int, ...], source: Source, problems: Problems
) -> Iterator[Row]:
    """The rows; ``binary`` are the places of columns that may hold bytes of any kind."""
    import pyarrow as pa

    left = _LARGEST_UNPACKED
    try:
        for batch in opened.iter_batches(batch_size=_ROWS_AT_ONCE):  # type: ignore[attr-defined]
            # By their places, as two columns may be called the same.
            for cells in zip(*(column.to_pylist() for column in batch.columns), strict=True):
                stream.seen += 1
                for place in binary:
                    if has_other_bytes(cells[place]):
                        _remark_on_bytes(stream.columns[place], stream.seen, problems)
                row = Row(stream.seen, dict(zip(stream.columns, map(plain, cells), strict=True)))
                # What the file says of its size counts a text once that a million rows hold.
                left -= _signs(row.cells)
                if left < 0:
                    raise _too_large(source, stream.seen, _LARGEST_UNPACKED)
                yield row
    except (pa.ArrowException, OSError, ValueError) as error:
        raise _damaged(source, error) from None


def _remark_on_bytes(column: str, row: int, problems: Problems) -> None:
    message = (
        f"Column {column!r} holds bytes that are not UTF-8; each is written as \\x and its number. Write the column as "
        "text, or leave it out."
    )
    problems.add("not-utf-8", message, row=row)


def _signs(cell: object) -> int:
    """How many signs a cell has, with all that is in it."""
    if isinstance(cell, str):
        return len(cell)
    if isinstance(cell, Mapping):
        return sum(map(_signs, cell.values()))
    return sum(map(_signs, cell)) if isinstance(cell, list) else 0


def _too_large(source: Source, rows: int, size: int) -> InputError:
    return InputError(
        f"the file holds {rows:,} rows or more and {size // (1024 * 1024):,} MB unpacked, more than is read; split it.",
        file=source.file,
    )


def _damaged(source: Source, error: Exception) -> InputError:
    reason = str(error).splitlines()[0][:200] if str(error) else type(error).__name__
    return InputError(f"the Parquet file cannot be read ({reason}); it may be cut off.", file=source.file)
