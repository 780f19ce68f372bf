"""What Ollama and OpenAI-style servers answer, as far as a judge needs it."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from evalcore.errors import JudgeError
from evalcore.exports.python.runtime.calling import JudgeCallError, call
from evalcore.judges import Judge, ModelRef
from evalcore.providers.addresses import ollama_address, openai_address
from evalcore.providers.fields import (
    OLLAMA_FINGERPRINT,
    completion_text,
    completion_thinking,
    message_text,
    object_in,
    objects_in,
    text_in,
    tokens_in,
)

PATHS: Mapping[str, str] = {"ollama": "/api/chat", "openai": "/chat/completions"}
"""Where each kind of server takes a request."""
_WINDOW_WORDS = re.compile(r"exceeds the context length|context[ _](length|size|window)", re.IGNORECASE)
_ASKED: Mapping[str, str] = {"Content-Type": "application/json"}


@dataclass(frozen=True)
class Answer:
    """What came back."""

    text: str
    thinking: str | None
    finish_reason: str | None
    prompt_tokens: int | None
    by_ollama: bool
    """Ollama gave it, by whichever of its interfaces: it may have cut a prompt that is too long."""


@dataclass(frozen=True)
class Window:
    """How long a prompt the server takes; None: it does not say."""

    tokens: int | None


def address_of(model: ModelRef) -> str:
    """Where the model is asked: as its file says, else as OLLAMA_HOST or OPENAI_BASE_URL says.

    Raises
    ------
    JudgeCallError
        When that is no address.
    """
    find = ollama_address if model.provider == "ollama" else openai_address
    try:
        return find(model.base_url, os.environ)
    except JudgeError as error:
        raise JudgeCallError(str(error), kind="not-set-up") from None


def answer_in(body: Mapping[str, Any], provider: str) -> Answer:
    """The reply in a server's answer.

    Raises
    ------
    JudgeCallError
        When it holds none: an unfinished answer is not an empty reply.
    """
    return _ollama_answer(body) if provider == "ollama" else _openai_answer(body)


def _ollama_answer(body: Mapping[str, Any]) -> Answer:
    message = object_in(body, "message")
    text = message_text(message)
    if not body.get("done"):
        raise JudgeCallError("the server sent an unfinished answer", kind="bad-answer")
    if text is None:
        raise JudgeCallError("the server sent a reply that is no text", kind="bad-answer")
    return Answer(
        text=text,
        thinking=text_in(message, "thinking"),
        finish_reason=text_in(body, "done_reason"),
        prompt_tokens=tokens_in(body, "prompt_eval_count"),
        by_ollama=True,
    )


def _openai_answer(body: Mapping[str, Any]) -> Answer:
    choice = next(iter(objects_in(body, "choices")), {})
    message = choice.get("message")
    if not isinstance(message, dict):
        raise JudgeCallError("the server sent no chat completion", kind="bad-answer")
    text = completion_text(choice)
    if text is None:
        raise JudgeCallError("the server sent a reply that is no text", kind="bad-answer")
    return Answer(
        text=text,
        thinking=completion_thinking(message),
        finish_reason=text_in(choice, "finish_reason"),
        prompt_tokens=tokens_in(object_in(body, "usage"), "prompt_tokens"),
        by_ollama=text_in(body, "system_fingerprint") == OLLAMA_FINGERPRINT,
    )


def explained(error: JudgeCallError, judge: Judge) -> JudgeCallError:
    """What a refusal means for this judge, and what to do."""
    if error.status == 400 and _WINDOW_WORDS.search(error.detail):
        message = (
            f"the prompt is longer than the window of {judge.model.name}: "
            "give the judge a larger num_ctx, or the case less evidence"
        )
        return JudgeCallError(message, kind="prompt-too-long", status=error.status, detail=error.detail)
    if error.status == 404:
        return JudgeCallError(
            f"{error}; is the model {judge.model.name} there, and is this the right address?",
            kind="model-missing",
            status=error.status,
            detail=error.detail,
        )
    return error


def check_digest(judge: Judge) -> str:
    """Compare the digest that Ollama lists with the one that was measured.

    Raises
    ------
    JudgeCallError
        When the model is not listed, or under another digest.
    """
    address, wanted = address_of(judge.model), judge.model.digest
    listed = objects_in(call(f"{address}/api/tags", _ASKED), "models")
    found = next((model for model in listed if _tagged(str(model.get("name"))) == _tagged(judge.model.name)), None)
    if found is None:
        names = ", ".join(str(model.get("name")) for model in listed) or "none"
        raise JudgeCallError(f"{address} has no model {judge.model.name}; it has: {names}", kind="model-missing")
    if wanted is None:
        return f"{judge.model.name} is there; the judge file names no digest to compare it with."
    if found.get("digest") != wanted:
        raise JudgeCallError(
            f"{judge.model.name} at {address} has the digest {found.get('digest')}, and {wanted} was measured: "
            "it is another model under the same name, and the calibration says nothing about it",
            kind="other-model",
        )
    return f"{judge.model.name} at {address} has the digest that was measured."


def window_of(judge: Judge) -> Window:
    """The window of the loaded model, else the one that the judge asks for; a failed look-up costs no verdict."""
    try:
        # Of Ollama behind its OpenAI-style interface too; no key is sent.
        loaded = objects_in(call(f"{address_of(judge.model).removesuffix('/v1')}/api/ps", _ASKED), "models")
    except JudgeCallError:
        loaded = []
    name = _tagged(judge.model.name)
    found = next((model for model in loaded if _tagged(str(model.get("name"))) == name), {})
    tokens = tokens_in(found, "context_length")
    return Window(tokens if tokens is not None else judge.options.num_ctx)


def _tagged(name: str) -> str:
    """The full name: without a tag, :latest is meant; case does not matter."""
    return (name if ":" in name.rpartition("/")[2] else f"{name}:latest").lower()
