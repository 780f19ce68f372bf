"""What is compared of a judge with people: sides where both scales say what passes, else the values themselves."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evalcore.domain import Scale
from evalcore.domain.reply_columns import Bools, Ints
from evalcore.report.columns import NO_VALUE, NONE, SIDES, JudgeColumns, RunColumns, Verdicts


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """The verdicts of one judge against gold, under one way of reading."""

    classes: tuple[str, ...]
    gold: Ints
    """Index into ``classes`` per case, shape (cases,); it has no meaning where nothing is kept."""
    kept: Bools
    """Has gold, was answered, and is not left out for want of a verdict; shape (cases, repeats)."""
    right: Bools
    """Says the same as gold; shape (cases, repeats)."""


def compared(run: RunColumns, columns: JudgeColumns, *, lenient: bool = False) -> Compared:
    """Compare a judge at pass or fail where both scales declare it, else value by value.

    Nothing is kept where the scales allow neither.
    """
    verdicts = columns.lenient if lenient else columns.deployed
    scale, judged = run.scale, columns.judge.scale
    if at_pass_or_fail(scale, judged):
        return _against(SIDES, run.human, run.human != NONE, verdicts.effective, verdicts.counted)
    gold = run.gold_values
    known = (gold != NO_VALUE) & shares_values(scale, judged)
    return _against(scale.values, gold, known, said_values(scale, judged, verdicts), verdicts.counted)


def at_pass_or_fail(gold: Scale, judged: Scale) -> bool:
    """Whether both scales say which of their values pass."""
    return bool(gold.passing and judged.passing)


def shares_values(gold: Scale, judged: Scale) -> bool:
    """Whether people and judge give the same values, in whatever order their scales list them."""
    return set(gold.values) == set(judged.values)


def said_values(gold: Scale, judged: Scale, verdicts: Verdicts) -> Ints:
    """Index on the scale of the gold labels of each verdict that was said, else NO_VALUE; shape (cases, repeats)."""
    place = {value: index for index, value in enumerate(gold.values)}
    # The last entry stands for no verdict, so that NO_VALUE, which is -1, finds it.
    places = np.array([*(place.get(value, NO_VALUE) for value in judged.values), NO_VALUE], dtype=np.int64)
    return np.where(verdicts.sides == NONE, NO_VALUE, places[verdicts.values])


def _against(classes: tuple[str, ...], gold: Ints, known: Bools, said: Ints, counted: Bools) -> Compared:
    return Compared(classes=classes, gold=gold, kept=counted & known[:, None], right=said == gold[:, None])
