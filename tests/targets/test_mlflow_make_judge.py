"""MLflow's make_judge runs the exported instructions: the request differs from ours as the losses say."""

from __future__ import annotations

import pytest

from tests.targets.adapting import SAMPLING, answered, assert_yes_to_even
from tests.targets.hostile import CASES, hostile_judge

pytestmark = [pytest.mark.slow, pytest.mark.targets]


def test_the_prompt_is_an_instruction_and_the_case_a_message_of_its_own(tmp_path):
    judge = hostile_judge("lenient", template='Is {answer} "supported"? {} ${z} $v$ %s\r\n\\n {evidence} YES or NO')
    _, outcomes, sent = answered(
        "mlflow-make-judge",
        "mlflow",
        judge,
        tmp_path / "export",
        driver="mlflow_make_judge_driver",
        answer=lambda yes: {"result": "yes" if yes else "no", "rationale": "so"},
    )
    assert_yes_to_even(outcomes)
    for case in CASES:
        body = dict(sent[case.id])
        schema = body.pop("response_format")
        assert schema["json_schema"]["schema"]["properties"]["result"]["enum"] == ["yes", "no"]
        system, user = body.pop("messages")
        assert body == {"model": "small:1b", **SAMPLING}
        written = 'Is {{ outputs }} "supported"? {} ${z} $v$ %s\r\n\\n [the evidence in {{ inputs }}] YES or NO'
        assert written in system["content"]
        assert case.id in user["content"]
