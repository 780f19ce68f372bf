"""What a judge may answer, for tools that offer a model a list to choose from."""

from __future__ import annotations

from dataclasses import dataclass

from evalcore.judges import Judge
from evalcore.replies import rule_named

_TOP_OF_RECORD = {"spring-score-1-4": 4, "spring-rubric-1-5": 5}


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One answer that the prompt asks for."""

    said: str
    """As the model says it."""
    value: str
    """The value of the judge's scale that it stands for."""
    passes: bool


def choices(judge: Judge) -> tuple[Choice, ...]:
    """Every answer that stands for a value of the judge's scale, in the order of its rule."""
    found = []
    for said, token in _tokens(judge):
        value = judge.tokens.get(token, token)
        if value in judge.scale.values:
            found.append(Choice(said=said, value=value, passes=judge.passes(value)))
    return tuple(found)


def _tokens(judge: Judge) -> tuple[tuple[str, str], ...]:
    """What is said, and the token of the rule that it is read as."""
    rule = rule_named(judge.rule.name)
    params = rule.complete(judge.rule.params)
    if rule.name in _TOP_OF_RECORD:
        marks = range(1, _TOP_OF_RECORD[rule.name] + 1)
        return tuple((str(mark), "pass" if mark >= params["passes_from"] else "fail") for mark in marks)
    if rule.name == "rating":
        return tuple((str(mark), str(mark)) for mark in range(params["low"], params["high"] + 1))
    if rule.name == "label":
        return tuple((value, value) for value in params["values"])
    if rule.name == "regex":
        return tuple((token, token) for token in params["patterns"])
    return tuple(zip(("yes", "no"), rule.tokens, strict=True))
