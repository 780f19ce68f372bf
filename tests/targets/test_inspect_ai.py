"""Inspect AI runs the exported scorer: its score per case is our verdict, its request ours, no reply leaves a mean."""

from __future__ import annotations

import pytest

from tests.targets.exactness import JUDGES, NAMES, assert_as_measured, example_output, passed_by_mean
from tests.targets.hostile import expected_verdicts

pytestmark = [pytest.mark.slow, pytest.mark.targets]


@pytest.mark.parametrize("judge", JUDGES, ids=NAMES)
def test_every_score_and_every_request_is_as_measured(judge, tmp_path):
    found = assert_as_measured("inspect-ai", judge, tmp_path / "export", driver="inspect_ai_driver")
    verdicts = list(expected_verdicts(judge).values())
    # 27 of the 28 calls bring a reply; accuracy is over all of them, unread ones included.
    assert len(verdicts) == 28
    assert found["metrics"]["accuracy"] == pytest.approx(passed_by_mean(judge))
    assert found["metrics"]["unread"] == pytest.approx(verdicts.count(None) / 27)


def test_the_example_runs(tmp_path):
    lines = example_output("inspect-ai", JUDGES[0], tmp_path / "export").splitlines()
    assert [line.split()[0] for line in lines] == ["C", "C"]
