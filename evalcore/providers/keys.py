"""Keys for model servers: read from the environment when they are needed, and kept nowhere."""

from __future__ import annotations

import os

from evalcore.errors import JudgeError
from evalcore.judges import ModelRef
from evalcore.providers.addresses import is_loopback, openai_address

DEFAULT_KEY_ENV = "OPENAI_API_KEY"


def key_for(model: ModelRef, address: str) -> str | None:
    """The key to send to an OpenAI-style server.

    OPENAI_API_KEY goes to the address that the environment names and to this machine; to another
    address, which only a judge file names, only if that file asks for it by api_key_env.

    Raises
    ------
    JudgeError
        When the variable that the judge names is not set, or holds what no key can be.
    """
    if model.api_key_env:
        key = _key_in(model.api_key_env)
        if not key:
            raise JudgeError(f"the environment variable {model.api_key_env}, which should hold the key, is not set")
        return key
    if address == openai_address(None, os.environ) or is_loopback(address):
        return _key_in(DEFAULT_KEY_ENV)
    return None


def _key_in(variable: str) -> str | None:
    key = os.environ.get(variable, "").strip()
    if not (key.isascii() and key.isprintable()):
        raise JudgeError(f"the key in {variable} holds characters that no key has: set it again")
    return key or None
