"""What a judge file may hold (``evalcore-judge/1``), and what is said when it holds something else."""

from __future__ import annotations

import json
import re
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, JsonValue, ValidationError
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import ErrorDetails
from pydantic_core.core_schema import WithDefaultSchema

from evalcore.errors import JudgeError
from evalcore.judges.files import SCHEMA
from evalcore.judges.judge import AskedProvider
from evalcore.known_keys import known_here
from evalcore.prompts import Dialect

_SCHEMA_PATTERN = r"^evalcore-judge/1(\.[0-9]+)?$"
"""A later minor version only adds what an older reader may leave out."""

_SECRETS = frozenset(("api_key", "apikey", "key", "token", "access_token", "secret", "password", "authorization"))
_MOST_TOKENS = 2**31 - 1
"""What a store's column of tokens holds."""
_ENVIRONMENT_NAME = r"^[A-Z_][A-Z0-9_]*$"


def _number_as_text(value: object) -> object:
    """A rating written as a bare number is meant as the value of that name."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _address(value: object) -> object:
    if isinstance(value, str):
        refuse_unsafe_address(value)
    return value


def refuse_unsafe_address(base_url: str) -> None:
    """Refuse an address that is none, or that may carry a credential; the address is not repeated.

    Raises
    ------
    ValueError
        With what was expected.
    """
    # Anywhere, because a password with a slash or a question mark in it ends what is parsed as the host.
    if any(mark in base_url for mark in "@?#"):
        raise ValueError(
            "an address without user, password or ?parameters: a file holds no credentials; "
            "name the environment variable that holds the key in api_key_env"
        )
    try:
        parts = urlsplit(base_url)
        port_is_a_number = parts.port is None or parts.port >= 0
    except ValueError:
        port_is_a_number = False
    if not port_is_a_number or parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("an address like http://localhost:11434")


ScaleValue = Annotated[str, Field(min_length=1), BeforeValidator(_number_as_text, json_schema_input_type=str | int)]
Named = Annotated[str, Field(min_length=1)]


class _Part(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False)


class ModelPart(_Part):
    """``model``: who answers."""

    provider: AskedProvider
    name: Named
    digest: Named | None = None
    base_url: Annotated[Named | None, BeforeValidator(_address)] = None
    server_id: Named | None = None
    api_key_env: Annotated[str, Field(pattern=_ENVIRONMENT_NAME)] | None = None


class PromptPart(_Part):
    """``prompt``: what is asked."""

    dialect: Dialect | None = None
    role: Literal["user", "system"] = "user"
    template: Named
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")] | None = None


class OptionsPart(_Part):
    """``options``: how the model samples; null leaves the choice to the server."""

    temperature: Annotated[float, Field(ge=0)] | None = None
    seed: int | None = None
    max_tokens: Annotated[int, Field(ge=1, le=_MOST_TOKENS)] | None = None
    num_ctx: Annotated[int, Field(ge=1, le=_MOST_TOKENS)] | None = None
    think: bool | str | None = None


class ReadingPart(_Part):
    """``reading``: which rule reads the reply, and who reads it so in production."""

    rule: Named
    reader: Named
    params: dict[str, JsonValue] = Field(default_factory=dict)


class VerdictsPart(_Part):
    """``verdicts``: the scale, and what the rule's tokens mean on it."""

    values: Annotated[list[ScaleValue], Field(min_length=2)]
    level: Literal["nominal", "ordinal"] = "nominal"
    passing: Annotated[list[ScaleValue], Field(min_length=1)]
    tokens: dict[ScaleValue, ScaleValue] | None = None
    scores: dict[ScaleValue, Annotated[float, Field(ge=0, le=1)]] = Field(default_factory=dict)


class JudgeFile(_Part):
    """A whole judge file."""

    schema_: str = Field(alias="schema")
    name: Named
    description: str = ""
    criterion: Named
    model: ModelPart | None = None
    prompt: PromptPart | None = None
    options: OptionsPart = Field(default_factory=OptionsPart)
    reading: ReadingPart
    verdicts: VerdictsPart | None = None
    calibration: dict[str, JsonValue] | None = None


class _PlainSchema(GenerateJsonSchema):
    """Without titles, which repeat the keys, and without defaults, which are the judge's and not the file's."""

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002  (the base class has it)
        return False

    def default_schema(self, schema: WithDefaultSchema) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"])


def as_json_schema() -> str:
    """The JSON Schema of a judge file; see :func:`evalcore.judges.json_schema`."""
    schema = JudgeFile.model_json_schema(by_alias=True, schema_generator=_PlainSchema)
    schema["properties"]["schema"] = {"type": "string", "pattern": _SCHEMA_PATTERN}
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "urn:evalcore:judge:1"}
    return json.dumps(head | schema | {"title": f"A judge file ({SCHEMA})"}, ensure_ascii=False, indent=2) + "\n"


def validated(document: Any, *, file: str) -> dict[str, Any]:
    """The document with its numbers and names as they are meant, without the keys that it leaves out.

    Raises
    ------
    JudgeError
        Names the file, the key, what was expected and what was found; secrets are not repeated.
    """
    if not isinstance(document, dict):
        raise JudgeError(f'{file}: expected a judge file that starts with schema: "{SCHEMA}", found no keys')
    schema = document.get("schema")
    if not isinstance(schema, str) or not re.fullmatch(_SCHEMA_PATTERN, schema):
        found = repr(schema) if "schema" in document else "no schema"
        raise JudgeError(f'{file}: expected schema: "{SCHEMA}", found {found}; a newer file needs a newer evalcore')
    try:
        return JudgeFile.model_validate(document).model_dump(by_alias=True, exclude_unset=True)
    except ValidationError as error:
        complaints = [_complaint(detail) for detail in error.errors(include_url=False)]
        raise JudgeError("\n".join(f"{file}: {complaint}" for complaint in complaints)) from None


def _complaint(detail: ErrorDetails) -> str:
    location = [str(part) for part in detail["loc"]]
    key = ".".join(location)
    if location[-1].lower() in _SECRETS and detail["type"] == "extra_forbidden":
        return (
            f"{key}: a key is never written into a file; put it into an environment variable "
            "and name that variable in model.api_key_env"
        )
    if detail["type"] == "missing":
        return f"{key} is missing"
    if detail["type"] == "extra_forbidden":
        return f"{key} is not a key of a judge file{known_here(JudgeFile, location)}"
    expected = detail["msg"].removeprefix("Value error, ").removeprefix("Input should be ")
    if location[-1] == "api_key_env":
        return f"{key}: expected the name of an environment variable, such as JUDGE_API_KEY, not the key itself"
    if location[-1] == "base_url":
        return f"{key}: expected {expected}"
    advice = "; put it in quotes" if detail["type"] == "string_type" and detail["input"] is not None else ""
    return f"{key}: expected {expected}, found {_shortened(detail['input'])}{advice}"


def _shortened(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
