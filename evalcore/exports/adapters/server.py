"""Where a tool that speaks OpenAI's interface finds the judge's model."""

from __future__ import annotations

from dataclasses import dataclass

from evalcore.exports.losses import model_name, truncation_notes
from evalcore.judges import Judge
from evalcore.providers.addresses import OPENAI_ADDRESS, ollama_address, openai_address

KEY_OF_NONE = "EVALCORE_JUDGE_KEY"
"""The environment variable that is read for a server that needs no key; it need not be set."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """An OpenAI-style server."""

    base_url: str
    model: str
    api_key_env: str
    """Name of the environment variable that holds the key."""


def openai_server(judge: Judge) -> Server:
    """The judge's server by its OpenAI-style address; Ollama has one too, and an embedded model is expected there."""
    model = judge.model
    if model.provider == "openai":
        address = openai_address(model.base_url or OPENAI_ADDRESS, {})
        return Server(base_url=address, model=model_name(judge), api_key_env=model.api_key_env or "OPENAI_API_KEY")
    base_url = model.base_url if model.provider == "ollama" else None
    return Server(base_url=f"{ollama_address(base_url, {})}/v1", model=model_name(judge), api_key_env=KEY_OF_NONE)


def openai_server_losses(judge: Judge) -> tuple[str, ...]:
    """What is lost where a judge on Ollama is asked through OpenAI's interface, or one on an OpenAI-style server is not
    asked for thinking as measured."""
    options, losses = judge.options, []
    if judge.model.provider == "ollama":
        losses.append("Ollama is asked at /v1/chat/completions instead of /api/chat.")
        if options.num_ctx is not None:
            losses.append(f"num_ctx ({options.num_ctx}) cannot be sent there: the server's own context window holds.")
    if options.think is not None:
        losses.append(f"think ({options.think!r}) is not sent.")
    return (*losses, *truncation_notes(judge))
