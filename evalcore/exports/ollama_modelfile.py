"""The target ``ollama-modelfile``: the judge's model and options as a model of its own in Ollama, the prompt beside."""

from __future__ import annotations

import re
from collections.abc import Iterator

from evalcore.errors import ExportError
from evalcore.exports.heading import heading_lines
from evalcore.exports.losses import model_name, refuse_rule_judge, server_losses
from evalcore.exports.python import for_a_server
from evalcore.exports.target import Files, Material, Target
from evalcore.judges import Judge

MODELFILE, PROMPT = "Modelfile", "prompt.txt"
_NAME = re.compile(r"[\w./:@-]+")
_WHAT = (
    "The judge's model with the judge's options, for clients whose requests carry none, such as OpenAI-style ones with "
    f"num_ctx: ollama create measured-judge -f {MODELFILE}"
)


def write(material: Material) -> Files:
    """The Modelfile, and the template byte for byte.

    Neither SYSTEM nor TEMPLATE is written: the prompt was measured as a message, in the chat template of the model.

    Raises
    ------
    ExportError
        When the judge is a rule, when Ollama could not read the model's name, or when the template is no text that a
        file can hold.
    """
    judge = material.chosen
    refuse_rule_judge(judge, "Ollama")
    served = for_a_server(judge)
    name = model_name(served)
    if not _NAME.fullmatch(name):
        raise ExportError(f"expected a model's name as Ollama takes it (letters, digits, . / : @ _ -), found {name!r}")
    comments = heading_lines(material, what=_WHAT, losses=losses(judge), notes=tuple(_notes(served)))
    lines = [f"FROM {name}", *(f"PARAMETER {option} {value}" for option, value in _options(served))]
    return {
        MODELFILE: "".join(f"# {line}\n" for line in comments) + "\n" + "\n".join(lines) + "\n",
        PROMPT: _template(judge),
    }


def losses(judge: Judge) -> tuple[str, ...]:
    """What a model with options is not, compared with a judge."""
    found = [
        *server_losses(judge),
        f"It carries no prompt: fill {PROMPT} and send it as one message of the role {_role(judge)}.",
        f"It carries no reading rule: replies have to be read by {judge.rule.name}.",
        "Options of a request win over those of the model.",
    ]
    if judge.model.provider == "openai":
        found.append("It was measured at an OpenAI-style server, and not in Ollama.")
    if judge.options.think is not None:
        found.append(f"think ({judge.options.think!r}) is no parameter of a model: the request has to say it.")
    return tuple(found)


def _notes(judge: Judge) -> Iterator[str]:
    if judge.model.digest:
        yield (
            "FROM cannot pin what a name stands for. Compare the digest in /api/tags with the one that was measured: "
            f"{judge.model.digest}"
        )
    if judge.prompt:
        yield f"{PROMPT} is the template, byte for byte, in the dialect {judge.prompt.dialect}."
    yield "Ollama cuts a prompt that does not fit into num_ctx, unless the request says truncate: false."


def _options(judge: Judge) -> Iterator[tuple[str, float]]:
    options = judge.options
    named = {
        "temperature": options.temperature,
        "seed": options.seed,
        "num_ctx": options.num_ctx,
        "num_predict": options.max_tokens,
    }
    return ((name, value) for name, value in named.items() if value is not None)


def _role(judge: Judge) -> str:
    return judge.prompt.role if judge.prompt else "user"


def _template(judge: Judge) -> str:
    template = judge.prompt.template if judge.prompt else ""
    if re.search(r"[\ud800-\udfff]", template):
        raise ExportError(
            f"expected a template that is text, found half a surrogate pair in the one of {judge.name!r}: no text file "
            "can hold it; remove it, and measure the judge again"
        )
    return template


TARGETS = (
    Target(
        name="ollama-modelfile",
        title="Ollama Modelfile with the judge's options",
        exactness="adapted",
        write=write,
        proof="written to Ollama's published grammar, not run: it holds a model and options, no judge",
        losses=losses,
    ),
)
