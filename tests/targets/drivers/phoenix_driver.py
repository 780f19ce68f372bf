"""Every case a row of a frame."""

import json

import pandas as pd
from cases import CASES, error, finish, outcome
from phoenix.evals import evaluate_dataframe
from phoenix_evaluator import measured_judge

judged = evaluate_dataframe(
    dataframe=pd.DataFrame(CASES),
    evaluators=[measured_judge],
    max_retries=0,
    exit_on_error=False,
    hide_tqdm_bar=True,
)
outcomes = {}
for row in judged.to_dict("records"):
    score = row["measured_judge_score"]
    if not score:
        outcomes[row["id"]] = error(row["measured_judge_execution_details"])
    else:
        found = json.loads(score) if isinstance(score, str) else score
        verdict = found["metadata"]["verdict"]
        assert found["label"] == ("unread" if verdict is None else verdict)
        outcomes[row["id"]] = outcome(found["score"] == 1.0, verdict)
finish(outcomes)
