"""Phoenix's classifier runs the exported judge: the request differs from ours as the losses say."""

from __future__ import annotations

from textwrap import dedent

import pytest

from tests.targets.adapting import SAMPLING, answered, assert_yes_to_even
from tests.targets.hostile import expected_bodies, hostile_judge

pytestmark = [pytest.mark.slow, pytest.mark.targets]


def test_the_prompt_is_ours_without_its_indentation_and_a_list_of_labels_is_forced(tmp_path):
    judge = hostile_judge("lenient")
    here, outcomes, sent = answered(
        "phoenix-classifier",
        "phoenix",
        judge,
        tmp_path / "export",
        driver="phoenix_classifier_driver",
        answer=lambda yes: {"label": "yes" if yes else "no"},
    )
    assert_yes_to_even(outcomes)
    for name, ours in expected_bodies(here).items():
        body = dict(sent[name])
        schema = body.pop("response_format")
        assert schema["json_schema"]["schema"]["properties"]["label"]["enum"] == ["yes", "no"]
        (message,) = ours["messages"]
        assert body == {
            "model": "small:1b",
            "messages": [{**message, "content": dedent(message["content"])}],
            **SAMPLING,
        }
