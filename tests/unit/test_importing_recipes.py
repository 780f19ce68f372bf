"""Recipe files, and files that need one."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.domain import Dataset, gold_labels
from evalcore.errors import InputError
from evalcore.importing import (
    CriterionScale,
    EvidenceColumn,
    Join,
    LabelColumn,
    Layout,
    Recipe,
    RecordedColumn,
    check_document,
    read_cases,
    read_recipe,
    recipe_to_text,
)
from evalcore.places import bundled_data

BEGIN = bundled_data() / "recipes" / "begin-wow.yaml"
DOCUMENTATION = Path(__file__).parents[2] / "docs" / "import.md"

MINIATURE = (
    "model_name\tdata_source\tknowledge\tmessage\tresponse\tbegin_label\r\n"
    't5\twow\tThe term "ink" is old.\tSince when?\t"Ink" is an old word.\tFully attributable\r\n'
    't5\twow\tA 5" disk is small.\tHow small?\tTiny, like an "ant.\tNot fully attributable\r\n'
    'gpt2\twow\tBowls are round.\tReally?\t" Yes.\tNot fully attributable\r\n'
    "gpt2\twow\tIt rains.\tOh.\tI see.\tGeneric\r\n"
)


def recipe(text: str) -> Recipe:
    return read_recipe(f"schema: evalcore-recipe/1\n{text}".encode(), filename="r.yaml")


def gold_by_model(dataset: Dataset) -> Counter[tuple[str, str | None]]:
    gold = gold_labels(dataset, "grounded")
    return Counter((case.slices["model_name"], gold[case.id].value) for case in dataset.cases)


def test_a_file_shaped_like_begin_is_read_with_its_recipe() -> None:
    read = read_cases(MINIATURE.encode(), recipe=read_recipe(BEGIN), filename="begin.tsv")
    assert gold_by_model(read.dataset) == {
        ("t5", "pass"): 1,
        ("t5", "fail"): 1,
        ("gpt2", "fail"): 1,
        ("gpt2", None): 1,
    }
    assert [case.answer for case in read.dataset.cases][:2] == ['"Ink" is an old word.', 'Tiny, like an "ant.']
    assert [(problem.kind, problem.where) for problem in read.problems] == [("no-label", (5,))]
    assert read.dataset.name == "begin-wow"


def test_begin_gives_the_published_counts(shared: Path) -> None:
    read = read_cases(shared / "datasets/07_begin_wow/begin_dev_wow.tsv", recipe=read_recipe(BEGIN))
    assert (len(read.dataset.cases), read.problems) == (430, ())
    # datasets/EXPECTED.md, 07_begin_wow
    assert gold_by_model(read.dataset) == {
        ("ctrl", "pass"): 93,
        ("ctrl", "fail"): 21,
        ("doha", "pass"): 32,
        ("doha", "fail"): 77,
        ("gpt2", "pass"): 11,
        ("gpt2", "fail"): 89,
        ("t5", "pass"): 44,
        ("t5", "fail"): 63,
    }
    assert check_document(read)["values"] == {"pass": 180, "fail": 250}


def test_begins_third_class_is_no_label_and_is_counted(shared: Path) -> None:
    read = read_cases(shared / "datasets/07_begin_wow/begin_test_wow.tsv", recipe=read_recipe(BEGIN))
    document = check_document(read)
    # datasets/EXPECTED.md: 2,209 not fully, 1,392 fully, 6 generic
    assert (document["rows"], document["values"], document["unlabelled"]) == (3607, {"pass": 1392, "fail": 2209}, 6)


def test_every_recipe_in_the_documentation_can_be_read() -> None:
    blocks = re.findall(r"```yaml\n(.*?)```", DOCUMENTATION.read_text(encoding="utf-8"), flags=re.DOTALL)
    read = [read_recipe(block.encode()) for block in blocks]
    assert read[-1] == read_recipe(BEGIN)
    assert set(Recipe.__dataclass_fields__) == {
        field for field in Recipe.__dataclass_fields__ if getattr(read[0], field)
    }


def test_every_part_of_a_recipe_is_applied() -> None:
    read = read_cases(
        b"k,q,e1,e2,a,l1,l2,who,why,area,doc,day,say,find,need\n"
        b"c1,Q,E1,E2,A,Good one,nope,jo,because,billing,d.md,2026-09-14,30 days;free,s.md,no\n",
        recipe=recipe(
            "name: my set\ncriterion: relevant\n"
            "columns:\n  id: k\n  question: q\n  evidence: [e1, e2]\n  answer: a\n"
            "  labels:\n  - {column: l1, annotator: ines}\n  - {column: l2, annotator_column: who, note_column: why}\n"
            "  slices: {topic: area}\n  cluster: doc\n  dated: day\n  must_mention: say\n  must_retrieve: find\n"
            "values: {good one: pass, nope: fail}\nexpects_evidence: need\n"
        ),
    )
    case = read.dataset.cases[0]
    assert [document.text for document in case.evidence] == ["E1", "E2"]
    assert (case.id, case.slices, case.cluster, case.dated) == ("c1", {"topic": "billing"}, "d.md", "2026-09-14")
    assert (case.must_mention, case.must_retrieve, case.expects_evidence) == (("30 days", "free"), ("s.md",), False)
    assert [(label.criterion, label.annotator, label.value, label.note) for label in read.dataset.labels] == [
        ("relevant", "ines", "pass", ""),
        ("relevant", "jo", "fail", "because"),
    ]
    assert read.dataset.name == "my set"


def test_words_in_a_recipe_stay_words_where_yaml_would_make_truth_values_of_them() -> None:
    read = read_cases(
        b"answer,no\nx,yes\ny,1\n",
        recipe=recipe("columns:\n  answer: answer\n  labels: [{column: no}]\nvalues:\n  yes: fail\n  1: fail\n"),
    )
    assert [label.value for label in read.dataset.labels] == ["fail", "fail"]


def test_a_recipe_as_long_as_no_person_writes_one_is_not_read() -> None:
    with pytest.raises(InputError, match="at most 1,000,000 characters, found 1,200,000"):
        read_recipe(b"# aaaaaaaaa\n" * 100_000, filename="long.yaml")


def test_a_recipe_that_does_not_fit_says_what_is_missing_and_what_is_there() -> None:
    with pytest.raises(InputError, match=r"'knowlege' \(for evidence; did you mean 'knowledge'\?\).*It has 'answer'"):
        read_cases(b"answer,knowledge\nx,y\n", recipe=recipe("columns: {answer: answer, evidence: knowlege}"))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("schema: evalcore-recipe/2\ncolumns: {answer: a}", "expected 'schema: evalcore-recipe/1', found"),
        ("columns: {answer: a}", "expected 'schema: evalcore-recipe/1', found None"),
        (
            "schema: evalcore-recipe/1\ncolumns: {answer: a, anwser: b}",
            "'columns.anwser' is not a known key; did you mean answer?",
        ),
        (
            "schema: evalcore-recipe/1\ncolumns: {answer: a, labels: [{column: l, values: {x: pass}}]}",
            "'columns.labels.0.values' is not a known key; it belongs at the outermost level (known here: column, ",
        ),
        (
            "schema: evalcore-recipe/1\ncolumns: {answer: a, evidence: [{column: e, textkey: t}]}",
            "is not a known key; did you mean text_key? (known here: column, text_key, id_key, ",
        ),
        (
            "schema: evalcore-recipe/1\ncolumns: {answer: a}\ncriteria: {tone: {pasing: [x]}}",
            "'criteria.tone.pasing' is not a known key; did you mean passing? (known here: scale, values, passing, ",
        ),
        ("schema: evalcore-recipe/1\ncolumns: {question: a}", "'columns.answer' is missing"),
        ("schema: evalcore-recipe/1\ncolumns: {answer: a}\nvalues: {x: maybe}", "'values.x' is wrong"),
        ("columns: [", "expected a recipe in YAML"),
        ("just words", "expected a recipe that starts with"),
    ],
)
def test_a_recipe_that_cannot_be_used_explains_itself(text: str, says: str) -> None:
    with pytest.raises(InputError, match=f"r.yaml: .*{re.escape(says)}"):
        read_recipe(text.encode(), filename="r.yaml")


def test_a_later_minor_version_of_the_recipe_is_read() -> None:
    assert read_recipe(b"schema: evalcore-recipe/1.1\ncolumns: {answer: a}").answer == "a"


def test_values_that_differ_only_in_case_cannot_mean_two_things() -> None:
    with pytest.raises(InputError, match="two meanings"):
        read_cases(
            b"answer,l\nx,ok\n",
            recipe=recipe("columns: {answer: answer, labels: [{column: l}]}\nvalues: {Ok: pass, OK: fail}"),
        )


_WORD = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp")), min_size=1, max_size=8
).filter(lambda word: word.lower() not in ("true", "false"))


@given(
    st.builds(
        Recipe,
        name=st.none() | _WORD,
        criterion=_WORD,
        id=st.none() | _WORD,
        evidence=st.lists(_WORD | st.builds(EvidenceColumn, column=_WORD, id_column=_WORD), max_size=3).map(tuple),
        answer=_WORD,
        labels=st.lists(
            st.builds(
                LabelColumn,
                column=_WORD,
                annotator=st.none() | _WORD,
                criterion=st.none() | _WORD,
                value_key=st.none() | _WORD,
                source=st.none() | st.sampled_from(["human", "model"]),
                combine=st.none() | st.sampled_from(["all", "maximum"]),
            ),
            max_size=2,
        ).map(tuple),
        layout=st.none()
        | st.builds(Layout, sheet=_WORD, header_row=st.none() | st.integers(1, 99), each=st.none() | _WORD),
        joins=st.lists(
            st.builds(Join, key=_WORD, other=st.none() | _WORD, layout=st.none() | st.builds(Layout, sheet=_WORD))
            | st.just(Join()),
            max_size=2,
        ).map(tuple),
        criteria=st.dictionaries(
            _WORD,
            st.builds(CriterionScale, words=st.dictionaries(_WORD, st.sampled_from(["pass", "none"]), max_size=2)),
            max_size=2,
        ),
        recorded=st.lists(
            st.builds(RecordedColumn, column=_WORD, rule=st.none() | _WORD, params=st.just({"low": 1})), max_size=2
        ).map(tuple),
        question=st.none() | _WORD | st.lists(_WORD, min_size=1, max_size=2).map(tuple),
        made_by=st.dictionaries(_WORD, _WORD, max_size=1),
        made_by_all=st.dictionaries(_WORD, _WORD, max_size=1),
        join_evidence=st.booleans(),
        slices=st.dictionaries(_WORD, _WORD, max_size=2),
        values=st.dictionaries(_WORD, st.sampled_from(["pass", "fail", "none"]), max_size=3),
        expects_evidence=st.none() | st.booleans() | _WORD,
    )
)
def test_a_recipe_written_as_text_reads_back_the_same(written: Recipe) -> None:
    assert read_recipe(recipe_to_text(written).encode()) == written
