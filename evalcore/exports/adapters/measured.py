"""Libraries in which a few lines of code make the judge run as it was measured."""

from __future__ import annotations

from evalcore.exports.adapters.adapter import Adapter

_UNREAD = "A reply without a verdict **fails**, as it did where the judge was measured, and stays in every mean; "

_ADAPTERS = (
    Adapter(
        name="inspect-ai",
        title="Inspect AI scorer",
        library="Inspect AI",
        file="inspect_scorer.py",
        example="inspect_example.py",
        requirements="inspect-ai>=0.3.285",
        use='`Task(..., scorer=measured_judge())`. A sample\'s input is the question, `metadata={"evidence": [...]}` '
        "its documents, the model's output the answer.",
        counted=_UNREAD
        + "the score's metadata has `unread: true` and why, and the metric `unread` is their share. Nothing is NaN: "
        "Inspect leaves a NaN out of its accuracy, which makes a chatty judge look better than it is.\n\n"
        "A call that brings no reply is an error of its sample. Inspect then ends the evaluation, unless you set "
        "`fail_on_error`; a sample with an error is in no mean, so count them.",
        proof="run with inspect-ai 0.3 against a scripted server",
    ),
    Adapter(
        name="deepeval",
        title="DeepEval metric",
        library="DeepEval",
        file="deepeval_metric.py",
        example="deepeval_example.py",
        requirements="deepeval>=4.3",
        use="`evaluate(cases, metrics=[MeasuredJudge()])`, or `assert_test(case, [MeasuredJudge()])`. A test case's "
        "`input` is the question, its `retrieval_context` the documents, its `actual_output` the answer. The example "
        "opts out of DeepEval's telemetry with `DEEPEVAL_TELEMETRY_OPT_OUT`; set it in your own runs too.",
        counted=_UNREAD + "its score is 0 and its reason says that no verdict was read.\n\n"
        "A call that brings no reply raises. With `ErrorConfig(ignore_errors=True)` DeepEval records the error and no "
        "success.",
        proof="run with deepeval 4.3 against a scripted server",
    ),
    Adapter(
        name="pydantic-evals",
        title="pydantic-evals evaluator",
        library="pydantic-evals",
        file="pydantic_evaluator.py",
        example="pydantic_example.py",
        requirements="pydantic-evals>=2.62",
        use="`Dataset(cases=[...], evaluators=[MeasuredJudge()])`. A case's inputs are the question, or a mapping with "
        "`question` and `evidence`; its output is the answer.",
        counted=_UNREAD
        + "the assertion `passed` is false, its reason says that no verdict was read, and the label `verdict` is "
        "`unread`.\n\n"
        "A call that brings no reply is an evaluator failure of its case: pydantic-evals lists it and leaves the case "
        "out of the averages, so look at `evaluator_failures` first.",
        proof="run with pydantic-evals 2.62 against a scripted server",
    ),
    Adapter(
        name="phoenix",
        title="Phoenix evaluator",
        library="Arize Phoenix",
        file="phoenix_evaluator.py",
        example="phoenix_example.py",
        requirements="arize-phoenix-evals>=3.9",
        use="`evaluate_dataframe(frame, [measured_judge], max_retries=0)` with the columns `question`, `evidence` and "
        "`answer`, or `measured_judge.evaluate({...})`.",
        counted=_UNREAD + "its score is 0, its label `unread`, and its metadata says why.\n\n"
        "A call that brings no reply leaves the score of its row empty, with the error in the column of execution "
        "details; a mean over the column skips it, so count those rows first.",
        proof="run with arize-phoenix-evals 3.9 against a scripted server",
    ),
    Adapter(
        name="mlflow",
        title="MLflow scorer",
        library="MLflow",
        file="mlflow_scorer.py",
        example="mlflow_example.py",
        requirements="mlflow>=3.17",
        use="`mlflow.genai.evaluate(data=rows, scorers=[measured_judge])` with rows of `inputs` (`question`, "
        "`evidence`) and `outputs` (the answer). The example switches MLflow's telemetry off with "
        "`MLFLOW_DISABLE_TELEMETRY`; set it in your own runs too.",
        counted=_UNREAD + "the feedback is false, and its metadata has `unread: true` and why.\n\n"
        "A call that brings no reply is a feedback with an error and no value, which MLflow leaves out of its means; "
        "count those first.",
        proof="run with mlflow 3.17 against a scripted server",
    ),
)

TARGETS = tuple(adapter.target() for adapter in _ADAPTERS)
