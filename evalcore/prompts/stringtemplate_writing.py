"""Writing a parsed template as StringTemplate's interpreter and its indenting writer do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias


@dataclass(frozen=True, slots=True)
class Text:
    """Text as it is written out, escapes resolved."""

    text: str


@dataclass(frozen=True, slots=True)
class Name:
    """A placeholder."""

    name: str


@dataclass(frozen=True, slots=True)
class Indent:
    """From here to the next dedent, every line starts with this."""

    text: str


@dataclass(frozen=True, slots=True)
class Nested:
    """A template inside a template, written in place."""

    steps: tuple[Step, ...]


Mark = Literal["newline", "dedent"]
Step: TypeAlias = Text | Name | Indent | Nested | Mark


def names_in(steps: Sequence[Step]) -> tuple[str, ...]:
    """The names a parsed template uses, each once, in order of first appearance."""
    found: dict[str, None] = {}
    for step in steps:
        if isinstance(step, Name):
            found[step.name] = None
        elif isinstance(step, Nested):
            found.update(dict.fromkeys(names_in(step.steps)))
    return tuple(found)


def render(steps: Sequence[Step], values: Mapping[str, str]) -> str:
    """Write a parsed template with its values."""
    writer = _Writer(values)
    writer.run(steps, outermost=True)
    return "".join(writer.pieces)


class _Writer:
    """StringTemplate's interpreter and its indenting writer.

    An indent is written when the first character of a line is, so that a line whose only element
    is empty leaves nothing, not even its newline.
    """

    def __init__(self, values: Mapping[str, str]) -> None:
        self.values = values
        self.pieces: list[str] = []
        self._indents: list[str] = []
        self._at_line_start = True
        self._written_on_line = 0

    def run(self, steps: Sequence[Step], *, outermost: bool) -> int:
        """Write the steps; returns the characters written, newlines of the template not counted."""
        total = 0
        previous: Step | None = None
        for step in steps:
            if step == "newline":
                first = previous is None and outermost
                if first or previous == "newline" or isinstance(previous, Indent) or self._written_on_line:
                    self._write("\n")
                self._written_on_line = 0
            elif step == "dedent":
                self._indents.pop()
            elif isinstance(step, Indent):
                self._indents.append(step.text)
            else:
                count = self._write_value(step)
                total += count
                self._written_on_line += count
            previous = step
        return total

    def _write_value(self, step: Text | Name | Nested) -> int:
        if isinstance(step, Nested):
            return self.run(step.steps, outermost=False)
        return self._write(step.text if isinstance(step, Text) else self.values[step.name])

    def _write(self, text: str) -> int:
        before = len(self.pieces)
        for number, line in enumerate(text.replace("\r", "").split("\n")):
            if number:
                self.pieces.append("\n")
                self._at_line_start = True
            if line:
                if self._at_line_start:
                    self.pieces.extend(self._indents)
                    self._at_line_start = False
                self.pieces.append(line)
        return sum(map(len, self.pieces[before:]))
