"""``JudgeRule.java``: reading rule, parameters and scale, as code and as the line that they are read back from."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from evalcore.errors import ExportError
from evalcore.exports.spring.java_text import filled, literal, string_map, string_set
from evalcore.judges import Judge
from evalcore.replies import rule_named

_MARK = "evalcore-rule: "
_LINE = re.compile(rf"^    // {_MARK}(.*)$", re.MULTILINE)
_READ_WITH: Mapping[str, tuple[str, ...]] = {
    "spring-2.0": ("SpringRules",),
    "spring-1.0.2": ("SpringRules",),
    "spring-1.0.0-relevancy": ("SpringRules",),
    "spring-score-1-4": ("RecordRule", "ReplyJson", "ReplyText"),
    "spring-rubric-1-5": ("RecordRule", "ReplyJson", "ReplyText"),
    "json": ("JsonRule", "ReplyJson", "ReplyText"),
    "lenient": ("WordingRule", "ReplyLabels", "ReplyJson", "ReplyText"),
    "label": ("WordingRule", "ReplyLabels", "ReplyJson", "ReplyText"),
    "rating": ("RatingRule", "ReplyLabels", "ReplyJson", "ReplyText"),
    "regex": ("RegexRule", "ReplyText"),
}
_SPRING = {"spring-2.0": "since20", "spring-1.0.2": "since102", "spring-1.0.0-relevancy": "relevancy100"}


def classes_for(rule: str) -> tuple[str, ...]:
    """The classes that a rule needs beside ``JudgeRule``."""
    return ("JudgeReading", *_READ_WITH[rule])


def mark_of(judge: Judge) -> dict[str, Any]:
    """Everything that makes a verdict of a reply, as plain values."""
    return {
        "rule": judge.rule.name,
        "params": dict(rule_named(judge.rule.name).complete(judge.rule.params)),
        "tokens": dict(judge.tokens),
        "values": list(judge.scale.values),
        "passing": list(judge.scale.passing),
        "scores": dict(judge.scores),
    }


def rule_source(mark: Mapping[str, Any], package: str) -> str:
    """The class for a mark."""
    constant, read, score = _code(mark["rule"], mark["params"])
    if score is None:
        score = (
            "verdict == null ? 0 : SCORES.getOrDefault(verdict, 0.0)" if mark["scores"] else "passes(verdict) ? 1 : 0"
        )
    return filled(
        "JudgeRule",
        package=package,
        rule=_MARK + json.dumps(mark),
        tokens=string_map(mark["tokens"]),
        values=string_set(mark["values"]),
        passing=string_set(mark["passing"]),
        scores=string_map(mark["scores"]),
        constant=f"\n    private static final {constant};\n" if constant else "",
        read=read,
        score=score,
    )


def mark_in(source: str, package: str) -> Mapping[str, Any]:
    """The mark of a written class, header aside.

    Raises
    ------
    ExportError
        When the class holds none, or is not the class for its mark.
    """
    found = _LINE.search(source)
    try:
        mark = json.loads(found[1]) if found else None
        if mark is not None and rule_source(mark, package) == source:
            return dict(mark)
    except (ValueError, LookupError, TypeError, AttributeError):
        pass
    raise ExportError("expected JudgeRule.java as it was written, found a changed one; export the judge again")


def _code(rule: str, params: Mapping[str, Any]) -> tuple[str, str, str | None]:
    """A constant, the expression that reads ``reply``, and the one for the score where the rule has its own."""
    match rule:
        case "spring-2.0" | "spring-1.0.2" | "spring-1.0.0-relevancy":
            return "", f"SpringRules.{_SPRING[rule]}(reply)", None
        case "spring-score-1-4":
            return f"RecordRule RECORD = {_record(params, 4, 'true, 1')}", "RECORD.read(reply)", "RECORD.score(reply)"
        case "spring-rubric-1-5":
            return f"RecordRule RECORD = {_record(params, 5, 'false, 0')}", "RECORD.read(reply)", "RECORD.score(reply)"
        case "json":
            return "", f"JsonRule.read(reply, {literal(params['field'])})", None
        case "lenient":
            return "", "WordingRule.YES_NO.read(reply)", None
        case "label":
            rows = (_row(value, *synonyms) for value, synonyms in params["values"].items())
            return f"WordingRule NAMED = WordingRule.values({', '.join(rows)})", "NAMED.read(reply)", None
        case "rating":
            constant = f"RatingRule RATING = new RatingRule({params['low']}L, {params['high']}L)"
            return constant, "RATING.read(reply)", None
        case "regex":
            rows = (_row(token, pattern) for token, pattern in params["patterns"].items())
            patterns = f"new String[][] {{ {', '.join(rows)} }}"
            return (
                f"RegexRule PATTERNS = new RegexRule({patterns}, {literal(params['which'])})",
                "PATTERNS.read(reply)",
                None,
            )
    raise ExportError(f"no Java reads replies by the rule {rule!r}")


def _record(params: Mapping[str, Any], top: int, rest: str) -> str:
    return f"new RecordRule({literal(params['field'])}, {top}, {params['passes_from']}, {rest})"


def _row(*texts: str) -> str:
    return "new String[] { " + ", ".join(map(literal, texts)) + " }"
