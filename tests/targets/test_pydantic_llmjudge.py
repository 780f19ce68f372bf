"""pydantic-evals' LLMJudge runs the exported rubric: the request differs from ours as the losses say."""

from __future__ import annotations

import json

import pytest

from evalcore.exports import find_target
from tests.support.model_server import ModelServer
from tests.targets.adapting import SAMPLING, TOOL_CALL, chat_capture
from tests.targets.hostile import CASES, at, hostile_judge, material_for, sent_bodies
from tests.targets.running import driven

pytestmark = [pytest.mark.slow, pytest.mark.targets]


def test_the_prompt_is_a_rubric_beside_the_case_and_a_tool_call_is_asked_for(tmp_path):
    judge = hostile_judge("lenient")
    with ModelServer(models=("small:1b",), replay=[chat_capture(TOOL_CALL)]) as server:
        files = find_target("pydantic-evals-llmjudge").write(material_for(at(judge, server)))
        found = driven("pydantic-evals", files, tmp_path / "export", driver="pydantic_llmjudge_driver")
        sent = sent_bodies(server)
    assert all(one == {"passed": True, "value": None, "said": None} for one in found["outcomes"].values())
    for case in CASES:
        body = dict(sent[case.id])
        assert [tool["function"]["name"] for tool in body.pop("tools")] == ["final_result"]
        assert body.pop("tool_choice") == "required"
        system, user = body.pop("messages")
        assert body == {"model": "small:1b", **SAMPLING}
        assert system["role"] == "system"
        assert f"<Output>\n{case.answer}\n</Output>" in user["content"]
        assert json.dumps(case.question, ensure_ascii=False) in user["content"]
        # The template word for word, but for its placeholders.
        assert "{{ x }} {% y %} ${z} <w> $v$ #{u} %s {0} {unknown}\r\nQuestion: [the question in" in user["content"]
