"""Whether a person or a model labelled, by the words and the names that say it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from evalcore.domain import LabelSource

_MODEL = re.compile(
    r"\b(gpt|chatgpt|claude|gemini|llama|mistral|mixtral|qwen|gemma|deepseek|palm|command-r|llm|ai|model|auto(matic)?|"
    r"bot|judge)(?![a-z])",
    re.IGNORECASE,
)
SOURCES: Mapping[str, LabelSource] = {
    "human": "human",
    "person": "human",
    "people": "human",
    "annotator": "human",
    "manual": "human",
    "expert": "human",
    "model": "model",
    "llm": "model",
    "llm_judge": "model",
    "ai": "model",
    "machine": "model",
    "auto": "model",
    "eval": "model",
    "code": "model",
    "import": "import",
}
"""What columns say of who labelled, in small letters with underscores for spaces."""


def is_called_like_a_model(annotator: str) -> bool:
    """Whether a name is a model's, such as *gpt-4* or *llm-judge*."""
    return _MODEL.search(annotator) is not None
