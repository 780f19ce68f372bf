"""Libraries with a judge of their own: they take the prompt, and ask for the answer in a form of theirs."""

from __future__ import annotations

from evalcore.errors import ExportError
from evalcore.exports.adapters.adapter import Adapter, Settings
from evalcore.exports.adapters.choices import Choice, choices
from evalcore.exports.adapters.server import openai_server, openai_server_losses
from evalcore.exports.places import refuse_double_braces, rewritten
from evalcore.judges import Judge

_UNREADABLE = (
    "An answer that is not what {library} asked for raises, as a call without a reply does: neither is a score."
)
_RULE_LOST = "The verdict is what {field} says, not what the reading rule makes of a reply."


def _asking_losses(judge: Judge) -> tuple[str, ...]:
    """What every one of them loses by asking for JSON through an OpenAI-style server."""
    limit = judge.options.max_tokens
    cut = f"The limit of {limit} tokens for a reply is not sent: it would cut the JSON." if limit is not None else ""
    return (*((cut,) if cut else ()), *openai_server_losses(judge))


def _server_settings(judge: Judge) -> dict[str, object]:
    server, options = openai_server(judge), judge.options
    sampling = {"temperature": options.temperature, "seed": options.seed}
    return {
        "MODEL": server.model,
        "BASE_URL": server.base_url,
        "API_KEY_ENV": server.api_key_env,
        "OPTIONS": {name: value for name, value in sampling.items() if value is not None},
    }


def _offered(judge: Judge, library: str) -> tuple[Choice, ...]:
    found = choices(judge)
    if len({choice.passes for choice in found}) < 2:
        said = ", ".join(one.said for one in found) or "none"
        raise ExportError(f"expected answers of which some pass and some fail, found {said}; {library} needs both")
    return found


def _openevals_settings(judge: Judge) -> Settings:
    offered = _offered(judge, "openevals")
    if [one.said for one in offered] == ["yes", "no"]:
        numbers = None
    elif all(one.said.removeprefix("-").isdigit() for one in offered):
        numbers = [float(one.said) for one in offered]
    else:
        raise ExportError(
            f"expected a judge that answers yes or no or a number, found {', '.join(one.said for one in offered)};"
            " openevals takes no other answers: export it to a target with labels, such as phoenix-classifier"
        )
    return _server_settings(judge) | {
        "CHOICES": numbers,
        "PASSING": None if numbers is None else [float(one.said) for one in offered if one.passes],
    }


def _openevals_losses(judge: Judge) -> tuple[str, ...]:
    return (
        "openevals forces a JSON answer by a schema, where the judge was measured answering in its own words.",
        _RULE_LOST.format(field="the schema's score"),
        *_asking_losses(judge),
    )


def _classifier_settings(judge: Judge) -> Settings:
    return _server_settings(judge) | {
        "ROLE": judge.prompt.role if judge.prompt else "user",
        "CHOICES": {one.said: float(one.passes) for one in _offered(judge, "Phoenix")},
    }


def _classifier_losses(judge: Judge) -> tuple[str, ...]:
    return (
        "Phoenix forces a choice from a list by a schema, where the judge was measured answering in its own words.",
        _RULE_LOST.format(field="the chosen label"),
        "Phoenix takes away the indentation that all lines of a prompt share, and blanks on lines that hold no more.",
        *_asking_losses(judge),
    )


IN_WORDS = {
    "question": "[the question in the input]",
    "answer": "[the output]",
    "evidence": "[the evidence in the input]",
    "must_mention": "[the must_mention in the input]",
}
"""What stands in a rubric in place of a part of the case, which LLMJudge shows beside it."""


def _rubric_settings(judge: Judge) -> Settings:
    return _server_settings(judge) | {"RUBRIC": rewritten(judge, IN_WORDS.__getitem__)}


def _rubric_losses(judge: Judge) -> tuple[str, ...]:
    return (
        "The prompt becomes a rubric under LLMJudge's own system prompt; words stand in place of its placeholders, and "
        "the case is given beside it.",
        "LLMJudge asks for a tool call with a reason, a pass and a score, where the judge was measured answering in "
        "its own words.",
        _RULE_LOST.format(field="the pass of that call") + " The values of the scale are lost.",
        *_asking_losses(judge),
    )


_IN_VARIABLES = {
    "question": "[the question in {{ inputs }}]",
    "answer": "{{ outputs }}",
    "evidence": "[the evidence in {{ inputs }}]",
    "must_mention": "[the must_mention in {{ inputs }}]",
}


def _instructions_settings(judge: Judge) -> Settings:
    refuse_double_braces(judge, "MLflow")
    server = _server_settings(judge)
    offered = _offered(judge, "MLflow")
    return {
        "MODEL": server["MODEL"],
        "POST_URL": f"{server['BASE_URL']}/chat/completions",
        "OPTIONS": server["OPTIONS"],
        "CHOICES": tuple(one.said for one in offered),
        "PASSING": tuple(one.said for one in offered if one.passes),
        "INSTRUCTIONS": rewritten(judge, _IN_VARIABLES.__getitem__),
    }


def _instructions_losses(judge: Judge) -> tuple[str, ...]:
    return (
        "The prompt becomes instructions in a system prompt of MLflow's; its placeholders become {{ inputs }} and "
        "{{ outputs }}, and the case follows as JSON in a message of its own.",
        "MLflow asks for JSON with a result and a rationale, where the judge was measured answering in its own words.",
        _RULE_LOST.format(field="that result"),
        *_asking_losses(judge),
    )


ADAPTERS = (
    Adapter(
        name="openevals",
        title="openevals LLM-as-judge",
        library="openevals",
        file="openevals_judge.py",
        example="openevals_example.py",
        requirements="openevals>=0.2.2' 'langchain-openai",
        use='`measured_judge(inputs={"question": ..., "evidence": [...]}, outputs=answer)`. The prompt is filled as '
        "measured. The example switches LangSmith's tracing off with `LANGSMITH_TRACING`.",
        counted=_UNREADABLE.format(library="openevals"),
        proof="run with openevals 0.2 against a scripted server: its request differs as the losses say",
        losses=_openevals_losses,
        settings=_openevals_settings,
        exactness="adapted",
    ),
    Adapter(
        name="phoenix-classifier",
        title="Phoenix classification evaluator",
        library="Arize Phoenix",
        file="phoenix_classifier.py",
        example="phoenix_classifier_example.py",
        requirements="arize-phoenix-evals>=3.9' 'openai",
        use='`measured_judge.evaluate({"question": ..., "evidence": [...], "answer": ...})`, or '
        "`evaluate_dataframe` with those columns. The prompt is filled as measured.",
        counted=_UNREADABLE.format(library="Phoenix"),
        proof="run with arize-phoenix-evals 3.9 against a scripted server: its request differs as the losses say",
        losses=_classifier_losses,
        settings=_classifier_settings,
        exactness="adapted",
    ),
    Adapter(
        name="pydantic-evals-llmjudge",
        title="pydantic-evals LLMJudge",
        library="pydantic-evals",
        file="pydantic_llmjudge.py",
        example="pydantic_llmjudge_example.py",
        requirements="pydantic-evals>=2.62' 'pydantic-ai-slim[openai]",
        use="`Dataset(cases=[...], evaluators=[measured_judge])` with inputs of `question` and `evidence`.",
        counted="A call whose answer LLMJudge cannot read is an evaluator failure of its case, which is left out of "
        "the averages: look at `evaluator_failures` first.",
        proof="run with pydantic-evals 2.62 against a scripted server: its request differs as the losses say",
        losses=_rubric_losses,
        settings=_rubric_settings,
        exactness="adapted",
        runs_judge=False,
    ),
    Adapter(
        name="mlflow-make-judge",
        title="MLflow make_judge",
        library="MLflow",
        file="mlflow_make_judge.py",
        example="mlflow_make_judge_example.py",
        requirements="mlflow>=3.17",
        use='`measured_judge(inputs={"question": ..., "evidence": [...]}, outputs=answer)`, or in `scorers=[...]` of '
        "`mlflow.genai.evaluate`. MLflow takes the key from `OPENAI_API_KEY` alone, and sends it to `POST_URL`; a "
        "server without keys needs the variable set to anything. MLflow does not keep the address when it registers "
        "the judge.",
        counted="An answer that is not the JSON that MLflow asked for, and a call without a reply, are feedback with "
        "an error and no value, which MLflow leaves out of its means: count those first.",
        proof="run with mlflow 3.17 against a scripted server: its request differs as the losses say",
        losses=_instructions_losses,
        settings=_instructions_settings,
        exactness="adapted",
        runs_judge=False,
    ),
)
