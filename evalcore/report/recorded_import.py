"""What judges said elsewhere, as an imported file holds it: a report on it, without a call."""

from __future__ import annotations

from collections.abc import Sequence

from evalcore.domain import CalibrationReport, Dataset, Mix, Scale
from evalcore.errors import InputError
from evalcore.importing import Imported, Recorded
from evalcore.importing.combining import combined
from evalcore.importing.label_words import PAIR_WORDS, PROPOSAL, form_of
from evalcore.judges import RuleSpec
from evalcore.replies import check_rule, read
from evalcore.report.build import report_on
from evalcore.report.columns import JudgeColumns, run_columns
from evalcore.report.recorded import recorded_judge
from evalcore.report.scale_words import ScaleWords


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
        The set has no such criterion, or a column holds no verdict at all.
    JudgeError
        A reading rule is unknown or lacks a parameter.
    """
    dataset = imported.dataset
    chosen = criterion or next(iter(dataset.criteria))
    if chosen not in dataset.criteria:
        raise InputError(f"expected a criterion of the set ({', '.join(dataset.criteria)}), found {chosen!r}")
    words = words_of(dataset.criteria[chosen])
    run = run_columns(dataset, (), criterion=chosen, repeats=1)
    judges = [_judge(recorded, dataset, words) for recorded in _about(chosen, imported)]
    return report_on(run, judges, reference=reference, margin=margin, mix=mix)


def _about(criterion: str, imported: Imported) -> list[Recorded]:
    """What judges said about a criterion, or without saying about what."""
    found = [one for one in imported.recorded if one.criterion in (None, criterion)]
    if imported.recorded and not found:
        others = ", ".join(dict.fromkeys(repr(one.criterion) for one in imported.recorded))
        raise InputError(f"no judge said anything about {criterion!r}; what was recorded is about {others}")
    return found


def words_of(scale: Scale) -> ScaleWords:
    """The words that stand for the values of a scale, beside the values themselves."""
    words = {form_of(value): value for value in scale.values}
    if scale.values == tuple(PAIR_WORDS):
        words |= {word: value for value, known in PAIR_WORDS.items() for word in known.split(", ")}
    elif set(scale.values) == {"pass", "fail"}:
        words |= {word: meaning for word, meaning in PROPOSAL.items() if meaning != "none"}
    return ScaleWords(scale=scale, words=words)


def recorded_verdicts(recorded: Recorded, dataset: Dataset, words: ScaleWords) -> list[str | None]:
    """The verdict per case of a set, those of several rows combined.

    A word that is no value of the scale stays as it is; None where there is no word, or where
    the values of several rows settle none.
    """
    return [_verdict(recorded.said.get(case.id, ()), recorded, words) for case in dataset.cases]


def _judge(recorded: Recorded, dataset: Dataset, words: ScaleWords) -> JudgeColumns:
    if recorded.combine is not None or recorded.rule is None:
        verdicts = recorded_verdicts(recorded, dataset, words)
        return recorded_judge(recorded.judge, verdicts, words, rule=None)
    cells = [said[0] if (said := recorded.said.get(case.id)) else None for case in dataset.cases]
    spec = RuleSpec(name=recorded.rule, params=recorded.params) if recorded.params else None
    return recorded_judge(recorded.judge, cells, words, rule=recorded.rule, spec=spec)


def _verdict(said: Sequence[str], recorded: Recorded, words: ScaleWords) -> str | None:
    if recorded.rule is not None:
        check_rule(recorded.rule, recorded.params)
        tokens = [read(recorded.rule, text, params=recorded.params).token for text in said]
        said = [token for token in tokens if token is not None]
    if recorded.combine is None or not said:
        return said[0] if said else None
    values = [value for word in said if (value := words.value(word)) is not None]
    return combined(values, recorded.combine, words.scale) if values else said[0]
