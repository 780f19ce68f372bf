"""Releases for tests: cases with the replies of a judge, and files that a rule judge passes and fails as planned."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from evalcore.domain import PASS_FAIL, Case, Dataset, Label, case_fingerprint
from evalcore.judges import Judge
from evalcore.report import read_calls, run_columns
from evalcore.report.release_pairs import Release
from tests.support.reports import judged
from tests.support.things import make_case, make_judge

Texts = Sequence[str | None] | Sequence[Sequence[str | None]]


def release(
    cases: Sequence[Case],
    texts: Texts,
    *,
    judge: Judge | None = None,
    labels: Mapping[str, str] | None = None,
    criterion: str = "grounded",
    repeats: int = 1,
) -> Release:
    """A run in which a judge replied so to each case; one text per case, or one per repeat."""
    made = tuple(
        Label(
            case_id=case.id,
            case_fingerprint=case_fingerprint(case),
            criterion=criterion,
            annotator="ines",
            value=labels[case.id],
        )
        for case in cases
        if labels and case.id in labels
    )
    dataset = Dataset(name="support", criteria={criterion: PASS_FAIL}, cases=tuple(cases), labels=made)
    rows = [[row] * repeats if row is None or isinstance(row, str) else row for row in texts]
    run = run_columns(dataset, [judged(judge or make_judge(), dataset, rows)], criterion=criterion, repeats=repeats)
    return Release(run=run, judge=read_calls(run.judges[0]))


def sliced_cases(passing: Mapping[str, int], *, of: int = 20, version: str = "old") -> tuple[list[Case], list[str]]:
    """So many cases per topic, of which the first ones pass; the answers are those of a version."""
    topics = [(topic, at < good) for topic, good in passing.items() for at in range(of)]
    cases = [
        make_case(number, slices={"topic": topic}, answer=f"Answer {number} of the {version} version.")
        for number, (topic, _) in enumerate(topics)
    ]
    return cases, ["YES" if good else "NO" for _, good in topics]


def release_file(folder: Path, name: str, passing: Mapping[str, int], *, of: int = 20) -> Path:
    """A file of answers of which the judge ``must-mention`` passes the first ones of each topic."""
    rows = [
        {
            "id": f"{topic}-{at:02}",
            "question": f"How long does {topic} {at} take?",
            "answer": f"{at} days, says {name}." if at < good else f"Ask again, says {name}.",
            "evidence": [{"id": f"{topic}-terms", "text": f"It takes {at} days.", "source": "terms.md"}],
            "must_mention": [f"{at} days"],
            "slices": {"topic": topic},
        }
        for topic, good in passing.items()
        for at in range(of)
    ]
    path = folder / f"{name}.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path
