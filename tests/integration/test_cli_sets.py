"""The health of a set on the command line, and sets as files."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest
from openpyxl import Workbook

from evalcore.domain import dataset_fingerprint
from evalcore.importing import demo_dataset, read_cases
from tests.support.command import Command

ANSWERS = """id,question,context,answer,verdict,dated
q1,When?,The invoice is due on 3 May.,On 3 May.,yes,2026-01-05
q2,How much?,,Twenty euros.,no,2026-03-01
q3,When?,The invoice is due on 3 May.,On 3 May.,no,2026-03-01
q4,Who?,The tenant signs.,The tenant.,,2026-03-01
"""

RECIPE = """schema: evalcore-recipe/1
name: odd
columns:
  question: asked
  answer: said
  labels:
    - column: ok
values:
  good: pass
  poor: fail
"""


@pytest.fixture
def answers(tmp_path: Path) -> Path:
    path = tmp_path / "answers.csv"
    path.write_text(ANSWERS, encoding="utf-8")
    return path


def test_check_says_what_is_wrong_with_the_set_in_a_file(command: Command, answers: Path):
    ended = command("check", answers, "--json", "--older-than", "2026-02-01", "--window", "8")
    assert ended.code == 0
    health = {one["kind"]: one for one in ended.json["health"]}
    assert health["no-label"]["cases"] == ["q4"]
    assert health["no-evidence"]["cases"] == ["q2"]
    assert health["same-content-other-label"]["details"] == [{"cases": "q1: pass, q3: fail"}]
    assert health["old-case"]["cases"] == ["q1"]
    # 5 bytes, 9 and 28: 2 + 3 + 7 tokens are more than 8, and so are the same of q3.
    assert health["too-long"]["cases"] == ["q1", "q3", "q4"]
    assert ended.json["cases"] == 4


def test_check_prints_a_table_and_what_to_do(command: Command, answers: Path):
    out = command("check", answers).out
    assert "No evidence where some is expected (no-evidence): 1 case has no evidence" in out
    assert "Label them on the Label page" in out


def test_check_of_a_stored_set_stores_nothing_and_says_the_same_as_of_its_file(command: Command, answers: Path):
    assert command("import", answers, "--name", "answers").code == 0
    of_set, of_file = command("check", "answers", "--json").json, command("check", answers, "--json").json
    assert (of_set["file"], of_set["rows"]) == (None, None)
    assert of_set["health"] == of_file["health"]
    assert of_set["values"] == {"pass": 1, "fail": 2}
    assert command("check", "demo").code == 0
    assert [one["name"] for one in command("sets", "--json").json] == ["answers"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nowhere"], "found neither under 'nowhere'; stored sets: none yet"),
        (["demo", "--criterion", "relevant"], "expected --criterion with one of grounded, found 'relevant'"),
        (["demo", "--older-than", "May"], "expected a day such as 2026-01-31, found 'May'"),
        (["demo", "--window", "0"], "expected a whole number of tokens from 1 to 2,147,483,647, found '0'"),
        (["demo", "--map", "recipe.yaml"], "--map goes with a file"),
    ],
)
def test_check_refuses_in_words(command: Command, words: list[str], said: str):
    ended = command("check", *words)
    assert ended.code == 3
    assert said in ended.err


def test_near_duplicates_are_looked_for_across_the_split_of_a_stored_set(command: Command, tmp_path: Path):
    answer = "The parcel can be sent back free of charge within thirty days of its arrival at your own door"
    rows = [f"c{n},How long?,Fact {n}.,{answer} {n},{'yes' if n % 2 else 'no'}" for n in range(8)]
    path = tmp_path / "near.csv"
    path.write_text("\n".join(["id,question,context,answer,verdict", *rows]), encoding="utf-8")
    assert command("import", path).code == 0
    assert command("split", "near").code == 0
    (found,) = (
        one for one in command("check", "near", "--deep", "--json").json["health"] if one["kind"] == "near-duplicates"
    )
    assert found["title"] == "Nearly the same on both sides of the split"
    assert found["count"] == 8


@pytest.mark.parametrize("form", ["csv", "jsonl", "parquet"])
def test_a_set_goes_out_as_a_file_and_comes_in_as_the_same_version(command: Command, tmp_path: Path, form: str):
    demo = demo_dataset()
    assert command("run", "--cases", "demo", "--judge", "always-yes").code == 0
    ended = command("sets", "export", "demo", "--to", form, "--out", tmp_path)
    assert ended.out.splitlines() == [str(tmp_path / f"demo.{form}"), str(tmp_path / "demo-data-sheet.md")]
    assert read_cases(tmp_path / f"demo.{form}").dataset == demo
    assert dataset_fingerprint(demo) in (tmp_path / "demo-data-sheet.md").read_text(encoding="utf-8")
    assert command("import", tmp_path / f"demo.{form}").err == ""
    assert [one["name"] for one in command("sets", "--json").json] == ["demo"]


def test_a_file_is_written_in_another_form_with_its_recipe_in_the_data_sheet(command: Command, tmp_path: Path):
    (tmp_path / "odd.csv").write_text("asked,said,ok\nWhen?,Now.,good\nWho?,Me.,poor\n", encoding="utf-8")
    (tmp_path / "odd.yaml").write_text(RECIPE, encoding="utf-8")
    ended = command(
        "sets", "export", tmp_path / "odd.csv", "--map", tmp_path / "odd.yaml", "--to", "jsonl", "--out", tmp_path
    )
    assert ended.code == 0
    assert "    values:\n      good: pass" in (tmp_path / "odd-data-sheet.md").read_text(encoding="utf-8")
    assert [label.value for label in read_cases(tmp_path / "odd.jsonl").dataset.labels] == ["pass", "fail"]


def test_a_fix_is_a_new_version_of_the_set_and_the_file_stays_as_it_was(command: Command, answers: Path):
    assert command("import", answers).code == 0
    ended = command("sets", "fix", "answers", "--finding", "no-evidence")
    assert "None is expected there: 1 case of answers; the version before is kept." in ended.out
    assert "no-evidence" not in [one["kind"] for one in command("check", "answers", "--json").json["health"]]
    assert "no such finding" in command("sets", "fix", "answers", "--finding", "no-evidence").out
    assert answers.read_text(encoding="utf-8") == ANSWERS
    refused = command("sets", "fix", "answers", "--finding", "no-label")
    assert (refused.code, "expected --finding with one of no-evidence" in refused.err) == (3, True)


def test_no_set_yet_is_said(command: Command):
    ended = command("sets")
    assert (ended.code, ended.out) == (0, "")
    assert "No set is stored yet" in ended.err


def test_verdicts_that_a_judge_gave_elsewhere_are_not_dropped_in_silence(command: Command, tmp_path: Path):
    (tmp_path / "judged.csv").write_text("asked,said,ok,gpt\nq,a,good,good\nq2,b,poor,good\n", encoding="utf-8")
    recipe = RECIPE.replace("values:", "  recorded:\n    - column: gpt\n      judge: gpt\nvalues:")
    (tmp_path / "recipe.yaml").write_text(recipe, encoding="utf-8")
    stored = command("import", str(tmp_path / "judged.csv"), "--map", str(tmp_path / "recipe.yaml"))
    assert "2 cases and 2 labels are stored" in stored.out
    assert "gpt (recorded) on 2 cases; nothing is asked" in stored.out


JOINED = """nr;urteil
q1;gut
q2;schlecht
q9;gut
"""
JOINED_RECIPE = """schema: evalcore-recipe/1
joins:
  - key: id
    other: nr
columns:
  id: id
  answer: answer
  labels:
    - column: urteil
values:
  gut: pass
  schlecht: fail
"""


def test_the_sheet_of_a_joined_workbook_can_be_chosen_and_its_recipe_keeps_it(command: Command, tmp_path: Path):
    """The first sheet would call both answers good."""
    (tmp_path / "answers.csv").write_text("id,answer\na,A\nb,B\n", encoding="utf-8")
    book = Workbook()
    for title, verdicts in (("draft", ("yes", "yes")), ("final", ("yes", "no"))):
        sheet = book.create_sheet(title)
        for row in (("id", "verdict"), *zip("ab", verdicts, strict=True)):
            sheet.append(row)
    del book["Sheet"]
    book.save(tmp_path / "labels.xlsx")
    files = [tmp_path / "answers.csv", "--join", tmp_path / "labels.xlsx"]
    checked = command("check", *files, "--on", "id", "--json")
    assert checked.json["values"] == {"pass": 2, "fail": 0}
    chosen = ["--on", "id", "--join-sheet", "final"]
    assert command("check", *files, *chosen, "--json").json["values"] == {"pass": 1, "fail": 1}
    assert command("import", *files, *chosen, "--name", "final").code == 0
    again = tmp_path / "again.yaml"
    again.write_text(command("sets", "recipe", "final").out, encoding="utf-8")
    assert command("check", *files, "--map", again, "--json").json["values"] == {"pass": 1, "fail": 1}
    refused = command("check", *files, "--join-sheet", "final")
    assert (refused.code, refused.out) == (3, "")
    assert "there are more --join-sheet than --on" in refused.err


def test_months_later_a_set_says_how_it_came_about_and_gives_its_recipe_again(
    command: Command, answers: Path, tmp_path: Path
):
    labels, recipe = tmp_path / "labels.csv", tmp_path / "map.yaml"
    labels.write_text(JOINED, encoding="cp1252")
    recipe.write_text(JOINED_RECIPE, encoding="utf-8")
    words = ["import", answers, "--join", labels, "--encoding", "utf-8", "--map", recipe, "--name", "spring"]
    assert command(*words, "--leave-out").code == 0
    before = command("sets", "--json").json[0]
    assert before["origin"] == "imported without a row that cannot be used from answers.csv and labels.csv"
    (version,) = command("sets", "show", "spring", "--json").json
    files = version["origins"][0]["files"]
    assert [file["name"] for file in files] == ["answers.csv", "labels.csv"]
    assert files[0]["sha256"] == sha256(answers.read_bytes()).hexdigest()
    assert files[0]["bytes"] == len(answers.read_bytes())
    # The recipe that comes out holds what was said on the command line too, and reads the files as the same set.
    again = tmp_path / "again.yaml"
    again.write_text(command("sets", "recipe", "spring").out, encoding="utf-8")
    assert "encoding: utf-8" in again.read_text(encoding="utf-8")
    replayed = ["import", answers, "--join", labels, "--map", again, "--name", "spring", "--leave-out"]
    assert command(*replayed).code == 0
    assert [one["fingerprint"] for one in command("sets", "show", "spring", "--json").json] == [before["fingerprint"]]


def test_a_mended_set_says_what_was_done_and_keeps_the_recipe_of_its_import(
    command: Command, answers: Path, tmp_path: Path
):
    assert command("import", answers, "--name", "answers").code == 0
    recipe = command("sets", "recipe", "answers").out
    assert recipe.startswith("schema: evalcore-recipe/1")
    assert command("sets", "fix", "answers", "--finding", "no-evidence").code == 0
    shown = command("sets", "show", "answers").out
    assert "the version before with a finding mended" in shown
    content = answers.read_bytes()
    assert f"answers.csv: {len(content)} bytes, SHA-256 {sha256(content).hexdigest()}" in shown
    assert command("sets", "recipe", "answers").out == recipe
    assert command("sets", "export", "answers", "--out", tmp_path / "out").code == 0
    sheet = (tmp_path / "out" / "answers-data-sheet.md").read_text(encoding="utf-8")
    assert "schema: evalcore-recipe/1" in sheet
    assert "How it came about" in sheet
    assert sha256(content).hexdigest() in sheet


def test_a_set_without_a_recipe_or_of_another_name_is_told_in_words(command: Command, tmp_path: Path):
    assert "none called 'nowhere'; stored sets: none yet" in command("sets", "show", "nowhere").err
    (tmp_path / "own.jsonl").write_text(
        '{"id": "a", "question": "q", "answer": "x", "evidence": [], "labels": []}\n', encoding="utf-8"
    )
    assert command("import", tmp_path / "own.jsonl").code == 0
    refused = command("sets", "recipe", "own")
    assert refused.code != 0
    assert "none noted" in refused.err
