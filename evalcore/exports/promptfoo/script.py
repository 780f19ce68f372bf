"""``judge.cjs``: fills the prompt and reads the reply in JavaScript, with the judge as one line of JSON.

The script is the same for every judge; it was compared with the workbench's own filling and reading. Nothing of the
prompt goes through promptfoo's templates, which would fill ``{{ env.X }}`` in any text of a configuration, take a text
that is JSON for an object, and know nothing of StringTemplate's indents.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from evalcore.domain import Case
from evalcore.errors import ExportError
from evalcore.judges import Judge
from evalcore.prompts import KNOWN_NAMES, fill, placeholders, variables
from evalcore.prompts.stringtemplate import parse
from evalcore.prompts.stringtemplate_writing import Indent, Name, Nested, Step, Text, render
from evalcore.replies import read, rule_named

FILE = "judge.cjs"
RULES_IN_JAVASCRIPT = (
    "spring-2.0",
    "spring-1.0.2",
    "spring-1.0.0-relevancy",
    "spring-score-1-4",
    "spring-rubric-1-5",
    "json",
)
"""Reading rules that the script knows; the others need the plain Python module."""
_MEANINGS = {
    **dict.fromkeys(("question", "query"), "question"),
    **dict.fromkeys(("answer", "response", "claim"), "answer"),
    **dict.fromkeys(("evidence", "context", "document"), "evidence"),
    "must_mention": "must_mention",
}
_STRICT = '"use strict";\n\n'
_JUDGE = "const JUDGE = "


@cache
def code() -> str:
    """The script behind the judge's line."""
    return files("evalcore.exports.promptfoo").joinpath("judge.js").read_text(encoding="utf-8")


def script(judge: Judge) -> str:
    """The file without its heading."""
    return f"{_STRICT}{_JUDGE}{json.dumps(_settings(judge))};\n\n{code()}"


def _settings(judge: Judge) -> dict[str, Any]:
    assert judge.prompt is not None  # a rule judge is refused before
    template, dialect = judge.prompt.template, judge.prompt.dialect
    how: dict[str, Any] = {"template": template}
    if dialect == "stringtemplate":
        how = {"steps": [_step(step) for step in parse(template, KNOWN_NAMES)]}
    return {
        "provider": "openai" if judge.model.provider == "openai" else "ollama",
        "role": judge.prompt.role,
        "dialect": dialect,
        **how,
        "uses": list(dict.fromkeys(_MEANINGS[name] for name in placeholders(template, dialect))),
        "rule": judge.rule.name,
        "params": dict(rule_named(judge.rule.name).complete(judge.rule.params)),
        "tokens": dict(judge.tokens),
        "values": list(judge.scale.values),
        "passing": list(judge.scale.passing),
        "scores": dict(judge.scores),
    }


def _step(step: Step) -> Any:
    match step:
        case Text(text):
            return {"text": text}
        case Name(name):
            return {"name": _MEANINGS[name]}
        case Indent(text):
            return {"indent": text}
        case Nested(steps):
            return {"steps": [_step(one) for one in steps]}
        case mark:
            return mark


def _step_of(step: Any) -> Step:
    match step:
        case "newline" | "dedent":
            return "newline" if step == "newline" else "dedent"
        case {"text": str(text)}:
            return Text(text)
        case {"name": str(name)}:
            return Name(name)
        case {"indent": str(text)}:
            return Indent(text)
        case {"steps": list(steps)}:
            return Nested(tuple(map(_step_of, steps)))
        case _:
            raise ExportError(f"expected a step of a template in {FILE}, found {step!r}; write the export again")


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """A script read back from its text."""

    settings: Mapping[str, Any]

    def messages(self, case: Case) -> Sequence[Mapping[str, str]]:
        """What it asks about a case."""
        if self.settings["dialect"] == "stringtemplate":
            prompt = render(tuple(map(_step_of, self.settings["steps"])), variables(case))
        else:
            prompt = fill(self.settings["template"], "brace", variables(case))
        return [{"role": self.settings["role"], "content": prompt}]

    def value(self, text: str) -> str | None:
        """The value that it reads from a reply; its code was compared with these rules."""
        token = read(self.settings["rule"], text, params=self.settings["params"]).token
        value = self.settings["tokens"].get(token, token)
        return value if value in self.settings["values"] else None


_SEEN_BY_NOBODY = ("provider", "uses", "passing", "scores")
"""What neither a request nor a reading would show."""


def read_back(text: str, judge: Judge) -> Script:
    """The judge that a script holds.

    Raises
    ------
    ExportError
        When the script is not the one that was compared with the workbench's own reading, or holds another judge in a
        way that neither a request nor a reading would show.
    """
    lines = text.splitlines(keepends=True)
    first = next((at for at, line in enumerate(lines) if not line.startswith("//")), len(lines))
    strict, found, rest = "".join(lines[first:]).partition(_JUDGE)
    settings, _, behind = rest.partition(";\n\n")
    if strict != _STRICT or not found or behind != code():
        raise ExportError(f"expected {FILE} as it was proven with promptfoo, found it changed; write the export again")
    held, expected = json.loads(settings), _settings(judge)
    for name in _SEEN_BY_NOBODY:
        if held[name] != expected[name]:
            raise ExportError(f"{FILE}, {name}: expected {expected[name]}, found {held[name]}; write the export again")
    return Script(settings=held)
