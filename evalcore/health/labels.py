"""What is wrong with the labels of a set."""

from __future__ import annotations

from evalcore.domain import case_fingerprint
from evalcore.health.finding import MOST_ROWS, Finding, Material, cases_in_words, verb


def missing_labels(material: Material) -> Finding | None:
    """Cases that nobody labelled under the criterion."""
    cases = tuple([gold.case_id for gold in material.gold if gold.how == "unlabelled"])
    if not cases:
        return None
    by_models = {
        label.case_id
        for label in material.dataset.labels
        if label.source == "model" and label.criterion == material.criterion
    }
    made = len(by_models.intersection(cases))
    remark = f" {made:,} of them {verb(made, 'has', 'have')} a label by a model, which never counts." if made else ""
    n = len(cases)
    return Finding(
        kind="no-label",
        title="No label",
        found=f"{cases_in_words(n)} of {len(material.gold):,} {verb(n, 'has', 'have')} no label under "
        f"{material.criterion!r}: every figure leaves {verb(n, 'it', 'them')} out.{remark}",
        advice="Label them on the Label page, or leave them as they are if the labelled ones are a random part.",
        cases=cases,
    )


def conflicting_labels(material: Material) -> Finding | None:
    """Cases whose labels differ, and which nobody has decided."""
    conflicts = [
        gold
        for gold in material.gold
        if len(gold.votes) > 1 and gold.decision is None and len({vote.value for vote in gold.votes}) > 1
    ]
    if not conflicts:
        return None
    n, open_ = len(conflicts), sum(gold.value is None for gold in conflicts)
    return Finding(
        kind="conflicting-labels",
        title="Labels that contradict each other",
        found=f"People disagree on {cases_in_words(n)}; on {open_:,} of them no value has more than half of the votes, "
        "so there is no gold and every figure leaves them out.",
        advice="Decide them on the Adjudicate page, and mend the guideline where several differ for the same reason.",
        cases=tuple(gold.case_id for gold in conflicts),
        columns=("case", "votes", "gold"),
        rows=tuple(
            (gold.case_id, "; ".join(f"{vote.annotator}: {vote.value}" for vote in gold.votes), gold.value or "none")
            for gold in conflicts[:MOST_ROWS]
        ),
    )


def stale_labels(material: Material) -> Finding | None:
    """Cases that were changed after somebody had labelled them."""
    made_on: dict[str, set[str]] = {}
    for label in material.dataset.labels:
        if label.criterion == material.criterion and label.case_fingerprint:
            made_on.setdefault(label.case_id, set()).add(label.case_fingerprint)
    cases = tuple(
        case.id
        for case in (material.dataset.cases if made_on else ())
        if case.id in made_on and made_on[case.id] != {case_fingerprint(case)}
    )
    if not cases:
        return None
    n = len(cases)
    return Finding(
        kind="stale-labels",
        title="Labels on an older text",
        found=f"{cases_in_words(n)} {verb(n, 'was', 'were')} changed after the labelling: the label is about another "
        "question, evidence or answer.",
        advice="Label them again, or put the text back as it was.",
        cases=cases,
    )
