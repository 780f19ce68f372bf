"""Every case put to pydantic-evals' LLMJudge."""

from cases import CASES, error, finish, outcome
from pydantic_evals import Case, Dataset
from pydantic_llmjudge import measured_judge

answers = {case["id"]: case["answer"] for case in CASES}
dataset = Dataset(
    name="hostile",
    cases=[
        Case(name=case["id"], inputs={"question": case["question"], "evidence": case["evidence"], "id": case["id"]})
        for case in CASES
    ],
    evaluators=[measured_judge],
)
report = dataset.evaluate_sync(lambda inputs: answers[inputs["id"]], progress=False, max_concurrency=1)
outcomes = {}
for case in report.cases:
    if case.evaluator_failures:
        outcomes[case.name] = error(case.evaluator_failures[0].error_message)
    else:
        outcomes[case.name] = outcome(case.assertions["passed"].value)
finish(outcomes)
