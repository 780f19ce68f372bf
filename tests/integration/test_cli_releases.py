"""``evalcore releases``: two runs in the store, from files to sentences and cases."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.command import Command, Ended
from tests.support.releasing import release_file

BEFORE = {"billing": 19, "refunds": 18, "shipping": 20}
AFTER = {"billing": 19, "refunds": 15, "shipping": 20}


def run(command: Command, path: Path, *words: str) -> None:
    assert command("run", "--cases", path, "--judge", "must-mention", "--repeats", "2", *words).code == 0


@pytest.fixture
def releases(command: Command, tmp_path: Path) -> Command:
    """A store in which r-0001 and r-0002 are two releases of an application, judged by one judge."""
    run(command, release_file(tmp_path, "old", BEFORE))
    run(command, release_file(tmp_path, "new", AFTER))
    return command


def test_the_release_test_as_a_document(releases: Command):
    ended = releases("releases", "--before", "r-0001", "--after", "r-0002", "--json")
    document = ended.json
    assert (ended.code, document["schema"]) == (0, "evalcore-releases/1")
    assert (document["changed"], document["figure"], document["paired"]) == ("answers", "pass rate", True)
    slices = {change["slice"]["topic"]: change for change in document["slices"]}
    assert {topic: (c["before"]["k"], c["after"]["k"], c["after"]["n"]) for topic, c in slices.items()} == {
        "billing": (19, 19, 20),
        "refunds": (18, 15, 20),
        "shipping": (20, 20, 20),
    }
    # Three against none: 2 × 0.5³ = 0.25.
    assert slices["refunds"]["p_value"] == pytest.approx(0.25)
    assert {change["claim"] for change in (document["overall"], *document["slices"])} == {"not shown"}
    assert document["gained"] == []
    assert [case["case"] for case in document["lost"]] == ["refunds-15", "refunds-16", "refunds-17"]
    assert document["lost"][0]["before"] == {
        "answer": "15 days, says old.",
        "evidence": [{"id": "refunds-terms", "source": "terms.md", "text": "It takes 15 days."}],
        "verdict": "pass",
        "replies": [{"repeat": n, "text": "yes", "verdict": "pass"} for n in range(2)],
    }
    assert document["lost"][0]["after"]["answer"] == "Ask again, says new."
    assert document["lost"][0]["after"]["verdict"] == "fail"


def test_the_release_test_for_people(releases: Command):
    """The newest run is the one after."""
    said = releases("releases", "--before", "r-0001").out
    assert said.startswith("A drop is not shown: 57 of 60 (95%) pass before, 54 of 60 (90%) after")
    assert "no, p = 0.250" in said
    assert "Newly failing: 3" in said
    assert "· refunds-16: How long does refunds 16 take?" in said
    assert "evidence refunds-terms: It takes 16 days." in said
    assert "answer before: 16 days, says old.\n    judge before: pass – yes" in said
    assert "answer after: Ask again, says new.\n    judge after: fail – no" in said
    assert "Newly passing" not in said


def test_a_gate_at_90_percent_on_the_release_is_undecided_unreachable_and_needs_35(releases: Command, tmp_path: Path):
    gates = tmp_path / "gates.yaml"
    gates.write_text(
        "schema: evalcore-gates/1\napplication: {slices: {topic: {pass_rate: {at_least: 0.9}}}}\n", encoding="utf-8"
    )
    ended = releases("gate", "--report", "r-0002", "--gates", gates)
    assert ended.code == 2
    assert "even a perfect result needs 35" in ended.out


def test_two_releases_of_a_judge_on_one_set(command: Command):
    """The second run asks the demo set of another threshold, which is another judge."""
    for judge in ("word-overlap:0.5", "word-overlap:0.7"):
        assert command("run", "--cases", "demo", "--judge", judge, "--repeats", "1").code == 0
    document = command("releases", "--before", "r-0001", "--json").json
    assert (document["changed"], document["figure"], document["paired"]) == ("judge", "agreement", True)
    assert [document[side]["judge"] for side in ("before", "after")] == ["word-overlap:0.5", "word-overlap:0.7"]
    overall = document["overall"]
    assert overall["before"]["k"] - overall["lost"] + overall["gained"] == overall["after"]["k"]
    # 3 of the 60 cases have no evidence and are not put to this judge.
    assert (overall["after"]["n"], document["left_out"]) == (57, {"not asked (no evidence) in both runs": 3})


def test_different_cases_are_compared_unpaired(command: Command, tmp_path: Path):
    run(command, release_file(tmp_path, "old", {"billing": 18}))
    run(command, release_file(tmp_path, "other", {"shipping": 15}))
    document = command("releases", "--before", "r-0001", "--json").json
    assert (document["paired"], document["overall"]["lost"], document["lost"]) == (False, None, [])
    assert [change["difference"]["note"] for change in document["slices"]] == [
        "only in the run after",
        "only in the run before",
    ]


def test_a_run_against_itself_says_that_nothing_can_differ(releases: Command):
    ended = releases("releases", "--before", "r-0002", "--after", "r-0002")
    assert ended.code == 0
    assert ended.out.startswith("Before and after are the same run and the same judge, so nothing can differ.")


def test_only_the_slices_that_are_asked_for_are_shown(releases: Command):
    assert "topic = refunds" in releases("releases", "--before", "r-0001", "--slice", "topic").out
    assert refused(releases("releases", "--before", "r-0001", "--slice", "colour")) == (
        "evalcore: expected a slice of the runs (topic), found 'colour'\n"
    )


def test_which_judge_is_meant_has_to_be_said_where_there_are_several(command: Command, tmp_path: Path):
    for name, passing in (("old", {"billing": 18}), ("new", {"billing": 17})):
        run(command, release_file(tmp_path, name, passing), "--judge", "always-yes")
    assert "Before: must-mention, always-yes. After: must-mention, always-yes" in refused(
        command("releases", "--before", "r-0001")
    )
    named = command("releases", "--before", "r-0001", "--judge", "always-yes", "--json").json
    assert named["overall"]["after"]["k"] == 20
    both = ("--judge", "always-yes", "--judge", "must-mention")
    assert "nobody can tell what a difference comes from" in refused(command("releases", "--before", "r-0001", *both))
    assert "found 'nobody'" in refused(command("releases", "--before", "r-0001", "--judge", "nobody"))


def test_a_run_that_is_not_there_is_said(releases: Command):
    assert "r-0099" in refused(releases("releases", "--before", "r-0099"))


def refused(ended: Ended) -> str:
    assert ended.code == 3
    return ended.err
