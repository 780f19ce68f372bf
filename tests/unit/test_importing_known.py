"""Exports of tools that people label or trace with, in small files of our own words."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.errors import InputError
from evalcore.importing import Further, Imported, Join, LabelColumn, Recipe, read_cases, read_recipe, recipe_to_text
from evalcore.report.recorded_import import recorded_judges, report_on_recorded


def lines(*records: dict[str, Any]) -> Imported:
    """JSON Lines of these records, read without a recipe."""
    return read_cases("\n".join(map(json.dumps, records)).encode(), filename="export.jsonl")


def table(columns: list[str], *rows: list[str]) -> Imported:
    """CSV of these rows, read without a recipe."""
    text = io.StringIO()
    csv.writer(text).writerows([columns, *rows])
    return read_cases(text.getvalue().encode(), filename="export.csv")


def votes(imported: Imported) -> list[tuple[str, str, str]]:
    return [(label.case_id, label.annotator, label.value) for label in imported.dataset.labels]


def said(imported: Imported) -> dict[str, list[str]]:
    return {one.judge: [text for texts in one.said.values() for text in texts] for one in imported.recorded}


def remarks(imported: Imported) -> str:
    return " ".join(problem.message for problem in imported.problems if problem.kind == "tool-export")


FLAT = ["id", "question", "answer", "grounded_choice", "annotator", "annotation_id", "lead_time"]


def test_label_studio_flat_rows_are_one_case_per_task_with_its_annotators():
    imported = table(
        FLAT,
        ["7", "How long?", "Two weeks.", "Yes", "ines@example.org", "1", "3.5"],
        ["7", "How long?", "Two weeks.", "No", "omar@example.org", "2", "4.5"],
    )
    assert imported.understood.tool == "Label Studio"
    assert votes(imported) == [("7", "ines@example.org", "pass"), ("7", "omar@example.org", "fail")]
    assert imported.understood.rows == 2


def test_label_studio_json_min_holds_choices_as_words_or_objects():
    task = {"question": "How long?", "answer": "Two weeks.", "annotation_id": 1, "lead_time": 2.0}
    rows = [
        {"id": 1, **task, "annotator": 4, "tone": {"choices": ["calm", "short"]}},
        {"id": 2, **task, "annotator": 4, "tone": "calm"},
    ]
    imported = read_cases(json.dumps(rows).encode(), filename="min.json")
    assert votes(imported) == [("1", "4", "calm, short"), ("2", "4", "calm")]


def test_label_studio_ratings_notes_skips_and_predictions():
    stars = {"type": "rating", "from_name": "stars", "value": {"rating": 4}}
    why = {"type": "textarea", "from_name": "why", "value": {"text": ["well put"]}}
    task = {
        "id": 3,
        "data": {"prompt": "Why?", "response": "Because."},
        "annotations": [
            {"completed_by": 1, "result": [stars, why]},
            {"completed_by": 2, "was_cancelled": True, "result": [stars]},
        ],
        "predictions": [
            {
                "model_version": "small-2",
                "result": [{"type": "rating", "from_name": "stars", "value": {"rating": 2}}],
            }
        ],
    }
    imported = read_cases(json.dumps([task]).encode(), filename="tasks.json")
    label = imported.dataset.labels[0]
    assert (label.annotator, label.value, label.note) == ("1", "4", "well put")
    assert len(imported.dataset.labels) == 1
    assert said(imported) == {"stars (small-2)": ["2"]}
    assert "cancelled" in remarks(imported)


def test_a_rejected_choice_in_prodigy_makes_no_label():
    line = {"text": "Fine.", "options": [], "_input_hash": 5, "_task_hash": 6}
    imported = lines(line | {"accept": ["pass"], "answer": "reject"}, line | {"accept": ["pass"], "answer": "accept"})
    assert votes(imported) == [("5", "unnamed", "pass")]
    assert "rejected" in remarks(imported)


def test_the_newer_lines_of_doccano_hold_their_labels_as_words():
    imported = lines({"id": 1, "text": "Fine.", "label": ["good"]}, {"id": 2, "text": "Poor.", "label": ["bad"]})
    assert imported.understood.tool == "doccano"
    assert [value for _, _, value in votes(imported)] == ["pass", "fail"]


def test_ragas_makes_no_label_of_a_score_that_was_not_accepted_and_is_neither_0_nor_1():
    sample = {"metric_input": {"user_input": "Why?", "response": "Because."}, "metric_output": 0.4}
    document = {"faithfulness": [sample | {"is_accepted": False}]}
    imported = read_cases(json.dumps(document).encode(), filename="ragas.json")
    assert votes(imported) == []
    assert said(imported) == {"faithfulness (Ragas)": ["0.4"]}
    assert "neither 0 nor 1" in remarks(imported)


def test_a_thumb_in_promptfoo_is_a_persons_label():
    result = {
        "vars": {"question": "Why?", "context": "It rains."},
        "response": {"output": "Rain."},
        "success": True,
        "testIdx": 0,
        "promptIdx": 1,
        "provider": {"id": "some:model"},
        "gradingResult": {
            "componentResults": [{"pass": False, "assertion": {"type": "human"}, "comment": "too short"}]
        },
    }
    imported = read_cases(json.dumps({"results": {"results": [result]}}).encode(), filename="results.json")
    label = imported.dataset.labels[0]
    assert (label.criterion, label.value, label.note) == ("verdict", "fail", "too short")
    assert said(imported) == {"verdict (promptfoo)": ["pass"]}
    assert imported.dataset.cases[0].evidence[0].text == "It rains."


def test_a_result_of_a_row_with_one_answer_is_recorded():
    imported = table(["RESULT", "Say it to {{whom}}", "whom"], ["FAIL", "Hello!", "Ann"])
    assert imported.dataset.cases[0].question == "Say it to Ann"
    assert said(imported) == {"verdict (promptfoo)": ["FAIL"]}
    explained = table(["RESULT", "Say it to {{whom}}", "whom"], ["FAIL: too short", "Hello!", "Ann"])
    assert said(explained) == {"verdict (promptfoo)": ["FAIL"]}


REASON = "Expected output to contain 'Paris'\n---\nas the rubric says"


@pytest.mark.parametrize(
    ("cell", "answer", "verdict"),
    [
        ("[PASS] (1.00)\n\nIn Paris.\n\nPass Reason: No assertions", "In Paris.", "PASS"),
        ("[PASS] (1.00, tone: 1.00, length (words): 0.50)\n\nIn Paris.", "In Paris.", "PASS"),
        # Text that is indented within the cell moves what stands around it.
        ("[PASS] (1.00)\n\n    In Paris.\n\n    Pass Reason: No assertions", "In Paris.", "PASS"),
        # As newer versions write it: the answer, which may hold a rule of its own, and then the reason.
        (f"[FAIL] (0.00)\n\nIn Rome.\n\nFail Reason: {REASON}", "In Rome.", "FAIL"),
        ("[FAIL] (0.00)\n\n# Rome\n---\nIn Rome.\n\nFail Reason: wrong", "# Rome\n---\nIn Rome.", "FAIL"),
        # As older ones do: the reason, or all of them, a rule, the answer.
        (f"[FAIL] (0.00)\n\n{REASON}\n---\nIn Rome.\n\nFail Reason: {REASON}", "In Rome.", "FAIL"),
        ("[FAIL] (0.00)\n\nshort --- rude\n---\n# Rome\n---\nYes.\n\nFail Reason: short", "# Rome\n---\nYes.", "FAIL"),
        ("[FAIL] (0.00)\r\n\r\nwrong\r\n---\r\nIn Rome.\r\n\r\nFail Reason: wrong", "In Rome.", "FAIL"),
        ("[FAIL] (0.00)\n\nwrong\n---\nIn Rome.", "In Rome.", "FAIL"),
        ("[FAIL] (0.00)\n\nwrong\n---\n\n\nFail Reason: wrong", "", "FAIL"),
    ],
)
def test_a_cell_of_promptfoo_holds_the_answer_apart_from_why_it_passed_or_failed(cell: str, answer: str, verdict: str):
    imported = table(["city", "[openai:gpt-4.1] Where is {{city}}?"], ["it", cell])
    assert imported.dataset.cases[0].answer == answer
    assert said(imported) == {"verdict (promptfoo)": [verdict]}


@pytest.mark.parametrize("cell", ["[ERROR] (0.00)\n\nAPI error: 429", "[FAIL] (0.00)\n\nAPI error\n---\nAPI error"])
def test_a_cell_of_promptfoo_that_holds_an_error_is_no_answer(cell: str):
    imported = table(["city", "Where is {{city}}?"], ["it", "[PASS] (1.00)\n\nIn Paris."], ["it", cell])
    assert [case.answer for case in imported.dataset.cases] == ["In Paris."]
    assert "calls that ended in an error have no answer" in imported.problems[0].message


def test_a_failure_in_promptfoo_without_a_reason_may_be_an_error_and_is_said():
    imported = table(["city", "Where is {{city}}?"], ["it", "[FAIL] (0.00)\n\nAPI error: 429"])
    assert "it may be the message of an error" in imported.problems[0].message


def test_what_promptfoo_could_not_grade_has_no_verdict():
    def result(**others: object) -> dict[str, object]:
        graded = {"componentResults": [{"assertion": {"type": "llm-rubric", "value": "right"}, "reason": "timeout"}]}
        return {"vars": {"question": "Why?"}, "response": {"output": "Rain."}, "gradingResult": graded, **others}

    results = [result(success=True, failureReason=0, testIdx=1), result(success=False, failureReason=2, testIdx=2)]
    imported = read_cases(json.dumps({"results": {"results": results}}).encode(), filename="results.json")
    assert [dict(one.said) for one in imported.recorded] == [{"1-0": ("pass",)}]
    assert "grading ended in an error" in imported.problems[0].message


def test_deepeval_evidence_is_the_retrieval_context():
    test = {"name": "t", "order": 1, "input": "Why?", "actualOutput": "Rain.", "retrievalContext": ["It rains."]}
    imported = read_cases(json.dumps({"testCases": [test], "metricsScores": []}).encode(), filename="run.json")
    case = imported.dataset.cases[0]
    assert (case.id, case.question, case.answer) == ("t-1", "Why?", "Rain.")
    assert [document.text for document in case.evidence] == ["It rains."]


@pytest.mark.parametrize(
    ("run", "says"),
    [
        ({"testCases": [], "metricsScores": []}, "DeepEval export, and holds no answer that was judged"),
        ({"testCases": [], "conversationalTestCases": [{}]}, "test cases of whole conversations were left out"),
    ],
)
def test_a_run_of_deepeval_without_test_cases_says_so(run: dict[str, object], says: str):
    with pytest.raises(InputError, match=says) as refused:
        read_cases(json.dumps(run).encode(), filename="run.json")
    assert "schema:" not in str(refused.value)


def test_annotations_of_phoenix_come_as_a_data_frame_too():
    head = "span_id,annotation_name,annotator_kind,metadata,identifier,user_id"
    head += ",result.label,result.score,result.explanation"
    rows = ["s1,right,HUMAN,{},,u1,correct,1.0,ok", "s1,right,LLM,{},,,,0.0,bad", "s2,right,HUMAN,{},,u1,,0.0,"]
    imported = read_cases("\n".join([head, *rows]).encode(), filename="annotations.csv")
    assert imported.understood.tool == "Phoenix annotations"
    assert [(one.case_id, one.criterion, one.annotator, one.value, one.note) for one in imported.dataset.labels] == [
        ("s1", "right", "u1", "pass", "ok"),
        ("s2", "right", "u1", "fail", ""),
    ]
    assert said(imported) == {"right (LLM)": ["0.0"]}


def test_evaluations_of_phoenix_as_a_data_frame_are_a_judges():
    imported = table(["context.span_id", "score", "label", "explanation"], ["s1", "1", "correct", "ok"])
    assert (imported.understood.tool, imported.dataset.labels) == ("Phoenix annotations", ())
    assert said(imported) == {"evaluation (judge)": ["correct"]}


def test_examples_of_langsmith_need_not_name_their_data_set():
    example = {"inputs": {"question": "Why?"}, "outputs": {"answer": "Rain."}, "metadata": None}
    imported = lines(example, {**example, "inputs": {"question": "How?"}})
    assert imported.understood.tool == "LangSmith"
    assert [(case.question, case.answer) for case in imported.dataset.cases] == [("Why?", "Rain."), ("How?", "Rain.")]
    assert ["may be reference answers" in problem.message for problem in imported.problems] == [True]


def test_langsmith_tells_people_from_programs_by_where_feedback_was_given():
    imported = lines(
        {
            "id": "r1",
            "run_type": "chain",
            "inputs": {"text": "Why?"},
            "outputs": {"result": [{"role": "assistant", "content": "Rain."}]},
            "feedback": [
                {
                    "key": "right",
                    "score": 1,
                    "created_at": "2026-10-02",
                    "feedback_source": {"type": "app", "user_name": "ines"},
                },
                {"key": "right", "score": 0, "feedback_source": {"type": "model"}},
            ],
            "feedback_stats": {"right": {"n": 2, "avg": 0.5}},
        }
    )
    assert imported.understood.tool == "LangSmith"
    case = imported.dataset.cases[0]
    assert (case.question, case.answer) == ("Why?", "Rain.")
    assert votes(imported) == [("r1", "ines", "pass")]
    assert imported.dataset.labels[0].at == "2026-10-02"
    assert said(imported) == {"right (model)": ["0"]}
    assert "sums feedback up" in remarks(imported)


def test_examples_of_langsmith_say_that_they_may_be_references():
    imported = lines({"id": "e1", "dataset_id": "d", "inputs": {"question": "Why?"}, "outputs": {"answer": "Rain."}})
    assert imported.dataset.cases[0].answer == "Rain."
    assert "reference answers" in remarks(imported)


RESULTS = (
    ",{given}.question,outputs.documents,outputs.answer,reference.answer,error,feedback.right,feedback.tone,id\n"
    '0,Why?,"[""It rains.""]",Rain.,Rain,,1,0.83,r1\n'
    "1,When?,[],Soon.,Later,,0,0.4,r2\n"
    "2,Who?,[],,Ann,TimeoutError(),,,r3\n"
)


@pytest.mark.parametrize("given", ["inputs", "input"])
def test_results_of_an_experiment_of_langsmith_are_cases_and_their_feedback_is_a_judges(given: str):
    imported = read_cases(RESULTS.replace("{given}", given).encode(), filename="results.csv")
    assert imported.understood.tool == "LangSmith"
    first = imported.dataset.cases[0]
    assert (first.id, first.question, first.answer) == ("r1", "Why?", "Rain.")
    assert [document.text for document in first.evidence] == ["It rains."]
    assert not imported.dataset.labels
    assert said(imported) == {"right (feedback)": ["1", "0"], "tone (feedback)": ["0.83", "0.4"]}
    assert "does not say who gave feedback" in remarks(imported)


def test_a_table_with_inputs_alone_is_not_taken_for_langsmiths():
    imported = table(["inputs.question", "answer", "id"], ["Why?", "Rain.", "1"])
    assert imported.understood.tool is None


def event(number: int, kind: str, **data: Any) -> dict[str, Any]:
    return {
        "run_id": "r",
        "event_id": number,
        "sample_id": "s.0",
        "type": kind,
        "data": data,
        "created_by": "",
        "created_at": "",
    }


def test_openai_evals_take_the_first_sampling_for_the_answer_and_the_next_for_the_graders_reply():
    imported = lines(
        {"spec": {"eval_name": "e"}},
        event(0, "sampling", prompt=[{"role": "user", "content": "Why?"}], sampled=["Rain."]),
        event(1, "sampling", prompt="Is it right?", sampled=["Yes, it is."]),
        event(2, "metrics", choice="Y"),
        event(3, "match", correct=True, expected="Rain.", picked="Rain."),
        {"final_report": {"accuracy": 1.0}},
    )
    assert imported.understood.tool == "OpenAI evals"
    case = imported.dataset.cases[0]
    assert (case.id, case.question, case.answer) == ("s.0", "Why?", "Rain.")
    assert said(imported) == {
        "match (grader reply)": ["Yes, it is."],
        "match (choice)": ["Y"],
        "match (correct)": ["true"],
    }


def test_output_items_of_a_hosted_openai_eval_hold_a_verdict_per_grader():
    imported = lines(
        {
            "id": "i1",
            "datasource_item": {"topic": "weather"},
            "sample": {
                "input": [{"role": "user", "content": "Why?"}],
                "output": [{"role": "assistant", "content": "Rain."}],
            },
            "results": [{"name": "right", "passed": False, "score": 0.0}],
        }
    )
    assert imported.dataset.cases[0].answer == "Rain."
    assert said(imported) == {"right (grader)": ["fail"]}


def test_pairs_of_judgekeeper_are_compared():
    pair = {"id": "p", "input": "Why?", "output_a": "Rain.", "output_b": "Snow."}
    imported = lines(pair | {"human_label": "A", "slice": "weather"})
    assert votes(imported) == [("p", "unnamed", "A")]
    assert imported.dataset.criteria["better"].values == ("A", "B", "tie")


def test_score_records_of_judgekeeper_tell_people_from_models():
    record = {"target_id": "t", "name": "right", "input": "Why?", "output": "Rain."}
    imported = lines(
        record | {"annotator_kind": "HUMAN", "label": "pass"},
        record | {"annotator_kind": "LLM", "label": "fail", "run": 1, "evaluator": {"model": "small"}},
        record | {"annotator_kind": "CODE", "score": 1},
    )
    assert votes(imported) == [("t", "unnamed", "pass")]
    assert said(imported) == {"right (small run 1)": ["fail"]}
    assert "CODE" in remarks(imported)


def test_a_run_of_judgekeeper_says_what_to_join_it_to():
    imported = lines(
        {"type": "header", "run": 1, "anchors_sha256": "0", "fingerprint": {"model": "small"}},
        {"type": "judgment", "id": "a1", "verdict": "pass"},
    )
    assert said(imported) == {"verdict (small)": ["pass"]}
    assert "join the run by id" in remarks(imported)


def test_the_second_word_of_one_judge_on_a_case_is_kept_beside_the_first():
    columns = ["id", "traceId", "source", "name", "dataType", "value", "stringValue"]
    imported = table(columns, *([str(n), "t", "EVAL", "right", "BOOLEAN", str(n), ""] for n in (0, 1)))
    assert said(imported) == {"right (EVAL)": ["0"], "right (EVAL) 2": ["1"]}


def test_a_plain_table_is_no_tools_export():
    imported = table(["id", "question", "answer", "label"], ["1", "Why?", "Rain.", "yes"])
    assert imported.understood.tool is None


STARTS: dict[str, dict[str, Any]] = {
    "Label Studio": {"id": 1, "data": {"text": "Rain."}, "annotations": [{"result": []}]},
    "Argilla 2": {"id": 1, "fields": {"answer": "Rain."}, "responses": {"right": [{"value": "yes"}]}},
    "Prodigy": {"text": "Rain.", "_input_hash": 1, "_task_hash": 1, "answer": "accept"},
    "doccano": {"id": 1, "text": "Rain.", "annotations": [{"label": 1, "user": 1}], "annotation_approver": None},
    "LangSmith": {"id": 1, "inputs": {}, "outputs": {"answer": "Rain."}, "feedback": [{"key": "right"}]},
    "Spring recorder": {"spring_recorder": 1, "question": "Why?", "documents": [], "answer": "Rain.", "model": "m"},
    "OpenAI evals": {**event(0, "sampling", prompt="", sampled="Rain.")},
}
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text("ab1", max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["value", "result", "a"]), inner),
    max_leaves=6,
)


@pytest.mark.parametrize("tool", STARTS)
@given(data=st.data())
@settings(max_examples=40)
def test_whatever_stands_in_an_export_ends_in_cases_or_in_words(tool: str, data: st.DataObject):
    start = STARTS[tool]
    changed = {key: data.draw(ANYTHING) if data.draw(st.booleans()) else value for key, value in start.items()}
    try:
        found = lines(start, changed).understood.tool
    except InputError as error:
        found = tool if tool in str(error) else str(error)
    assert found == tool


SCORES = (
    b"id,traceId,source,name,dataType,value,stringValue\n"
    b"s1,t1,ANNOTATION,correct,BOOLEAN,1,True\n"
    b"s2,t1,EVAL,correct,BOOLEAN,0,False\n"
    b"s3,t2,ANNOTATION,correct,BOOLEAN,0,False\n"
)
ANSWERS = b"id,question,answer\nt1,Why?,Rain.\nt2,When?,Soon.\n"


@pytest.mark.parametrize("replayed", [False, True])
def test_scores_are_joined_to_the_answers_they_are_of(replayed: bool):
    further = [Further(source=SCORES, filename="scores.csv", join=Join(key="id", other="traceId"))]
    imported = read_cases(ANSWERS, filename="answers.csv", further=further)
    if replayed:
        imported = read_cases(ANSWERS, filename="answers.csv", further=further, recipe=imported.understood.recipe)
    assert [case.answer for case in imported.dataset.cases] == ["Rain.", "Soon."]
    assert votes(imported) == [("t1", "unnamed", "pass"), ("t2", "unnamed", "fail")]
    assert said(imported) == {"correct (EVAL)": ["False"]}
    assert "no-label-column" not in {problem.kind for problem in imported.problems}


def test_a_recipe_may_join_scores_as_they_stand():
    further = [Further(source=SCORES, filename="scores.csv", join=Join(key="id", other="traceId"))]
    recipe = Recipe(id="id", answer="answer", labels=(LabelColumn(column="stringValue", annotator_column="source"),))
    imported = read_cases(ANSWERS, filename="answers.csv", further=further, recipe=recipe)
    # Three scores: t1 by ANNOTATION and by EVAL, t2 by ANNOTATION.
    assert len(imported.dataset.labels) == 3


def test_a_judge_is_measured_under_the_criterion_it_spoke_of():
    record = {"target_id": "t", "input": "Why?", "output": "Rain."}
    imported = lines(
        *(record | {"name": name, "annotator_kind": "HUMAN", "label": "pass"} for name in ("right", "polite")),
        record | {"name": "polite", "annotator_kind": "LLM", "label": "fail"},
    )
    assert [judge.name for judge in report_on_recorded(imported, criterion="polite").judges] == ["polite (LLM)"]
    with pytest.raises(InputError, match="no judge said anything about 'right'; what was recorded is about 'polite'"):
        report_on_recorded(imported, criterion="right")


NUMBERS = (
    b"id,traceId,source,name,dataType,value,stringValue\n"
    b"s1,t1,ANNOTATION,right,BOOLEAN,1,True\n"
    b"s2,t1,EVAL,right,NUMERIC,0.83,\n"
    b"s3,t2,ANNOTATION,right,BOOLEAN,0,False\n"
    b"s4,t2,EVAL,right,NUMERIC,0.2,\n"
)


def test_a_score_without_a_threshold_is_no_verdict_and_the_recipe_that_makes_it_one_is_shown():
    imported = read_cases(NUMBERS, filename="scores.csv")
    with pytest.raises(InputError, match="nothing says from which on one passes") as refused:
        report_on_recorded(imported)
    recipe = yaml.safe_load(recipe_to_text(imported.understood.recipe))
    recipe["columns"]["recorded"][0] |= yaml.safe_load(str(refused.value).partition("):\n")[2])
    mended = read_cases(NUMBERS, filename="scores.csv", recipe=read_recipe(yaml.safe_dump(recipe).encode()))
    agreement = report_on_recorded(mended).judges[0].as_deployed.agreement
    assert (agreement.k, agreement.n) == (2, 2)


@pytest.mark.parametrize(
    ("high", "low"), [("0,83", "0,2"), ("1,0", "0,0"), ("4.0", "3.0"), ("5", "2"), ("5,0", "1,0"), (".75", ".25")]
)
def test_the_recipe_that_is_shown_reads_the_numbers_as_they_are_written(high: str, low: str):
    data = f'id,answer,l,j\na,x,pass,"{high}"\nb,y,fail,"{low}"\nc,z,pass,"{"0,5" if high < "2" else "4,0"}"\n'.encode()
    columns = "schema: evalcore-recipe/1\ncolumns:\n  id: id\n  answer: answer\n  labels: [{column: l}]\n  recorded:\n"
    with pytest.raises(InputError, match="from which on one passes") as refused:
        report_on_recorded(read_cases(data, recipe=read_recipe(f"{columns}    - column: j\n".encode())))
    lines = str(refused.value).partition("):\n")[2]
    recipe = read_recipe(f"{columns}    - column: j\n{lines}\n".encode())
    agreement = report_on_recorded(read_cases(data, recipe=recipe)).judges[0].as_deployed.agreement
    assert (agreement.k, agreement.n) == (3, 3)


@pytest.mark.parametrize(
    ("said", "named", "example"),
    [
        (("0.8", "0.2", "1", "0"), "'1' (1), '0' (1) are, '0.8' (1), '0.2' (1) are not", "from 0.5 on"),
        (("1", "0", "-1", "1"), "'1' (2), '0' (1) are, '-1' (1) are not", "-1 is no verdict"),
        (("1", "3", "5", "4"), "'1' (1) are, '3' (1), '5' (1), '4' (1) are not", "4 and 5 of 5"),
    ],
)
def test_scores_with_a_1_and_a_0_among_them_are_no_verdicts(said: tuple[str, ...], named: str, example: str):
    rows = "".join(f"{case},x{case},pass,{score}\n" for case, score in enumerate(said))
    columns = b"schema: evalcore-recipe/1\ncolumns: {id: id, answer: answer, labels: [{column: l}], recorded: [%s]}"
    data = f"id,answer,l,judge score\n{rows}".encode()
    for how in (b"{column: judge score}", b"{column: judge score, combine: maximum}"):
        imported = read_cases(data, recipe=read_recipe(columns % how))
        with pytest.raises(InputError) as refused:
            report_on_recorded(imported)
        assert (
            f"column 'judge score' holds numbers of which only some are values of the scale (pass, fail): {named}"
            in (str(refused.value))
        )
        assert example in str(refused.value)


def test_ratings_between_the_values_of_a_scale_are_no_verdicts_and_one_off_it_is_counted():
    recipe = read_recipe(
        b"schema: evalcore-recipe/1\ncolumns: {id: id, answer: answer, labels: [{column: l}], "
        b"recorded: [{column: j}]}\ncriteria: {grounded: {scale: rating, values: ['1', '2', '3'], passing: ['3']}}"
    )
    with pytest.raises(InputError, match=r"'1' \(1\) are, '2\.5' \(1\) are not"):
        report_on_recorded(read_cases(b"id,answer,l,j\na,x,1,1\nb,y,3,2.5\n", recipe=recipe))
    off_it = read_cases(b"id,answer,l,j\na,x,1,1\nb,y,3,0\n", recipe=recipe)
    assert report_on_recorded(off_it).judges[0].replies.unread == {"not a value of the scale": 1}


def test_a_minus_one_among_the_verdicts_of_people_is_left_to_the_person():
    rows = (f"s{number},t{number},ANNOTATION,right,NUMERIC,{value}," for number, value in enumerate((1, 0, -1)))
    imported = read_cases("\n".join(["id,traceId,source,name,dataType,value,stringValue", *rows]).encode())
    assert [label.value for label in imported.dataset.labels] == ["pass", "fail"]
    assert "'-1' (1): neither pass nor fail" in next(
        one.message for one in imported.problems if one.kind == "label-not-understood"
    )


def test_ratings_without_a_threshold_show_a_recipe_for_ratings():
    imported = read_cases(NUMBERS.replace(b"0.83", b"4").replace(b"0.2", b"2"), filename="scores.csv")
    with pytest.raises(InputError, match=r"fail: '\^\[123\]"):
        report_on_recorded(imported)


def test_a_judge_that_cannot_be_measured_keeps_no_other_from_it():
    further = b"s5,t1,API,right,BOOLEAN,1,True\ns6,t2,API,right,BOOLEAN,1,True\n"
    imported = read_cases(NUMBERS + further, filename="scores.csv")
    assert [judge.name for judge in report_on_recorded(imported).judges] == ["right (API)"]
    assert "what right (EVAL) said cannot be measured" in recorded_judges(imported, "right")[1][0]


RECORDED = {
    "spring_recorder": 1,
    "question": "Why?",
    "documents": [{"id": "d", "text": "It rains.", "source": "rain.md"}],
    "answer": "Rain.",
    "model": "small-1",
}


def test_what_a_spring_application_recorded_imports_as_it_is():
    imported = lines(RECORDED, RECORDED | {"question": "When?", "documents": [], "answer": "Soon.", "model": None})
    assert imported.understood.tool == "Spring recorder"
    first, second = imported.dataset.cases
    assert (first.question, first.answer, first.made_by) == ("Why?", "Rain.", {"application model": "small-1"})
    assert [(one.id, one.text, one.source) for one in first.evidence] == [("d", "It rains.", "rain.md")]
    assert second.lacks_evidence
    assert "label them on the Label page" in remarks(imported)


def test_a_golden_set_beside_it_brings_what_is_required_and_labels_and_its_own_answer_is_left_unused():
    golden = (
        b"id,question,answer,expectedSource,mustMention,verdict\ng1,Why?,Because it rains.,rain.md;wet.md,rain,yes\n"
    )
    imported = read_cases(
        json.dumps(RECORDED).encode(),
        filename="answers.jsonl",
        further=[Further(source=golden, filename="golden.csv", join=Join(key="question"))],
    )
    (case,) = imported.dataset.cases
    assert (case.id, case.answer, case.must_retrieve, case.must_mention) == (
        "g1",
        "Rain.",
        ("rain.md", "wet.md"),
        ("rain",),
    )
    assert votes(imported) == [("g1", "unnamed", "pass")]
    assert imported.understood.unused == ("answer (2)",)
    assert "Label page" not in remarks(imported)


def test_a_newer_recorder_is_read_as_far_as_it_is_known_and_said():
    assert "a recorder of version 2 wrote it" in remarks(lines(RECORDED | {"spring_recorder": 2}))
