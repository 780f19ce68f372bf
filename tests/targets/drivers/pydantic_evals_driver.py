"""Every case of the set a case of a dataset."""

from cases import CASES, error, finish, outcome
from pydantic_evals import Case, Dataset
from pydantic_evaluator import MeasuredJudge

answers = {case["id"]: case["answer"] for case in CASES}
dataset = Dataset(
    name="hostile",
    cases=[
        Case(name=case["id"], inputs={"question": case["question"], "evidence": case["evidence"], "id": case["id"]})
        for case in CASES
    ],
    evaluators=[MeasuredJudge()],
)
report = dataset.evaluate_sync(lambda inputs: answers[inputs["id"]], progress=False, max_concurrency=4)
outcomes = {}
for case in report.cases:
    if case.evaluator_failures:
        outcomes[case.name] = error(case.evaluator_failures[0].error_message)
    else:
        value = case.labels["verdict"].value
        outcomes[case.name] = outcome(case.assertions["passed"].value, None if value == "unread" else value)
finish(outcomes, mean=report.averages().assertions)
