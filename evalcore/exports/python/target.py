"""The target ``python``: the judge's file and a package of plain Python that asks and reads as measured."""

from __future__ import annotations

from dataclasses import replace

from evalcore.exports import judge_file
from evalcore.exports.losses import MODEL_PLACEHOLDER, refuse_rule_judge, server_losses
from evalcore.exports.python.carrying import carried_by
from evalcore.exports.python.package import package_files
from evalcore.exports.python.readme import example, readme
from evalcore.exports.target import Carried, Files, Material, Target
from evalcore.judges import Judge, ModelRef, needs_model


def write(material: Material) -> Files:
    """Judge file, package, example and README.

    Raises
    ------
    ExportError
        When the judge is a rule, which asks no model.
    """
    refuse_rule_judge(material.chosen, "plain Python")
    losses = server_losses(material.chosen)
    return {
        **runtime_files(material),
        "README.md": readme(material, losses=losses),
        "example.py": example(material, losses=losses),
    }


def runtime_files(material: Material) -> Files:
    """The judge file and the package, which adapters for other tools ship as well."""
    served = for_a_server(material.chosen)
    changed = served != material.chosen
    written = replace(material, judge=served, report=None) if changed else material
    return {**judge_file.write(written), **package_files()}


def for_a_server(judge: Judge) -> Judge:
    """The judge as the package can ask it: one that ran inside a process, or names no model, gets a placeholder."""
    if judge.model.provider == "embedded" or needs_model(judge):
        return replace(judge, model=ModelRef(provider="ollama", name=MODEL_PLACEHOLDER))
    return judge


def carried_by_runtime(files: Files, judge: Judge) -> Carried:
    """What the written files do when they are run.

    Raises
    ------
    ExportError, JudgeError
        When the judge file holds another judge in a way that neither a request nor a reading would show.
    """
    judge_file.carried({judge_file.JUDGE_FILE: files[judge_file.JUDGE_FILE]}, for_a_server(judge))
    return carried_by(files)


TARGETS = (
    Target(
        name="python",
        title="Plain Python package, standard library only",
        exactness="exact",
        write=write,
        proof="run: the written package, in a Python that sees nothing else, against a scripted model server",
        losses=server_losses,
        carried=carried_by_runtime,
    ),
)
