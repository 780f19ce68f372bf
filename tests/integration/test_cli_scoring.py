"""``evalcore score``: verdicts that a file holds already, against its human labels."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from evalcore.report import from_document, to_document
from tests.support.command import ROOT, Command, Ended

PAGE = (ROOT / "docs" / "scoring.md").read_text(encoding="utf-8")
BINARY = """\
question,human,gpt,topic
one,yes,Yes,a
two,no,no,a
three,yes,no,b
four,no,garbage,b
five,yes,,b
six,yes,TRUE,b
"""
THREE_PEOPLE = """\
ines;omar;lea;rated;reply
1;2;2;2;The rating is 2
3;3;3;3;3
4;4;3;1;4/4
2;2;;2;Rating: 2
1;1;2;9;1
4;3;4;4;hmm
"""


@pytest.fixture
def score(command: Command, tmp_path: Path):
    """Write a file and score it."""

    def run(text: str, *words: str, name: str = "verdicts.csv") -> Ended:
        (tmp_path / name).write_text(text, encoding="utf-8")
        return command("score", tmp_path / name, *words)

    return run


def judge_of(ended: Ended) -> Any:
    assert ended.code == 0, ended.err
    (judge,) = ended.json["judges"]
    return judge


def test_words_are_taken_for_verdicts_and_it_is_said_how(score):
    ended = score(BINARY, "--human", "human", "--judge", "gpt", "--json")
    assert judge_of(ended)["as_deployed"]["n"] == 5
    assert "human: yes (4) → pass; no (2) → fail" in ended.err
    assert "gpt: no (2) → fail; Yes (1), TRUE (1) → pass; blank (1) → missing; garbage (1) → no verdict" in ended.err


def test_a_column_that_is_called_for_a_fault_is_called_out_and_turned_by_what_is_shown(score):
    faults = "case,hallucinated,gpt\none,yes,no\ntwo,no,no\nthree,no,no\n"
    words = ("--human", "hallucinated", "--judge", "gpt")
    ended = score(faults, *words, "--json")
    assert "'hallucinated' is called for what is wrong with an answer, and 'yes' in it was taken for pass" in ended.err
    turned = score(faults, *words, "--scale", "named", "--passing", "no", "--json")
    assert "is called for what is wrong" not in turned.err
    # Of three cases one fails, which the judge passes.
    assert (judge_of(turned)["as_deployed"]["tpr"]["k"], judge_of(turned)["as_deployed"]["tnr"]["k"]) == (2, 0)
    assert "is called for what is wrong" not in score(BINARY, "--human", "human", "--judge", "gpt").err


def test_a_judge_alone_that_is_called_for_a_fault_is_turned_alone_by_what_is_shown(score, tmp_path):
    """To turn the scale would turn what people said as well, and leave the two as much apart as they were."""
    faults = "case,correct,has_error\none,yes,no\ntwo,no,yes\nthree,yes,no\n"
    ended = score(faults, "--human", "correct", "--judge", "has_error", "--json")
    assert (judge_of(ended)["as_deployed"]["agreement"]["k"], "--scale" in ended.err) == (0, False)
    above = "schema: evalcore-recipe/1\ncolumns:\n  id: case\n  answer: case\n  labels: [{column: correct}]\n"
    lines = ended.err[ended.err.index("      rule: regex") :]
    recipe = tmp_path / "recipe.yaml"
    recipe.write_text(f"{above}  recorded:\n    - column: has_error\n{lines}")
    turned = score(faults, "--map", str(recipe), "--json")
    assert judge_of(turned)["as_deployed"]["agreement"]["k"] == 3


def test_what_the_page_shows_is_what_comes_out(score):
    """The first two blocks of docs/scoring.md: the file, and the command with what it says on standard error."""
    text, shown = re.findall(r"```\n(.*?)```", PAGE, re.DOTALL)[:2]
    command, _, said = shown.partition("\n")
    ended = score(text, *shlex.split(command.removeprefix("$ evalcore score verdicts.csv")))
    assert (ended.code, ended.err) == (0, said)


def test_an_unusable_verdict_has_its_own_column_and_is_shown_both_ways(score):
    """Yes, no and TRUE are right, one no is wrong and "garbage" is no verdict: 3 of 5, and 3 of the 4 usable."""
    judge = judge_of(score(BINARY, "--human", "human", "--judge", "gpt", "--json"))
    deployed, lenient = judge["as_deployed"], judge["lenient"]
    assert (deployed["agreement"]["k"], deployed["agreement"]["n"]) == (3, 5)
    assert (lenient["agreement"]["k"], lenient["agreement"]["n"]) == (3, 4)
    assert deployed["confusion"]["labels"] == ["pass", "fail", "no verdict"]
    assert deployed["confusion"]["matrix"] == [[2, 1, 0], [0, 1, 1], [0, 0, 0]]
    assert (deployed["tpr"]["k"], deployed["tpr"]["n"], deployed["tnr"]["k"], deployed["tnr"]["n"]) == (2, 3, 1, 1)


def test_a_blank_verdict_is_a_call_that_was_never_made(score):
    judge = judge_of(score(BINARY, "--human", "human", "--judge", "gpt", "--json"))
    calls = judge["calls"]
    assert (calls["planned"], calls["answered"], calls["missing"], calls["failed"]) == (6, 5, 1, 0)
    assert judge["usage"]["prompt_tokens"] is None
    assert (judge["rule"], judge["reader"]) == ("recorded", "as the file records it")


def test_slices_and_clusters_come_from_columns(score):
    ended = score(BINARY, "--human", "human", "--judge", "gpt", "--slice", "topic", "--cluster", "topic", "--json")
    slices = {part["slice"]["topic"]: part["as_deployed"]["n"] for part in judge_of(ended)["slices"]}
    assert slices == {"a": 2, "b": 3}
    assert ended.json["dataset"]["clusters"] == 2


def test_two_judges_are_compared_on_the_cases_that_both_answered(score):
    text = "human,a,b\nyes,yes,no\nno,no,\nyes,yes,yes\n"
    (comparison,) = score(text, "--human", "human", "--judge", "a", "--judge", "b", "--json").json["comparisons"]
    assert (comparison["difference"]["n"], comparison["only_a_right"], comparison["only_b_right"]) == (2, 1, 0)


def test_raw_replies_are_read_by_a_rule_as_deployed(score):
    """Spring reads only "Yes" literally: the chatty reply fails, and the lenient reading passes it."""
    rows = [{"human": "yes", "reply": "Yes"}, {"human": "yes", "reply": "Yes, it is."}, {"human": "no", "reply": ""}]
    text = "".join(json.dumps(row) + "\n" for row in rows)
    judge = judge_of(
        score(text, "--human", "human", "--judge", "reply", "--rule", "spring-2.0", "--json", name="r.jsonl")
    )
    assert judge["rule"] == "spring-2.0"
    assert judge["as_deployed"]["confusion"]["matrix"] == [[1, 1], [0, 1]]
    assert judge["lenient"]["confusion"]["matrix"] == [[2, 0], [0, 0]]
    assert judge["replies_as_deployed"]["literal"] == 1


def test_gold_is_the_majority_and_people_are_measured_among_themselves(score):
    """Case by case: 2, 3, 4, 2, 1 and 4 have more than half of the votes; one vote is missing."""
    people = ("--human", "ines", "--human", "omar", "--human", "lea")
    ended = score(THREE_PEOPLE, *people, "--judge", "rated", "--scale", "rating", "--json")
    assert judge_of(ended)["as_deployed"]["by_value"]["values"] == [str(rating) for rating in range(1, 10)]
    agreement = ended.json["dataset"]["human_agreement"]
    assert set(agreement) == {
        "alpha",
        "alpha_interval",
        "pairs",
        "fleiss",
        "kappa ines ~ omar",
        "kappa ines ~ lea",
        "kappa omar ~ lea",
    }
    assert (agreement["alpha"]["n"], agreement["fleiss"]["n"], agreement["kappa ines ~ lea"]["n"]) == (6, 5, 5)
    assert ended.json["dataset"]["labelled"] == 6


def test_a_rating_off_the_declared_scale_is_no_verdict(score):
    people = ("--human", "ines", "--human", "omar", "--human", "lea")
    scale = ("--values", "1,2,3,4", "--level", "ordinal", "--passing", "3,4")
    judge = judge_of(score(THREE_PEOPLE, *people, "--judge", "rated", *scale, "--json"))
    by_value = judge["as_deployed"]["by_value"]
    assert (by_value["n"], by_value["usable"]) == (6, 5)
    # Right: 2, 3, 2 and 4; 4 was rated 1, and 9 is no verdict.
    assert by_value["agreement"]["k"] == 4
    # At the mark: 3, 4 and 4 pass by people, of which 1 was rated 1; 2, 2 fail; the 9 is left out.
    assert judge["as_deployed"]["tpr"]["k"] == 2
    assert judge["as_deployed"]["tnr"]["k"] == 2


def test_ratings_in_raw_replies_are_read_on_the_scale_of_the_labels(score):
    people = ("--human", "ines", "--human", "omar", "--human", "lea")
    judge = judge_of(
        score(THREE_PEOPLE, *people, "--judge", "reply", "--scale", "rating", "--rule", "rating", "--json")
    )
    assert judge["replies"]["unread"] == {"no-verdict": 1}
    assert judge["lenient"]["by_value"]["agreement"]["k"] == 5


def test_named_values_in_raw_replies_are_read_by_their_synonyms(score):
    text = "human,reply\nA,The winner is: A\ntie,Verdict: Draw\nB,**B**\n"
    judge = judge_of(
        score(text, "--human", "human", "--judge", "reply", "--scale", "pair", "--rule", "label", "--json")
    )
    matrix = judge["lenient"]["by_value"]["confusion"]["matrix"]
    assert [matrix[1][1], matrix[2][2]] == [1, 1]


def test_votes_of_people_without_names_may_stand_in_one_cell(score):
    text = "".join(json.dumps({"votes": votes}) + "\n" for votes in ([1, 1, 2], [2, 2], [1, 2, 2]))
    ended = score(text, "--human", "votes", "--scale", "rating", "--json", name="votes.jsonl")
    assert ended.json["judges"] == []
    assert ended.json["dataset"]["labelled"] == 3
    assert not [name for name in ended.json["dataset"]["human_agreement"] if name.startswith("kappa")]


def test_people_alone_are_reported_without_a_judge(score):
    ended = score(THREE_PEOPLE, "--human", "ines", "--human", "omar", "--scale", "rating")
    assert ended.code == 0
    assert "People among themselves" in ended.out
    assert "kappa ines ~ omar" in ended.out


def test_a_person_reads_a_table_a_sentence_and_the_figures_by_value(score):
    people = ("--human", "ines", "--human", "omar", "--human", "lea")
    ended = score(THREE_PEOPLE, *people, "--judge", "rated", "--scale", "rating", "--values", "1,2,3,4")
    assert "· rated agrees with people on 4 of 6 cases (67%" in ended.out
    assert "Value by value" in ended.out


@pytest.mark.parametrize("form", ["md", "html"])
def test_the_other_formats_are_those_of_a_report(score, form: str):
    ended = score(BINARY, "--human", "human", "--judge", "gpt", "--format", form)
    assert ended.code == 0
    assert "Judge calibration: verdicts" in ended.out


def test_the_document_is_a_report_that_other_commands_read(score):
    document = score(BINARY, "--human", "human", "--judge", "gpt", "--slice", "topic", "--json").json
    assert document["schema"] == "evalcore-report/1"
    assert to_document(from_document(document)) == document


def test_whatever_a_json_file_holds_beside_the_verdicts_is_kept_from_no_figure(score):
    """Not a number, half a surrogate pair and nested values are content of cases, and name them."""
    rows = ('{"human": "yes", "judge": true, "x": NaN}', '{"human": "no", "judge": "no", "x": "\\ud800"}')
    text = "\n".join((*rows, '{"human": "no", "judge": 1, "x": [1, {"a": null}]}')) + "\n"
    judge = judge_of(score(text, "--human", "human", "--judge", "judge", "--json", name="odd.jsonl"))
    assert judge["as_deployed"]["confusion"]["matrix"] == [[1, 0], [1, 1]]


def test_the_same_file_gives_the_same_document(score):
    words = ("--human", "human", "--judge", "gpt", "--json")
    assert score(BINARY, *words).out == score(BINARY, *words).out


def test_verdicts_are_no_part_of_what_names_a_case(score):
    """Another judge's column changes neither the cases nor the labels, so that two releases can be paired."""
    words = ("--human", "human", "--judge", "gpt", "--json")
    other = BINARY.replace("one,yes,Yes", "one,yes,No")
    assert score(BINARY, *words).json["dataset"] == score(other, *words).json["dataset"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--human", "nobody"), "expected columns of the file (question, human, gpt, topic), found nobody"),
        (("--human", "topic"), "found 'b' (4), 'a' (2)"),
        (("--human", "human", "--judge", "question"), "column 'question' holds no value of the scale"),
        (("--human", "human", "--judge", "gpt", "--rule", "rating"), "one integer of a scale without gaps"),
        (("--human", "human", "--judge", "gpt", "--rule", "nope"), "reading rule 'nope' is unknown"),
        (("--human", "human", "--judge", "gpt", "--rule", "regex"), "regex"),
        (("--judge", "gpt"), "--human"),
    ],
)
def test_what_cannot_be_scored_ends_with_what_to_do(score, words: tuple[str, ...], said: str):
    ended = score(BINARY, *words)
    assert (ended.code, ended.out) == (3, "")
    assert said in ended.err


def test_a_missing_file_is_named(command: Command, tmp_path: Path):
    ended = command("score", tmp_path / "none.csv", "--human", "human")
    assert ended.code == 3
    assert "none.csv" in ended.err
