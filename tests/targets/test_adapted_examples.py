"""The example of every adapted export runs with its library."""

from __future__ import annotations

import pytest

from evalcore.exports import find_target, write_files
from tests.support.model_server import ModelServer, always
from tests.support.things import make_judge
from tests.targets.adapting import TOOL_CALL, chat_capture
from tests.targets.hostile import at, material_for
from tests.targets.running import run

pytestmark = [pytest.mark.slow, pytest.mark.targets]


@pytest.mark.parametrize(
    ("target", "tool", "reply", "line"),
    [
        ("openevals", "openevals", '{"score": true}', "True  "),
        ("phoenix-classifier", "phoenix", '{"label": "yes"}', "1.0  yes  "),
        ("pydantic-evals-llmjudge", "pydantic-evals", None, "True  "),
        ("mlflow-make-judge", "mlflow", '{"result": "yes", "rationale": "so"}', "True  yes  "),
        ("any-llm", "any-llm", "YES", "True  pass  "),
        ("litellm", "litellm", "YES", "True  pass  "),
    ],
)
def test_both_made_up_answers_are_judged(target, tool, reply, line, tmp_path):
    judge = make_judge()
    replay = [chat_capture(TOOL_CALL)] if reply is None else []
    with ModelServer(always(reply or ""), models=(judge.model.name,), replay=replay) as server:
        files = find_target(target).write(material_for(at(judge, server)))
        write_files(files, tmp_path)
        printed = run(tool, tmp_path, "example.py")
        assert len(server.requests) >= 2
    assert sum(one.startswith(line) for one in printed.splitlines()) == 2, printed
