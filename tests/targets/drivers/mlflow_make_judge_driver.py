"""Every case put to MLflow's own judge."""

from cases import CASES, error, finish, outcome
from mlflow_make_judge import PASSING, measured_judge

outcomes = {}
for case in CASES:
    try:
        found = measured_judge(
            inputs={"question": case["question"], "evidence": case["evidence"]}, outputs=case["answer"]
        )
    except Exception as problem:
        outcomes[case["id"]] = error(problem)
    else:
        outcomes[case["id"]] = error(found.error) if found.error else outcome(found.value in PASSING, said=found.value)
finish(outcomes)
