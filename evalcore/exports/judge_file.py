"""The targets ``judge.yaml``, the judge with its calibration to be read back, and the schema of that file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evalcore.domain import Case
from evalcore.errors import ExportError
from evalcore.exports.calibration import judge_yaml, uncalibrated_yaml
from evalcore.exports.losses import refuse_rule_judge
from evalcore.exports.target import Carried, Files, Material, Target
from evalcore.judges import Judge, json_schema, judge_from_text
from evalcore.prompts import fill, variables
from evalcore.providers.bodies import request_body
from evalcore.replies import read

JUDGE_FILE, SCHEMA_FILE = "judge.yaml", "judge.schema.json"


def write(material: Material) -> Files:
    """The judge file.

    Raises
    ------
    ExportError
        When the judge was recorded elsewhere.
    """
    if material.judge is not None and material.judge.is_recorded:
        refuse_rule_judge(material.judge, JUDGE_FILE)
    if material.report is None:
        return {JUDGE_FILE: uncalibrated_yaml(material.chosen)}
    return {JUDGE_FILE: judge_yaml(material.chosen, material.report, date=material.date)}


def carried(files: Files, judge: Judge) -> Carried:
    """The judge that the written file holds.

    Raises
    ------
    JudgeError
        When the file is none any more.
    ExportError
        When it holds what neither a request nor a reading would show: another model behind the same name,
        or other verdicts that pass.
    """
    written = judge_from_text(files[JUDGE_FILE], file=JUDGE_FILE)
    _refuse_unseen_differences(judge, written)

    def bodies(cases: Sequence[Case]) -> Sequence[Mapping[str, Any]]:
        return [_body(written, case) for case in cases]

    def readings(texts: Sequence[str]) -> Sequence[str | None]:
        rule = written.rule
        return [written.verdict(read(rule.name, text, params=rule.params)) for text in texts]

    return Carried(bodies=bodies, readings=readings)


def _body(judge: Judge, case: Case) -> Mapping[str, Any]:
    if judge.prompt is None:
        return {"rule": judge.model.name}
    return request_body(judge, fill(judge.prompt.template, judge.prompt.dialect, variables(case)))


def _refuse_unseen_differences(measured: Judge, written: Judge) -> None:
    was, has = _unseen(measured), _unseen(written)
    for name in was:
        if was[name] != has[name]:
            raise ExportError(f"{JUDGE_FILE}: {name} was measured as {was[name]}, and the file has {has[name]}")


def _unseen(judge: Judge) -> Mapping[str, object]:
    model, scale = judge.model, judge.scale
    return {
        "model.provider": model.provider,
        "model.digest": model.digest,
        "model.base_url": model.base_url,
        "model.server_id": model.server_id,
        "verdicts.values": scale.values,
        "verdicts.level": scale.level,
        "verdicts.passing": scale.passing,
        "verdicts.scores": dict(judge.scores),
    }


TARGETS = (
    Target(
        name=JUDGE_FILE,
        title="Judge file with its calibration",
        exactness="exact",
        write=write,
        proof="read back by this tool: the same judge, byte for byte",
        carried=carried,
        for_rules=True,
    ),
    Target(
        name=SCHEMA_FILE,
        title="JSON Schema of the judge file (evalcore-judge/1)",
        exactness="document",
        about="nothing",
        write=lambda _: {SCHEMA_FILE: json_schema()},
    ),
)
