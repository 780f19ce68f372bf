"""Every case a sample, whose answer stands in its metadata."""

from cases import CASES, error, finish, outcome
from inspect_ai import Task, eval
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput
from inspect_ai.solver import solver
from inspect_scorer import measured_judge


@solver
def answered():
    async def solve(state, generate):
        state.output = ModelOutput.from_content("none", state.metadata["answer"])
        return state

    return solve


samples = [
    Sample(id=case["id"], input=case["question"], metadata={"evidence": case["evidence"], "answer": case["answer"]})
    for case in CASES
]
(log,) = eval(
    Task(dataset=samples, solver=answered(), scorer=measured_judge()),
    model="none/none",
    fail_on_error=False,
    log_dir="logs",
    display="none",
)
outcomes = {}
for sample in log.samples or []:
    if sample.error:
        outcomes[sample.id] = error(sample.error.message)
    else:
        score = sample.scores["measured_judge"]
        assert score.metadata["unread"] == (score.metadata["verdict"] is None)
        outcomes[sample.id] = outcome(score.value == "C", score.metadata["verdict"])
metrics = {name: found.value for name, found in log.results.scores[0].metrics.items()} if log.results else {}
finish(outcomes, metrics=metrics)
