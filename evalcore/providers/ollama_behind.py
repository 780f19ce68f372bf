"""Ollama behind its OpenAI-style interface, which takes no window and cuts a prompt that is too long for it."""

from __future__ import annotations

from dataclasses import replace

from evalcore.errors import JudgeError, ProviderError
from evalcore.judges import Judge, ModelRef, name_for_copy, refuse_misleading_name
from evalcore.providers.fields import objects_in, text_in
from evalcore.providers.http import Endpoint, Lines
from evalcore.providers.ollama import loaded_model, tagged

_V1 = "/v1"


def native_endpoint(endpoint: Endpoint) -> Endpoint | None:
    """Where Ollama's own interface would be, if this is Ollama; no key is sent there."""
    if not endpoint.address.endswith(_V1):
        return None
    return Endpoint(name="Ollama", address=endpoint.address.removesuffix(_V1), advice=endpoint.advice)


async def is_ollama(lines: Lines, endpoint: Endpoint, model: str) -> bool:
    """Whether the server has Ollama's own interface too, with this very model."""
    native = native_endpoint(endpoint)
    if native is None:
        return False
    try:
        line = await lines.to(native)
        if text_in(await line.get("/api/version"), "version") is None:
            return False
        listed = objects_in(await line.get("/api/tags"), "models")
    except ProviderError:
        return False
    return tagged(model) in [tagged(str(one.get("name"))) for one in listed]


async def window_behind(lines: Lines, endpoint: Endpoint, model: str) -> int | None:
    """The window that the model is loaded with; None where the server does not say."""
    native = native_endpoint(endpoint)
    return None if native is None else (await loaded_model(await lines.to(native), model)).window_tokens


def asked_natively(endpoint: Endpoint, judge: Judge) -> Judge | None:
    """The same judge by Ollama's own interface, which cuts nothing; None where there is no such address."""
    native = native_endpoint(endpoint)
    if native is None:
        return None
    asked, ours = f"{judge.model.provider}:{judge.model.name}", f"ollama:{judge.model.name}"
    name = judge.name.replace(asked, ours) if judge.name.endswith(asked) else f"{judge.name}-ollama"
    model = ModelRef(provider="ollama", name=judge.model.name, base_url=native.address)
    other = replace(judge, name=name, model=model)
    try:
        refuse_misleading_name(other)
    except JudgeError:  # a changed copy of a preset that kept the preset's name
        return replace(other, name=name_for_copy(name))
    return other


def advice(endpoint: Endpoint, model: str, window_tokens: int | None) -> str:
    """What to know of asking Ollama this way, and what to do instead."""
    native = native_endpoint(endpoint)
    longer = "the server's own window" if window_tokens is None else f"{window_tokens:,} tokens"
    return (
        f"The server at {endpoint.address} is Ollama, whose OpenAI-style interface takes no window (num_ctx) and cuts "
        f"a prompt longer than {longer} without a word. Ask it by its own interface: name the model ollama:{model} in "
        f"place of openai:{model}, with OLLAMA_HOST={native.address if native else endpoint.address}"
    )
