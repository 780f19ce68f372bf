"""The lines of Spring AI versions that differ in what has to be written."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line of versions whose classes have the same signatures and read replies the same way."""

    name: str
    """Of the target."""
    versions: str
    """As the rule's name means them."""
    options: str
    """Method of a model's builder that takes its options."""
    variable: str
    """Type of a template variable where a renderer takes a map of them."""
    own_rule: str
    """How Spring's own evaluators of this line read a reply."""


SPRING_2 = Line(name="spring-ai", versions="2.0", options="options", variable="?", own_rule="spring-2.0")
"""2.0.0-RC1 and later."""
SPRING_1 = Line(
    name="spring-ai-1", versions="1.1", options="defaultOptions", variable="Object", own_rule="spring-1.0.2"
)
"""1.1.0 to 1.1.8; 1.0 takes the edits that the README lists."""
