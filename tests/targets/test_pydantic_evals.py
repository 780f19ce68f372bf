"""pydantic-evals runs the exported evaluator: its assertion per case is our verdict, its request ours."""

from __future__ import annotations

import pytest

from tests.targets.exactness import JUDGES, NAMES, assert_as_measured, example_output, passed_by_mean

pytestmark = [pytest.mark.slow, pytest.mark.targets]


@pytest.mark.parametrize("judge", JUDGES, ids=NAMES)
def test_every_assertion_and_every_request_is_as_measured(judge, tmp_path):
    found = assert_as_measured("pydantic-evals", judge, tmp_path / "export", driver="pydantic_evals_driver")
    # Averaged over the 27 cases that got a reply; an unread one is in it, as a fail.
    assert found["mean"] == pytest.approx(passed_by_mean(judge))


def test_the_example_runs(tmp_path):
    lines = example_output("pydantic-evals", JUDGES[0], tmp_path / "export").splitlines()
    assert [line.split()[:2] for line in lines] == [["True", "pass"], ["True", "pass"]]
