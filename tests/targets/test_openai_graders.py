"""The exported graders are what OpenAI's own library publishes as the shape of graders."""

from __future__ import annotations

import json

import pytest

from evalcore.exports import find_target, write_files
from tests.support.things import make_judge
from tests.targets.hostile import material_for
from tests.targets.running import run

pytestmark = [pytest.mark.slow, pytest.mark.targets]

CHECK = """
import json, sys
from openai.types.graders import LabelModelGrader, ScoreModelGrader
from openai.types.graders import label_model_grader_param, score_model_grader_param
found = json.load(open("openai_graders.json", encoding="utf-8"))
for model, param, name in (
    (LabelModelGrader, label_model_grader_param.LabelModelGraderParam, "label_model"),
    (ScoreModelGrader, score_model_grader_param.ScoreModelGraderParam, "score_model"),
):
    read = model.model_validate(found[name])
    assert read.to_dict() == found[name], name
    assert not read.model_extra, read.model_extra
    assert not set(found[name]) - set(param.__annotations__), name
    for message in read.input:
        assert not message.model_extra
print("both")
"""


def test_both_graders_have_the_published_shape_and_no_other_field(tmp_path):
    judge = make_judge(template='Is {answer} "supported" by {evidence}? \\n é {} YES or NO')
    files = find_target("openai-graders").write(material_for(judge))
    write_files(files, tmp_path)
    assert run("inspect-ai", tmp_path, "-c", CHECK) == "both\n"
    graders = json.loads(files["openai_graders.json"])
    assert graders["label_model"]["input"][0]["content"] == (
        'Is {{ item.answer }} "supported" by {{ item.evidence }}? \\n é {} YES or NO'
    )
    assert any(line.startswith("ADAPTED") for line in graders["about"])
