"""The doctor on a real small model in process."""

from __future__ import annotations

import json

import pytest

from evalcore.providers.embedded import fetch_weights
from tests.support.command import ended, start

pytestmark = pytest.mark.slow


def test_a_small_model_is_found_to_say_no_to_everything_and_to_repeat_itself():
    """SmolLM2-135M fails every one of 6 answers; what it repeats alone is repeated bit for bit, one call at a time."""
    fetch_weights()
    words = ["doctor", "--cases", "demo", "--judge", "embedded:smollm2-135m", "--sample", "6", "--json"]
    examined = ended(start(*words), timeout_s=1800)
    assert examined.code == 0
    report = json.loads(examined.out)
    marks = {finding["kind"]: finding["mark"] for finding in report["findings"]}
    found = {finding["kind"]: finding["found"] for finding in report["findings"]}
    assert report["labelled"] == {"pass": 3, "fail": 3}
    assert "It says fail to all of them" in found["always"]
    # 3 of 6 turned: an exact p of 0.25 proves nothing yet.
    assert marks["always"] == "unclear"
    assert (marks["form"], marks["finish"]) == ("look", "look")
    assert {kind for kind in ("alone", "seed", "tokens") if marks[kind] == "ok"} == {"alone", "seed", "tokens"}
    assert marks["at-once"] == "undefined"
    assert "takes one call at a time" in found["at-once"]
    assert marks["evidence"] == "undefined"
