"""openevals runs the exported judge: the prompt is ours, and the request differs from ours as the losses say."""

from __future__ import annotations

import pytest

from evalcore.exports import find_target
from tests.targets.adapting import SAMPLING, answered, assert_yes_to_even
from tests.targets.hostile import expected_bodies, hostile_judge

pytestmark = [pytest.mark.slow, pytest.mark.targets]


def test_the_prompt_is_ours_and_only_the_schema_and_the_limit_differ(tmp_path):
    judge = hostile_judge("lenient")
    here, outcomes, sent = answered(
        "openevals",
        "openevals",
        judge,
        tmp_path / "export",
        driver="openevals_driver",
        answer=lambda yes: {"score": yes},
    )
    assert_yes_to_even(outcomes)
    for name, ours in expected_bodies(here).items():
        body = dict(sent[name])
        schema = body.pop("response_format")
        assert schema["json_schema"]["schema"]["properties"]["score"]["type"] == "boolean"
        # Ours says num_predict in its options; theirs has no limit.
        assert body == {"model": "small:1b", "messages": ours["messages"], **SAMPLING}
    assert any("limit of 8 tokens" in loss for loss in find_target("openevals").losses(judge))


def test_a_rating_passes_from_the_value_that_passes(tmp_path):
    """spring-score-1-4 passes 3 and 4."""
    judge = hostile_judge("spring-score-1-4")
    _, outcomes, sent = answered(
        "openevals",
        "openevals",
        judge,
        tmp_path / "export",
        driver="openevals_driver",
        answer=lambda yes: {"score": 3 if yes else 2},
    )
    assert_yes_to_even(outcomes)
    schema = sent["case-00"]["response_format"]["json_schema"]["schema"]
    assert schema["properties"]["score"]["enum"] == [1, 2, 3, 4]
