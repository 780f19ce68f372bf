"""Every case a row of data; MLflow keeps its traces in a database in this folder."""

import mlflow
from cases import CASES, error, finish, outcome
from mlflow_scorer import measured_judge

mlflow.set_tracking_uri("sqlite:///mlflow.db")
mlflow.set_experiment("hostile")
rows = [
    {
        "inputs": {"question": case["question"], "evidence": case["evidence"], "id": case["id"]},
        "outputs": case["answer"],
    }
    for case in CASES
]
results = mlflow.genai.evaluate(data=rows, scorers=[measured_judge])
outcomes = {}
for trace in mlflow.search_traces(run_id=results.run_id, return_type="list"):
    (feedback,) = trace.info.assessments
    name = trace.data.spans[0].inputs["id"]
    if feedback.error is not None:
        outcomes[name] = error(feedback.error.error_message)
    else:
        unread = feedback.metadata["unread"] == "true"
        outcomes[name] = outcome(feedback.value, None if unread else feedback.metadata["verdict"])
finish(outcomes, metrics=results.metrics)
