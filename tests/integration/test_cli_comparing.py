"""``report`` and ``score`` with a reference, a margin and production's mix."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.support.command import Command
from tests.support.recorded_runs import stored_run
from tests.support.things import make_dataset

TABLE = "id,human,dear,cheap,topic,page\n" + "".join(
    f"{n},{'yes' if n % 2 else 'no'},{'yes' if n % 2 else 'no'},{'yes' if n % 2 or n == 0 else 'no'},"
    f"{'a' if n < 30 else 'b'},{n // 4}\n"
    for n in range(40)
)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "verdicts.csv"
    path.write_text(TABLE, encoding="utf-8")
    return path


@pytest.fixture
def measured() -> None:
    right = ["YES", "NO"] * 20
    stored_run(os.environ["EVALCORE_DB"], make_dataset(40), {"dear": right, "cheap": [*right[:38], "NO", "YES"]})


@pytest.mark.usefixtures("measured")
def test_a_report_says_of_each_judge_whether_it_is_good_enough(command: Command):
    ended = command("report", "--reference", "dear", "--margin", "0.2")
    assert (ended.code, "cheap is not worse than dear by more than the margin of 20 points" in ended.out) == (0, True)
    document = command("report", "--reference", "dear", "--margin", "0.2", "--json").json
    assert document["reference"] == "dear"
    assert [(c["a"], c["within_margin"]) for c in document["comparisons"]] == [("cheap", "proven")]
    for form in ("md", "html"):
        written = command("report", "--reference", "dear", "--margin", "0.2", "--format", form).out
        assert "not inferior within 20 points" in written


@pytest.mark.usefixtures("measured")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--reference", "nobody"), "expected a judge to compare with (dear, cheap), found 'nobody'"),
        (("--margin", "0.1"), "a margin needs a judge to compare with"),
        (("--mix", "topic"), "expected KEY:VALUE=SHARE"),
        (("--mix", "topic:a=1"), "expected a slice of the set to declare a mix of (it has none)"),
        (("--confirm", "dear", "--reference", "cheap"), "leave --reference out"),
    ],
)
def test_what_makes_no_sense_is_said_and_ends_with_3(command: Command, words: tuple[str, ...], said: str):
    ended = command("report", *words)
    assert ended.code == 3
    assert said in " ".join(ended.err.split())


def test_verdicts_in_a_file_are_weighed_and_compared_by_cluster(command: Command, table: Path):
    """Cheap is wrong on the first case only: 29 of 30 in a, 10 of 10 in b. At 1 to 3: (29/30 + 3) / 4 = 0.9917."""
    words = ("score", table, "--human", "human", "--judge", "dear", "--judge", "cheap", "--slice", "topic")
    document = command(*words, "--cluster", "page", "--reference", "dear", "--mix", "topic:a=1,b=3", "--json").json
    cheap = document["judges"][1]
    assert cheap["mix"]["agreement"]["value"] == pytest.approx((29 / 30 + 3) / 4)
    assert "by cluster" in cheap["mix"]["agreement"]["method"]
    assert document["mix"] == {"key": "topic", "shares": {"a": 0.25, "b": 0.75}}
    assert document["comparisons"][0]["method"] == "exact McNemar by cluster, Holm over 1 pair"
    assert document["dataset"]["clusters"] == 10
    shown = command(*words, "--mix", "topic:a=1,b=3,legal=1").out
    assert "undefined: no case of legal that the figure could rest on" in shown


def test_a_report_keeps_to_itself_what_was_not_asked(command: Command, table: Path):
    document = command("score", table, "--human", "human", "--judge", "dear", "--json").json
    assert {"mix", "reference"}.isdisjoint(document)
    assert {"mix", "annotator_test"}.isdisjoint(document["judges"][0])
    assert document["judges"][0]["unread"] == "exclude"
