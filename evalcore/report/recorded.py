"""The verdicts or replies that a file holds of a judge, in the columns that a report is made of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from evalcore.domain import Scale, Usage
from evalcore.domain.reply_columns import ReplyForm
from evalcore.errors import InputError, JudgeError
from evalcore.importing.label_words import number_in
from evalcore.judges import RECORDED, Judge, ModelRef, Options, RuleSpec
from evalcore.replies import check_rule, rule_named
from evalcore.report.calls import NO_REPLY, CallColumns
from evalcore.report.columns import JudgeColumns, read_calls
from evalcore.report.scale_words import ScaleWords, listed

READER = "as the file records it"

Said = Sequence[Sequence[str | None]]
"""Per case what a judge said of it, repeat by repeat; None where nothing is recorded."""


def recorded_judge(name: str, cells: Sequence[str | None], words: ScaleWords, *, rule: str | None) -> JudgeColumns:
    """What one column of a file says, case by case, at its only repeat.

    Parameters
    ----------
    cells
        Per case, as it stands; None where there is none. Without a rule, a blank one is none either.
    rule
        Read the cells as replies by this rule; None: they are verdicts.

    Raises
    ------
    InputError
        No cell holds a verdict.
    JudgeError
        There is no such rule, or it needs more than a scale.
    """
    judge = judge_as_recorded(name, words, rule_of(words, rule))
    return recorded_columns(judge, without_blanks(judge, [(cell,) for cell in cells]))


def rule_of(words: ScaleWords, rule: str | None, params: Mapping[str, Any] | None = None) -> RuleSpec:
    """What reads the cells of a judge: a rule, with its parameters or else those that the scale gives; or the words.

    Raises
    ------
    JudgeError
        There is no such rule, or it needs more than a scale.
    """
    if rule is None:
        return RuleSpec(name=RECORDED, params={"words": dict(words.words)})
    return RuleSpec(name=rule, params=params or _params(rule, words))


def judge_as_recorded(
    name: str, words: ScaleWords, rule: RuleSpec, *, criterion: str = "", description: str = ""
) -> Judge:
    """The judge that filled a column: nothing is known of it but its name, and how what it said is read.

    ``description`` is the file and column in which that stands.
    """
    scale = words.scale
    failing = [value for value in scale.values if not scale.passes(value)]
    binary = len(scale.passing) == 1 and len(failing) == 1
    return Judge(
        name=name,
        criterion=criterion,
        model=ModelRef(provider=RECORDED, name=name),
        prompt=None,
        options=Options(temperature=None, seed=None, max_tokens=None),
        rule=rule,
        reader=READER,
        scale=scale,
        tokens=_tokens(scale, failing[0]) if binary and rule.name != RECORDED else {},
        description=description,
    )


def without_blanks(judge: Judge, said: Said) -> list[tuple[str | None, ...]]:
    """The same, where a blank verdict is none; a blank reply is one."""
    if judge.rule.name != RECORDED:
        return [tuple(texts) for texts in said]
    return [tuple(text if text and text.strip() else None for text in texts) for texts in said]


def repeats_of(said: Said) -> int:
    """How often a judge was asked about the case that it was asked about most often, at least 1."""
    return max(1, max(map(len, said), default=1))


def recorded_columns(judge: Judge, said: Said, *, repeats: int | None = None) -> JudgeColumns:
    """What a judge said of the cases of a set, read; what is not recorded up to a number of repeats is missing.

    Parameters
    ----------
    repeats
        At least as many as are recorded; None: as many.

    Raises
    ------
    InputError
        They are to be verdicts, and none is a value of the scale; or they are numbers of which only some are.
    """
    if judge.rule.name == RECORDED:
        given = Counter(text for texts in said for text in texts if text is not None)
        refuse_scores(judge.model.name, given, ScaleWords(scale=judge.scale, words=judge.rule.params["words"]))
    columns = read_calls(_calls(judge, said, repeats or repeats_of(said)))
    if judge.rule.name == RECORDED and columns.reads and not any(read.deployed.said for read in columns.reads):
        raise InputError(_no_value(judge, Counter(text for texts in said for text in texts if text is not None)))
    return columns


def refuse_scores(name: str, given: Counter[str], words: ScaleWords) -> None:
    """Refuse a column of numbers of which only some are on the scale: scores, with a 1 and a 0 among them.

    On a scale of numbers a whole one that is off it, such as a 0 of 1 to 5, is no verdict, and counted as none.

    Raises
    ------
    InputError
        Measured as verdicts, the column would be measured on a part of it.
    """
    numbers = {word: number for word in given if (number := number_in(word)) is not None}
    on_it = Counter({word: given[word] for word in numbers if words.value(word) is not None})
    ratings = all(number_in(value) is not None for value in words.scale.values)
    off = Counter(
        {
            word: given[word]
            for word, number in numbers.items()
            if word not in on_it and not (ratings and number.is_integer())
        }
    )
    if on_it and off:
        raise InputError(
            f"column {name!r} holds numbers of which only some are values of the scale "
            f"({', '.join(words.scale.values)}): {listed(on_it)} are, {listed(off)} are not. "
            f"{_how_to_cut(tuple(numbers.values()), words.scale)}"
        )


def _no_value(judge: Judge, words: Counter[str]) -> str:
    """Why a column is none of verdicts, and what to do."""
    found = (
        f"column {judge.model.name!r} holds no value of the scale ({', '.join(judge.scale.values)}), but "
        f"{listed(words)}. "
    )
    numbers = [number for word in words if (number := number_in(word)) is not None]
    if len(numbers) < len(words):
        return (
            f"{found}Name the values with --values; or, if these are raw replies, the rule that reads them with --rule,"
            " or in a recipe."
        )
    return found + _how_to_cut(numbers, judge.scale)


def _how_to_cut(numbers: Sequence[float], scale: Scale) -> str:
    """The lines of a recipe that make verdicts of numbers, for a person to change."""
    if all(0 <= number <= 1 for number in numbers):
        example, patterns = _SHARES
    elif set(numbers) <= {-1, 0, 1}:
        example, patterns = _SIGNED
    else:
        example, patterns = _RATINGS
    if set(scale.values) != {"pass", "fail"}:
        example = f"{example}; the patterns are to be those of {', '.join(scale.values)}"
    return (
        f"These are numbers, and nothing says from which on one passes. A recipe says it under recorded"
        f" ({example}):\n      rule: regex\n      params: {{patterns: {patterns}}}"
    )


_SHARES = (
    "here from 0.5 on",
    r"{pass: '^(1([.,]0*)?|0?[.,][5-9][0-9]*)$', fail: '^(0|0?[.,][0-4][0-9]*)$'}",
)
_SIGNED = "here 1 passes, 0 fails and -1 is no verdict", r"{pass: '^1([.,]0*)?$', fail: '^0([.,]0*)?$'}"
_RATINGS = "here 4 and 5 of 5", r"{pass: '^[45]([.,]0*)?$', fail: '^[123]([.,]0*)?$'}"


def _tokens(scale: Scale, failing: str) -> Mapping[str, str]:
    """What yes and no mean, where they are no values themselves."""
    meant = {"yes": scale.passing[0], "pass": scale.passing[0], "no": failing, "fail": failing}
    return {token: value for token, value in meant.items() if token not in scale.values}


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


def _calls(judge: Judge, said: Said, repeats: int) -> CallColumns:
    number: dict[str, int] = {}
    form = np.full((len(said), repeats), NO_REPLY, dtype=np.int64)
    for case, texts in enumerate(said):
        for repeat, text in enumerate(texts):
            if text is not None:
                form[case, repeat] = number.setdefault(text, len(number))
    return CallColumns(
        judge=judge,
        form=form,
        forms=tuple(ReplyForm(text=text) for text in number),
        not_asked=(None,) * len(said),
        failed=0,
        missing=int((form == NO_REPLY).sum()),
        cut=np.zeros((len(said), repeats), dtype=np.bool_),
        usage=Usage(prompt_tokens=None, completion_tokens=None, latency_ms={"p50": None, "p95": None}),
    )
