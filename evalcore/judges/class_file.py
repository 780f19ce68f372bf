"""The string constants of a compiled Java class.

Layout from the Java Virtual Machine Specification, chapter 4: after a magic number and two version
numbers comes the constant pool; a string constant points at a piece of modified UTF-8 in it.
"""

from __future__ import annotations

import struct

from evalcore.errors import InputError

_MAGIC = 0xCAFEBABE
_UTF8, _STRING = 1, 8
_TAKES_TWO_ENTRIES = (5, 6)
_SIZE_BY_TAG = {3: 4, 4: 4, 5: 8, 6: 8, 7: 2, 8: 2, 9: 4, 10: 4, 11: 4, 12: 4, 15: 3, 16: 2, 17: 4, 18: 4, 19: 2, 20: 2}
"""Bytes after the tag, for every kind of constant but the text itself, whose length is written."""


def string_constants(data: bytes) -> tuple[str, ...]:
    """The string constants of a class file, in the order of its constant pool.

    Raises
    ------
    InputError
        When the bytes are not a class file.
    """
    try:
        return _string_constants(data)
    except (struct.error, KeyError, UnicodeDecodeError) as error:
        raise InputError(f"expected a compiled Java class, found something that is not one ({error})") from error


def _string_constants(data: bytes) -> tuple[str, ...]:
    magic, _minor, _major, count = struct.unpack_from(">IHHH", data)
    if magic != _MAGIC:
        raise InputError("expected a compiled Java class, found a file that does not start like one")
    texts: dict[int, bytes] = {}
    pointers: list[int] = []
    at, index = 10, 1
    while index < count:
        (tag,) = struct.unpack_from(">B", data, at)
        if tag == _UTF8:
            (length,) = struct.unpack_from(">H", data, at + 1)
            (texts[index],) = struct.unpack_from(f">{length}s", data, at + 3)
            at += 3 + length
        else:
            if tag == _STRING:
                pointers += struct.unpack_from(">H", data, at + 1)
            at += 1 + _SIZE_BY_TAG[tag]
        index += 2 if tag in _TAKES_TWO_ENTRIES else 1
    return tuple(_from_modified_utf8(texts[pointer]) for pointer in pointers)


def _from_modified_utf8(data: bytes) -> str:
    """Modified UTF-8 writes NUL in two bytes, and a character beyond U+FFFF as two surrogates of three bytes each."""
    halves = data.replace(b"\xc0\x80", b"\0").decode("utf-8", "surrogatepass")
    return halves.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
