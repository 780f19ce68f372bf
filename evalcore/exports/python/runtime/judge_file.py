"""A judge's file, read without any package."""

from __future__ import annotations

import importlib.util
import re
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from evalcore.domain import Scale, sha256_of
from evalcore.errors import JudgeError
from evalcore.exports.python.runtime.loaded import LoadedJudge
from evalcore.exports.python.runtime.strict_yaml import NotReadable, read_yaml
from evalcore.judges import Judge, ModelRef, Options, Prompt, RuleSpec
from evalcore.prompts import check
from evalcore.providers.addresses import ollama_address
from evalcore.replies import check_rule

_SCHEMA = re.compile(r"evalcore-judge/1(\.\d+)?")
_TEXT, _NUMBER, _MAPPING, _LIST = (str,), (int, float), (dict,), (list,)
_KEYS: Mapping[str, Mapping[str, tuple[type, ...]]] = {
    "": {
        "schema": _TEXT,
        "name": _TEXT,
        "description": _TEXT,
        "criterion": _TEXT,
        "model": _MAPPING,
        "prompt": _MAPPING,
        "options": _MAPPING,
        "reading": _MAPPING,
        "verdicts": _MAPPING,
        "calibration": _MAPPING,
    },
    "model": dict.fromkeys(("provider", "name", "digest", "base_url", "server_id", "api_key_env"), _TEXT),
    "prompt": dict.fromkeys(("dialect", "role", "template", "sha256"), _TEXT),
    "options": {
        "temperature": _NUMBER,
        "seed": (int,),
        "max_tokens": (int,),
        "num_ctx": (int,),
        "think": (bool, str),
    },
    "reading": {"rule": _TEXT, "reader": _TEXT, "params": _MAPPING},
    "verdicts": {"values": _LIST, "level": _TEXT, "passing": _LIST, "tokens": _MAPPING, "scores": _MAPPING},
}
"""Every key, by the part it stands in, and what its value may be; null is for options only."""
_MAY_LACK = frozenset(
    ("description", "calibration", "model", "digest", "base_url", "server_id", "api_key_env", "sha256", "params")
)


class JudgeFileError(ValueError):
    """A judge file that cannot be used; says what was expected, what was found and what to do."""


class CalibrationWarning(UserWarning):
    """What to know before relying on the figures in a file."""


def load(path: str | Path) -> LoadedJudge:
    """The judge in a file that the workbench wrote.

    Warns with ``CalibrationWarning`` where the file was edited since its judge was measured, or where the judge was
    chosen on the same cases that its figures rest on.

    Raises
    ------
    JudgeFileError
        A ``ValueError``: the file is none, or says what this package cannot carry.
    """
    file = str(path)
    try:
        document = read_yaml(Path(path).read_bytes().decode("utf-8-sig"))
        judge = _judge(document)
    except NotReadable as error:
        raise JudgeFileError(f"{file}, {error}") from None
    except UnicodeDecodeError as error:
        raise JudgeFileError(f"{file}: expected UTF-8, found another encoding at byte {error.start}") from None
    except OSError as error:
        raise JudgeFileError(f"{file}: cannot be read: {error.strerror}") from None
    except (JudgeError, JudgeFileError) as error:
        raise JudgeFileError(f"{file}: {error}") from None
    loaded = LoadedJudge(judge, document.get("calibration"))
    for remark in loaded.remarks:
        warnings.warn(f"{file}: {remark}", CalibrationWarning, stacklevel=2)
    return loaded


def _judge(document: Mapping[str, Any]) -> Judge:
    if not isinstance(document.get("schema"), str) or not _SCHEMA.fullmatch(document["schema"]):
        raise JudgeFileError(f'expected schema: "evalcore-judge/1", found {document.get("schema")!r}')
    parts = {name: document[name] for name in ("model", "prompt", "options", "reading", "verdicts") if name in document}
    for name, part in {"": document, **parts}.items():
        _check_part(name, part)
    model, prompt, reading = _model(parts.get("model", {})), parts["prompt"], parts["reading"]
    if prompt.get("sha256", sha256_of(prompt["template"])) != sha256_of(prompt["template"]):
        raise JudgeFileError(
            "prompt.template: its hash is not prompt.sha256, so its text was changed since the file was written "
            "(an editor may have changed tabs or line ends); if the change is meant, remove sha256"
        )
    check(prompt["template"], prompt["dialect"])
    _check_rule(reading["rule"], reading.get("params", {}))
    verdicts = parts["verdicts"]
    return Judge(
        name=document["name"],
        description=document.get("description", ""),
        criterion=document["criterion"],
        model=model,
        prompt=Prompt(template=prompt["template"], dialect=prompt["dialect"], role=prompt["role"]),
        options=Options(**{name: _as_number(name, value) for name, value in parts["options"].items()}),
        rule=RuleSpec(name=reading["rule"], params=reading.get("params", {})),
        reader=reading["reader"],
        scale=Scale(values=tuple(verdicts["values"]), level=verdicts["level"], passing=tuple(verdicts["passing"])),
        tokens=verdicts["tokens"],
        scores={value: float(score) for value, score in verdicts["scores"].items()},
    )


def _check_part(name: str, part: Mapping[str, Any]) -> None:
    if not isinstance(part, Mapping):
        raise JudgeFileError(f"{name}: expected keys below it, found {part!r}")
    keys = _KEYS[name]
    place = f"{name}." if name else ""
    for key in part:
        if key not in keys:
            advice = "; a key for a server is never written into a file" if "key" in key else ""
            raise JudgeFileError(f"{place}{key} is not a key of a judge file (known here: {', '.join(keys)}){advice}")
    for key, types in keys.items():
        if key not in part:
            if key in _MAY_LACK:
                continue
            raise JudgeFileError(f"{place}{key} is missing")
        value = part[key]
        fits = isinstance(value, types) and (not isinstance(value, bool) or bool in types)
        if not fits and not (name == "options" and value is None):
            raise JudgeFileError(f"{place}{key}: expected {' or '.join(t.__name__ for t in types)}, found {value!r}")


def _model(part: Mapping[str, str]) -> ModelRef:
    if not part:
        return ModelRef(provider="ollama", name="")
    if part.get("provider") not in ("ollama", "openai"):
        raise JudgeFileError(f"model.provider: expected ollama or openai, found {part.get('provider')!r}")
    if part.get("base_url"):
        ollama_address(part["base_url"], {})
    return ModelRef(**part)  # type: ignore[arg-type]  # the provider is one of the two


def _as_number(name: str, value: Any) -> Any:
    """A temperature of 0 is 0.0, as it was when it was measured."""
    return float(value) if name == "temperature" and value is not None else value


def _check_rule(rule: str, params: Mapping[str, Any]) -> None:
    if rule == "regex" and importlib.util.find_spec("re2") is None:
        raise JudgeFileError(
            "the reading rule 'regex' runs on RE2, as it was measured, and no other engine reads quite the same: "
            "install it with `pip install google-re2`"
        )
    check_rule(rule, params)
