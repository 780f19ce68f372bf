"""A report document, ``evalcore-report/1``, read back as values."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from evalcore.domain import CalibrationReport
from evalcore.errors import InputError
from evalcore.report.document import SCHEMA

_REPORT_COMMAND = "`evalcore report --json` writes one"
_WORDS = {int: "a whole number", float: "a number", str: "text", bool: "true or false"}


def read_report_file(path: Path) -> CalibrationReport:
    """The report in a JSON file.

    Raises
    ------
    InputError
        Names the file, and the field where one is at fault.
    """
    file = str(path)
    try:
        document = json.loads(path.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise InputError(f"expected a report as JSON; {error.strerror or error}", file=file) from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"expected a report as JSON ({_REPORT_COMMAND}), found none: {error}", file=file) from None
    return from_document(document, file=file)


def from_document(document: Any, *, file: str | None = None) -> CalibrationReport:
    """The report of a document; :func:`evalcore.report.to_document` of it gives the document again.

    Parameters
    ----------
    document
        As JSON gives it. Keys that a newer minor version added are passed over; keys that an older one did
        not write yet are left at their defaults.
    file
        What errors call it.

    Raises
    ------
    InputError
        Another schema or major version; a field that is missing, or holds something else than it should.
    """
    schema = document.get("schema") if isinstance(document, Mapping) else None
    if not isinstance(schema, str) or not re.fullmatch(re.escape(SCHEMA) + r"(\.\d+)?", schema):
        raise InputError(
            f'expected "schema": "{SCHEMA}" ({_REPORT_COMMAND}), found {schema!r};'
            " a newer report needs a newer evalcore",
            file=file,
        )
    try:
        report: CalibrationReport = _value(CalibrationReport, document, "")
    except _Misfit as misfit:
        raise InputError(str(misfit), file=file) from None
    return report


class _Misfit(Exception):
    """A field that is missing or holds something else."""


def _value(kind: Any, found: Any, path: str) -> Any:
    """What was found as a value of a type that the domain uses."""
    if is_dataclass(kind):
        return _record(kind, found, path)
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        return _optional(kind, found, path)
    if origin is Literal:
        return _choice(get_args(kind), found, path)
    if origin is tuple:
        return _tuple(get_args(kind), _expect(list, "a list", found, path), path)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        of = get_args(kind)[1]
        entries = _expect(dict, "an object", found, path).items()
        return {key: _value(of, value, f"{path}.{key}") for key, value in entries}
    return _scalar(kind, found, path)


def _record(kind: Any, found: Any, path: str) -> Any:
    entries = _expect(dict, "an object", found, path)
    values = {}
    for name, (of, needed) in _fields(kind).items():
        where = f"{path}.{name}" if path else name
        if name in entries:
            values[name] = _value(of, entries[name], where)
        elif needed:
            raise _Misfit(f"{where} is missing")
    return kind(**values)


@cache
def _fields(kind: Any) -> Mapping[str, tuple[Any, bool]]:
    """Type of each field, and whether a document has to have it."""
    types = get_type_hints(kind)
    return {
        field.name: (types[field.name], field.default is MISSING and field.default_factory is MISSING)
        for field in fields(kind)
    }


def _optional(kind: Any, found: Any, path: str) -> Any:
    if found is None and NoneType in get_args(kind):
        return None
    (of,) = (part for part in get_args(kind) if part is not NoneType)
    return _value(of, found, path)


def _choice(choices: tuple[str, ...], found: Any, path: str) -> Any:
    if found not in choices:
        raise _Misfit(f"{path}: expected {' or '.join(choices)}, found {_shortened(found)}")
    return found


def _tuple(kinds: tuple[Any, ...], found: list[Any], path: str) -> tuple[Any, ...]:
    return tuple(_value(kinds[0], value, f"{path}.{index}") for index, value in enumerate(found))


def _scalar(kind: Any, found: Any, path: str) -> Any:
    fits: Mapping[Any, Callable[[Any], bool]] = {
        float: lambda value: isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value),
        int: lambda value: isinstance(value, int) and not isinstance(value, bool),
    }
    if not fits.get(kind, lambda value: isinstance(value, kind))(found):
        raise _Misfit(f"{path}: expected {_WORDS[kind]}, found {_shortened(found)}")
    return float(found) if kind is float else found


def _expect(kind: type, words: str, found: Any, path: str) -> Any:
    if not isinstance(found, kind):
        raise _Misfit(f"{path or 'the document'}: expected {words}, found {_shortened(found)}")
    return found


def _shortened(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
