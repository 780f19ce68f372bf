"""The labelled cases that the generated test asks the judge about, and how well it must do on them."""

from __future__ import annotations

import json
import math

from evalcore.domain import Dataset, gold_labels
from evalcore.exports.calibration import calibration_block
from evalcore.exports.target import Material
from evalcore.judges import Judge, reason_not_to_ask
from evalcore.prompts import evidence_text
from evalcore.stats import wilson


def labelled_cases(material: Material, judge: Judge) -> str | None:
    """The test's cases as JSON, or None where nothing was measured or no case has a label that can be compared."""
    if material.report is None or judge != material.chosen:
        return None
    block = calibration_block(judge, material.report, date=material.date)
    cases = _cases(material, judge)
    if not cases or block["agreement"]["value"] is None:
        return None
    loose = wilson(block["non_literal"]["k"], block["non_literal"]["calls"]).high
    document = {
        "schema": "evalcore-labelled/1",
        "config_sha256": block["config_sha256"],
        "agreement_at_least": block["agreement"]["low"],
        "non_literal_at_most": len(cases) if loose is None else math.ceil(loose * len(cases)),
        "cases": cases,
    }
    return json.dumps(document, indent=1) + "\n"


def _cases(material: Material, judge: Judge) -> list[dict[str, object]]:
    dataset = Dataset(
        name="labelled", criteria={judge.criterion: judge.scale}, cases=material.cases, labels=material.labels
    )
    gold = gold_labels(dataset, judge.criterion)
    return [
        {
            "id": case.id,
            "question": case.question,
            "answer": case.answer,
            "evidence": [document.text for document in case.evidence if evidence_text((document,))],
            "passes": judge.scale.passes(value),
        }
        for case in material.cases
        if (value := gold[case.id].value) in judge.scale.values and not reason_not_to_ask(judge, case)
    ]
