"""LiteLLM carries the exported judge's request: it differs from ours as the losses say, and so does the reading."""

from __future__ import annotations

import pytest

from tests.targets.adapting import ON_OLLAMA, ON_OPENAI, carriage

pytestmark = [pytest.mark.slow, pytest.mark.targets]


@pytest.mark.parametrize("judge", ON_OLLAMA, ids=lambda judge: judge.rule.name)
def test_it_sends_a_list_of_images_and_drops_thinking_and_nothing_else_differs(judge, tmp_path):
    carried = carriage("litellm", judge, tmp_path / "export", driver="litellm_driver", without_thinking="\n\nYes")
    theirs = {
        name: {**body, "messages": [{**message, "images": []} for message in body["messages"]]}
        for name, body in carried.ours.items()
    }
    assert carried.sent == theirs
    assert carried.verdicts == carried.expected


def test_it_asks_an_openai_style_server_as_we_do(tmp_path):
    carried = carriage("litellm", ON_OPENAI, tmp_path / "export", driver="litellm_driver", without_thinking="\n\nYes")
    assert carried.sent == carried.ours
    assert carried.verdicts == carried.expected
