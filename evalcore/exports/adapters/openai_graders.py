"""OpenAI's graders as JSON: a label model that chooses, and a score model that gives a number."""

from __future__ import annotations

import json
from typing import Any

from evalcore.errors import ExportError
from evalcore.exports.adapters.choices import choices
from evalcore.exports.heading import heading_lines
from evalcore.exports.losses import MODEL_PLACEHOLDER, refuse_rule_judge, server_losses
from evalcore.exports.places import refuse_double_braces, rewritten
from evalcore.exports.target import Files, Material, Target
from evalcore.judges import Judge, needs_model
from evalcore.providers.addresses import openai_address
from evalcore.providers.bodies import is_openai

FILE = "openai_graders.json"
_WHAT = (
    "For OpenAI's evals and fine-tuning: label_model and score_model each are a grader as the API takes it. An item of "
    "the data has the fields question, evidence (the documents' texts, joined by newlines) and answer."
)


def write(material: Material) -> Files:
    """Both graders in one file, with what they lose."""
    judge = material.chosen
    refuse_rule_judge(judge, "OpenAI")
    refuse_double_braces(judge, "OpenAI")
    offered = choices(judge)
    if len({one.passes for one in offered}) < 2:
        said = ", ".join(one.said for one in offered) or "none"
        raise ExportError(f"expected answers of which some pass and some fail, found {said}; a grader needs both")
    about = heading_lines(material, what=_WHAT, losses=losses(judge), notes=(), width=10_000)
    document = {"about": list(about), "label_model": _label_model(judge), "score_model": _score_model(judge)}
    return {FILE: json.dumps(document, indent=2) + "\n"}


def losses(judge: Judge) -> tuple[str, ...]:
    """What the graders do otherwise."""
    other_model = (
        f"OpenAI's graders run OpenAI's models only: {MODEL_PLACEHOLDER} is to be replaced by one, and measured.",
    )
    limit = judge.options.max_tokens
    return (
        *server_losses(judge),
        *(() if _runs_there(judge) else other_model),
        "label_model forces one of its labels by a schema and takes no temperature, no seed and no limit.",
        "score_model asks for a number, with a sentence behind the prompt that says what it means.",
        *(
            (f"The limit of {limit} tokens for a reply is not sent: it would cut the JSON.",)
            if limit is not None
            else ()
        ),
        "The verdict is the label or the number, not what the reading rule makes of a reply.",
    )


def _runs_there(judge: Judge) -> bool:
    model = judge.model
    return model.provider == "openai" and not needs_model(judge) and is_openai(openai_address(model.base_url, {}))


def _model(judge: Judge) -> str:
    return judge.model.name if _runs_there(judge) else MODEL_PLACEHOLDER


def _label_model(judge: Judge) -> dict[str, Any]:
    offered = choices(judge)
    return {
        "type": "label_model",
        "name": judge.name,
        "model": _model(judge),
        "input": [_message(judge, _prompt(judge))],
        "labels": [one.said for one in offered],
        "passing_labels": [one.said for one in offered if one.passes],
    }


def _score_model(judge: Judge) -> dict[str, Any]:
    options = judge.options
    sampling = {"temperature": options.temperature, "seed": options.seed}
    return {
        "type": "score_model",
        "name": judge.name,
        "model": _model(judge),
        "input": [_message(judge, f"{_prompt(judge)}\n\n{_numbers(judge)}")],
        "range": [0, 1],
        "sampling_params": {name: value for name, value in sampling.items() if value is not None},
    }


def _numbers(judge: Judge) -> str:
    offered = choices(judge)
    passing = ", ".join(one.said for one in offered if one.passes)
    failing = ", ".join(one.said for one in offered if not one.passes)
    return f"Give the score 1 for {passing}, and 0 for {failing}."


def _prompt(judge: Judge) -> str:
    return rewritten(judge, lambda meaning: f"{{{{ item.{meaning} }}}}")


def _message(judge: Judge, text: str) -> dict[str, str]:
    return {"type": "message", "role": judge.prompt.role if judge.prompt else "user", "content": text}


TARGETS = (
    Target(
        name="openai-graders",
        title="OpenAI label_model and score_model graders",
        exactness="adapted",
        write=write,
        proof="checked against the schema of graders that OpenAI's own library publishes; no grader was run",
        losses=losses,
    ),
)
