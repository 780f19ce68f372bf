"""StringTemplate 4 with ``{`` and ``}`` as delimiters, as Spring AI drives it.

The part of the language that a judge's prompt needs is filled byte for byte as StringTemplate
4.3.4 fills it: text with its escapes, ``{name}``, ``{"text"}``, ``{! comments !}``, ``{\\n}`` and its
relatives, and nested templates (which is why ``{{query}}`` sends the word "query"). What
StringTemplate or Spring AI refuses is refused, and so is the rest of the language (functions,
conditions, properties, options): refused, never filled differently.

Spring AI 2.0 builds ``new ST(group('{', '}'), template)``, adds the variables, refuses a template
that names any other variable, and renders with StringTemplate's indenting writer. The line
separator is that of Linux and macOS.
"""

from __future__ import annotations

from collections.abc import Sequence

from evalcore.errors import TemplateError
from evalcore.prompts.stringtemplate_writing import Indent, Name, Nested, Step, Text

_SPACES = " \t"
_WHITESPACE = " \t\r\n"
_NAME_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")
_ESCAPES = {"n": "\n", "t": "\t", " ": " "}
_STRING_ESCAPES = {"n": "\n", "r": "\r", "t": "\t"}
_MOST_NESTED = 50


def parse(template: str, names: Sequence[str]) -> tuple[Step, ...]:
    """The steps that write a template; ``names`` are the variables there are.

    Raises
    ------
    TemplateError
        Where StringTemplate or Spring AI refuses the template, or where it is more than a
        template of text and names. The message says line and column, both from 1.
    """
    return _Parser(template, names).template()


class _Parser:
    """StringTemplate's lexer and the part of its grammar that is filled here."""

    def __init__(self, template: str, names: Sequence[str]) -> None:
        self._template = template
        self._names = names
        self._at = 0
        self._depth = 0

    def template(self) -> tuple[Step, ...]:
        if "\uffff" in self._template:
            self._at = self._template.index("\uffff")
            raise self._refusal("StringTemplate takes the character U+FFFF for the end of the template; remove it")
        return self._steps()

    def _steps(self) -> tuple[Step, ...]:
        """Everything up to the end of this (nested) template, which is consumed."""
        steps: list[Step] = []
        while not self._at_end():
            if self._at_line_start() and self._peek() in _SPACES:
                steps += self._indented()
            else:
                steps += self._element(after_indent=False) or []
        if self._depth:
            if not self._peek():
                raise self._refusal("an inner { is never closed; write \\{ for a brace that is meant as text")
            self._at += 1
        return tuple(steps)

    def _indented(self) -> list[Step]:
        indent = self._take_while(_SPACES)
        if self._at_end():  # nothing to indent: trailing text, or the end of a nested template
            return [] if self._depth else [Text(indent)]
        steps = self._element(after_indent=True)
        return [] if steps is None else [Indent(indent), *steps, "dedent"]

    def _element(self, *, after_indent: bool) -> list[Step] | None:
        """One element; None where the indent before it is dropped too."""
        character = self._peek()
        if character == "{":
            return self._tag(after_indent=after_indent)
        if character in "\r\n":
            self._take_newline()
            return ["newline"]
        return [Text(self._take_text())]

    def _tag(self, *, after_indent: bool) -> list[Step] | None:
        following = self._template[self._at + 1 : self._at + 2]
        if following == "!":
            return self._comment(after_indent=after_indent)
        if following == "\\":
            return self._escape(after_indent=after_indent)
        return [self._expression()]

    def _comment(self, *, after_indent: bool) -> list[Step] | None:
        """Nothing; a comment that has its line to itself takes indent and newline along."""
        alone = after_indent or self._at_line_start()
        end = self._template.find("!}", self._at + 2)
        if end < 0:
            raise self._refusal("the comment that starts here has no end; expected !}")
        self._at = end + 2
        self._join_lines()
        if not alone or not self._peek() or self._peek() not in "\r\n":
            return []
        self._take_newline()
        return None

    def _escape(self, *, after_indent: bool) -> list[Step] | None:
        letter = self._template[self._at + 2 : self._at + 3]
        if letter == "\\":
            self._join_lines()
            if not after_indent or (self._depth and self._peek() == "}"):
                return None
            if not self._peek():
                raise self._refusal("expected something after the joined line, found the end of the template")
            return self._element(after_indent=True)
        if letter == "u":
            return [Text(self._unicode_escape())]
        if letter not in _ESCAPES or self._template[self._at + 3 : self._at + 4] != "}":
            raise self._refusal(
                r"StringTemplate knows {\n}, {\t}, {\ }, {\\} and {\u0041} here; "
                r"write \{ for a brace that is meant as text"
            )
        self._at += 4
        return [Text(_ESCAPES[letter])]

    def _unicode_escape(self) -> str:
        digits = self._template[self._at + 3 : self._at + 7]
        closing = self._template[self._at + 7 : self._at + 8]
        if len(digits) < 4 or not set(digits) <= set("0123456789abcdefABCDEF") or closing != "}":
            raise self._refusal(r"expected four hexadecimal digits and a brace, as in {\u0041}")
        if 0xD800 <= int(digits, 16) <= 0xDFFF:
            raise self._refusal("half a surrogate pair is no character; write the character itself")
        self._at += 8
        return chr(int(digits, 16))

    def _join_lines(self) -> None:
        r"""Skip every ``{\\}`` here, with the newline that must follow it and the indent of the next line."""
        while self._template.startswith("{\\\\", self._at):
            start = self._at
            self._at += 3
            closed = self._peek() == "}"
            self._at += 1
            self._take_while(_SPACES)
            self._at += self._peek() == "\r"
            if not closed or self._peek() != "\n":
                self._at = start
                raise self._refusal(r"expected the end of the line after {\\}")
            self._at += 1
            self._take_while(_SPACES)

    def _expression(self) -> Step:
        start = self._at
        self._at += 1
        self._take_while(_WHITESPACE)
        if self._peek() == '"':
            step: Step = Text(self._quoted(start))
        elif self._peek() == "{":
            step = self._nested(start)
        else:
            step = self._name(start)
        self._take_while(_WHITESPACE)
        if self._peek() != "}":
            self._at = start
            raise self._refusal(
                "expected one name between { and }, as in {query}; write \\{ and \\} for braces as text"
            )
        self._at += 1
        return step

    def _name(self, start: int) -> Name:
        name = self._take_while(_NAME_LETTERS)
        if name not in self._names:
            self._at = start
            found = f"{{{name}}}" if name else "a brace without a name"
            raise self._refusal(
                f"found {found}, expected one of "
                + ", ".join(f"{{{known}}}" for known in self._names)
                + "; write \\{ and \\} for braces as text"
            )
        return Name(name)

    def _quoted(self, start: int) -> str:
        pieces: list[str] = []
        self._at += 1
        while self._peek() != '"':
            escaped = self._peek() == "\\"
            self._at += escaped
            character = self._peek()
            if not character:
                self._at = start
                raise self._refusal("the quoted text that starts here has no end; write \\{ for a brace as text")
            pieces.append(_STRING_ESCAPES.get(character, character) if escaped else character)
            self._at += 1
        self._at += 1
        return "".join(pieces)

    def _nested(self, start: int) -> Nested:
        if self._depth == _MOST_NESTED:
            raise self._refusal(f"templates are nested more than {_MOST_NESTED} deep")
        if self._declares_arguments():
            self._at = start
            raise self._refusal("a nested template with arguments gets none here; write \\{ and \\} for braces as text")
        self._at += 1
        self._depth += 1
        steps = self._steps()
        self._depth -= 1
        return Nested(steps)

    def _declares_arguments(self) -> bool:
        """Whether StringTemplate's lookahead takes the start of a nested template for ``{a, b | …}``."""
        here = self._at
        separator = ","
        while separator == ",":
            self._at += 1
            self._take_while(_WHITESPACE)
            self._at += 1  # the first letter of a name is not looked at
            self._take_while(_NAME_LETTERS)
            self._take_while(_WHITESPACE)
            separator = self._peek()
        self._at = here
        return separator == "|"

    def _take_text(self) -> str:
        pieces: list[str] = []
        while not self._at_end() and self._peek() not in "{\r\n":
            pair = self._template[self._at : self._at + 2]
            if pair in ("\\\\", "\\{", "\\}"):
                pieces.append(pair[1])
                self._at += 2
            else:
                pieces.append(pair[0])
                self._at += 1
        return "".join(pieces)

    def _take_newline(self) -> None:
        r"""Skip ``\n``, or ``\r`` with whatever follows it: StringTemplate takes that for ``\n`` unseen."""
        if self._peek() == "\r":
            self._at += 1
            if self._peek() > "\uffff":
                raise self._refusal("StringTemplate would cut this character in half: it follows a carriage return")
        self._at += 1

    def _at_end(self) -> bool:
        character = self._peek()
        return not character or (self._depth > 0 and character == "}")

    def _at_line_start(self) -> bool:
        return self._at == 0 or self._template[self._at - 1 : self._at] == "\n"

    def _peek(self) -> str:
        return self._template[self._at : self._at + 1]

    def _take_while(self, characters: str | frozenset[str]) -> str:
        start = self._at
        while self._peek() and self._peek() in characters:
            self._at += 1
        return self._template[start : self._at]

    def _refusal(self, message: str) -> TemplateError:
        before = self._template[: self._at]
        line = before.count("\n") + 1
        column = len(before) - (before.rfind("\n") + 1) + 1
        return TemplateError(f"template, line {line}, column {column}: {message}")
