"""Whether a person or a model labelled, by the words and the names that say it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from evalcore.domain import LabelSource

_LETTER = r"[^\W\d_]"
_MODELS = (
    "gpt, chat ?gpt, gemini, (code|tiny)?llama, mixtral, ministral, magistral, codestral, mistral ?ai, qwen, qwq, "
    "deep ?seek, grok, vicuna, olmo, smol ?lm, nemotron, granite, davinci, command ?r, minicheck, prometheus, glm, "
    "o[1-9] ?(mini|pro|preview|high|low), (kimi|ernie|nova|yi|phi) ?(k?[0-9][0-9.]*|lite|micro|pro|premier), "
    "(claude|gemma|mistral|palm|opus|haiku|sonnet) ?[0-9][0-9.]*, claude (opus|haiku|sonnet|instant), "
    "mistral (tiny|small|medium|large|nemo), instruct, "
    "open ?ai, anthropic, hugging ?face, bedrock, ollama, vllm, chat ?bot, copilot, "
    "[lsv]lms?, auto ?rater, auto ?evals?, g ?eval, ragas, deep ?eval, trulens"
)
"""Models, those who serve them, and tools that grade by one."""
_MODELS_OR_PEOPLE = (
    "claude, gemma, mistral, palm, phi, opus, haiku, sonnet, o[1-9], ai, ki, ia, bot, judges?, models?, modell, "
    r"mod[eè]le, modelo, [0-9.]+b(?!\w), machine, auto, automat(ic|ed|isch|ique|ico)"
)
"""What may be a person's name or code as well."""


def _one_of(names: str, *, before: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!{before})({'|'.join(names.split(', '))})(?!{_LETTER})", re.IGNORECASE)


_IS_A_MODEL = _one_of(_MODELS, before=_LETTER)
# Codes of people, such as A2O1OC9X, hold such short names between their digits.
_MAY_BE_A_MODEL = _one_of(_MODELS_OR_PEOPLE, before=r"\w")
_NUMBERED_BY_MACHINE = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
"""A UUID, which is nobody's name; a part of it such as ``-120b-`` looks like the size of a model."""
_JUDGE = _one_of("judges?", before=_LETTER)
_IN_ONE_WORD = re.compile(r"(?<=[a-zà-ÿ])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
"""Where the words of a name such as ``LLMJudge`` begin."""
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


@lru_cache(maxsize=1024)
def is_called_like_a_model(name: str) -> bool:
    """Whether a name may be a model's, such as *gpt-4* or *azure_gpt4*; also where it may be a person's."""
    if _NUMBERED_BY_MACHINE.fullmatch(name.strip()):
        return False
    return any(_IS_A_MODEL.search(form) or _MAY_BE_A_MODEL.search(form) for form in _forms(name))


def is_a_models_column(name: str) -> bool:
    """Whether a column whose annotator nobody names is called after a model, or a judge.

    A column of people is often called after what it is about, such as *model correct*.
    """
    return is_called_like_a_model(name) and (not may_be_a_person(name) or _JUDGE.search(_forms(name)[0]) is not None)


def may_be_a_person(name: str) -> bool:
    """Whether a name that is called like a model's is a person's as well, such as *Claude* or *Gemma*."""
    return not any(_IS_A_MODEL.search(form) for form in _forms(name))


def _forms(name: str) -> tuple[str, str]:
    """The name, and its words apart."""
    spaced = re.sub(r"[\s_\-–/:]+", " ", name)
    return spaced, _IN_ONE_WORD.sub(" ", spaced)
