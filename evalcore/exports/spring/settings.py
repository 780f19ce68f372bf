"""``application-judge.yaml``: the judge's settings under a prefix of their own, written and read back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from evalcore.errors import ExportError
from evalcore.exports.losses import model_name
from evalcore.judges import Judge
from evalcore.judges.yaml_reading import load_yaml
from evalcore.judges.yaml_writing import flow
from evalcore.providers.addresses import ollama_address, openai_address
from evalcore.providers.bodies import is_openai
from evalcore.providers.keys import DEFAULT_KEY_ENV

FILE = "src/main/resources/application-judge.yaml"
KEY_ENV = "JUDGE_API_KEY"
_KEYS = ("base-url", "api-key", "model", "digest", "temperature", "seed", "max-tokens", "num-ctx", "think")
_JAVA_INT = 2**31 - 1


def settings_of(judge: Judge) -> dict[str, Any]:
    """The settings by key, those left to the server left out.

    Raises
    ------
    ExportError, JudgeError
        When a value is none that Spring can bind, or an address holds a password.
    """
    openai = judge.model.provider == "openai"
    options = judge.options
    values: dict[str, Any] = {
        "base-url": _address(judge),
        "api-key": f"${{{_key_variable(judge)}:}}" if openai else None,
        "model": _plain(model_name(judge)),
        "digest": _plain(judge.model.digest) if judge.model.digest else None,
        "temperature": None if options.temperature is None else float(options.temperature),
        "seed": _int("seed", options.seed),
        "max-tokens": _int("max_tokens", options.max_tokens),
        "num-ctx": None if openai else _int("num_ctx", options.num_ctx),
        "think": _think(judge),
    }
    return {key: value for key, value in values.items() if value is not None}


def settings_text(judge: Judge, header: Iterable[str]) -> str:
    """The file."""
    lines = [*(f"# {line}".rstrip() for line in header), "evalcore:", "  judge:"]
    # Spring Boot's Maven parent replaces @name@ in this file when it is built.
    lines += [f"    {key}: {flow(value).replace('@', chr(92) + 'x40')}" for key, value in settings_of(judge).items()]
    return "\n".join(lines) + "\n"


def settings_in(text: str) -> Mapping[str, Any]:
    """The settings that a written file holds.

    Raises
    ------
    ExportError
        When it sets anything but this judge's own keys.
    """
    document = load_yaml(text, file=FILE)
    own = document.get("evalcore") if isinstance(document, dict) and set(document) == {"evalcore"} else None
    settings = own.get("judge") if isinstance(own, dict) and set(own) == {"judge"} else None
    if not isinstance(settings, dict) or not set(settings) <= set(_KEYS):
        raise ExportError(f"expected nothing but evalcore.judge.* ({', '.join(_KEYS)}) in {FILE}, found other keys")
    return settings


def _address(judge: Judge) -> str:
    find = openai_address if judge.model.provider == "openai" else ollama_address
    return _plain(find(judge.model.base_url, {}))


def _key_variable(judge: Judge) -> str:
    standard = DEFAULT_KEY_ENV if is_openai(openai_address(judge.model.base_url, {})) else KEY_ENV
    return judge.model.api_key_env or standard


def _think(judge: Judge) -> str | None:
    think = judge.options.think
    if isinstance(think, bool):
        return None if judge.model.provider == "openai" else str(think).lower()
    if think is not None and judge.model.provider != "openai" and think not in ("low", "medium", "high"):
        raise ExportError(f"Spring AI knows think as true, false, low, medium and high; found {think!r}")
    return think


def _int(name: str, value: int | None) -> int | None:
    if value is not None and not -_JAVA_INT - 1 <= value <= _JAVA_INT:
        raise ExportError(f"expected {name} as an int of Java, at most {_JAVA_INT}, found {value}")
    return value


def _plain(text: str) -> str:
    if "${" in text or "#{" in text:
        raise ExportError(f"Spring would replace ${{…}} and #{{…}} in {text!r}; give the model or address another name")
    return text
