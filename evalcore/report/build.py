"""From a set and the replies of its judges to the calibration report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from evalcore.bulk import uncollected
from evalcore.domain import (
    CalibrationReport,
    Case,
    Dataset,
    Estimate,
    JudgeReport,
    Measures,
    Selection,
    SliceMeasures,
    undefined,
)
from evalcore.domain.reply_columns import Bools
from evalcore.errors import InputError
from evalcore.judges import config_sha256
from evalcore.report.calls import JudgeReplies
from evalcore.report.columns import FAIL, NONE, PASS, JudgeColumns, RunColumns, read_calls, run_columns
from evalcore.report.comparison import baseline_of, comparisons_of
from evalcore.report.flips import PairCounts, flip_count, pair_counts
from evalcore.report.ledger import call_ledger, reply_forms
from evalcore.report.measures import counts_of, mean_over_repeats, measures_of, with_note
from evalcore.report.outcomes import Unread
from evalcore.report.summary import CLUSTERS_NOT_HONOURED, dataset_summary
from evalcore.stats import corrected_pass_rate, wilson

EVERY_CASE_LABELLED = "every case has a human label: use that"
NONE_ANSWERED = "no case without a human label was answered"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Slice:
    key: str
    value: str
    cases: Bools


@dataclass(frozen=True, slots=True, kw_only=True)
class _Frame:
    """What is the same for every judge of a report."""

    run: RunColumns
    slices: tuple[_Slice, ...]
    clustered: bool
    seed: int


def build_report(
    dataset: Dataset,
    judged: Sequence[JudgeReplies],
    *,
    criterion: str,
    repeats: int,
    rule: str | None = None,
    unread: Unread = "fail",
    slice_keys: Sequence[str] | None = None,
    ask_without_evidence: bool = False,
    seed: int = 0,
) -> CalibrationReport:
    """Measure every judge against the gold labels of one criterion, at pass/fail.

    A judge's verdict passes by its own scale, a gold value by the criterion's. The measures rest on
    repeat 0 of the cases that have gold and were answered; what is left out is counted beside them.

    Parameters
    ----------
    repeats
        How many repeats were planned, for every case of the set.
    rule
        Read every judge by this rule instead of its own; its ``config_sha256`` is then that of the
        judge with that rule.
    unread
        What a reply without a verdict is, as deployed.
    slice_keys
        Which slices to measure; None measures all, an empty sequence none.
    ask_without_evidence
        Cases that lack the evidence they expect were asked all the same.
    seed
        Seed of every resampling; it stands in the report.

    Raises
    ------
    InputError
        When the set has no such criterion or slice.
    JudgeError
        When there is no such rule.
    """
    run = run_columns(dataset, judged, criterion=criterion, repeats=repeats, ask_without_evidence=ask_without_evidence)
    columns = [read_calls(calls, rule=rule, unread=unread) for calls in run.judges]
    return report_on(run, columns, slice_keys=slice_keys, seed=seed)


@uncollected()
def report_on(
    run: RunColumns, columns: Sequence[JudgeColumns], *, slice_keys: Sequence[str] | None = None, seed: int = 0
) -> CalibrationReport:
    """Measure judges of a run whose replies are read already; see :func:`build_report`.

    ``columns`` are what :func:`read_calls` makes of the calls of the run.
    """
    summary = dataset_summary(run, seed=seed)
    frame = _Frame(run=run, slices=_slices(run.dataset, slice_keys), clustered=summary.clusters is not None, seed=seed)
    comparisons = comparisons_of(run.human, columns)
    return CalibrationReport(
        dataset=summary,
        judges=tuple(_judge_report(frame, one) for one in columns),
        comparisons=tuple(replace(c, difference=_honest(frame, c.difference)) for c in comparisons),
        selection=Selection(candidates=len(columns), split=None, looks=1),
        seed=seed,
    )


def _judge_report(frame: _Frame, columns: JudgeColumns) -> JudgeReport:
    judge, human, pairs = columns.judge, frame.run.human, pair_counts(columns)
    everything = np.ones(len(human), dtype=np.bool_)
    read_counts = tuple(zip(columns.reads, columns.counts, strict=True))
    baseline = baseline_of(human, columns)
    return JudgeReport(
        name=judge.name,
        config_sha256=config_sha256(judge),
        model=judge.model.name,
        digest=judge.model.digest,
        repeats=frame.run.repeats,
        rule=judge.rule.name,
        reader=judge.reader if judge.rule == columns.calls.judge.rule else f"read again by {judge.rule.name}",
        calls=call_ledger(columns.calls),
        replies=reply_forms((read.lenient, count) for read, count in read_counts),
        replies_as_deployed=reply_forms((read.deployed, count) for read, count in read_counts),
        as_deployed=_measures(frame, columns, pairs, everything, lenient=False),
        lenient=_measures(frame, columns, pairs, everything, lenient=True),
        mean_over_repeats={
            "as_deployed": _honest(frame, mean_over_repeats(human, columns.deployed, seed=frame.seed)),
            "lenient": _honest(frame, mean_over_repeats(human, columns.lenient, seed=frame.seed)),
        },
        baseline=replace(baseline, difference=_honest(frame, baseline.difference)),
        flips={
            "wording": flip_count(pairs.wording, pairs.pairs, everything, seed=frame.seed),
            "read_unread": flip_count(pairs.read_unread, pairs.pairs, everything, seed=frame.seed),
        },
        slices=tuple(
            SliceMeasures(
                slice={part.key: part.value},
                as_deployed=_measures(frame, columns, pairs, part.cases, lenient=False),
                lenient=_measures(frame, columns, pairs, part.cases, lenient=True),
            )
            for part in frame.slices
        ),
        pass_rate=_pass_rate(frame, columns),
        usage=columns.calls.usage,
    )


def _measures(frame: _Frame, columns: JudgeColumns, pairs: PairCounts, cases: Bools, *, lenient: bool) -> Measures:
    verdicts = columns.lenient if lenient else columns.deployed
    counts = counts_of(frame.run.human, columns.answered[:, 0] & cases, verdicts.sides[:, 0])
    flips = flip_count(pairs.lenient if lenient else pairs.deployed, pairs.pairs, cases, seed=frame.seed)
    measures = measures_of(counts, verdicts.unread, flips=flips, seed=frame.seed)
    return replace(measures, agreement=_honest(frame, measures.agreement))


def _pass_rate(frame: _Frame, columns: JudgeColumns) -> dict[str, Estimate]:
    """Share of answers that the judge passes at repeat 0, as it is and corrected for its errors.

    ``raw`` is over all answered cases. ``corrected`` is over those without gold, with the judge's errors from
    those with gold. A reply without a verdict passes nothing, unless it is left out.
    """
    human, counted = frame.run.human, columns.deployed.counted[:, 0]
    passes = columns.deployed.sides[:, 0] == PASS
    raw = wilson(int((counted & passes).sum()), int(counted.sum()))
    unlabelled = human == NONE
    seen = counted & unlabelled
    if not seen.any():
        corrected = undefined(0, NONE_ANSWERED if unlabelled.any() else EVERY_CASE_LABELLED)
    else:
        good, bad = counted & (human == PASS), counted & (human == FAIL)
        corrected = corrected_pass_rate(
            int((seen & passes).sum()),
            int(seen.sum()),
            tpr_k=int((good & passes).sum()),
            tpr_n=int(good.sum()),
            tnr_k=int((bad & ~passes).sum()),
            tnr_n=int(bad.sum()),
        )
    return {"raw": _honest(frame, raw), "corrected": _honest(frame, corrected)}


def _honest(frame: _Frame, estimate: Estimate) -> Estimate:
    """The estimate, with a note where its interval passes over clusters."""
    if not frame.clustered or estimate.value is None:
        return estimate
    return with_note(estimate, CLUSTERS_NOT_HONOURED)


def _slices(dataset: Dataset, keys: Sequence[str] | None) -> tuple[_Slice, ...]:
    known = dataset.slice_keys
    for key in keys or ():
        if key not in known:
            raise InputError(f"expected a slice of the set ({', '.join(known) or 'it has none'}), found {key!r}")
    return tuple(part for key in (known if keys is None else keys) for part in _parts(dataset.cases, key))


def _parts(cases: Sequence[Case], key: str) -> list[_Slice]:
    values = [case.slices.get(key) for case in cases]
    number = {value: index for index, value in enumerate(dict.fromkeys(values))}
    codes = np.array([number[value] for value in values], dtype=np.int64)
    return [_Slice(key=key, value=value, cases=codes == index) for value, index in number.items() if value is not None]
