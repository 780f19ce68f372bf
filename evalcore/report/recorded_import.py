"""What judges said elsewhere, as an imported file holds it: a report on it, without a call."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from evalcore.domain import CalibrationReport, Dataset, Mix, Scale
from evalcore.errors import EvalcoreError, InputError
from evalcore.importing import Imported, Recorded
from evalcore.importing.combining import combined
from evalcore.importing.label_words import PAIR_WORDS, PROPOSAL, form_of
from evalcore.importing.recipe import Combine
from evalcore.judges import Judge
from evalcore.replies import check_rule, read
from evalcore.report.build import report_on
from evalcore.report.columns import run_columns
from evalcore.report.recorded import (
    Said,
    judge_as_recorded,
    recorded_columns,
    refuse_scores,
    repeats_of,
    rule_of,
    without_blanks,
)
from evalcore.report.scale_words import ScaleWords


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedJudge:
    """A judge that ran elsewhere, and what it said."""

    judge: Judge
    said: Said
    """Per case of the set, in its order; a case of which less is recorded has fewer repeats."""
    columns: tuple[str, ...]
    """Of the file, that hold it; several hold a repeat each."""


def report_on_recorded(
    imported: Imported,
    *,
    criterion: str | None = None,
    reference: str | None = None,
    margin: float | None = None,
    mix: Mix | None = None,
) -> CalibrationReport:
    """Measure the judges whose verdicts or replies a file holds, against its labels.

    Parameters
    ----------
    criterion
        Whose labels; by default the set's first.
    reference, margin, mix
        As in :func:`evalcore.report.report_on`.

    Raises
    ------
    InputError
        The set has no such criterion, or no judge can be measured; :func:`recorded_judges` says which, and why.
    """
    dataset = imported.dataset
    chosen = criterion or next(iter(dataset.criteria))
    if chosen not in dataset.criteria:
        raise InputError(f"expected a criterion of the set ({', '.join(dataset.criteria)}), found {chosen!r}")
    judges, left_out = recorded_judges(imported, chosen)
    if left_out and not judges:
        raise InputError("\n".join(left_out))
    if imported.recorded and not judges:
        others = ", ".join(dict.fromkeys(repr(one.criterion) for one in imported.recorded))
        raise InputError(f"no judge said anything about {chosen!r}; what was recorded is about {others}")
    repeats = max((repeats_of(one.said) for one in judges), default=1)
    run = run_columns(dataset, (), criterion=chosen, repeats=repeats)
    columns = [recorded_columns(one.judge, one.said, repeats=repeats) for one in judges]
    return report_on(run, columns, reference=reference, margin=margin, mix=mix)


def recorded_judges(imported: Imported, criterion: str) -> tuple[list[RecordedJudge], list[str]]:
    """What judges said about a criterion of the set, or without saying about what; and why some cannot be measured.

    Columns of one judge are its repeats, in their order. A judge cannot be measured whose columns are read
    differently, whose rule is unknown or lacks a parameter, or whose words are no values of the scale.
    """
    words = words_of(imported.dataset.criteria[criterion])
    by_name: dict[str, list[Recorded]] = {}
    for one in imported.recorded:
        if one.criterion in (None, criterion):
            by_name.setdefault(one.judge, []).append(one)
    judges, left_out = list[RecordedJudge](), list[str]()
    for name, columns in by_name.items():
        try:
            judge = _judge(name, columns, imported.dataset, words, criterion)
            recorded_columns(judge.judge, judge.said)
        except EvalcoreError as error:
            left_out.append(f"what {name} said cannot be measured under {criterion!r}: {error}")
        else:
            judges.append(judge)
    return judges, left_out


def words_of(scale: Scale) -> ScaleWords:
    """The words that stand for the values of a scale, beside the values themselves."""
    words = {form_of(value): value for value in scale.values}
    if scale.values == tuple(PAIR_WORDS):
        words |= {word: value for value, known in PAIR_WORDS.items() for word in known.split(", ")}
    elif set(scale.values) == {"pass", "fail"}:
        words |= {word: meaning for word, meaning in PROPOSAL.items() if meaning != "none"}
    return ScaleWords(scale=scale, words=words)


def _judge(
    name: str, columns: Sequence[Recorded], dataset: Dataset, words: ScaleWords, criterion: str
) -> RecordedJudge:
    first, *others = columns
    for other in others:
        if (other.rule, other.params, other.combine) != (first.rule, first.params, first.combine):
            raise InputError(
                f"columns {first.column!r} and {other.column!r} are both of the judge {name!r}, and are its repeats"
                " only where they are read in the same way; name the judges apart, or give both columns the same rule,"
                " params and combine"
            )
    how = None if first.combine == "repeats" else first.combine
    if how is not None and first.rule is None:
        refuse_scores(name, Counter(text for one in columns for texts in one.said.values() for text in texts), words)
    # What is combined are verdicts by then, whatever rule read the replies.
    rule = rule_of(words, first.rule if how is None else None, first.params)
    judge = judge_as_recorded(name, words, rule, criterion=criterion)
    if how is None:
        by_column = [_repeats(one, dataset) for one in columns]
    else:
        by_column = [[(_verdict(one, case.id, how, words),) for case in dataset.cases] for one in columns]
    said = [tuple(text for texts in case for text in texts) for case in zip(*by_column, strict=True)]
    return RecordedJudge(judge=judge, said=without_blanks(judge, said), columns=tuple(one.column for one in columns))


def _repeats(recorded: Recorded, dataset: Dataset) -> list[tuple[str | None, ...]]:
    """Per case what one column holds, a repeat a row or that of the first row."""
    most = None if recorded.combine == "repeats" else 1
    return [recorded.said.get(case.id, ())[:most] or (None,) for case in dataset.cases]


_UNSETTLED = "(not settled by what could be read)"
"""Stands for a verdict that depends on what could not be read; it is no value of any scale, and counts as unread."""


def _verdict(recorded: Recorded, case_id: str, how: Combine, words: ScaleWords) -> str | None:
    """The one verdict of several rows; a word that is no value of the scale where they settle none.

    None where there are no rows, or no majority of their values.
    """
    said = recorded.said.get(case_id, ())
    if not any(text.strip() for text in said):
        return None
    read_as: Sequence[str | None] = said
    if recorded.rule is not None:
        check_rule(recorded.rule, recorded.params)
        read_as = [read(recorded.rule, text, params=recorded.params).token for text in said]
    found = [None if word is None else words.value(word) for word in read_as]
    values = [value for value in found if value is not None]
    if not values:
        return said[0] if recorded.rule is None else _UNSETTLED
    value = combined(values, how, words.scale, unknown=len(found) - len(values))
    return _UNSETTLED if value is None and len(values) < len(found) else value
