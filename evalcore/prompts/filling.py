"""Filling a template in its dialect: one pass, and no value is ever read as a template."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

from evalcore.errors import TemplateError
from evalcore.prompts.stringtemplate import parse
from evalcore.prompts.stringtemplate_writing import Step, names_in, render
from evalcore.prompts.variables import KNOWN_NAMES

Dialect = Literal["brace", "stringtemplate"]
"""``brace`` replaces the known ``{name}`` and leaves every other byte alone; ``stringtemplate``
fills as Spring AI does with StringTemplate 4."""

_PLACEHOLDER = re.compile(r"\{(" + "|".join(KNOWN_NAMES) + r")\}")


def placeholders(template: str, dialect: Dialect) -> tuple[str, ...]:
    """The known names that a template uses, each once, in order of first appearance.

    Raises
    ------
    TemplateError
        When the dialect refuses the template.
    """
    if dialect == "brace":
        return tuple(dict.fromkeys(_PLACEHOLDER.findall(template)))
    return names_in(_parsed(template))


def check(template: str, dialect: Dialect) -> None:
    """Make sure that a template can be filled and says something about the case.

    Raises
    ------
    TemplateError
        When the dialect refuses the template, or when it uses no known placeholder.
    """
    if placeholders(template, dialect):
        return
    doubled = re.search(r"\{\{\s*(" + "|".join(KNOWN_NAMES) + r")\s*\}\}", template)
    advice = f"; {doubled[0]} sends the word, not the value" if doubled and dialect == "stringtemplate" else ""
    raise TemplateError(
        "expected at least one placeholder, found none, so that every case would get the same prompt"
        f"{advice}. Use " + ", ".join(f"{{{name}}}" for name in KNOWN_NAMES)
    )


def fill(template: str, dialect: Dialect, values: Mapping[str, str]) -> str:
    """The prompt: the template with each placeholder replaced by its value, in one pass.

    Parameters
    ----------
    template
        The text as it stands in the judge's file.
    dialect
        How it is written.
    values
        Text for each name, as :func:`evalcore.prompts.variables` gives it.

    Raises
    ------
    TemplateError
        When the dialect refuses the template.
    """
    if dialect == "brace":
        return _PLACEHOLDER.sub(lambda found: values[found[1]], template)
    return render(_parsed(template), values)


@lru_cache(maxsize=64)  # one template is filled for every case of a set
def _parsed(template: str) -> tuple[Step, ...]:
    return parse(template, KNOWN_NAMES)
