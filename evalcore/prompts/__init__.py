"""Prompt templates and their dialects; filling one is a single pass."""

from evalcore.prompts.filling import Dialect, check, fill, placeholders
from evalcore.prompts.variables import KNOWN_NAMES, evidence_text, variables

__all__ = [
    "KNOWN_NAMES",
    "Dialect",
    "check",
    "evidence_text",
    "fill",
    "placeholders",
    "variables",
]
