"""Replies for a set by their texts, and a small report whose every figure is fixed."""

from __future__ import annotations

from collections.abc import Sequence

from evalcore.domain import (
    AnnotatorTest,
    Baseline,
    CalibrationReport,
    Call,
    CallLedger,
    Comparison,
    Confusion,
    Dataset,
    DatasetSummary,
    Estimate,
    Failure,
    FlipCount,
    FormCounts,
    JudgeReport,
    Measures,
    Mix,
    MixMeasures,
    PersonCompared,
    Reply,
    ReplyForms,
    Selection,
    SliceMeasures,
    Usage,
    case_fingerprint,
    undefined,
)
from evalcore.domain.reply_columns import ReplyColumns
from evalcore.judges import Judge
from evalcore.report import JudgeReplies

FAILED, MISSING = "<failed>", None


Texts = Sequence[Sequence[str | None]]
"""One sequence per case, one text per repeat; ``FAILED`` and ``MISSING`` are what they say."""


def judged(judge: Judge, dataset: Dataset, texts: Texts) -> JudgeReplies:
    """The judge with its replies, to be counted."""
    return JudgeReplies(judge=judge, replies=ReplyColumns.of(replies_of(dataset, texts).values()))


def replies_of(dataset: Dataset, texts: Texts) -> dict[tuple[str, int], Reply]:
    """Replies word for word, by case fingerprint and repeat."""
    replies = {}
    for case, row in zip(dataset.cases, texts, strict=True):
        fingerprint = case_fingerprint(case)
        for repeat, text in enumerate(row):
            if text is MISSING:
                continue
            call = Call(request_fingerprint="asked", case_fingerprint=fingerprint, repeat=repeat)
            failure = Failure(kind="overloaded", message="503") if text == FAILED else None
            replies[fingerprint, repeat] = Reply(call=call, text="" if failure else text, failure=failure)
    return replies


def estimate(value: float, low: float, high: float, n: int, k: int | None = None, note: str = "") -> Estimate:
    """An estimate by its figures."""
    return Estimate(
        value=value, low=low, high=high, n=n, k=k, method="Wilson" if k is not None else "made up", note=note
    )


def fixed_report(
    *,
    judge: str = "spring-fact-check",
    other: str = "always-yes",
    dataset: str = "support",
    reason: str = "hedged",
    person: str = "ines",
) -> CalibrationReport:
    """Two judges on 20 cases; names and a reason are the caller's, figures never change."""
    return CalibrationReport(
        dataset=DatasetSummary(
            name=dataset,
            fingerprint="f" * 64,
            criterion="grounded",
            cases=22,
            labelled=21,
            unlabelled=1,
            unresolved=1,
            gold_rule="adjudicated, else strict majority",
            clusters=None,
            effective_n=None,
            annotators=2,
            human_agreement={"alpha": estimate(0.8, 0.5, 1.0, 18)},
            made_by={"application model": ("m1", "m2")},
        ),
        judges=(_judge(judge, reason, person), _constant(other)),
        comparisons=(
            Comparison(
                a=judge,
                b=other,
                difference=estimate(0.1, -0.08, 0.27, 20),
                only_a_right=4,
                only_b_right=2,
                p_value=0.6875,
                p_adjusted=0.6875,
                method="exact McNemar, Holm over 1 pair",
                margin=0.05,
                within_margin="not proven",
            ),
        ),
        selection=Selection(candidates=2, split=None, looks=1),
        reference=other,
        mix=Mix(key="topic", shares={"billing": 0.7, reason: 0.3}),
    )


def _judge(name: str, reason: str, person: str) -> JudgeReport:
    flips = FlipCount(cases=2, n=20, rate=estimate(0.0667, 0.0, 0.15, 20))
    deployed = Measures(
        n=20,
        agreement=estimate(0.8, 0.584, 0.919, 20, 16, "2 without a verdict count as fail"),
        balanced_accuracy=estimate(0.7952, 0.57, 0.9, 20),
        tpr=estimate(11 / 14, 0.524, 0.924, 14, 11),
        tnr=estimate(5 / 6, 0.436, 0.970, 6, 5),
        tnr_said=estimate(4 / 6, 0.3, 0.903, 6, 4),
        kappa=estimate(0.565, 0.2, 0.9, 20),
        ac1=estimate(0.62, 0.3, 0.9, 20),
        mcc=estimate(0.58, 0.2, 0.9, 20),
        f1=estimate(0.846, 0.66, 0.95, 20),
        confusion=Confusion(labels=("pass", "fail"), matrix=((11, 3), (1, 5)), no_verdict=(1, 1)),
        flips=flips,
        prevalence=estimate(0.7, 0.481, 0.855, 20, 14),
    )
    lenient = Measures(
        n=20,
        agreement=estimate(15 / 18, 0.608, 0.942, 18, 15, "2 without a verdict left out"),
        balanced_accuracy=estimate(0.823, 0.6, 0.93, 18),
        tpr=estimate(11 / 13, 0.578, 0.957, 13, 11),
        tnr=estimate(4 / 5, 0.376, 0.964, 5, 4),
        tnr_said=estimate(4 / 5, 0.376, 0.964, 5, 4),
        kappa=estimate(0.609, 0.2, 1.0, 18),
        ac1=estimate(0.7, 0.4, 1.0, 18),
        mcc=estimate(0.61, 0.2, 1.0, 18),
        f1=estimate(0.88, 0.7, 0.97, 18),
        confusion=Confusion(labels=("pass", "fail"), matrix=((11, 2), (1, 4)), no_verdict=(1, 1)),
        flips=flips,
    )
    return JudgeReport(
        name=name,
        config_sha256="a" * 64,
        model="small:1b",
        digest="d1",
        repeats=3,
        rule="spring-2.0",
        reader="Spring AI 2.0",
        calls=CallLedger(planned=66, answered=60, failed=2, not_asked={"no evidence": 3}, missing=1, truncated=1),
        replies=ReplyForms(literal=50, recovered={"bold": 4}, unread={reason: 6}),
        replies_as_deployed=ReplyForms(literal=50, recovered={}, unread={"not literal": 4, reason: 6}),
        as_deployed=deployed,
        lenient=lenient,
        mean_over_repeats={"as_deployed": estimate(0.783, 0.6, 0.93, 20), "lenient": estimate(0.82, 0.64, 0.96, 18)},
        baseline=Baseline(
            value="pass",
            agreement=estimate(0.7, 0.481, 0.855, 20, 14),
            difference=estimate(0.1, -0.08, 0.27, 20),
            p_value=0.6875,
            beats=None,
        ),
        flips={
            "wording": FlipCount(cases=5, n=20, rate=estimate(0.2, 0.08, 0.35, 20)),
            "read_unread": FlipCount(cases=0, n=20, rate=estimate(0.0, 0.0, 0.161, 20, 0)),
        },
        slices=(
            SliceMeasures(
                slice={"topic": "billing"},
                as_deployed=deployed,
                lenient=lenient,
                pass_rate={
                    "raw": estimate(0.571, 0.365, 0.755, 21, 12),
                    "corrected": undefined(1, "withheld: the judge may be no better than guessing"),
                },
                forms=FormCounts(answered=60, not_literal=10, unread=10, truncated=1),
            ),
        ),
        pass_rate={
            "raw": estimate(0.571, 0.365, 0.755, 21, 12),
            "corrected": undefined(1, "withheld: the judge may be no better than guessing"),
        },
        usage=Usage(prompt_tokens=12345, completion_tokens=120, latency_ms={"p50": 210.4, "p95": 380.0}),
        unread="fail",
        mix=MixMeasures(
            agreement=estimate(0.77, 0.5, 0.9, 20),
            balanced_accuracy=estimate(0.78, 0.52, 0.92, 20),
            tpr=estimate(0.8, 0.5, 0.93, 14),
            tnr=estimate(0.76, 0.4, 0.95, 6),
            pass_rate=undefined(21, f"no case of {reason} that the figure could rest on"),
        ),
        annotator_test=AnnotatorTest(
            epsilon=0.2,
            score="accuracy",
            people=(
                PersonCompared(annotator=person, n=40, advantage=0.9, p_value=0.001, p_adjusted=0.0055, won=True),
                PersonCompared(annotator="omar", n=40, advantage=0.85, p_value=0.01, p_adjusted=0.0275, won=True),
                PersonCompared(annotator="yun", n=40, advantage=0.7, p_value=0.2, p_adjusted=0.3667, won=False),
            ),
            winning_rate=2 / 3,
            advantage_probability=0.8167,
            passes=True,
        ),
    )


def _constant(name: str) -> JudgeReport:
    nothing = undefined(20, "the judge gave every case the same verdict")
    no_flips = FlipCount(cases=0, n=0, rate=undefined(0, "no case has two answered repeats"))
    measures = Measures(
        n=20,
        agreement=estimate(0.7, 0.481, 0.855, 20, 14),
        balanced_accuracy=estimate(0.5, 0.4, 0.695, 20),
        tpr=estimate(1.0, 0.785, 1.0, 14, 14),
        tnr=estimate(0.0, 0.0, 0.390, 6, 0),
        tnr_said=estimate(0.0, 0.0, 0.390, 6, 0),
        kappa=nothing,
        ac1=estimate(0.58, 0.2, 0.9, 20),
        mcc=nothing,
        f1=estimate(0.824, 0.65, 0.92, 20),
        confusion=Confusion(labels=("pass", "fail"), matrix=((14, 0), (6, 0)), no_verdict=(0, 0)),
        flips=no_flips,
    )
    return JudgeReport(
        name=name,
        config_sha256="b" * 64,
        model="always-yes",
        digest=None,
        repeats=1,
        rule="lenient",
        reader="the workbench",
        calls=CallLedger(planned=22, answered=22, failed=0, not_asked={}, missing=0, truncated=0),
        replies=ReplyForms(literal=22, recovered={}, unread={}),
        replies_as_deployed=ReplyForms(literal=22, recovered={}, unread={}),
        as_deployed=measures,
        lenient=measures,
        mean_over_repeats={"as_deployed": measures.agreement, "lenient": measures.agreement},
        baseline=Baseline(
            value="pass",
            agreement=measures.agreement,
            difference=estimate(0.0, -0.16, 0.16, 20),
            p_value=None,
            beats=None,
        ),
        flips={"wording": no_flips, "read_unread": no_flips},
        slices=(),
        pass_rate={"raw": estimate(1.0, 0.851, 1.0, 22, 22), "corrected": undefined(2, "withheld")},
        usage=Usage(prompt_tokens=None, completion_tokens=None, latency_ms={"p50": None, "p95": None}),
    )
