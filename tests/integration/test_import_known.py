"""Every export in the shared material imports without a recipe, or explains itself in words.

The label and verdict counts of Ragas and Prodigy are those of EXPECTED.md; the others were counted by eye.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from evalcore.domain import gold_labels
from evalcore.errors import InputError
from evalcore.importing import Imported, check_document, read_cases, read_recipe, recipe_to_text
from evalcore.report.recorded_import import report_on_recorded
from tests.support.command import Command

HAND = "handmade_from_documented_headers"
EXPLAINED = ("label_studio/csv_test2.json", "label_studio/csv_test2_result.csv", "label_studio/json_min_data.json")
"""Exports without a text that could be an answer."""
TOOLS = {
    "deepeval/test_run_sample.json": "DeepEval",
    "doccano/classification.jsonl": "doccano",
    "doccano/labeling.jsonl": "doccano",
    "doccano/labeling_text_label.jsonl": "doccano",
    "doccano/seq2seq.jsonl": "doccano",
    f"{HAND}/argilla_v1_hf_rows.jsonl": "Argilla 1",
    f"{HAND}/argilla_v2_to_json.json": "Argilla 2",
    f"{HAND}/langfuse_scores.csv": "Langfuse scores",
    f"{HAND}/opik_annotation_queue.csv": "Opik",
    f"{HAND}/phoenix_span_annotations.json": "Phoenix annotations",
    f"{HAND}/prodigy_choice.jsonl": "Prodigy",
    "label_studio/csv_test.json": "Label Studio",
    "label_studio/csv_test_history.json": "Label Studio",
    "prodigy/annotated_github-issues-DOCUMENTATION-textcat.jsonl": "Prodigy",
    "promptfoo/french-greeting.abridged.output.json": "promptfoo",
    "promptfoo/simple-cli.output.csv": "promptfoo",
    "promptfoo/simple-test.output.csv": "promptfoo",
    "ragas/annotated_data.json": "Ragas",
    "ragas/sample_annotated_summary.json": "Ragas",
}


@pytest.fixture
def exports(shared: Path) -> Path:
    """The folder of exports."""
    return shared / "datasets" / "11_exports"


def gold_counts(imported: Imported) -> dict[str | None, int]:
    criterion = next(iter(imported.dataset.criteria))
    return dict(Counter(entry.value for entry in gold_labels(imported.dataset, criterion).values()))


def said(imported: Imported) -> dict[str, list[str]]:
    return {one.judge: [text for texts in one.said.values() for text in texts] for one in imported.recorded}


def votes(imported: Imported) -> list[tuple[str, str, str]]:
    return [(label.case_id, label.annotator, label.value) for label in imported.dataset.labels]


def test_every_export_there_is_is_named_here(exports: Path) -> None:
    found = {path.relative_to(exports).as_posix() for path in exports.glob("*/*.*")}
    assert found == {*TOOLS, *EXPLAINED}


@pytest.mark.parametrize(("file", "tool"), TOOLS.items())
def test_an_export_imports_without_a_recipe_and_says_whose_it_was_taken_for(
    exports: Path, file: str, tool: str
) -> None:
    imported = read_cases(exports / file)
    assert check_document(imported)["file"]["tool"] == tool
    assert imported.dataset.cases
    assert {label.source for label in imported.dataset.labels} <= {"human"}


@pytest.mark.parametrize("file", EXPLAINED)
def test_an_export_without_an_answer_says_what_it_is_and_what_to_write(exports: Path, file: str) -> None:
    with pytest.raises(InputError, match="taken for a Label Studio export") as error:
        read_cases(exports / file)
    assert "answer: the column of answers" in str(error.value)


@pytest.mark.parametrize("file", TOOLS)
def test_the_recipe_of_an_export_replays(exports: Path, tmp_path: Path, file: str) -> None:
    imported = read_cases(exports / file)
    assert imported.understood.recipe is not None
    saved = tmp_path / "recipe.yaml"
    saved.write_text(recipe_to_text(imported.understood.recipe), encoding="utf-8")
    again = read_cases(exports / file, recipe=read_recipe(saved))
    assert again.dataset == imported.dataset
    assert again.recorded == imported.recorded


def test_the_recipe_to_start_from_keeps_the_labels(exports: Path, tmp_path: Path) -> None:
    file = exports / "label_studio/csv_test2.json"
    with pytest.raises(InputError) as error:
        read_cases(file)
    saved = tmp_path / "recipe.yaml"
    text = str(error.value)
    completed = text[text.index("schema:") :].replace("the column of answers", "title")
    saved.write_text(completed, encoding="utf-8")
    imported = read_cases(file, recipe=read_recipe(saved))
    assert imported.understood.tool == "Label Studio"
    assert [(case.id, case.answer) for case in imported.dataset.cases] == [("4", "TAN BAI")]
    assert [label.criterion for label in imported.dataset.labels] == ["uri_selection"]


def test_a_given_recipe_wins_over_recognition(exports: Path, tmp_path: Path) -> None:
    saved = tmp_path / "recipe.yaml"
    saved.write_text(
        "schema: evalcore-recipe/1\ncolumns:\n  id: id\n  answer: data.text\n  labels:\n"
        "    - column: annotations[0].result[0].value.choices[0]\nvalues:\n  Positive: pass\n",
        encoding="utf-8",
    )
    imported = read_cases(exports / "label_studio/csv_test_history.json", recipe=read_recipe(saved))
    assert imported.understood.tool is None
    assert gold_counts(imported) == {"pass": 1}


@pytest.mark.parametrize(
    ("file", "gold", "agreement", "kappa"),
    [
        ("ragas/annotated_data.json", {"pass": 10, "fail": 11}, 0.761905, 0.520548),
        ("ragas/sample_annotated_summary.json", {"pass": 12, "fail": 7}, 0.526316, -0.195804),
    ],
)
def test_ragas_labels_are_the_judges_verdict_or_its_contrary(
    exports: Path, file: str, gold: dict[str, int], agreement: float, kappa: float
) -> None:
    imported = read_cases(exports / file)
    assert gold_counts(imported) == gold
    measures = report_on_recorded(imported).judges[0].as_deployed
    assert (round(measures.agreement.value or 0, 6), round(measures.kappa.value or 0, 6)) == (agreement, kappa)


def test_prodigy_accepts_rejects_and_ignores(exports: Path) -> None:
    imported = read_cases(exports / "prodigy/annotated_github-issues-DOCUMENTATION-textcat.jsonl")
    assert gold_counts(imported) == {"pass": 261, "fail": 525, None: 44}
    assert list(imported.dataset.criteria) == ["DOCUMENTATION"]


def test_a_choice_in_prodigy_is_the_option_and_an_ignored_line_is_none(exports: Path) -> None:
    imported = read_cases(exports / HAND / "prodigy_choice.jsonl")
    assert votes(imported) == [("1", "ds-alice", "pass"), ("1", "ds-bob", "fail")]
    assert [case.answer for case in imported.dataset.cases] == ["A1", "A2"]


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        # Of r1, u3 discarded; of r2, the response of u2 is a draft.
        ("argilla_v1_hf_rows.jsonl", [("r1", "u1", "pass"), ("r1", "u2", "fail"), ("r2", "u1", "fail")]),
        ("argilla_v2_to_json.json", [("r1", "u1", "pass"), ("r1", "u2", "fail")]),
    ],
)
def test_argilla_keeps_what_was_submitted_and_records_what_a_model_suggested(
    exports: Path, file: str, expected: list[tuple[str, str, str]]
) -> None:
    imported = read_cases(exports / HAND / file)
    assert votes(imported) == expected
    assert said(imported) == {"grounded (gpt-4)": ["yes"]}
    assert imported.dataset.cases[0].slices == {"metadata.slice": "billing"}
    assert [document.text for document in imported.dataset.cases[0].evidence] == ["C1"]


def test_langfuse_tells_people_from_judges_by_the_source_alone(exports: Path) -> None:
    imported = read_cases(exports / HAND / "langfuse_scores.csv")
    assert votes(imported) == [("t1", "unnamed", "pass"), ("t2", "unnamed", "fail")]
    assert said(imported) == {"groundedness (EVAL)": ["0.83"]}
    assert any("--on ID=traceId" in problem.message for problem in imported.problems)


def test_phoenix_tells_people_from_models_by_the_kind_of_annotator(exports: Path) -> None:
    imported = read_cases(exports / HAND / "phoenix_span_annotations.json")
    assert votes(imported) == [("67f6740bbe1ddc3f", "user-123", "pass"), ("9a1", "unnamed", "fail")]
    assert said(imported) == {"correctness (gpt-4)": ["incorrect"]}


def test_opik_has_columns_per_reviewer(exports: Path) -> None:
    imported = read_cases(exports / HAND / "opik_annotation_queue.csv")
    assert votes(imported) == [("t1", "alice", "pass"), ("t1", "bob", "fail"), ("t2", "bob", "pass")]
    assert [label.note for label in imported.dataset.labels] == ["cites doc 2", "unsupported date", "ok"]


def test_label_studio_keeps_the_choice_of_each_annotator(exports: Path) -> None:
    imported = read_cases(exports / "label_studio/csv_test_history.json")
    assert votes(imported) == [("6141", "sergei@heartex.e2e", "Positive")]


def test_doccano_labels_that_are_numbers_stay_names(exports: Path) -> None:
    imported = read_cases(exports / "doccano/classification.jsonl")
    assert imported.dataset.criteria["label"].values == ("15", "17")
    assert gold_counts(imported) == {"15": 1, "17": 2}


def test_deepeval_metrics_are_judges_and_nobody_labelled(exports: Path) -> None:
    imported = read_cases(exports / "deepeval/test_run_sample.json")
    assert said(imported) == {"Answer Relevancy (gpt-5.4)": ["pass"], "Faithfulness (gpt-5.4)": ["fail"]}
    assert not imported.dataset.labels


def test_promptfoo_takes_the_verdict_out_of_the_cell(exports: Path) -> None:
    imported = read_cases(exports / "promptfoo/simple-cli.output.csv")
    first = imported.dataset.cases[0]
    assert (first.question, first.answer) == ("Rephrase this in French: Hello world", "Bonjour le monde.")
    assert first.made_by == {"application model": "openai:gpt-4.1-mini"}
    assert said(imported) == {"verdict (promptfoo)": ["PASS"] * 8}


def test_promptfoo_does_not_guess_whose_result_it_is(exports: Path) -> None:
    imported = read_cases(exports / "promptfoo/simple-test.output.csv")
    assert len(imported.dataset.cases) == 4
    assert not imported.recorded
    assert any("does not say of which" in problem.message for problem in imported.problems)


def test_promptfoo_results_hold_the_verdict_and_each_assertion(exports: Path) -> None:
    imported = read_cases(exports / "promptfoo/french-greeting.abridged.output.json")
    assert said(imported) == {
        "verdict (promptfoo)": ["fail"],
        "Correctness (contains)": ["pass"],
        "Tone (llm-rubric)": ["pass"],
        "Topicality (answer-relevance)": ["fail"],
    }


def test_check_and_score_name_the_tool(exports: Path, command: Command) -> None:
    file = str(exports / "ragas/annotated_data.json")
    assert "Ragas" in command("check", file).out
    assert "taken for a Ragas export" in command("import", file, "--name", "helpful").err
    scored = command("score", file)
    assert "taken for a Ragas export" in scored.err
    assert "0.52" in scored.out


def test_a_file_that_is_no_export_still_needs_its_columns_named(command: Command, tmp_path: Path) -> None:
    plain = tmp_path / "plain.csv"
    plain.write_text("id,answer,label,judge\n1,Rain.,yes,no\n", encoding="utf-8")
    assert "expected a column of human labels" in command("score", plain).err


def test_the_command_joins_scores_to_their_answers(exports: Path, command: Command, tmp_path: Path) -> None:
    answers = tmp_path / "answers.csv"
    answers.write_text("trace,question,answer\nt1,Why?,Rain.\nt2,When?,Soon.\n", encoding="utf-8")
    scores = exports / HAND / "langfuse_scores.csv"
    ended = command("import", answers, "--join", scores, "--on", "trace=traceId", "--name", "joined")
    assert "2 cases and 2 labels are stored" in ended.out
