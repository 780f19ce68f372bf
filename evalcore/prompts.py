"""Prompt templates and their dialects; filling one is a single pass."""

from __future__ import annotations

from typing import Literal

Dialect = Literal["brace", "stringtemplate"]
