"""The verdicts or replies that a file holds of a judge, in the columns that a report is made of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from evalcore.domain import How, Reading, Scale, Usage
from evalcore.domain.reply_columns import ReplyForm
from evalcore.errors import InputError, JudgeError
from evalcore.judges import Judge, ModelRef, RuleSpec
from evalcore.replies import check_rule, rule_named
from evalcore.report.calls import NO_REPLY, CallColumns
from evalcore.report.columns import JudgeColumns, judge_columns, read_calls
from evalcore.report.outcomes import OFF_SCALE, ReadReply, Side
from evalcore.report.scale_words import ScaleWords, listed

RECORDED = "recorded"
"""Stands where a report names the reading rule, when the file holds verdicts and no replies."""
READER = "as the file records it"


def recorded_judge(
    name: str, cells: Sequence[str | None], words: ScaleWords, *, rule: str | None, spec: RuleSpec | None = None
) -> JudgeColumns:
    """What one column of a file says, case by case, at its only repeat.

    Parameters
    ----------
    cells
        Per case, as it stands; None where there is none. Without a rule, a blank one is none either.
    rule
        Read the cells as replies by this rule; None: they are verdicts.
    spec
        The rule with its parameters; None: those that the scale gives.

    Raises
    ------
    InputError
        No cell holds a verdict.
    JudgeError
        There is no such rule, or it needs more than a scale.
    """
    scale = words.scale
    if rule is not None:
        judge = _judge(name, scale, spec or RuleSpec(name=rule, params=_params(rule, words)))
        fails = len(scale.values) == 2 and bool(scale.passing)
        return read_calls(_calls(judge, cells), unread="fail" if fails else "class")
    judge = _judge(name, scale, RuleSpec(name=RECORDED))
    calls = _calls(judge, [cell if cell and cell.strip() else None for cell in cells])
    reads = [_as_recorded(judge, words.value(form.text)) for form in calls.forms]
    if reads and not any(read.deployed.said for read in reads):
        found = listed(Counter(cell for cell in cells if cell and cell.strip()))
        raise InputError(
            f"column {name!r} holds no value of the scale ({', '.join(scale.values)}), but {found}. Name the values "
            "with --values; or, if these are raw replies, the rule that reads them with --rule."
        )
    # A column of its own for no verdict, but only where there is a cell without one.
    unusable = any(not read.deployed.said for read in reads)
    return judge_columns(calls, judge, reads, unread="class" if unusable else "exclude")


def _judge(name: str, scale: Scale, rule: RuleSpec) -> Judge:
    failing = [value for value in scale.values if not scale.passes(value)]
    binary = len(scale.passing) == 1 and len(failing) == 1
    return Judge(
        name=name,
        criterion="",
        # Nothing is known of the model but the column that it filled; that names the configuration.
        model=ModelRef(provider="rules", name=name),
        prompt=None,
        rule=rule,
        reader=READER,
        scale=scale,
        tokens=_tokens(scale.passing[0], failing[0]) if binary else {},
    )


def _tokens(passing: str, failing: str) -> Mapping[str, str]:
    return {"yes": passing, "pass": passing, "no": failing, "fail": failing}


def _params(rule: str, words: ScaleWords) -> Mapping[str, Any]:
    """What a rule has to know of the scale."""
    values, wanted = words.scale.values, rule_named(rule).defaults
    if "low" in wanted and "high" in wanted:
        if [str(number) for number in _range(values)] != list(values):
            raise JudgeError(
                f"the rule {rule} reads one integer of a scale without gaps; the values are {', '.join(values)}. "
                "Choose --scale rating, or --values such as 1,2,3,4,5."
            )
        return {"low": int(values[0]), "high": int(values[-1])}
    if "values" in wanted:
        return {"values": {value: [word for word in words.synonyms(value) if word != value] for value in values}}
    check_rule(rule)
    return {}


def _range(values: Sequence[str]) -> Sequence[int]:
    try:
        return range(int(values[0]), int(values[-1]) + 1)
    except ValueError:
        return ()


def _calls(judge: Judge, cells: Sequence[str | None]) -> CallColumns:
    number: dict[str, int] = {}
    form = [NO_REPLY if cell is None else number.setdefault(cell, len(number)) for cell in cells]
    return CallColumns(
        judge=judge,
        form=np.array(form, dtype=np.int64).reshape(len(cells), 1),
        forms=tuple(ReplyForm(text=text) for text in number),
        not_asked=(None,) * len(cells),
        failed=0,
        missing=form.count(NO_REPLY),
        cut=np.zeros((len(cells), 1), dtype=np.bool_),
        usage=Usage(prompt_tokens=None, completion_tokens=None, latency_ms={"p50": None, "p95": None}),
    )


def _as_recorded(judge: Judge, value: str | None) -> ReadReply:
    if value is None:
        reading = Reading(token=None, how=How.UNREAD, reason=OFF_SCALE)
        side: Side | None = None
    else:
        reading, side = Reading(token=value, how=How.LITERAL), "pass" if judge.passes(value) else "fail"
    return ReadReply(
        deployed=reading,
        lenient=reading,
        deployed_verdict=value,
        lenient_verdict=value,
        deployed_side=side,
        lenient_side=side,
    )
