"""A judge as the fields that a person edits, and back; what is written is checked as a file is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from evalcore.domain import PASS_FAIL, Scale
from evalcore.errors import JudgeError
from evalcore.judges.files import NO_MODEL, judge_from_text, judge_to_text
from evalcore.judges.judge import YES_NO_TOKENS, Judge, ModelRef, Options, RuleSpec, config_sha256
from evalcore.judges.naming import MODEL_PROVIDERS, PLAIN_PRESET, find_judge, parse_model
from evalcore.judges.presets import builtin_judges
from evalcore.judges.spring_templates import KNOWN_TEMPLATES
from evalcore.prompts import Dialect
from evalcore.replies import RULES

RATING = "rating"
OWN_READER = "evalcore"
"""Who reads by a rule that no other product has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeFields:
    """What can be changed about a judge that asks a model."""

    name: str
    criterion: str
    model: str
    """As ``provider:model``; empty while it names none."""
    keep_digest: bool = True
    """Whether a pinned model stays pinned; another model starts without a pin."""
    template: str
    dialect: Dialect
    options: Options = field(default_factory=Options)
    rule: str
    params: Mapping[str, Any] = field(default_factory=dict)
    """Every parameter of the rule; empty for a rule without any."""
    pass_mark: int | None = None
    """For ratings, the lowest that passes; None for other rules."""


def fields_of(judge: Judge) -> JudgeFields:
    """The fields of a judge.

    Raises
    ------
    JudgeError
        When the judge is a rule, which has nothing to edit.
    """
    if judge.prompt is None:
        raise JudgeError(f"{judge.name} is a rule: it looks at the case itself and has no prompt to edit")
    params = RULES[judge.rule.name].complete(judge.rule.params)
    return JudgeFields(
        name=judge.name,
        criterion=judge.criterion,
        model=f"{judge.model.provider}:{judge.model.name}" if judge.model.name else "",
        template=judge.prompt.template,
        dialect=judge.prompt.dialect,
        options=judge.options,
        rule=judge.rule.name,
        params=params,
        pass_mark=_pass_mark(judge, params) if judge.rule.name == RATING else None,
    )


def edited(judge: Judge, changed: JudgeFields) -> Judge:
    """The judge with changed fields; what no field names stays as it was.

    Another rule brings its own scale and reader: pass and fail, or the ratings from low to high.

    Raises
    ------
    TemplateError
        When the dialect cannot fill the template.
    JudgeError
        When the judge could not be read from a file; the message says which part and why.
    """
    if judge.prompt is None:
        raise JudgeError(f"{judge.name} is a rule: it looks at the case itself and has no prompt to edit")
    before = fields_of(judge)
    changed_judge = replace(
        judge,
        name=changed.name.strip(),
        criterion=changed.criterion,
        model=_model(judge.model, before.model, changed),
        prompt=replace(judge.prompt, template=changed.template, dialect=changed.dialect),
        options=changed.options,
    )
    if (changed.rule, changed.params, changed.pass_mark) != (before.rule, before.params, before.pass_mark):
        changed_judge = _read_otherwise(changed_judge, changed)
    return judge_from_text(judge_to_text(changed_judge), file=changed_judge.name or "judge")


def name_for_copy(name: str) -> str:
    """A name for a changed judge: its own, unless that has a fixed meaning; then one made of the preset's."""
    preset = name.partition("@")[0]
    if preset in builtin_judges():
        return f"{preset}-2"
    return f"{PLAIN_PRESET}-2" if name.partition(":")[0] in MODEL_PROVIDERS else name


def refuse_misleading_name(judge: Judge) -> None:
    """Make sure that the judge's name does not mean another judge on the command line.

    Raises
    ------
    JudgeError
        When it does; the message proposes another name.
    """
    if judge.name.endswith((".yaml", ".yml")):
        raise JudgeError(f"{judge.name} reads like the name of a file: expected a name without its ending")
    if name_for_copy(judge.name) == judge.name:
        return
    meant = builtin_judges().get(judge.name) or find_judge(judge.name)
    if config_sha256(_without_digest(meant)) != config_sha256(_without_digest(judge)):
        raise JudgeError(
            f"{judge.name} already means a built-in judge, which this is not: "
            f"expected another name, such as {name_for_copy(judge.name)}"
        )


def reader_of(rule: str) -> str:
    """Who reads replies by a rule in production, where the judge does not say."""
    known = (template.reader for template in KNOWN_TEMPLATES if template.rule == rule)
    return next(known, OWN_READER)


def _without_digest(judge: Judge) -> Judge:
    return replace(judge, model=replace(judge.model, digest=None))


def _model(before: ModelRef, named_before: str, changed: JudgeFields) -> ModelRef:
    if not changed.model:
        return NO_MODEL
    if changed.model == named_before:
        return before if changed.keep_digest else replace(before, digest=None)
    model = parse_model(changed.model)
    if model.provider != before.provider:
        return model
    return replace(before, name=model.name, digest=None)


def _read_otherwise(judge: Judge, changed: JudgeFields) -> Judge:
    same_rule = judge.rule.name == changed.rule
    judge = replace(
        judge,
        rule=RuleSpec(name=changed.rule, params=changed.params),
        reader=judge.reader if same_rule else reader_of(changed.rule),
    )
    if changed.rule == RATING:
        return _with_ratings(judge, changed)
    if same_rule:
        return judge
    if judge.scale == PASS_FAIL:
        return replace(judge, tokens={**YES_NO_TOKENS, **judge.tokens})
    return replace(judge, scale=PASS_FAIL, tokens=dict(YES_NO_TOKENS), scores={})


def _with_ratings(judge: Judge, changed: JudgeFields) -> Judge:
    low, high, mark = changed.params["low"], changed.params["high"], changed.pass_mark
    if mark is None or not low < mark <= high:
        raise JudgeError(
            f"expected a pass mark above {low} and up to {high}, so that some ratings pass and some fail, found {mark}"
        )
    values = tuple(str(rating) for rating in range(low, high + 1))
    scale = Scale(values=values, level="ordinal", passing=values[mark - low :])
    return replace(judge, scale=scale, tokens={}, scores=judge.scores if judge.scale.values == values else {})


def _pass_mark(judge: Judge, params: Mapping[str, Any]) -> int:
    """The lowest rating that passes; the highest where none does."""
    ratings = range(params["low"], params["high"] + 1)
    passing = (rating for rating in ratings if judge.passes(judge.tokens.get(str(rating), str(rating))))
    return next(passing, params["high"])
