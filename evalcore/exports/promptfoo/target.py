"""The target ``promptfoo``: what is written, what it loses, and how it is read back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from evalcore.domain import Case
from evalcore.errors import ExportError
from evalcore.exports.heading import heading_lines
from evalcore.exports.losses import refuse_rule_judge, server_losses
from evalcore.exports.promptfoo import configurations, python_provider, script
from evalcore.exports.promptfoo.readme import readme
from evalcore.exports.python import for_a_server
from evalcore.exports.target import Carried, Files, Material, Target
from evalcore.judges import Judge
from evalcore.providers.addresses import OPENAI_ADDRESS, ollama_address, openai_address
from evalcore.providers.bodies import is_openai, request_body
from evalcore.providers.keys import DEFAULT_KEY_ENV

HTTP_CONSTANTS = {
    "method": "POST",
    "transformRequest": f"file://{script.FILE}:request",
    # promptfoo takes any status for an answer.
    "validateStatus": "status >= 200 && status < 300",
}
"""What makes promptfoo's HTTP provider send and read as measured."""
_HERE = "Goes beside promptfooconfig.yaml, together with the other files of this export."


def write(material: Material) -> Files:
    """Grader, regression suite with its cases, what they run, and a README.

    Raises
    ------
    ExportError
        When the judge is a rule, which asks no model.
    """
    judge = material.chosen
    refuse_rule_judge(judge, "promptfoo")
    suite = configurations.suite(material)
    heading = _headings(material)
    files = {
        configurations.GRADER: heading("# ", f"The judge as a grader: defaultTest: file://{configurations.GRADER}")
        + configurations.grader_yaml(_provider(judge, "grade"), criterion=judge.criterion),
        **_what_runs(material, heading),
        "README.md": readme(material, suite, losses=losses(judge)),
    }
    if suite.tests:
        what = "The judge's own regression suite: people's labels are what it should say."
        notes = tuple(configurations.left_out_sentences(suite))
        files[configurations.REGRESSION] = heading("# ", what, notes) + configurations.regression_yaml(
            _provider(judge, "verdict"), name=judge.name
        )
        files[configurations.CASES] = configurations.cases_json(suite.tests)
    return files


def losses(judge: Judge) -> tuple[str, ...]:
    """What changes for this judge; promptfoo itself changes nothing."""
    return server_losses(judge)


def carried(files: Files, judge: Judge) -> Carried:
    """The judge as the configurations and the code beside them carry it.

    Raises
    ------
    ExportError
        When a file is another than the one that was proven with promptfoo.
    """
    provider = configurations.grader_provider(files[configurations.GRADER])
    if configurations.REGRESSION in files:
        of_suite = configurations.regression_provider(files[configurations.REGRESSION])
        if _asked(of_suite, "verdict") != _asked(provider, "grade"):
            raise ExportError("grader.yaml and regression.yaml ask in two ways; write the export again")
    if not _in_javascript(judge):
        if provider != _provider(judge, "grade"):
            raise ExportError(
                "expected grader.yaml to run promptfoo_judge.py, found it changed; write the export again"
            )
        return python_provider.carried(files, judge)
    return _carried_by_script(provider, files, judge)


def _carried_by_script(provider: Mapping[str, Any], files: Files, judge: Judge) -> Carried:
    config = dict(provider["config"])
    body, headers = config.pop("body"), config.pop("headers")
    if config != {**HTTP_CONSTANTS, **_reads("grade")} or headers != _headers(judge):
        raise ExportError("expected grader.yaml to send as promptfoo was proven to, found it changed; write it again")
    if judge.model.provider == "openai" and provider["id"] != _url(judge):
        raise ExportError(f"expected grader.yaml to ask {_url(judge)}, found {provider['id']}; write the export again")
    found = script.read_back(files[script.FILE], judge)

    def bodies(cases: Sequence[Case]) -> Sequence[Mapping[str, Any]]:
        return [body | {"messages": found.messages(case)} for case in cases]

    return Carried(bodies=bodies, readings=lambda texts: [found.value(text) for text in texts])


def _in_javascript(judge: Judge) -> bool:
    return judge.rule.name in script.RULES_IN_JAVASCRIPT


def _what_runs(material: Material, heading: Callable[..., str]) -> Files:
    judge = material.chosen
    what = "Fills the prompt and reads the reply, for grader.yaml and regression.yaml."
    if not _in_javascript(judge):
        return python_provider.files_of(material, heading("# ", what))
    return {script.FILE: heading("// ", what) + script.script(for_a_server(judge))}


def _provider(judge: Judge, task: str) -> configurations.Provider:
    """What promptfoo calls, to grade an answer or to give the verdict itself."""
    if not _in_javascript(judge):
        return python_provider.provider(task)
    return {
        "id": _url(judge),
        "config": {**HTTP_CONSTANTS, **_reads(task), "headers": _headers(judge), "body": _body(judge)},
    }


def _asked(provider: Mapping[str, Any], task: str) -> Mapping[str, Any]:
    """What a provider asks, apart from what it makes of the reply."""
    config = {name: value for name, value in provider.get("config", {}).items() if name != "transformResponse"}
    return {"id": str(provider["id"]).removesuffix(f":{task}"), "config": config}


def _reads(task: str) -> Mapping[str, str]:
    return {"transformResponse": f"file://{script.FILE}:{task}"}


def _body(judge: Judge) -> Mapping[str, Any]:
    served = for_a_server(judge)
    body = request_body(served.pinned(base_url=_address(served)), "")
    return {name: value for name, value in body.items() if name != "messages"}


def _address(judge: Judge) -> str:
    if judge.model.provider == "openai":
        return openai_address(judge.model.base_url or OPENAI_ADDRESS, {})
    return ollama_address(judge.model.base_url, {})


def _url(judge: Judge) -> str:
    served = for_a_server(judge)
    return _address(served) + ("/chat/completions" if served.model.provider == "openai" else "/api/chat")


def _headers(judge: Judge) -> Mapping[str, str]:
    variable = judge.model.api_key_env
    if variable is None and judge.model.provider == "openai" and is_openai(_address(judge)):
        variable = DEFAULT_KEY_ENV
    key = {"Authorization": f"Bearer {{{{env.{variable}}}}}"} if variable else {}
    return {"Content-Type": "application/json", **key}


def _headings(material: Material) -> Callable[..., str]:
    lost = losses(material.chosen)

    def heading(mark: str, what: str, notes: Sequence[str] = ()) -> str:
        lines = heading_lines(material, what=what, losses=lost, notes=(*notes, _HERE))
        return "".join(f"{mark}{line}\n" for line in lines)

    return heading


TARGETS = (
    Target(
        name="promptfoo",
        title="promptfoo grader and regression suite",
        exactness="exact",
        write=write,
        proof="run with promptfoo 0.121 against a scripted model server",
        losses=losses,
        carried=carried,
    ),
)
