"""What the form of the Cases page starts from and decides: proposals, samples, clusters, and what words mean."""

from __future__ import annotations

from evalcore.domain import gold_labels
from evalcore.importing import CriterionScale, Join, LabelColumn, Layout, Recipe, read_cases
from evalcore.importing.clusters import shared_by
from evalcore.importing.deciding import criteria_in, doubtful_column, turned, with_meanings, words_of
from evalcore.importing.proposing import left_open, proposed, with_labels
from evalcore.importing.samples import beside, exploded, paths_in, sample_of


def test_a_proposal_takes_names_first_and_then_what_the_cells_look_like() -> None:
    named = proposed({"verdict": [], "human": [], "answer": []})
    assert named.answer == "answer"
    assert [label.column for label in named.labels] == ["verdict"]
    seen = proposed(
        {"a": ["yes"], "b": ["Short enough text"], "c": ["A longer text that says much more"], "d": ["1", "0"]}
    )
    assert (seen.evidence, seen.answer, [label.column for label in seen.labels]) == (("c",), "b", ["d"])


def test_a_column_of_questions_is_the_question_and_nested_cells_are_no_answer() -> None:
    seen = proposed(
        {
            "x": ["When is it due then?", "Who has to sign?"],
            "y": ['{"a": "a long text"}'] * 2,
            "z": ["On the 3rd of May"] * 2,
        }
    )
    assert (seen.question, seen.evidence, seen.answer) == ("x", ("y",), "z")


def test_two_texts_of_about_one_length_are_left_to_the_person_and_it_is_said() -> None:
    """Of 60 and 51 characters (factor 1.18) nothing tells which is the evidence; of 60 and 49 (1.22) length does."""
    alike = {"left": ["l" * 60], "right": ["r" * 51]}
    seen = proposed(alike)
    assert (seen.evidence, seen.answer) == ((), "")
    assert "'left' and 'right' hold texts of about one length" in (left_open(seen, alike) or "")
    apart = {"left": ["l" * 60], "right": ["r" * 49]}
    assert (proposed(apart).evidence, proposed(apart).answer) == (("left",), "right")
    assert left_open(proposed(apart), apart) is None


def test_a_name_that_tells_one_of_two_texts_tells_the_other() -> None:
    by_answer = proposed({"source": ["s" * 50], "reply": ["r" * 50], "answer": ["a" * 50]})
    assert (by_answer.evidence, by_answer.answer) == (("source",), "answer")
    by_evidence = proposed({"said": ["s" * 50], "context": ["r" * 50]})
    assert (by_evidence.evidence, by_evidence.answer) == (("context",), "said")


def test_a_column_of_label_words_is_proposed_only_where_there_are_no_labels() -> None:
    sample = {"answer": ["a", "b"], "checked": ["ja?", "no"], "ok": ["yes", "no"], "hallucinated": ["no", "no"]}
    assert [label.column for label in with_labels(Recipe(answer="answer"), sample).labels] == ["ok"]
    labelled = Recipe(answer="answer", labels=(LabelColumn(column="checked"),))
    assert with_labels(labelled, sample) is labelled
    # One value alone says little, but for a column that is called for a fault.
    del sample["ok"]
    assert [label.column for label in with_labels(Recipe(answer="answer"), sample).labels] == ["hallucinated"]


def test_what_made_the_answers_is_taken_by_name() -> None:
    read = read_cases(b"answer,Prompt version,index_snapshot,model_name\nx,v7,2026-09,small\n", filename="a.csv")
    assert read.dataset.cases[0].made_by == {"prompt version": "v7", "index snapshot": "2026-09"}


def test_the_sample_of_a_file_is_read_as_its_layout_says() -> None:
    content = "Prüfung;x\ngut;1\n".encode("cp1252")
    assert sample_of(content, filename="a.csv") == {"Prüfung": ["gut"], "x": ["1"]}
    assert sample_of(content, filename="a.csv", layout=Layout(delimiter=",")) == {"Prüfung;x": ["gut;1"]}


def test_a_column_that_two_files_have_is_counted_in_the_second_but_for_the_key() -> None:
    first, further = {"id": ["1"], "note": ["a"]}, {"nr": ["1"], "note": ["b"], "label": ["yes"]}
    joined = beside(first, further, Join(key="id", other="nr"))
    assert joined == {"id": ["1"], "note": ["a"], "nr": ["1"], "note (2)": ["b"], "label": ["yes"]}
    by_one_name = beside(first, {"id": ["1"], "label": ["yes"]}, Join(key="id"))
    assert list(by_one_name) == ["id", "note", "label"]


def test_elements_of_a_list_stand_in_place_of_it_and_their_fields_are_offered() -> None:
    sample = exploded({"id": ["a", "b"], "claims": ['[{"text": "x", "ok": "yes"}, {"text": "y"}]', "none"]}, "claims")
    assert sample["(element)"] == ["1", "2"]
    assert paths_in(sample) == ("claims.text", "claims.ok")
    assert exploded(sample, "elsewhere") is sample


def test_columns_that_cases_share_are_found_by_what_they_hold_and_by_their_names() -> None:
    sample = {
        "id": ["1", "1", "2", "3"],
        "question": ["When?", "When?", "When?", "Who?"],
        "context": ["d1", "d1", "d2", "d3"],
        "Conversation ID": ["c", "c", "c", "c"],
        "answer": ["a", "a", "b", "c"],
    }
    recipe = Recipe(id="id", question="question", evidence=("context",), answer="answer")
    # Case 1 stands in two rows, one per annotator: alone it shares nothing.
    assert [(one.column, one.cases, one.of) for one in shared_by(sample, recipe)] == [
        ("Conversation ID", 3, 3),
        ("question", 2, 3),
    ]
    assert shared_by({"x": ["1"]}, Recipe(answer="elsewhere")) == ()


TWO = b"answer,grounded,hallucination\na,yes,no\nb,no,Yes\nc,yes,yes\n"
TWO_RECIPE = Recipe(
    answer="answer",
    labels=(LabelColumn(column="grounded"), LabelColumn(column="hallucination", criterion="no hallucination")),
)


def test_a_word_may_pass_under_one_criterion_and_fail_under_another() -> None:
    before = read_cases(TWO, filename="a.csv", recipe=TWO_RECIPE)
    assert [problem.kind for problem in before.problems] == ["polarity"]
    words = words_of(before)
    assert [(word.spelling, word.count) for word in words["no hallucination"]] == [("Yes", 2), ("no", 1)]
    taken = {word.form: word.meaning or "" for word in words["no hallucination"]}
    assert taken == {"yes": "pass", "no": "fail"}
    assert doubtful_column(TWO_RECIPE, "no hallucination", taken) == "hallucination"
    assert doubtful_column(TWO_RECIPE, "grounded", taken) is None
    decided = with_meanings(TWO_RECIPE, "no hallucination", words["no hallucination"], turned(taken))
    read = read_cases(TWO, filename="a.csv", recipe=decided)
    assert read.problems == ()
    gold = {one: [gold.value for gold in gold_labels(read.dataset, one).values()] for one in read.dataset.criteria}
    assert gold == {"grounded": ["pass", "fail", "pass"], "no hallucination": ["pass", "fail", "fail"]}


def test_where_rows_name_their_criterion_each_is_decided_on_its_own() -> None:
    rows = b"id,answer,metric,verdict\na,x,hallucination,yes\na,x,grounded,yes\n"
    recipe = Recipe(id="id", answer="answer", labels=(LabelColumn(column="verdict", criterion_column="metric"),))
    assert criteria_in(recipe, sample_of(rows, filename="a.csv")) == ("hallucination", "grounded")
    words = words_of(read_cases(rows, filename="a.csv", recipe=recipe))
    assert doubtful_column(recipe, "hallucination", {"yes": "pass"}) == "hallucination"
    assert doubtful_column(recipe, "grounded", {"yes": "pass"}) is None
    decided = with_meanings(recipe, "hallucination", words["hallucination"], {"yes": "fail"})
    assert [one.value for one in read_cases(rows, filename="a.csv", recipe=decided).dataset.labels] == ["fail", "pass"]


def test_under_one_criterion_what_is_decided_stands_in_the_values_and_what_was_understood_need_not() -> None:
    recipe = Recipe(answer="answer", labels=(LabelColumn(column="label"),), values={"rare": "fail"})
    read = read_cases(b"answer,label\na,yes\nb,perhaps\nc,no\n", filename="a.csv", recipe=recipe)
    words = words_of(read)["grounded"]
    chosen = {"yes": "pass", "perhaps": "none", "no": "fail"}
    assert with_meanings(recipe, "grounded", words, chosen).values == {"rare": "fail", "perhaps": "none"}
    everything = with_meanings(recipe, "grounded", words, chosen, all_of_them=True).values
    assert everything == {"rare": "fail", "yes": "pass", "perhaps": "none", "no": "fail"}


def test_words_of_a_criterion_come_before_the_values_of_the_recipe() -> None:
    recipe = Recipe(
        answer="answer",
        labels=(LabelColumn(column="label"),),
        values={"ja": "fail", "nein": "fail"},
        criteria={"grounded": CriterionScale(words={"JA": "pass"})},
    )
    read = read_cases(b"answer,label\na,ja\nb,nein\n", filename="a.csv", recipe=recipe)
    assert [label.value for label in read.dataset.labels] == ["pass", "fail"]
