"""any-llm carries the exported judge's request: it differs from ours as the losses say, and so does the reading."""

from __future__ import annotations

import pytest

from tests.targets.adapting import ON_OLLAMA, ON_OPENAI, carriage

pytestmark = [pytest.mark.slow, pytest.mark.targets]


@pytest.mark.parametrize("judge", ON_OLLAMA, ids=lambda judge: judge.rule.name)
def test_it_sends_a_list_of_tools_and_drops_thinking_and_nothing_else_differs(judge, tmp_path):
    carried = carriage("any-llm", judge, tmp_path / "export", driver="any_llm_driver", without_thinking="Yes")
    assert carried.sent == {name: {**body, "tools": []} for name, body in carried.ours.items()}
    assert carried.verdicts == carried.expected


def test_it_renames_the_limit_for_an_openai_style_server(tmp_path):
    carried = carriage("any-llm", ON_OPENAI, tmp_path / "export", driver="any_llm_driver", without_thinking="Yes")
    ours = {name: dict(body) for name, body in carried.ours.items()}
    for body in ours.values():
        body["max_completion_tokens"] = body.pop("max_tokens")
    assert carried.sent == ours
    assert carried.verdicts == carried.expected
