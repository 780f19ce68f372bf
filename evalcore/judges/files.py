"""Judges as YAML files that people read and write: ``evalcore-judge/1``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from evalcore.domain import PASS_FAIL, Scale, sha256_of
from evalcore.errors import JudgeError, TemplateError
from evalcore.judges.judge import YES_NO_TOKENS, Judge, ModelRef, Options, Prompt, RuleSpec
from evalcore.judges.spring_templates import recognise_template
from evalcore.judges.yaml_reading import load_yaml
from evalcore.prompts import Dialect, check
from evalcore.replies import check_rule

# What a person's file may hold is told by pydantic, which half the commands do without: so it is imported when needed.

SCHEMA = "evalcore-judge/1"
NO_MODEL = ModelRef(provider="ollama", name="")
"""What stands in for the model of a judge that names none yet; see ``evalcore.judges.with_model``."""


def read_judge_file(path: str | Path) -> Judge:
    """The judge in a file.

    Raises
    ------
    JudgeError
        Names the file, the key, what was expected and what was found.
    """
    return judge_from_text(file_text(path), file=str(path))


def file_text(path: str | Path) -> str:
    """The text of a judge file.

    Raises
    ------
    JudgeError
        When there is none, or it cannot be read as UTF-8.
    """
    file = str(path)
    try:
        return Path(path).read_bytes().decode("utf-8-sig")
    except FileNotFoundError as error:
        raise JudgeError(
            f"{file}: expected a judge file, found none; `evalcore judges` lists the built-in ones"
        ) from error
    except UnicodeDecodeError as error:
        raise JudgeError(f"{file}: expected UTF-8, found another encoding at byte {error.start}") from error
    except OSError as error:
        raise JudgeError(f"{file}: cannot be read: {error.strerror}") from error


def judge_from_text(text: str, *, file: str) -> Judge:
    """The judge in the text of a file; ``file`` is what errors call it.

    A calibration block is accepted and left alone: it speaks about the judge and is no part of it.
    A judge whose file names no model holds an empty model name until
    :func:`evalcore.judges.with_model` gives it one.

    Raises
    ------
    JudgeError
        Names the file, the key, what was expected and what was found.
    """
    from evalcore.judges.file_schema import validated

    return _read(validated(load_yaml(text, file=file), file=file), file=file)


def bundled_judge(path: Path) -> Judge:
    """The judge in one of our own files, which a test has read as a person's file is read."""
    return _read(load_yaml(file_text(path), file=str(path)), file=str(path))


def json_schema() -> str:
    """The JSON Schema (draft 2020-12) of a judge file, indented, ending in a newline.

    It says which keys there are and of what type; an unknown rule, a template that its dialect cannot fill and a hash
    that is not the template's are found by reading the file.
    """
    from evalcore.judges.file_schema import as_json_schema

    return as_json_schema()


def _read(document: Mapping[str, Any], *, file: str) -> Judge:
    try:
        return _judge(document)
    except TemplateError as error:
        raise TemplateError(f"{file}: prompt.{error}") from error
    except JudgeError as error:
        raise JudgeError(f"{file}: {error}") from error


def judge_to_text(judge: Judge, *, calibration: Mapping[str, Any] | None = None) -> str:
    """The judge as a file; reading it gives the same judge, the template byte for byte.

    Parameters
    ----------
    judge
        Any judge.
    calibration
        What was measured about it, written as the file's last block.

    Raises
    ------
    JudgeError
        When the address of the model holds a credential, or a parameter is no plain value.
    """
    from evalcore.judges.yaml_writing import mapping_lines

    document: dict[str, Any] = {
        "schema": SCHEMA,
        "name": judge.name,
        "description": judge.description,
        "criterion": judge.criterion,
        **_model_and_prompt(judge),
        "reading": {
            "rule": judge.rule.name,
            "reader": judge.reader,
            **({"params": judge.rule.params} if judge.rule.params else {}),
        },
        "verdicts": {
            "values": judge.scale.values,
            "level": judge.scale.level,
            "passing": judge.scale.passing,
            "tokens": judge.tokens,
            "scores": judge.scores,
        },
    }
    if calibration is not None:
        document["calibration"] = calibration
    return "\n".join(mapping_lines(document)) + "\n"


def _model_and_prompt(judge: Judge) -> dict[str, Any]:
    """Model, prompt and options; a rule judge has only the first."""
    parts: dict[str, Any] = {}
    model, prompt, options = judge.model, judge.prompt, judge.options
    if model.name:
        _refuse_unsafe_address(judge)
        pins = ("provider", "name", "digest", "base_url", "server_id", "api_key_env")
        parts["model"] = {name: value for name in pins if (value := getattr(model, name)) is not None}
    if prompt is not None:
        parts["prompt"] = {
            "dialect": prompt.dialect,
            "role": prompt.role,
            "template": prompt.template,
            "sha256": sha256_of(prompt.template),
        }
    if options != Options() or prompt is not None:
        parts["options"] = {
            name: getattr(options, name) for name in ("temperature", "seed", "max_tokens", "num_ctx", "think")
        }
    return parts


def _refuse_unsafe_address(judge: Judge) -> None:
    if judge.model.base_url is None:
        return
    from evalcore.judges.file_schema import refuse_unsafe_address

    try:
        refuse_unsafe_address(judge.model.base_url)
    except ValueError as error:
        raise JudgeError(f"judge {judge.name}, base_url: expected {error}") from error


def _judge(document: Mapping[str, Any]) -> Judge:
    model, prompt, reading = document.get("model"), document.get("prompt"), document["reading"]
    is_rule = model is not None and model["provider"] == "rules"
    if is_rule and prompt is not None:
        raise JudgeError("prompt: a rule judge looks at the case itself and has no prompt; remove it")
    if not is_rule and prompt is None:
        raise JudgeError("prompt is missing; only a judge whose model.provider is rules has none")
    params = reading.get("params", {})
    check_rule(reading["rule"], params)
    scale, tokens, scores = _verdicts(document.get("verdicts"))
    return Judge(
        name=document["name"],
        description=document.get("description", ""),
        criterion=document["criterion"],
        model=ModelRef(**model) if model else NO_MODEL,
        prompt=_prompt(prompt) if prompt else None,
        options=Options(**document.get("options", {})),
        rule=RuleSpec(name=reading["rule"], params=params),
        reader=reading["reader"],
        scale=scale,
        tokens=tokens,
        scores=scores,
    )


def _prompt(part: Mapping[str, Any]) -> Prompt:
    template, sha256 = part["template"], part.get("sha256")
    if sha256 is not None and sha256 != sha256_of(template):
        raise JudgeError(
            "prompt.template: its hash is not prompt.sha256, so its text was changed since the file was written "
            "(an editor may have changed tabs or line ends); if the change is meant, remove sha256"
        )
    known = recognise_template(template)
    dialect: Dialect = part.get("dialect") or ("stringtemplate" if known else "brace")
    check(template, dialect)
    # The published text filled in another way is not what that version sends.
    known_as = known.known_as if known and dialect == "stringtemplate" else None
    return Prompt(template=template, dialect=dialect, role=part.get("role", "user"), known_as=known_as)


def _verdicts(part: Mapping[str, Any] | None) -> tuple[Scale, Mapping[str, str], Mapping[str, float]]:
    if part is None:
        return PASS_FAIL, dict(YES_NO_TOKENS), {}
    values, tokens, scores = part["values"], part.get("tokens"), part.get("scores", {})
    if len(set(values)) < len(values):
        raise JudgeError("verdicts.values: a value stands there twice")
    if tokens is None:
        tokens = dict(YES_NO_TOKENS) if set(values) == set(PASS_FAIL.values) else {}
    for key, used in (("passing", part["passing"]), ("tokens", tokens.values()), ("scores", scores)):
        unknown = [value for value in used if value not in values]
        if unknown:
            raise JudgeError(
                f"verdicts.{key}: expected one of {', '.join(values)} (verdicts.values), found {unknown[0]!r}"
            )
    level = part.get("level", "nominal")
    return Scale(values=tuple(values), level=level, passing=tuple(part["passing"])), tokens, scores
