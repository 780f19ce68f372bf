"""Phoenix runs the exported evaluator: its score per case is our verdict, its request ours."""

from __future__ import annotations

import pytest

from tests.targets.exactness import JUDGES, NAMES, assert_as_measured, example_output

pytestmark = [pytest.mark.slow, pytest.mark.targets]


@pytest.mark.parametrize("judge", JUDGES, ids=NAMES)
def test_every_score_and_every_request_is_as_measured(judge, tmp_path):
    assert_as_measured("phoenix", judge, tmp_path / "export", driver="phoenix_driver")


def test_the_example_runs(tmp_path):
    lines = example_output("phoenix", JUDGES[0], tmp_path / "export").splitlines()
    assert [line.split()[:2] for line in lines] == [["1.0", "pass"], ["1.0", "pass"]]
