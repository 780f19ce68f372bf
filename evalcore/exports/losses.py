"""What an export loses for one judge, in sentences that several targets share."""

from __future__ import annotations

from evalcore.errors import ExportError
from evalcore.judges import Judge, needs_model

MODEL_PLACEHOLDER = "MODEL-NAME"
"""Stands in files for the model of a judge that names none yet."""

UNCALIBRATED = "uncalibrated: nothing was measured about this judge"
"""What a file says in place of figures that nobody has measured."""


def server_losses(judge: Judge) -> tuple[str, ...]:
    """What changes when a judge is asked of a model server, whichever tool asks; empty where it was measured so."""
    losses = []
    if judge.model.provider == "embedded":
        losses.append(
            "It was measured inside a process, and this asks a server: another chat template and another backend."
        )
    if needs_model(judge):
        losses.append(f"The judge names no model: {MODEL_PLACEHOLDER} is to be replaced, and measured.")
    return tuple(losses)


def truncation_notes(judge: Judge) -> tuple[str, ...]:
    """What to say of a tool that cannot send ``truncate``: a prompt may then be cut in silence.

    Nothing about OpenAI-style servers, which have no such field and were measured without one.
    """
    if judge.model.provider == "openai":
        return ()
    window = f"num_ctx, {judge.options.num_ctx} tokens" if judge.options.num_ctx else "its context window"
    return (
        "No truncation protection: truncate is not sent, so that Ollama cuts a prompt that does not fit"
        f" ({window}) and answers all the same; as measured, such a prompt is refused.",
    )


def model_name(judge: Judge) -> str:
    """The model's name for a server, or the placeholder."""
    return judge.model.name or MODEL_PLACEHOLDER


def refuse_rule_judge(judge: Judge, tool: str) -> None:
    """Refuse to write a request for a judge that makes none.

    Raises
    ------
    ExportError
        When the judge is a rule, or was recorded elsewhere.
    """
    if judge.is_recorded:
        raise ExportError(
            f"expected a judge whose prompt and model are known, found {judge.name!r}, which was recorded elsewhere;"
            " measure a judge from its own file (`evalcore run --judge FILE`) and export that one"
        )
    if judge.prompt is None:
        raise ExportError(
            f"expected a judge that asks a model, found the rule {judge.name!r}: it looks at the case itself, and"
            f" {tool} has nothing to send; export it to judge.yaml"
        )
