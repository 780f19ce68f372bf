"""How a judge is named on the command line and in the app."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import get_args

from evalcore.errors import JudgeError
from evalcore.judges.files import read_judge_file
from evalcore.judges.judge import AskedProvider, Judge, ModelRef, Prompt, RuleSpec
from evalcore.judges.presets import builtin_judges
from evalcore.judges.spring_templates import KNOWN_TEMPLATES, KnownTemplate, as_published, recognise_template
from evalcore.prompts import check, placeholders

MODEL_PROVIDERS: tuple[AskedProvider, ...] = tuple(name for name in get_args(AskedProvider) if name != "rules")
"""Those that a ``provider:model`` may name."""

PLAIN_PRESET = "yes-no"
"""The preset that a bare ``provider:model`` stands for."""

OVERLAP_RULE = "word-overlap"
"""The one rule with a parameter: its threshold, a share from 0 to 1, after a colon."""


def find_judge(spec: str, *, criterion: str | None = None) -> Judge:
    """The judge that a name means, ready to be asked.

    Parameters
    ----------
    spec
        A file (ends in ``.yaml`` or ``.yml``, or has a slash); a built-in preset; ``provider:model``
        (the yes-no preset); or ``preset@provider:model``, split at the first ``@``, then at the
        first ``:``. A model's own name may hold slashes and colons. ``word-overlap:0.5`` is the
        word-overlap rule with another threshold.
    criterion
        What the judge is taken to judge, instead of what its file or preset says.

    Raises
    ------
    JudgeError
        When nothing has this name (the message lists what there is), when the file cannot be read,
        or when the judge still needs a model.
    """
    judge = _find(spec)
    if needs_model(judge):
        raise JudgeError(
            f"{spec}: this judge needs a model; name one as {judge.name}@provider:model, "
            f"for example {judge.name}@ollama:smollm2:135m"
            if judge.name in builtin_judges()
            else f"{spec}: this judge file names no model; add model.provider and model.name"
        )
    return replace(judge, criterion=criterion) if criterion else judge


def needs_model(judge: Judge) -> bool:
    """Whether a judge names no model yet, so that it cannot be asked."""
    return not judge.model.name


def with_model(judge: Judge, model: ModelRef) -> Judge:
    """The judge asked of another model, named ``judge@provider:model``.

    Raises
    ------
    JudgeError
        When the judge is a rule, which asks no model.
    """
    if judge.prompt is None:
        raise JudgeError(f"{judge.name} is a rule and asks no model; name it without @{model.provider}:{model.name}")
    return replace(judge, model=model, name=f"{judge.name}@{model.provider}:{model.name}")


def parse_model(spec: str) -> ModelRef:
    """The model that ``provider:model`` names, split at the first colon.

    Raises
    ------
    JudgeError
        When there is no such provider, or no model after the colon.
    """
    provider, _, name = spec.partition(":")
    for known in MODEL_PROVIDERS:
        if known == provider and name:
            return ModelRef(provider=known, name=name)
    if provider in MODEL_PROVIDERS:
        raise JudgeError(f"{spec}: expected a model after {provider}:, as in {provider}:NAME")
    if provider == "rules":
        raise JudgeError(f"{spec}: a rule is named alone, without rules: before it{_list_of(_rule_presets(), name)}")
    raise JudgeError(f"{spec}: no provider is called {provider!r}{_list_of(MODEL_PROVIDERS, provider)}")


def judge_for_template(text: str, *, known: Sequence[KnownTemplate] = KNOWN_TEMPLATES) -> Judge:
    """A judge without a model for one of Spring AI's prompts, pasted or read from a jar.

    A published default is recognised by its hash (white space that pasting lost is restored) and is
    filled as StringTemplate fills it. Any other text is taken for a changed prompt of the evaluator
    whose placeholders it uses.

    Raises
    ------
    TemplateError
        When StringTemplate cannot fill it, or it uses no known placeholder.
    """
    template = as_published(text, known=known)
    recognised = recognise_template(template, known=known)
    check(template, "stringtemplate")
    checks_a_claim = {"document", "claim"} & set(placeholders(template, "stringtemplate"))
    like = "spring-fact-check" if checks_a_claim else "spring-relevancy"
    prompt = Prompt(template=template, dialect="stringtemplate")
    if recognised is None:
        own = f"A prompt of one's own in the form of {like}."
        return replace(builtin_judges()[like], name=f"{like}-own", prompt=prompt, description=own)
    return replace(
        builtin_judges()[recognised.preset],
        name=f"{recognised.preset}-{recognised.versions.replace(' ', '-')}",
        description=f"The default prompt of {recognised.known_as}, byte for byte.",
        prompt=replace(prompt, known_as=recognised.known_as),
        rule=RuleSpec(name=recognised.rule),
        reader=recognised.reader,
    )


def _find(spec: str) -> Judge:
    if spec.endswith((".yaml", ".yml")):
        return read_judge_file(spec)
    before, at, after = spec.partition("@")
    if spec.partition(":")[0] in MODEL_PROVIDERS:
        return replace(with_model(builtin_judges()[PLAIN_PRESET], parse_model(spec)), name=spec)
    if at and not after and before in builtin_judges():
        raise JudgeError(f"{spec}: expected a model after the @, as in {before}@ollama:NAME; found nothing")
    if at and before in builtin_judges():
        return with_model(builtin_judges()[before], parse_model(after))
    if "/" in spec or "\\" in spec:
        return read_judge_file(spec)
    if at:
        raise JudgeError(f"{spec}: no preset is called {before!r}{_list_of(tuple(builtin_judges()), before)}")
    if spec.startswith(f"{OVERLAP_RULE}:"):
        rule = builtin_judges()[OVERLAP_RULE]
        return replace(rule, name=spec, model=replace(rule.model, name=spec))
    if ":" in spec:
        return with_model(builtin_judges()[PLAIN_PRESET], parse_model(spec))
    if spec in builtin_judges():
        return builtin_judges()[spec]
    raise JudgeError(
        f"no judge is called {spec!r}{_list_of(tuple(builtin_judges()), spec)}. "
        "A judge is a file (.yaml), a preset, provider:model or preset@provider:model"
    )


def _rule_presets() -> tuple[str, ...]:
    return tuple(name for name, judge in builtin_judges().items() if judge.prompt is None)


def _list_of(names: Sequence[str], sought: str) -> str:
    import difflib  # only somebody who mistyped needs it

    nearest = difflib.get_close_matches(sought, names, n=1, cutoff=0.5)
    return (f"; did you mean {nearest[0]}?" if nearest else "") + f" (there are: {', '.join(names)})"
