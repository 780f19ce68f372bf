"""What a judge's server is asked, as the JSON body of one request; nothing here is sent."""

from __future__ import annotations

import os
from typing import Any
from urllib.parse import urlsplit

from evalcore.judges import Judge, ModelRef, Options
from evalcore.providers.addresses import openai_address

KEEP_ALIVE = "10m"
"""How long Ollama keeps a model loaded after a call; its default of five minutes is short beside slow judges."""


def request_body(judge: Judge, prompt: str) -> dict[str, Any]:
    """The body that the judge's provider sends about a filled prompt; empty for a judge that is sent nothing."""
    match judge.model.provider:
        case "ollama":
            return ollama_body(judge, prompt)
        case "openai":
            return openai_body(judge, prompt)
        case "embedded":
            return embedded_body(judge, prompt)
        case "rules" | "recorded":
            return {}


def ollama_body(judge: Judge, prompt: str) -> dict[str, Any]:
    """For Ollama's ``/api/chat``."""
    body: dict[str, Any] = {
        "model": judge.model.name,
        "messages": _messages(judge, prompt),
        "stream": False,
        "truncate": False,  # a prompt that does not fit is an error, not a shorter prompt
        "keep_alive": KEEP_ALIVE,
        "options": _named(judge.options, "num_predict") | _known({"num_ctx": judge.options.num_ctx}),
    }
    if judge.options.think is not None:
        body["think"] = judge.options.think
    return body


def openai_body(judge: Judge, prompt: str) -> dict[str, Any]:
    """For ``/chat/completions`` of an OpenAI-style server."""
    body: dict[str, Any] = {"model": judge.model.name, "messages": _messages(judge, prompt)}
    body |= _named(judge.options, output_limit(judge.model))
    if isinstance(judge.options.think, str):
        body["reasoning_effort"] = judge.options.think
    elif judge.options.think is not None:
        body["chat_template_kwargs"] = {"enable_thinking": judge.options.think}  # vLLM and llama.cpp
    return body


def embedded_body(judge: Judge, prompt: str) -> dict[str, Any]:
    """For the model in this process."""
    # No tokeniser takes half a surrogate pair.
    sendable = prompt.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    body: dict[str, Any] = {"messages": _messages(judge, sendable)} | _named(judge.options, "max_tokens")
    if isinstance(judge.options.think, str):
        body["chat_template_kwargs"] = {"reasoning_effort": judge.options.think}
    elif judge.options.think is not None:
        body["chat_template_kwargs"] = {"enable_thinking": judge.options.think}
    return body


def output_limit(model: ModelRef) -> str:
    """Name of the field that limits a reply: OpenAI's newer models refuse the old name, all other servers know it."""
    return "max_completion_tokens" if is_openai(openai_address(model.base_url, os.environ)) else "max_tokens"


def is_openai(address: str) -> bool:
    """Whether an address is OpenAI's own."""
    return urlsplit(address).hostname == "api.openai.com"


def _messages(judge: Judge, prompt: str) -> list[dict[str, str]]:
    return [{"role": judge.prompt.role if judge.prompt else "user", "content": prompt}]


def _named(options: Options, limit: str) -> dict[str, Any]:
    return _known({"temperature": options.temperature, "seed": options.seed, limit: options.max_tokens})


def _known(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}
