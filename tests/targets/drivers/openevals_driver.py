"""Every case put to openevals' judge."""

from cases import CASES, error, finish, outcome
from openevals_judge import measured_judge

outcomes = {}
for case in CASES:
    try:
        found = measured_judge(
            inputs={"question": case["question"], "evidence": case["evidence"]}, outputs=case["answer"]
        )
    except Exception as problem:
        outcomes[case["id"]] = error(problem)
    else:
        outcomes[case["id"]] = outcome(found["score"], said=found["metadata"]["said"])
finish(outcomes)
