"""MLflow runs the exported scorer: its feedback per case is our verdict, its request ours."""

from __future__ import annotations

import pytest

from tests.targets.exactness import JUDGES, NAMES, assert_as_measured, example_output, passed_by_mean

pytestmark = [pytest.mark.slow, pytest.mark.targets]


@pytest.mark.parametrize("judge", JUDGES, ids=NAMES)
def test_every_feedback_and_every_request_is_as_measured(judge, tmp_path):
    found = assert_as_measured("mlflow", judge, tmp_path / "export", driver="mlflow_driver")
    # Over the 27 cases that got a reply; an unread one is in it, as a fail.
    assert found["metrics"]["measured_judge/mean"] == pytest.approx(passed_by_mean(judge))


def test_the_example_runs(tmp_path):
    lines = example_output("mlflow", JUDGES[0], tmp_path / "export").splitlines()
    assert [line.split()[0] for line in lines if line.startswith("True")] == ["True", "True"]
