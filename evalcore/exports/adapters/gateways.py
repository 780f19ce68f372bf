"""Libraries that carry a request to many servers: the prompt and the reading are the judge's, the request is theirs."""

from __future__ import annotations

from typing import Any

from evalcore.exports.adapters.adapter import Adapter, Settings
from evalcore.exports.adapters.server import openai_server
from evalcore.exports.losses import truncation_notes
from evalcore.judges import Judge
from evalcore.providers.addresses import ollama_address
from evalcore.providers.bodies import output_limit

_COUNTED = (
    "`verdict.passed` is True, False, or None where the reply could not be read; the judge was measured with such a "
    "reply as a **fail**, so count None as one. A call that brings no reply raises an error of {library}."
)


def sampling(judge: Judge) -> dict[str, Any]:
    """The judge's options as OpenAI's interface names them; those that are left to the server are left out."""
    options = judge.options
    limit = output_limit(judge.model) if judge.model.provider == "openai" else "max_tokens"
    named = {"temperature": options.temperature, "seed": options.seed, limit: options.max_tokens}
    return {name: value for name, value in named.items() if value is not None}


def _any_llm_settings(judge: Judge) -> Settings:
    server = openai_server(judge)
    if judge.model.provider == "openai":
        where = {"PROVIDER": "openai", "BASE_URL": server.base_url}
        options = sampling(judge) | _thinking_of_openai(judge)
    else:
        where = {"PROVIDER": "ollama", "BASE_URL": ollama_of(judge)}
        options = sampling(judge) | _options_of_ollama(judge)
    return where | {"MODEL": server.model, "API_KEY_ENV": server.api_key_env, "OPTIONS": options}


def _any_llm_losses(judge: Judge) -> tuple[str, ...]:
    thinking = "any-llm takes a <think> block out of a reply before the reading rule sees it."
    if judge.model.provider == "openai":
        renamed = "any-llm names the limit of a reply max_completion_tokens, where it was measured as max_tokens."
        return (thinking, *((renamed,) if "max_tokens" in sampling(judge) else ()))
    return ("any-llm sends an empty list of tools besides.", thinking, *truncation_notes(judge))


def _litellm_settings(judge: Judge) -> Settings:
    server = openai_server(judge)
    if judge.model.provider == "openai":
        where = {"MODEL": f"openai/{server.model}", "BASE_URL": server.base_url}
        options = sampling(judge) | _thinking_of_openai(judge)
    else:
        where = {"MODEL": f"ollama_chat/{server.model}", "BASE_URL": ollama_of(judge)}
        options = sampling(judge) | _options_of_ollama(judge)
    return where | {"API_KEY_ENV": server.api_key_env, "OPTIONS": options}


def _litellm_losses(judge: Judge) -> tuple[str, ...]:
    thinking = "LiteLLM takes a <think> block out of a reply before the reading rule sees it."
    if judge.model.provider == "openai":
        return (thinking,)
    return ("LiteLLM sends an empty list of images with the message.", thinking, *truncation_notes(judge))


def _options_of_ollama(judge: Judge) -> dict[str, Any]:
    named = {"num_ctx": judge.options.num_ctx, "think": judge.options.think}
    return {name: value for name, value in named.items() if value is not None}


def _thinking_of_openai(judge: Judge) -> dict[str, Any]:
    think = judge.options.think
    if think is None:
        return {}
    named = (
        {"reasoning_effort": think} if isinstance(think, str) else {"chat_template_kwargs": {"enable_thinking": think}}
    )
    return {"extra_body": named}


def ollama_of(judge: Judge) -> str:
    """The address of the judge's Ollama; an embedded model is expected on this machine's."""
    return ollama_address(judge.model.base_url if judge.model.provider == "ollama" else None, {})


ADAPTERS = (
    Adapter(
        name="any-llm",
        title="any-llm model id and call",
        library="any-llm",
        file="any_llm_judge.py",
        example="any_llm_example.py",
        requirements="any-llm-sdk[ollama,openai]",
        use="`ask(Case(question=..., evidence=(...), answer=...))` returns a verdict. The prompt is filled and the "
        "reply read as measured; any-llm makes the request.",
        counted=_COUNTED.format(library="any-llm"),
        proof="run with any-llm-sdk 1 against a scripted server: its request differs as the losses say",
        losses=_any_llm_losses,
        settings=_any_llm_settings,
        exactness="adapted",
    ),
    Adapter(
        name="litellm",
        title="LiteLLM model id and call",
        library="LiteLLM",
        file="litellm_judge.py",
        example="litellm_example.py",
        requirements="litellm>=1.110",
        use="`ask(Case(question=..., evidence=(...), answer=...))` returns a verdict. The prompt is filled and the "
        "reply read as measured; LiteLLM makes the request. Keep `ollama_chat/` in front of a model on Ollama: with "
        "`ollama/` LiteLLM rewrites the prompt and asks another endpoint. `LITELLM_LOCAL_MODEL_COST_MAP` keeps it from "
        "fetching prices when it is imported.",
        counted=_COUNTED.format(library="LiteLLM"),
        proof="run with litellm 1 against a scripted server: its request differs as the losses say",
        losses=_litellm_losses,
        settings=_litellm_settings,
        exactness="adapted",
    ),
)
