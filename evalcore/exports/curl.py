"""The target ``curl``: one made-up case put to the judge from a shell, with the body as it is sent."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator

from evalcore.exports.example_case import EXAMPLE
from evalcore.exports.inert import one_line
from evalcore.exports.losses import refuse_rule_judge, server_losses
from evalcore.exports.python import for_a_server, header_lines
from evalcore.exports.target import Files, Material, Target
from evalcore.judges import Judge
from evalcore.prompts import fill, variables
from evalcore.providers.addresses import ollama_address, openai_address
from evalcore.providers.bodies import is_openai, request_body
from evalcore.providers.keys import DEFAULT_KEY_ENV
from evalcore.replies import RULES

FILE = "judge-curl.sh"

_FILLED = """\
# The prompt is filled for one made-up case; everything else in the body is what the judge sends about any case.
# To ask about another case, fill the prompt with a program (target python): a shell cannot quote every text."""

_SCRIPT = """\
#!/bin/sh
{comments}
set -eu
{call}
{body}
JSON
"""


def write(material: Material) -> Files:
    """The script.

    Raises
    ------
    ExportError
        When the judge is a rule, which asks no model.
    """
    refuse_rule_judge(material.chosen, "curl")
    judge = _at_its_address(for_a_server(material.chosen))
    comments = [*(f"# {line}" for line in _header(material)), "#", _FILLED, "#"]
    comments += [f"# {line}" for line in _how_it_is_read(judge)]
    body = json.dumps(example_body(judge), indent=2)
    return {FILE: _SCRIPT.format(comments="\n".join(comments), call=_call(judge), body=body)}


def _header(material: Material) -> list[str]:
    losses = server_losses(material.chosen)
    who, *standing, digest = header_lines(material, losses=losses)
    if not losses:
        standing = ["The request is exactly what the judge sends; the reply is yours to read, by the rule below."]
    return [who, *standing, digest]


def example_body(judge: Judge) -> dict[str, object]:
    """What the judge sends about the made-up case."""
    assert judge.prompt is not None
    return request_body(judge, fill(judge.prompt.template, judge.prompt.dialect, variables(EXAMPLE)))


def _at_its_address(judge: Judge) -> Judge:
    """With an address in any case: the environment of whoever exports is not that of whoever runs the script."""
    find = ollama_address if judge.model.provider == "ollama" else openai_address
    return judge.pinned(base_url=find(judge.model.base_url, {}))


def _call(judge: Judge) -> str:
    path = "/api/chat" if judge.model.provider == "ollama" else "/chat/completions"
    key = _key_variable(judge)
    parts = [
        "curl --silent --show-error --fail-with-body",
        "--header 'Content-Type: application/json'",
        # A descriptor of its own: on the command line the key would stand in the list of processes.
        *(("--header @/dev/fd/3",) if key else ()),
        f"--data-binary @- {shlex.quote(f'{judge.model.base_url}{path}')}",
    ]
    call = " \\\n  ".join(parts)
    if key is None:
        return f"{call} <<'JSON'"
    return f"{call} 3<<HEADER <<'JSON'\nAuthorization: Bearer ${{{key}:?holds no key}}\nHEADER"


def _key_variable(judge: Judge) -> str | None:
    """Where the key comes from; none is sent to a server that the judge names no key for."""
    if judge.model.provider != "openai":
        return None
    return judge.model.api_key_env or (DEFAULT_KEY_ENV if is_openai(str(judge.model.base_url)) else None)


def _how_it_is_read(judge: Judge) -> Iterator[str]:
    place = ".message.content" if judge.model.provider == "ollama" else ".choices[0].message.content"
    yield f"How the reply is read: the text at {place}, by the rule {judge.rule.name} ({one_line(judge.reader)})."
    yield RULES[judge.rule.name].summary
    if judge.rule.params:
        yield f"Its parameters: {json.dumps(judge.rule.params)}"
    if judge.tokens:
        yield f"What it yields means, on the scale: {json.dumps(dict(judge.tokens))}"
    yield f"These values pass: {json.dumps(judge.scale.passing)}"


TARGETS = (
    Target(
        name="curl",
        title="curl script: one filled case, to look at the request",
        exactness="document",
        write=write,
        proof="run: curl sends the body to a scripted model server, and it is the measured one",
        losses=server_losses,
    ),
)
