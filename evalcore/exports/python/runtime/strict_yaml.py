"""Reading YAML as the workbench writes it, and no more of YAML than that.

A line is ``key: value`` or ``key:`` with deeper lines below; two spaces a level. A value is a text in double quotes, a
number, true, false, null, a list in [], a mapping in {}, or a literal block of lines (``|``). Comments have lines to
themselves. Whatever else YAML allows is refused, so that nothing is read as something else than it was meant.
"""

from __future__ import annotations

import re
from typing import Any

_KEY = re.compile(r'(?P<key>[A-Za-z_][A-Za-z0-9_]*|"(?:[^"\\]|\\.)*"):(?: +(?P<value>\S.*?))? *$')
_BLOCK = re.compile(r"\|(?P<deeper>2?)(?P<ending>[-+]?)$")
_WORD = re.compile(r"[^,\[\]{}:\"\s]+")
_WORDS = {"true": True, "false": False, "null": None}
_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,17})$")
_FLOAT = re.compile(r"[-+]?[0-9]{1,17}(?:\.[0-9]+(?:[eE][-+]?[0-9]{1,3})?|[eE][-+]?[0-9]{1,3})$")
_TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"')
_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)")
_ESCAPES = {"0": "\0", "t": "\t", "n": "\n", "r": "\r", '"': '"', "\\": "\\", "/": "/"}


class NotReadable(ValueError):
    """A line that is not as the workbench writes it."""


def read_yaml(text: str) -> dict[str, Any]:
    """The mapping in a text.

    Raises
    ------
    NotReadable
        With the line, counted from 1, and what was expected there.
    """
    return _Lines(text).mapping(0)


class _Lines:
    def __init__(self, text: str) -> None:
        self._lines = text.replace("\r\n", "\n").split("\n")
        self._at = 0

    def mapping(self, depth: int) -> dict[str, Any]:
        """The keys from here on that stand ``depth`` spaces deep."""
        found: dict[str, Any] = {}
        while (indent := self._next_indent()) is not None and indent >= depth:
            match = _KEY.match(self._lines[self._at], indent)
            if indent > depth or match is None:
                raise self._refused(f'expected key: "text", {depth} spaces deep')
            key = self._key(match["key"])
            if key in found:
                raise self._refused(f"the key {key!r} stands here twice")
            found[key] = self._value(match["value"], depth)
        return found

    def _next_indent(self) -> int | None:
        """How deep the next line with content stands; None at the end."""
        while self._at < len(self._lines):
            line = self._lines[self._at]
            content = line.lstrip(" ")
            if content and not content.startswith("#"):
                return len(line) - len(content)
            self._at += 1
        return None

    def _key(self, written: str) -> str:
        return self._text(written[1:-1]) if written.startswith('"') else written

    def _value(self, written: str | None, depth: int) -> Any:
        if written is None:
            self._at += 1
            nested = self.mapping(depth + 2)
            if not nested:
                self._at = min(self._at, len(self._lines) - 1)
                raise self._refused(f"expected keys here, {depth + 2} spaces deep; write {{}} for none")
            return nested
        block = _BLOCK.match(written)
        if block:
            return self._block(depth, bool(block["deeper"]), block["ending"])
        value, end = self._flow(written, 0)
        if end != len(written):
            raise self._refused(f"expected nothing after the value, found {written[end:]!r}")
        self._at += 1
        return value

    def _block(self, depth: int, deeper: bool, ending: str) -> str:
        """The lines of a literal block, its indent taken off."""
        self._at += 1
        body: list[str] = []
        width = depth + 2 if deeper else None
        while self._at < len(self._lines):
            line = self._lines[self._at]
            indent = len(line) - len(line.lstrip(" "))
            if indent < len(line):
                if width is None:
                    width = indent
                if indent < max(width, depth + 1):
                    break
            body.append(line)
            self._at += 1
        if self._at == len(self._lines):
            body.pop()  # what stands behind the last line end is no line
        lines = [line[width or 0 :] for line in body]
        text = "".join(f"{line}\n" for line in lines)
        if ending == "+":
            return text
        return text.rstrip("\n") + ("\n" if ending != "-" and text.strip("\n") else "")

    def _flow(self, written: str, at: int) -> tuple[Any, int]:
        """The value that begins here, and where it ends."""
        if written.startswith('"', at):
            match = _TEXT.match(written, at)
            if match is None:
                raise self._refused("a text has no closing quote")
            return self._text(match[1]), match.end()
        if written.startswith("[", at):
            return self._list(written, at + 1)
        if written.startswith("{", at):
            return self._inline_mapping(written, at + 1)
        return self._word(written, at)

    def _list(self, written: str, at: int) -> tuple[list[Any], int]:
        values: list[Any] = []
        while not written.startswith("]", at):
            if values:
                at = self._past(",", written, at)
            value, at = self._flow(written, at)
            values.append(value)
        return values, at + 1

    def _inline_mapping(self, written: str, at: int) -> tuple[dict[str, Any], int]:
        values: dict[str, Any] = {}
        while not written.startswith("}", at):
            if values:
                at = self._past(",", written, at)
            key, at = self._flow(written, at)
            if not isinstance(key, str) or key in values:
                raise self._refused(f"expected each key once and in double quotes, found {key!r}")
            values[key], at = self._flow(written, self._past(":", written, at))
        return values, at + 1

    def _past(self, mark: str, written: str, at: int) -> int:
        if not written.startswith(mark, at):
            raise self._refused(f"expected {mark} at {written[at : at + 20]!r}")
        return at + len(mark) + (len(written[at + 1 :]) - len(written[at + 1 :].lstrip(" ")))

    def _word(self, written: str, at: int) -> tuple[Any, int]:
        match = _WORD.match(written, at)
        word = match[0] if match else ""
        end = at + len(word)
        if word in _WORDS:
            return _WORDS[word], end
        if _INTEGER.match(word):
            return int(word), end
        if _FLOAT.match(word):
            return float(word), end
        raise self._refused(f"expected a value at {written[at : at + 20]!r}; a text stands in double quotes")

    def _text(self, escaped: str) -> str:
        return _ESCAPE.sub(self._unescaped, escaped)

    def _unescaped(self, match: re.Match[str]) -> str:
        code = match[1]
        if len(code) > 1:
            number = int(code[1:], 16)
            if number <= 0x10FFFF:
                return chr(number)
        elif code in _ESCAPES:
            return _ESCAPES[code]
        raise self._refused(f"the escape \\{code} is not used here")

    def _refused(self, message: str) -> NotReadable:
        return NotReadable(f"line {self._at + 1}: {message}")
