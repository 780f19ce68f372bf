"""From a set and the replies of its judges to the calibration report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from evalcore.bulk import uncollected
from evalcore.domain import (
    CalibrationReport,
    CaseOutline,
    Comparison,
    Dataset,
    JudgeReport,
    Measures,
    Mix,
    OutlinedSet,
    Selection,
    SliceMeasures,
    ValueMeasures,
)
from evalcore.domain.reply_columns import Bools, Ints
from evalcore.errors import InputError
from evalcore.judges import config_sha256
from evalcore.report.annotators import annotator_test, people_votes
from evalcore.report.by_value import (
    is_measured_by_value,
    measures_by_value,
    not_comparable,
    value_counts,
    value_measures,
)
from evalcore.report.calls import JudgeReplies
from evalcore.report.columns import NO_VALUE, JudgeColumns, RunColumns, read_calls, run_columns
from evalcore.report.compared import Compared, at_pass_or_fail, compared, said_values
from evalcore.report.comparison import baseline_of, comparisons_of
from evalcore.report.counted import cluster_numbers
from evalcore.report.flips import PairCounts, flip_count, pair_counts
from evalcore.report.ledger import call_ledger, form_counts, reply_forms
from evalcore.report.measures import counts_of, mean_over_repeats, measures_of, with_note
from evalcore.report.mix import mix_measures
from evalcore.report.outcomes import Unread
from evalcore.report.pass_rates import pass_rates
from evalcore.report.selection import among_all
from evalcore.report.summary import dataset_summary


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
    clusters: Ints | None
    """Number of each case's cluster; None where no two share one."""
    votes: Mapping[str, Mapping[str, str]] | None
    """What each person said, where three or more labelled the same case."""
    mix: Mix | None
    selection: Selection


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
    reference: str | None = None,
    margin: float | None = None,
    mix: Mix | None = None,
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
    reference, margin, mix
        As in :func:`report_on`.

    Raises
    ------
    InputError
        When the set has no such criterion or slice, there is no such reference, or the margin makes no sense.
    JudgeError
        When there is no such rule.
    """
    run = run_columns(dataset, judged, criterion=criterion, repeats=repeats, ask_without_evidence=ask_without_evidence)
    columns = [read_calls(calls, rule=rule, unread=unread) for calls in run.judges]
    return report_on(run, columns, slice_keys=slice_keys, reference=reference, margin=margin, mix=mix)


@uncollected()
def report_on(
    run: RunColumns,
    columns: Sequence[JudgeColumns],
    *,
    slice_keys: Sequence[str] | None = None,
    selection: Selection | None = None,
    reference: str | None = None,
    margin: float | None = None,
    mix: Mix | None = None,
) -> CalibrationReport:
    """Measure judges of a run whose replies are read already; see :func:`build_report`.

    Parameters
    ----------
    columns
        What :func:`read_calls` makes of the calls of the run.
    selection
        How many judges were tried on these cases; None: those of the run, once.
    reference
        The judge that every other one is compared with; None compares every two.
    margin
        How much less often than the reference a judge may agree and still be good enough; None: nobody said.
    mix
        How often production asks each slice; None: nobody said.
    """
    selection = selection or Selection(candidates=len(columns), split=None, looks=1)
    frame = _Frame(
        run=run,
        slices=_slices(run.dataset, slice_keys),
        clusters=cluster_numbers(run.cases),
        votes=people_votes(run),
        mix=mix,
        selection=selection,
    )
    deployed = [compared(run, one) for one in columns]
    named = [(one.judge.name, judged) for one, judged in zip(columns, deployed, strict=True)]
    return CalibrationReport(
        dataset=dataset_summary(run, deployed, frame.clusters),
        judges=tuple(_judge_report(frame, one, judged) for one, judged in zip(columns, deployed, strict=True)),
        comparisons=comparisons_of(named, frame.clusters, reference=reference, margin=margin),
        selection=selection,
        reference=reference,
        mix=mix,
    )


def compare_judges(
    run: RunColumns,
    columns: Sequence[JudgeColumns],
    *,
    reference: str | None = None,
    margin: float | None = None,
) -> tuple[Comparison, ...]:
    """The comparisons of a report alone; arguments as of :func:`report_on`."""
    named = [(one.judge.name, compared(run, one)) for one in columns]
    return comparisons_of(named, cluster_numbers(run.cases), reference=reference, margin=margin)


def measures_as_deployed(run: RunColumns, columns: Sequence[JudgeColumns]) -> tuple[Measures, ...]:
    """Of each judge the figures of a report over all cases, as deployed, alone."""
    selection = Selection(candidates=len(columns), split=None, looks=1)
    clusters = cluster_numbers(run.cases)
    frame = _Frame(run=run, slices=(), clusters=clusters, votes=None, mix=None, selection=selection)
    everything = np.ones(len(run.cases), dtype=np.bool_)
    return tuple(_measures(frame, one, pair_counts(one), everything, lenient=False) for one in columns)


def _judge_report(frame: _Frame, columns: JudgeColumns, deployed: Compared) -> JudgeReport:
    judge, run, pairs, clusters = columns.judge, frame.run, pair_counts(columns), frame.clusters
    everything = np.ones(len(run.cases), dtype=np.bool_)
    read_counts = tuple(zip(columns.reads, columns.counts, strict=True))
    measured = JudgeReport(
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
            "as_deployed": mean_over_repeats(deployed, clusters),
            "lenient": mean_over_repeats(compared(run, columns, lenient=True), clusters),
        },
        baseline=baseline_of(deployed, clusters),
        flips={
            "wording": flip_count(pairs.wording, pairs.pairs, everything, clusters),
            "read_unread": flip_count(pairs.read_unread, pairs.pairs, everything, clusters),
        },
        slices=tuple(_slice_measures(frame, columns, pairs, part) for part in frame.slices),
        pass_rate=pass_rates(run, columns, everything, clusters),
        usage=columns.calls.usage,
        unread=columns.deployed.unread,
        recorded=judge.description or None if judge.is_recorded else None,
        mix=None if frame.mix is None else mix_measures(run, columns, frame.mix),
        annotator_test=None if frame.votes is None else annotator_test(run, columns, frame.votes),
        without_cut=_without_cut(frame, columns, pairs),
    )
    return among_all(measured, deployed, clusters, frame.selection)


def _without_cut(frame: _Frame, columns: JudgeColumns, pairs: PairCounts) -> Measures | None:
    whole = ~columns.calls.cut[:, 0]
    return None if whole.all() else _measures(frame, columns, pairs, whole, lenient=False)


def _slice_measures(frame: _Frame, columns: JudgeColumns, pairs: PairCounts, part: _Slice) -> SliceMeasures:
    return SliceMeasures(
        slice={part.key: part.value},
        as_deployed=_measures(frame, columns, pairs, part.cases, lenient=False),
        lenient=_measures(frame, columns, pairs, part.cases, lenient=True),
        pass_rate=pass_rates(frame.run, columns, part.cases, frame.clusters),
        forms=form_counts(columns, part.cases),
    )


def _measures(frame: _Frame, columns: JudgeColumns, pairs: PairCounts, cases: Bools, *, lenient: bool) -> Measures:
    run, verdicts = frame.run, columns.lenient if lenient else columns.deployed
    unequal = pairs.lenient if lenient else pairs.deployed
    flips = flip_count(unequal, pairs.pairs, cases, frame.clusters)
    by_value = _by_value(frame, columns, cases, lenient=lenient)
    if at_pass_or_fail(run.scale, columns.judge.scale):
        counts = counts_of(run.human, columns.answered[:, 0] & cases, verdicts.sides[:, 0], frame.clusters)
        measures = replace(measures_of(counts, verdicts.unread, flips=flips), by_value=by_value)
    else:
        measures = measures_by_value(by_value, flips=flips) if by_value else not_comparable(flips=flips)
    cut = int((columns.calls.cut[:, 0] & cases & (run.gold_values != NO_VALUE)).sum())
    return _saying_what_was_cut(measures, cut) if cut else measures


def _saying_what_was_cut(measures: Measures, cut: int) -> Measures:
    """No figure counts a verdict on a cut prompt silently."""
    rests = f"{cut} of the {measures.n} verdicts {'rests' if cut == 1 else 'rest'} on a prompt that was cut"
    return replace(measures, agreement=with_note(measures.agreement, rests))


def _by_value(frame: _Frame, columns: JudgeColumns, cases: Bools, *, lenient: bool) -> ValueMeasures | None:
    scale, judged = frame.run.scale, columns.judge.scale
    if not is_measured_by_value(scale, judged):
        return None
    verdicts = columns.lenient if lenient else columns.deployed
    counts = value_counts(
        frame.run.gold_values,
        columns.answered[:, 0] & cases,
        said_values(scale, judged, verdicts)[:, 0],
        frame.clusters,
        values=len(scale.values),
    )
    # As deployed, "exclude" is asked for by a person; lenient, it is what the word means.
    return value_measures(counts, scale, left_out=verdicts.unread == "exclude")


def _slices(dataset: OutlinedSet, keys: Sequence[str] | None) -> tuple[_Slice, ...]:
    known = dataset.slice_keys
    for key in keys or ():
        if key not in known:
            raise InputError(f"expected a slice of the set ({', '.join(known) or 'it has none'}), found {key!r}")
    return tuple(part for key in (known if keys is None else keys) for part in _parts(dataset.cases, key))


def _parts(cases: Sequence[CaseOutline], key: str) -> list[_Slice]:
    values = [case.slices.get(key) for case in cases]
    number = {value: index for index, value in enumerate(dict.fromkeys(values))}
    codes = np.array([number[value] for value in values], dtype=np.int64)
    return [_Slice(key=key, value=value, cases=codes == index) for value, index in number.items() if value is not None]
