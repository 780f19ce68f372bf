"""The claims that every adapted target is put to: its request differs from ours only as its losses say."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from evalcore.exports import find_target
from evalcore.judges import Judge, Options
from tests.support.captures import Capture
from tests.support.model_server import ModelServer, ScriptedReply
from tests.targets.exactness import read_of
from tests.targets.hostile import (
    HOSTILE,
    at,
    expected_bodies,
    expected_verdicts,
    hostile_judge,
    hostile_server,
    material_for,
    sent_bodies,
    verdict_of,
)
from tests.targets.running import driven

SAMPLING = {"temperature": 0.0, "seed": 42}
"""What the hostile judges set, apart from the limit of a reply."""

TOOL_CALL = {
    "content": None,
    "tool_calls": [
        {
            "id": "1",
            "type": "function",
            "function": {"name": "final_result", "arguments": '{"reason": "so", "pass": true, "score": 1.0}'},
        }
    ],
}
"""LLMJudge's tool called with a pass."""

ON_OLLAMA = (
    hostile_judge("spring-2.0"),
    hostile_judge("spring-1.0.2"),
    hostile_judge("spring-1.0.0-relevancy"),
    replace(hostile_judge("json"), options=Options(temperature=None, seed=7, max_tokens=64, num_ctx=2048, think=False)),
)
ON_OPENAI = replace(hostile_judge("lenient", provider="openai"), options=Options(max_tokens=16, think=True))


def answered(
    target: str, tool: str, judge: Judge, folder: Path, *, driver: str, answer: Callable[[bool], Mapping[str, Any]]
) -> tuple[Judge, Mapping[str, Any], Mapping[str, Mapping[str, Any]]]:
    """The judge at its server, the outcomes, and the bodies that came; cases with an even number get a yes."""

    def script(prompt: str, nth: int) -> ScriptedReply:
        mark = prompt.index("case-") + len("case-")
        return ScriptedReply(json.dumps(answer(int(prompt[mark : mark + 2]) % 2 == 0)))

    with ModelServer(script, models=(judge.model.name,), window_tokens=1_000_000) as server:
        here = at(judge, server)
        files = find_target(target).write(material_for(here))
        found = driven(tool, files, folder, driver=driver, environment={"OPENAI_API_KEY": "unused"})
        return here, found["outcomes"], sent_bodies(server)


def chat_capture(message: Mapping[str, Any]) -> Capture:
    """An answer of an OpenAI-style server with this message, for whatever the script cannot say."""
    body = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1789387200,
        "model": "small:1b",
        "choices": [{"index": 0, "message": {"role": "assistant", **message}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
    }
    return Capture("POST", "/v1/chat/completions", None, 200, "application/json", json.dumps(body))


def assert_yes_to_even(outcomes: Mapping[str, Mapping[str, Any]]) -> None:
    """Every even case passed, every odd one failed, none was lost."""
    assert {name: one.get("passed") for name, one in outcomes.items()} == {
        name: int(name[-2:]) % 2 == 0 for name in outcomes
    }
    assert len(outcomes) == 28


@dataclass(frozen=True)
class Carriage:
    """The hostile cases as a gateway carried them."""

    ours: Mapping[str, Mapping[str, Any]]
    sent: Mapping[str, Mapping[str, Any]]
    verdicts: Mapping[str, str | None]
    expected: Mapping[str, str | None]
    """Ours, but for the case whose reply begins with a thinking block."""


def carriage(target: str, judge: Judge, folder: Path, *, driver: str, without_thinking: str) -> Carriage:
    """What a gateway sends and hands on; ``without_thinking`` is what it leaves of ``<think>…</think>\\n\\nYes``."""
    with hostile_server(judge) as server:
        here = at(judge, server)
        found = driven(target, find_target(target).write(material_for(here)), folder, driver=driver)
        sent = sent_bodies(server)
    thinking = next(one.case.id for one in HOSTILE if (one.reply or "").startswith("<think>"))
    return Carriage(
        ours=expected_bodies(here),
        sent=sent,
        verdicts={name: read_of(one) for name, one in found["outcomes"].items()},
        expected={**expected_verdicts(here), thinking: verdict_of(here, without_thinking)},
    )
