"""YAML as people expect it: ``yes`` is a word, a key is written once, and a file is only data.

PyYAML follows YAML 1.1, where ``yes`` and ``on`` are booleans, ``1:20`` is a number in base sixty
and ``010`` is eight. Here only ``true``, ``false``, ``null`` and plain decimal numbers are anything
but text. Anchors and explicit tags have no use in a judge file and are refused.
"""

from __future__ import annotations

import re
from collections.abc import Hashable
from typing import Any

import yaml

from evalcore.errors import JudgeError

_LONGEST_FILE = 1_000_000
"""Characters; a judge is a page of text."""


class _Loader(yaml.SafeLoader):
    """The safe loader with fewer surprises."""

    yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}  # noqa: RUF012  a class setting of PyYAML

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        event = self.peek_event()  # type: ignore[no-untyped-call]
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise yaml.composer.ComposerError(
                None, None, "anchors (&) and aliases (*) are not used here", event.start_mark
            )
        if getattr(event, "tag", None):
            raise yaml.composer.ComposerError(None, None, "tags (!) are not used here", event.start_mark)
        return super().compose_node(parent, index)

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        seen: set[str] = set()
        for key, _ in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise yaml.constructor.ConstructorError(None, None, "a key must be one word", key.start_mark)
            if key.value in seen:
                raise yaml.constructor.ConstructorError(
                    None, None, f"the key {key.value!r} stands here twice", key.start_mark
                )
            seen.add(key.value)
        return super().construct_mapping(node, deep)


for _tag, _pattern, _first in (
    ("null", r"(?:~|null|)$", ["~", "n", ""]),
    ("bool", r"(?:true|false)$", ["t", "f"]),
    ("int", r"[-+]?(?:0|[1-9][0-9]{0,17})$", list("-+0123456789")),
    ("float", r"[-+]?[0-9]{1,17}(?:\.[0-9]+(?:[eE][-+]?[0-9]{1,3})?|[eE][-+]?[0-9]{1,3})$", list("-+0123456789")),
):
    _Loader.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", re.compile(_pattern), _first)


def load_yaml(text: str, *, file: str) -> Any:
    """The one document of a YAML text.

    Raises
    ------
    JudgeError
        With file, line and reason.
    """
    if len(text) > _LONGEST_FILE:
        raise JudgeError(f"{file}: expected a judge file, found {len(text)} characters (at most {_LONGEST_FILE})")
    try:
        return yaml.load(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = f", line {mark.line + 1}" if mark else ""
        raise JudgeError(f"{file}{line}: not readable as YAML: {error.problem or error.context}") from error
    except yaml.YAMLError as error:
        raise JudgeError(f"{file}: not readable as YAML: {' '.join(str(error).split())}") from error
    except (RecursionError, ValueError, OverflowError) as error:
        raise JudgeError(f"{file}: not readable as YAML: {type(error).__name__}") from error
