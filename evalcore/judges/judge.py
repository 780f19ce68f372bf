"""A judge: a model, a prompt, options, and a rule that reads its reply."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, Protocol

from evalcore.domain import PASS_FAIL, Reading, Scale, canonical_json, sha256_of
from evalcore.prompts import Dialect

PROVIDERS = ("ollama", "openai", "embedded", "rules")
AskedProvider = Literal["ollama", "openai", "embedded", "rules"]
"""Those that a judge can be asked of."""
ProviderName = Literal[AskedProvider, "recorded"]

RECORDED: Final = "recorded"
"""The provider of a judge that ran elsewhere, of which a file holds what it said; and, where that are verdicts rather
than replies, the name of what reads them. Neither can be chosen: such a judge is never asked."""

YES_NO_TOKENS: Mapping[str, str] = {"yes": "pass", "no": "fail", "pass": "pass", "fail": "fail"}
"""What the tokens of the yes/no rules and of the Spring rules mean on the pass/fail scale."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRef:
    """Which model answers, and where."""

    provider: ProviderName
    name: str
    """As the provider calls it; for ``rules`` the rule's name, for ``embedded`` a known name or a GGUF path, for
    ``recorded`` what the file calls the judge."""
    digest: str | None = None
    """Resolved when a run is planned; None before. For ``recorded``: of all that was recorded."""
    base_url: str | None = None
    """None: the provider's own default, from the environment."""
    server_id: str | None = None
    """For an OpenAI-style server: a name that stands for its origin in fingerprints."""
    api_key_env: str | None = None
    """Name of the environment variable that holds the key; the key itself is never kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """One message with a template; the dialect says how it is filled."""

    template: str
    dialect: Dialect = "brace"
    role: Literal["user", "system"] = "user"
    known_as: str | None = None
    """Set where the template's hash is a published default, such as "Spring AI RelevancyEvaluator 1.0.0 to 2.0.1"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Sampling options; None leaves the choice to the server."""

    temperature: float | None = 0.0
    seed: int | None = 42
    max_tokens: int | None = 8
    num_ctx: int | None = None
    think: bool | str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSpec:
    """A reading rule by name, with its parameters."""

    name: str
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Judge:
    """A measuring instrument: what is asked, of whom, and how the reply is read."""

    name: str
    criterion: str
    model: ModelRef
    prompt: Prompt | None
    """None for rule judges, which look at the case itself, and for recorded ones, whose prompt nobody told."""
    options: Options = field(default_factory=Options)
    rule: RuleSpec
    reader: str
    """Who reads replies this way in production, such as "Spring AI 2.0"."""
    scale: Scale = PASS_FAIL
    """The values this judge can give, and which of them pass."""
    tokens: Mapping[str, str] = field(default_factory=dict)
    """Token of the rule → value of the scale; a token that is not listed stands for itself."""
    scores: Mapping[str, float] = field(default_factory=dict)
    """Value of the scale → score in [0, 1], where the deployed judge reports one."""
    description: str = ""

    @property
    def is_recorded(self) -> bool:
        """Whether it ran elsewhere, so that only what a file holds of it is known and it is never asked."""
        return self.model.provider == RECORDED

    def verdict(self, reading: Reading) -> str | None:
        """The scale value that a reading stands for; None for an unread reply or an unknown token."""
        if reading.token is None:
            return None
        value = self.tokens.get(reading.token, reading.token)
        return value if value in self.scale.values else None

    def passes(self, value: str) -> bool:
        """Whether a verdict counts as a pass."""
        return self.scale.passes(value)

    def pinned(self, *, digest: str | None = None, base_url: str | None = None) -> Judge:
        """The same judge with the digest and address that a provider resolved."""
        model = replace(
            self.model,
            digest=digest if digest is not None else self.model.digest,
            base_url=base_url if base_url is not None else self.model.base_url,
        )
        return replace(self, model=model)


def request_fingerprint(judge: Judge) -> str:
    """Name of what is asked: provider, endpoint, model, digest, prompt and options.

    Neither the judge's name nor a key is in it, and nothing about how the reply is read.
    """
    return sha256_of(canonical_json(_request_key(judge)))


def config_sha256(judge: Judge) -> str:
    """Name of what a calibration belongs to: the request and everything that makes a verdict of its reply."""
    return sha256_of(
        canonical_json(
            {
                "request": _request_key(judge),
                "rule": [judge.rule.name, dict(judge.rule.params)],
                "scale": [list(judge.scale.values), judge.scale.level, list(judge.scale.passing)],
                "tokens": dict(judge.tokens),
                "scores": dict(judge.scores),
            }
        )
    )


class Askable(Protocol):
    """What decides whether a case is put to a judge: the case itself, or its outline."""

    @property
    def lacks_evidence(self) -> bool:
        """Whether evidence was expected and there is none."""

    @property
    def must_mention(self) -> object:
        """Truthy where an answer has to mention something."""

    @property
    def must_retrieve(self) -> object:
        """Truthy where retrieval has to bring something."""


def reason_not_to_ask(judge: Judge, case: Askable, *, ask_without_evidence: bool = False) -> str | None:
    """Why a case is not put to a judge at all, or None to ask.

    A case that expects evidence and has none is a failure of retrieval, not of the answer: which is
    what must-retrieve is about, so that it is asked. A rule that checks a requirement has nothing to
    say on a case that states none. A recorded judge was asked already, by whoever recorded it.

    ``ask_without_evidence`` lifts a lack of evidence and nothing else.
    """
    if judge.is_recorded:
        return None
    rule = judge.model.name if judge.model.provider == "rules" else None
    if rule == "must-retrieve":
        return None if case.must_retrieve else "no required source"
    if case.lacks_evidence and not ask_without_evidence:
        return "no evidence"
    if rule == "must-mention" and not case.must_mention:
        return "no required mention"
    return None


def _request_key(judge: Judge) -> dict[str, Any]:
    model, prompt, options = judge.model, judge.prompt, judge.options
    return {
        "provider": model.provider,
        "endpoint": _endpoint_identity(model),
        "model": model.name if model.digest is None else None,
        "digest": model.digest,
        "prompt": None if prompt is None else [prompt.dialect, prompt.role, prompt.template],
        "options": {
            "temperature": options.temperature,
            "seed": options.seed,
            "max_tokens": options.max_tokens,
            "num_ctx": options.num_ctx,
            "think": options.think,
        },
    }


def _endpoint_identity(model: ModelRef) -> str | None:
    """Ollama and embedded models are known by their digest; an OpenAI-style server by its origin."""
    if model.provider != "openai":
        return None
    return model.server_id or (model.base_url.rstrip("/") if model.base_url else None)
