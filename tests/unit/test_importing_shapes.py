"""Labels, evidence and rows in the shapes that people have them in, and two files joined."""

from __future__ import annotations

import gzip
import io
import json
from datetime import datetime
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook
from pyarrow import parquet

from evalcore.domain import PASS_FAIL, Scale, case_fingerprint, gold_labels
from evalcore.errors import InputError
from evalcore.importing import (
    Further,
    Imported,
    Join,
    Layout,
    check_document,
    read_cases,
    read_recipe,
    read_rows,
    recipe_to_text,
)
from evalcore.importing.combining import combined
from evalcore.importing.paths import getter
from evalcore.report.recorded_import import report_on_recorded

ORDINAL = Scale(values=("low", "middle", "high"), level="ordinal", passing=("high",))


def read(rows: Any, recipe: str, **others: Any) -> Imported:
    data = rows if isinstance(rows, bytes) else json.dumps(rows).encode()
    return read_cases(
        data, filename="a.json", recipe=read_recipe(f"schema: evalcore-recipe/1\n{recipe}".encode()), **others
    )


def labels(of: Imported) -> list[tuple[str, str]]:
    return [(label.annotator, label.value) for label in of.dataset.labels]


def problems(of: Imported) -> dict[str, tuple[int, tuple[int, ...]]]:
    return {problem.kind: (problem.count, problem.where) for problem in of.problems}


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("meta.id", 7),
        ("list[-1].a", 2),
        ("list[*].a", [1, 2]),
        ("text.b[0]", "x"),
        ("dotted.name", "whole"),
        ("meta.gone.deeper", None),
        ("list[9]", None),
        ("swap = True.winner", "1"),
    ],
)
def test_a_path_leads_into_a_cell_and_json_as_text_is_looked_into(path: str, found: object) -> None:
    cells = {
        "meta": {"id": 7},
        "list": [{"a": 1}, {"a": 2}],
        "text": '{"b": ["x"]}',
        "dotted.name": "whole",
        "swap = True": {"winner": "1"},
    }
    assert getter(path, tuple(cells))(cells) == found


@pytest.mark.parametrize(
    ("cell", "found"),
    [
        (["pass", None, "fail", ""], [("unnamed", "pass"), ("unnamed 3", "fail")]),
        (["pass", "pass"], [("unnamed", "pass"), ("unnamed 2", "pass")]),
        ({"ines": "pass", "jo": "fail"}, [("ines", "pass"), ("jo", "fail")]),
        ([{"annotator": "ines", "value": "pass"}, {"rater": "jo", "label": 0}], [("ines", "pass"), ("jo", "fail")]),
        ({"value": "pass", "annotator": "ines"}, [("ines", "pass")]),
        ('["pass", "fail"]', [("unnamed", "pass"), ("unnamed 2", "fail")]),
        ([], []),
    ],
)
def test_a_label_cell_may_hold_many_votes(cell: object, found: list[tuple[str, str]]) -> None:
    imported = read([{"answer": "x", "l": cell}], "columns: {answer: answer, labels: [{column: l}]}")
    assert labels(imported) == found


def test_keys_notes_and_criteria_of_nested_labels_can_be_named() -> None:
    imported = read(
        [{"answer": "x", "l": [{"by": "ines", "said": "yes", "why": "clear"}], "m": "no"}],
        "columns:\n  answer: answer\n  labels:\n"
        "  - {column: l, value_key: said, annotator_key: by, note_key: why}\n  - {column: m, criterion: relevant}",
    )
    assert [(one.criterion, one.annotator, one.value, one.note) for one in imported.dataset.labels] == [
        ("grounded", "ines", "pass", "clear"),
        ("relevant", "unnamed", "fail", ""),
    ]


@pytest.mark.parametrize(
    ("how", "of_pass_fail", "of_ordinal"),
    [("all", "fail", "low"), ("any", "pass", "high"), ("maximum", "pass", "high"), ("minimum", "fail", "low")],
)
def test_labels_are_combined_by_the_order_of_the_scale(how: Any, of_pass_fail: str, of_ordinal: str) -> None:
    assert combined(["pass", "fail", "pass"], how, PASS_FAIL) == of_pass_fail
    assert combined(["middle", "low", "high"], how, ORDINAL) == of_ordinal


def test_a_majority_is_more_than_half() -> None:
    assert combined(["pass", "fail", "pass"], "majority", PASS_FAIL) == "pass"
    assert combined(["pass", "fail"], "majority", PASS_FAIL) is None


@pytest.mark.parametrize(
    ("how", "values", "settled"),
    [
        ("all", ["pass"], None),
        ("all", ["pass", "fail"], "fail"),
        ("minimum", ["pass"], None),
        ("any", ["fail"], None),
        ("any", ["pass", "fail"], "pass"),
        ("maximum", ["fail"], None),
        ("majority", ["pass"], None),  # 1 of 2
        ("majority", ["pass", "pass"], "pass"),  # 2 of 3
        ("majority", ["pass", "pass", "fail"], None),  # 2 of 4
    ],
)
def test_a_label_that_is_not_known_may_be_anything(how: Any, values: list[str], settled: str | None) -> None:
    assert combined(values, how, PASS_FAIL, unknown=1) == settled
    in_order = ["low" if value == "fail" else "high" for value in values]
    assert combined(in_order, how, ORDINAL, unknown=1) == {"fail": "low", "pass": "high", None: None}[settled]


def test_a_combined_label_is_whose_the_known_ones_are() -> None:
    rows = [{"id": "a", "answer": "x", "l": ["yes", "yes", None]}]
    columns = (
        "columns: {id: id, answer: answer, labels: [{column: l, annotator: ines, source: human, combine: majority}]}"
    )
    (label,) = read(rows, columns).dataset.labels
    assert (label.value, label.source) == ("pass", "human")


def test_each_column_of_nobody_in_particular_is_judged_by_its_own_name() -> None:
    columns = "columns: {answer: answer, labels: [{column: gpt4, criterion: a}, {column: seen, criterion: b}]}"
    imported = read([{"answer": "x", "gpt4": "yes", "seen": "yes"}], columns)
    assert [label.source for label in imported.dataset.labels] == ["model", "import"]


@pytest.mark.parametrize("odd", ["perhaps", None, "n/a", ""])
@pytest.mark.parametrize("in_rows", [False, True])
def test_all_of_a_yes_and_what_is_not_understood_is_no_pass_and_of_a_no_it_is_a_fail(odd: Any, in_rows: bool) -> None:
    said: list[tuple[str, list[Any]]] = [("a", ["yes", odd]), ("b", ["no", odd]), ("c", ["yes"])]
    rows = [{"id": case, "answer": case, "l": words} for case, words in said]
    if in_rows:
        rows = [{"id": case, "answer": case, "l": word} for case, words in said for word in words]
    columns = "columns:\n  id: id\n  answer: answer\n  labels: [{column: l, annotator: ines, combine: all}]"
    imported = read(rows, columns)
    assert {one.case_id: one.value for one in imported.dataset.labels} == {"b": "fail", "c": "pass"}
    assert problems(imported)["not-combined"] == (1, (1,))


def test_verdicts_of_a_judge_are_combined_with_what_could_not_be_read() -> None:
    """Of case a a row cannot be read, of b one either, but there is a fail: so a has no verdict, and b fails."""
    said = [("a", "yes"), ("a", "perhaps"), ("b", "no"), ("b", "perhaps"), ("c", "yes"), ("d", "perhaps")]
    rows = [{"id": case, "answer": case, "l": "pass", "j": word} for case, word in said]
    columns = (
        "columns:\n  id: id\n  answer: answer\n  labels: [{column: l, annotator: ines}]\n"
        "  recorded:\n    - {column: j, combine: all%s}"
    )
    for rule in ("", ", rule: lenient"):
        (judge,) = report_on_recorded(read(rows, columns % rule)).judges
        assert (judge.calls.answered, judge.calls.missing, sum(judge.replies.unread.values())) == (4, 0, 2)


def test_spans_are_rolled_up_over_rows_and_lists_and_no_span_is_no_label() -> None:
    imported = read(
        [
            {"id": "a", "answer": "x", "spans": ["pass", "fail"]},
            {"id": "b", "answer": "y", "spans": ["pass"]},
            {"id": "b", "answer": "y", "spans": ["pass", "pass"]},
            {"id": "d", "answer": "y", "spans": ["pass", None]},
            {"id": "c", "answer": "z", "spans": []},
        ],
        "columns:\n  id: id\n  answer: answer\n  labels: [{column: spans, annotator: ines, combine: all}]",
    )
    assert [(one.case_id, one.annotator, one.value) for one in imported.dataset.labels] == [
        ("a", "ines", "fail"),
        ("b", "ines", "pass"),
    ]
    # A gap in row 4 and the empty list in row 5.
    assert {row for problem in imported.problems if problem.kind == "no-label" for row in problem.where} == {4, 5}


def test_labels_called_like_a_models_never_count_as_gold_without_an_explicit_choice() -> None:
    rows = [
        {"id": "a", "answer": "x", "l": "pass", "who": "gpt-4o"},
        {"id": "b", "answer": "x", "l": "pass", "who": "aida"},
    ]
    columns = "columns:\n  id: id\n  answer: answer\n  labels: [{column: l, annotator_column: who%s}]"
    imported = read(rows, columns % "")
    assert [label.source for label in imported.dataset.labels] == ["model", "import"]
    assert problems(imported)["model-made-label"] == (1, (1,))
    assert gold_labels(imported.dataset, "grounded")["a"].how == "unlabelled"
    chosen = read(rows, columns % ", source: human")
    assert gold_labels(chosen.dataset, "grounded")["a"].value == "pass"


MODELS = (
    "gpt-4o, GPT4, azure_gpt4, gpt-5, ChatGPT, o3-mini, o1-preview, claude-3-5-sonnet, gemini-pro, qwen2.5:7b, "
    "deepseek-r1, DeepSeek, llama3.1, meta-llama/Llama-3-8B-Instruct, mistral-large, phi3, gemma3:4b, kimi-k2, "
    "command-r-plus, text-davinci-003, ragas_llm, llm_judge, LLMJudge, llmAsJudge, AutoRater, SmolLM2, openai"
)
MODELS_OR_PEOPLE = "Claude, Claude Dupont, Gemma, Phi, Mistral, judge 2, o1, AI, KI, auto, bot"
PEOPLE = (
    "Ines, Aida, Hallmann, Villamar, Maia, Sophia, Philippa, Kim, Kimi, Ernie, Nova, Judith, Claudia, Gemmell, "
    "annotator 1, rater_2, R3, u-17, Instructor, grader, human, expert, "
    "f47a0b12-7b58-47b9-a8b0-02b2c3d479bf, 5b05b05ad35b05ab5b05b05a, 5f3b12aa, A2O1OC9XBZK3, A3K1O13WZ8, W12AI4"
)


@pytest.mark.parametrize("who", [*MODELS.split(", "), *MODELS_OR_PEOPLE.split(", ")])
def test_whatever_may_be_a_models_name_makes_no_gold_and_what_may_be_a_persons_is_asked(who: str) -> None:
    imported = read(
        [{"id": "a", "answer": "x", "l": "pass", "who": who}],
        "columns: {id: id, answer: answer, labels: [{column: l, annotator_column: who}]}",
    )
    assert gold_labels(imported.dataset, "grounded")["a"].how == "unlabelled"
    (problem,) = imported.problems
    assert (problem.kind, repr(who) in problem.message) == ("model-made-label", True)
    assert ("A person may be called so" in problem.message) == (who in MODELS_OR_PEOPLE.split(", "))


@pytest.mark.parametrize("who", PEOPLE.split(", "))
def test_people_are_people(who: str) -> None:
    imported = read(
        [{"id": "a", "answer": "x", "l": "pass", "who": who}],
        "columns: {id: id, answer: answer, labels: [{column: l, annotator_column: who}]}",
    )
    assert (labels(imported), imported.problems) == ([(who, "pass")], ())
    assert gold_labels(imported.dataset, "grounded")["a"].value == "pass"


@pytest.mark.parametrize(
    ("column", "source"), [("gpt4 verdict", "model"), ("llm_judge", "model"), ("judge", "model"), ("AI ok", "import")]
)
def test_a_column_after_a_model_is_a_models_where_nobody_is_named(column: str, source: str) -> None:
    recipe = f"columns: {{id: id, answer: answer, labels: [{{column: {column}%s}}]}}"
    rows = [{"id": "a", "answer": "x", column: "pass"}]
    assert [label.source for label in read(rows, recipe % "").dataset.labels] == [source]
    assert [label.source for label in read(rows, recipe % ", annotator: ines").dataset.labels] == ["import"]
    assert [label.source for label in read(rows, recipe % ", source: human").dataset.labels] == ["human"]


def test_what_a_column_says_of_who_labelled_may_be_the_models_name() -> None:
    rows = [{"answer": str(place), "l": "pass", "kind": kind} for place, kind in enumerate(["o3-mini", "LLM_AS_JUDGE"])]
    imported = read(rows, "columns: {answer: answer, labels: [{column: l, source_column: kind}]}")
    assert [label.source for label in imported.dataset.labels] == ["model", "model"]
    assert "source-not-understood" not in problems(imported)


def test_a_model_in_our_own_case_file_is_no_person_unless_it_says_so() -> None:
    def label(**others: str) -> dict[str, str]:
        return {"criterion": "grounded", "annotator": "gpt-4o", "value": "pass", **others}

    lines = [{"id": "a", "question": "q", "answer": "x", "labels": [label()]}]
    lines += [{"id": "b", "question": "q", "answer": "y", "labels": [label(source="human")]}]
    imported = read_cases("\n".join(map(json.dumps, lines)).encode(), filename="cases.jsonl")
    assert [one.source for one in imported.dataset.labels] == ["model", "human"]
    assert problems(imported) == {"model-made-label": (1, (1,))}


def test_a_column_says_who_labelled() -> None:
    rows = [{"answer": str(place), "l": "pass", "kind": kind} for place, kind in enumerate(["HUMAN", "LLM", "?"])]
    imported = read(rows, "columns: {answer: answer, labels: [{column: l, source_column: kind}]}")
    assert [label.source for label in imported.dataset.labels] == ["human", "model", "import"]
    assert problems(imported)["source-not-understood"] == (1, (3,))


def test_a_yes_to_a_fault_is_called_out_until_the_recipe_says_what_it_means() -> None:
    rows = [{"answer": "x", "is_hallucination": "yes"}]
    columns = "columns: {answer: answer, labels: [{column: is_hallucination}]}"
    imported = read(rows, columns)
    assert (labels(imported), "polarity" in problems(imported)) == ([("unnamed", "pass")], True)
    decided = read(rows, f"{columns}\nvalues: {{yes: fail, no: pass}}")
    assert (labels(decided), "polarity" in problems(decided)) == ([("unnamed", "fail")], False)


FAULTS = (
    "failed, failure, misleading, not relevant, NotRelevant, irrelevant, defect, violation, made_up, fabricated, "
    "bad answer, wrong, incorrect, unsupported, toxic, error, hasErrors, contradicts, Halluzination, Fehler, falsch, "
    "no relevant evidence, errors not fixed, no fix of the error, "
    "irreführend, irrefuehrend, Verstoß, Mängel, nicht belegt, erreur, échec, no relevante, engañoso"
)
NO_FAULTS = (
    "grounded, relevant, notable, default_label, tissue, badge, bugle, failover, leakage, inventory, pharma, richtig, "
    "no errors, no_hallucination, NoHallucinations, error_free, hallucination-free, not toxic, non-toxic, "
    "isNotHarmful, without any errors, free of mistakes, flawless, issue resolved, problem_solved, bug fixed, "
    "Fehlerfrei, fehlerlos, keine Fehler, frei von Widersprüchen, widerspruchsfrei, Problem gelöst, sans erreur, "
    "pas d'erreur, sin errores, senza errori"
)


@pytest.mark.parametrize("column", FAULTS.split(", "))
@pytest.mark.parametrize(("word", "taken"), [("yes", "pass"), ("TRUE", "pass"), ("1", "pass"), ("no", "fail")])
def test_a_yes_to_any_fault_is_called_out_and_so_is_a_no_alone(column: str, word: str, taken: str) -> None:
    columns = f"columns: {{answer: answer, labels: [{{column: {column}}}]}}"
    imported = read([{"answer": "x", column: word}], columns)
    (problem,) = imported.problems
    assert (problem.kind, labels(imported)) == ("polarity", [("unnamed", taken)])
    turned = read([{"answer": "x", column: word}], f"{columns}\n{problem.message.rpartition(chr(10) * 2)[2]}")
    assert (turned.problems, labels(turned)) == ((), [("unnamed", "fail" if taken == "pass" else "pass")])


@pytest.mark.parametrize("column", NO_FAULTS.split(", "))
def test_a_yes_to_what_is_good_passes(column: str) -> None:
    columns = f'columns: {{answer: answer, labels: [{{column: "{column}"}}]}}'
    imported = read([{"answer": "x", column: "yes"}], columns)
    assert (imported.problems, labels(imported)) == ((), [("unnamed", "pass")])


def test_a_word_that_is_a_verdict_by_itself_leaves_no_doubt_whatever_its_column_is_called() -> None:
    rows = [{"answer": "x", "error check": "passed"}, {"answer": "y", "error check": "failed"}]
    assert read(rows, "columns: {answer: answer, labels: [{column: error check}]}").problems == ()


@pytest.mark.parametrize(("criterion", "doubtful"), [("hallucination", True), ("free of hallucination", False)])
def test_a_criterion_may_be_called_for_a_fault_as_well(criterion: str, doubtful: bool) -> None:
    columns = f"columns: {{answer: answer, labels: [{{column: verdict, criterion: {criterion}}}]}}"
    assert ("polarity" in problems(read([{"answer": "x", "verdict": "yes"}], columns))) == doubtful


def test_the_polarity_of_what_a_judge_said_is_called_out_and_turned_by_the_lines_that_are_shown() -> None:
    rows = [{"id": "a", "answer": "x", "l": "pass", "j": 0}, {"id": "b", "answer": "y", "l": "fail", "j": 1}]
    rows = [{**row, "hallucinated": row["j"]} for row in rows]
    recipe = "columns:\n  id: id\n  answer: answer\n  labels: [{column: l}]\n  recorded:\n    - column: hallucinated\n"
    imported = read(rows, recipe)
    (problem,) = imported.problems
    assert problem.kind == "polarity"
    turned = read(rows, f"{recipe}{problem.message.rpartition(chr(10) * 2)[2]}\n")
    assert turned.problems == ()
    assert [report_on_recorded(one).judges[0].as_deployed.agreement.k for one in (imported, turned)] == [0, 2]


def test_scales_are_declared_or_found() -> None:
    rows = [
        {"answer": str(place), "r": rating, "p": pair} for place, (rating, pair) in enumerate([("2", 1), ("5,0", 0)])
    ]
    imported = read(
        rows,
        "columns:\n  answer: answer\n  labels: [{column: r, criterion: r}, {column: p, criterion: p}]\n"
        "criteria: {r: {scale: rating, passing: [4, 5]}, p: {scale: pair}}",
    )
    assert imported.dataset.criteria["r"] == Scale(values=("2", "3", "4", "5"), level="ordinal", passing=("4", "5"))
    assert [label.value for label in imported.dataset.labels] == ["2", "A", "5", "tie"]


@pytest.mark.parametrize(
    ("kind", "said", "passing", "values"),
    [
        ("rating", ["2", "3"], ["5"], ("2", "3", "4", "5")),
        ("rating", ["2", "3"], ["1.0", "3"], ("1", "2", "3")),
        ("named", ["Poor", "fair"], ["good", "FAIR"], ("Poor", "fair", "good")),
    ],
)
def test_a_passing_value_is_on_the_scale_also_where_nobody_gave_it(
    kind: str, said: list[str], passing: list[str], values: tuple[str, ...]
) -> None:
    rows = [{"answer": str(place), "r": word} for place, word in enumerate(said)]
    columns = "columns: {answer: answer, labels: [{column: r}]}\ncriteria: {grounded: {scale: %s, passing: %s}}"
    scale = read(rows, columns % (kind, json.dumps(passing))).dataset.criteria["grounded"]
    assert (scale.values, len(scale.passing)) == (values, len(passing))


@pytest.mark.parametrize("scale", ["rating", "rating, values: ['1', '2'], passing: ['2']", "pair"])
def test_what_a_word_means_under_another_criterion_is_no_value_of_this_one(scale: str) -> None:
    columns = (
        "columns: {answer: answer, labels: [{column: r, criterion: r}, {column: g}]}\n"
        f"criteria: {{r: {{scale: {scale}}}}}\nvalues: {{so so: fail}}"
    )
    imported = read([{"answer": "x", "r": "so so", "g": "so so"}, {"answer": "y", "r": "1", "g": "yes"}], columns)
    assert [(one.criterion, one.value) for one in imported.dataset.labels] == [
        ("grounded", "fail"),
        ("r", "A" if scale == "pair" else "1"),
        ("grounded", "pass"),
    ]
    assert problems(imported)["label-not-understood"] == (1, (1,))


@pytest.mark.parametrize("declared", ["passing: [good]", "values: [low, high]", "words: {fine: good}"])
def test_a_rating_scale_is_of_whole_numbers(declared: str) -> None:
    columns = "columns: {answer: answer, labels: [{column: r}]}\ncriteria: {grounded: {scale: rating, %s}}"
    with pytest.raises(InputError, match="expected whole numbers on the rating scale of 'grounded'"):
        read([{"answer": "x", "r": "2"}], columns % declared)


def test_evidence_may_be_documents_texts_with_ids_beside_them_and_several_columns() -> None:
    imported = read(
        [
            {
                "answer": "x",
                "docs": [{"page_content": "one", "metadata": {"source": "a.md"}}, {"text": "two", "id": "k2"}, " "],
                "texts": ["three", "four"],
                "ids": ["t3", "t4"],
            }
        ],
        "columns:\n  answer: answer\n  evidence: [docs, {column: texts, id_column: ids, kind: tool}]",
    )
    assert [(one.id, one.text, one.source, one.kind) for one in imported.dataset.cases[0].evidence] == [
        ("d1", "one", "a.md", "retrieved"),
        ("k2", "two", "", "retrieved"),
        ("t3", "three", "", "tool"),
        ("t4", "four", "", "tool"),
    ]


def test_chunks_over_several_rows_make_one_case_and_its_labels_belong_to_the_whole() -> None:
    rows = [
        {"id": "a", "answer": "x", "chunk": "one", "l": "pass"},
        {"id": "a", "answer": "x", "chunk": "two", "l": "pass"},
        {"id": "a", "answer": "other", "chunk": "three", "l": "pass"},
    ]
    columns = "columns: {id: id, answer: answer, evidence: chunk, labels: [{column: l, annotator: ines}]}"
    imported = read(rows, f"{columns}\njoin_evidence: true")
    (case,) = imported.dataset.cases
    assert [(one.id, one.text) for one in case.evidence] == [("d1", "one"), ("d2", "two")]
    (label,) = imported.dataset.labels
    assert label.case_fingerprint == case_fingerprint(case)
    assert problems(imported) == {"same-id-other-content": (1, (3,))}
    assert problems(read(rows, columns))["same-id-other-content"] == (2, (2, 3))


LONG = (
    b"id,answer,metric,verdict,annotator\n"
    b"a,x,grounded,yes,ines\na,x,hallucination,no,ines\na,x,,yes,bo\nb,y,hallucination,yes,bo\n"
)


def test_a_row_may_name_the_criterion_of_its_label() -> None:
    imported = read_cases(LONG, filename="a.csv")
    said = [(one.case_id, one.criterion, one.annotator, one.value) for one in imported.dataset.labels]
    assert said == [
        ("a", "grounded", "ines", "pass"),
        ("a", "hallucination", "ines", "fail"),
        ("a", "grounded", "bo", "pass"),
        ("b", "hallucination", "bo", "pass"),
    ]
    (polarity,) = (problem.message for problem in imported.problems if problem.kind == "polarity")
    assert polarity.endswith('criteria:\n  hallucination:\n    words:\n      "yes": fail')
    words = polarity[polarity.index("criteria:") :].encode() + b'\n      "no": pass\n'
    columns = b"columns: {id: id, answer: answer, labels: [{column: verdict, criterion_column: metric}]}\n"
    recipe = read_recipe(b"schema: evalcore-recipe/1\n" + columns + words)
    turned = read_cases(LONG, filename="a.csv", recipe=recipe)
    assert [one.value for one in turned.dataset.labels] == ["pass", "pass", "fail"]
    assert "polarity" not in problems(turned)


def test_a_column_that_names_a_criterion_per_row_is_refused() -> None:
    rows = "".join(f"a{number},x,{number},yes\n" for number in range(101))
    with pytest.raises(InputError, match="'metric' was taken for the criterion of each row, but it names more"):
        read_cases(f"id,answer,metric,verdict\n{rows}".encode(), filename="a.csv")


def test_what_made_the_answers_is_kept_by_column_and_for_all() -> None:
    imported = read(
        [{"answer": "x", "m": "small-1"}],
        "columns: {answer: answer, made_by: {application model: m}}\nmade_by: {prompt version: v7}",
    )
    assert imported.dataset.cases[0].made_by == {"prompt version": "v7", "application model": "small-1"}


ANSWERS = b"ticket,answer,note\na,x,n1\nb,y,n2\nc,z,n3\n"
LABELS = b"id,label,annotator,note\nb,fail,jo,m\na,pass,ines,m\na,pass,jo,m\nq,fail,jo,m\n,fail,jo,m\n"


def test_labels_in_another_file_are_joined_and_the_orphans_of_each_side_are_listed() -> None:
    imported = read_cases(
        ANSWERS,
        filename="answers.csv",
        further=[Further(source=LABELS, filename="labels.csv", join=Join(key="ticket", other="id"))],
        recipe=read_recipe(
            b"schema: evalcore-recipe/1\ncolumns:\n  id: ticket\n  answer: answer\n"
            b"  labels: [{column: label, annotator_column: annotator, note_column: note (2)}]"
        ),
    )
    assert [(one.case_id, one.annotator, one.value, one.note) for one in imported.dataset.labels] == [
        ("a", "ines", "pass", "m"),
        ("a", "jo", "pass", "m"),
        ("b", "jo", "fail", "m"),
    ]
    found = problems(imported)
    # c stands in row 4 of the answers; q and the blank key in rows 5 and 6 of the labels.
    assert (found["without-partner"], found["orphan"]) == ((1, (4,)), (2, (5, 6)))
    assert "'q'" in next(problem.message for problem in imported.problems if problem.kind == "orphan")


def joined(answers: list[object], labelled: list[object]) -> Imported:
    """Answers with these keys, and labels with those: JSON beside JSON, so that a number is one."""
    first = [{"id": f"c{place}", "key": key, "answer": "x"} for place, key in enumerate(answers)]
    further = [{"nr": key, "label": "pass"} for key in labelled]
    return read_cases(
        json.dumps(first).encode(),
        filename="answers.json",
        further=[
            Further(source=json.dumps(further).encode(), filename="labels.json", join=Join(key="key", other="nr"))
        ],
    )


@pytest.mark.parametrize(
    ("key", "other"), [(2, 2.0), ("2", 2.0), (1.0, "1"), ("caf\u00e9", "cafe\u0301"), ("cafe\u0301", "caf\u00e9")]
)
def test_keys_that_differ_in_spelling_alone_meet_and_it_is_said(key: object, other: object) -> None:
    imported = joined([key, "b"], [other, "b"])
    assert [label.case_id for label in imported.dataset.labels] == ["c0", "c1"]
    assert problems(imported) == {"joined-by-spelling": (1, (1,))} | (
        {"no-evidence-column": (1, ()), "no-question-column": (1, ())}
    )


@pytest.mark.parametrize(
    ("key", "other"), [("007", "7"), ("T-1", "t-1"), ("a b", "a  b"), ("ab", "a-b"), ("1.10", "1.1")]
)
def test_keys_that_may_mean_the_same_do_not_meet_and_are_named(key: str, other: str) -> None:
    imported = joined([key], [other])
    assert imported.dataset.labels == ()
    (orphan,) = (problem.message for problem in imported.problems if problem.kind == "orphan")
    assert (f"{other!r} and {key!r}" in orphan) == (key != "1.10")


def test_where_two_spellings_of_a_key_are_there_each_meets_its_own() -> None:
    imported = joined(["2", "2.0", "2.00"], ["2", "2.0"])
    assert [label.case_id for label in imported.dataset.labels] == ["c0", "c1"]
    assert problems(imported)["without-partner"] == (1, (3,))


def test_a_second_file_is_read_as_its_join_says_and_the_recipe_alone_replays_it() -> None:
    labels_file = "Prüfung der Antworten\n\nNr;label\na;yes\nb;no\n".encode("utf-16")
    how = Join(key="ticket", other="Nr", layout=Layout(encoding="utf-16", delimiter=";", header_row=3))
    further = Further(source=labels_file, filename="labels.csv", join=how)
    imported = read_cases(ANSWERS, filename="answers.csv", further=[further])
    (second,) = imported.understood.further
    assert (second.name, second.encoding, second.delimiter, second.header_row) == ("labels.csv", "utf-16", ";", 3)
    assert check_document(imported)["further"][0]["rows"] == 2
    above = next(problem for problem in imported.problems if problem.kind == "above-header")
    assert above.message.startswith("In labels.csv: ")
    recipe = imported.understood.recipe
    assert recipe is not None
    again = read_recipe(recipe_to_text(recipe).encode())
    alone = Further(source=labels_file, filename="labels.csv")
    assert read_cases(ANSWERS, filename="answers.csv", further=[alone], recipe=again).dataset == imported.dataset
    # A key that is named anew does not undo how the recipe reads the file.
    named = Further(source=labels_file, filename="labels.csv", join=Join(key="ticket", other="Nr"))
    assert read_cases(ANSWERS, filename="answers.csv", further=[named], recipe=again).dataset == imported.dataset


def test_files_are_joined_by_order_only_where_they_are_as_long() -> None:
    more = [Further(source=b"verdict\npass\nfail\n", filename="more.csv", join=Join())]
    with pytest.raises(InputError, match=r"more\.csv: .*has only 2, fewer than the first"):
        read_cases(ANSWERS, filename="a.csv", further=more)
    assert labels(read_cases(b"answer\nx\ny\n", filename="a.csv", further=more)) == [
        ("unnamed", "pass"),
        ("unnamed", "fail"),
    ]


def test_a_key_that_is_no_column_is_named_with_those_there() -> None:
    with pytest.raises(InputError, match=r"none called 'id'\. There are 'ticket', 'answer', 'note'"):
        read_cases(ANSWERS, filename="a.csv", further=[Further(source=LABELS, join=Join(key="id"))])


@pytest.mark.parametrize(
    "whole",
    [
        {"answer": {"0": "x", "1": "y"}, "label": {"0": 1, "1": 0}},
        {"answer": ["x", "y"], "label": [1, 0]},
        {"columns": ["answer", "label"], "index": [0, 1], "data": [["x", 1], ["y", 0]]},
        [{"answer": "x", "label": 1}, {"answer": "y", "label": 0}],
    ],
)
def test_json_in_columns_reads_like_json_in_rows(whole: object) -> None:
    imported = read_cases(json.dumps(whole).encode(), filename="a.json")
    assert [case.answer for case in imported.dataset.cases] == ["x", "y"]
    assert [label.value for label in imported.dataset.labels] == ["pass", "fail"]


def test_rows_within_an_object_are_found_where_the_layout_says() -> None:
    data = json.dumps({"meta": {"v": 1}, "data": {"items": [{"answer": "x", "label": 1}]}}).encode()
    with pytest.raises(InputError, match=r"one object with the keys \['meta', 'data'\].*rows: KEY"):
        read_cases(data, filename="a.json")
    imported = read_cases(data, filename="a.json", layout=Layout(rows="data.items"))
    assert [case.answer for case in imported.dataset.cases] == ["x"]


ROWS = [("id", "question", "answer", "label"), ("a", "why?", "because", True), ("b", "when?", "1", False)]


def workbook(*rows: tuple[object, ...]) -> bytes:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def parquet_file(rows: list[tuple[object, ...]]) -> bytes:
    written = io.BytesIO()
    parquet.write_table(pa.table({name: list(cells) for name, *cells in zip(*rows, strict=True)}), written)
    return written.getvalue()


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize(
    ("data", "filename", "form"),
    [
        (workbook(*ROWS), "a.xlsx", "excel"),
        (parquet_file(ROWS), "a.parquet", "parquet"),
        ("\n".join(",".join(map(str, row)) for row in ROWS).encode(), "a.csv", "csv"),
        (json.dumps([dict(zip(ROWS[0], row, strict=True)) for row in ROWS[1:]]).encode(), "a.json", "json"),
    ],
)
def test_the_same_table_comes_out_of_every_kind_of_file_packed_or_not(
    data: bytes, filename: str, form: str, packed: bool
) -> None:
    imported = read_cases(gzip.compress(data) if packed else data, filename=f"{filename}.gz" if packed else filename)
    assert imported.understood.format == form
    assert imported.dataset.name == "a"
    assert [(case.id, case.question, case.answer) for case in imported.dataset.cases] == [
        ("a", "why?", "because"),
        ("b", "when?", "1"),
    ]
    assert [label.value for label in imported.dataset.labels] == ["pass", "fail"]


def test_numbers_and_days_of_a_workbook_are_texts_as_people_see_them() -> None:
    data = workbook(("answer", "label", "date", "topic"), (3.0, 1, datetime(2026, 9, 14), 0.5))
    (case,) = read_cases(data, filename="a.xlsx").dataset.cases
    assert (case.answer, case.dated, case.slices) == ("3", "2026-09-14", {"topic": "0.5"})


def test_title_rows_and_a_footer_are_left_out_and_listed() -> None:
    text = "Report;March\n\nid;answer;label;topic;who\na;x;pass;t;i\nb;y;;;\n\nTotal;2\n"
    table, found = read_rows(text.encode(), filename="a.csv")
    assert (table.header_row, [row.number for row in table.rows]) == (3, [4, 5])
    assert {problem.kind: problem.where for problem in found} == {"above-header": (1,), "footer": (7,)}


def test_the_chosen_header_row_wins_and_must_be_there() -> None:
    text = b"a,b,c\nid,answer,label\nx,y,pass\n"
    chosen = read_cases(text, filename="a.csv", layout=Layout(header_row=2))
    assert (chosen.dataset.cases[0].id, chosen.understood.header_row) == ("x", 2)
    with pytest.raises(InputError, match="expected the header in row 9"):
        read_cases(text, filename="a.csv", layout=Layout(header_row=9))


@pytest.mark.parametrize(
    ("data", "layout", "says"),
    [
        (b"answer\nx\n", Layout(sheet="One"), "only an Excel workbook has sheets"),
        (workbook(*ROWS), Layout(encoding="cp1252"), "only text has these"),
        (b'[{"answer": "x"}]', Layout(header_row=2), "the file is JSON, which has none"),
        (b"answer\nx\n", Layout(delimiter=";;"), "expected a delimiter of one character"),
        (b"answer\nx\n", Layout(encoding="klingon"), "expected an encoding such as utf-8"),
    ],
)
def test_a_choice_that_does_not_go_with_the_file_is_refused(data: bytes, layout: Layout, says: str) -> None:
    with pytest.raises(InputError, match=says):
        read_cases(data, filename="a", layout=layout)


TEXT = st.text(st.characters(codec="utf-8", exclude_categories=("Cc",)), max_size=12)


@given(st.lists(st.tuples(TEXT, TEXT, TEXT), min_size=1, max_size=6))
def test_any_table_of_text_comes_back_whole_from_parquet_and_json(rows: list[tuple[str, str, str]]) -> None:
    names = ("one", "two", "three")
    written = parquet_file([names, *rows])
    as_columns = {name: dict(enumerate(cells)) for name, cells in zip(names, zip(*rows, strict=True), strict=True)}
    for data in (written, json.dumps(as_columns).encode()):
        table, _ = read_rows(data, filename="a.json" if data is not written else "a.parquet")
        assert [tuple(row.cells.values()) for row in table.rows] == rows
