"""Importing files of cases and labels: formats, guesses, ids, labels and problems."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from evalcore.domain import case_fingerprint, gold_labels
from evalcore.errors import InputError
from evalcore.importing import Imported, Recipe, check_document, demo_dataset, read_cases
from evalcore.importing.recipe import CriterionScale, LabelColumn

HEADER = "id,question,evidence,answer,label\n"


def imported(text: str, *, filename: str = "cases.csv") -> Imported:
    return read_cases(text.encode(), filename=filename)


def problems(of: Imported) -> dict[str, tuple[int, tuple[int, ...]]]:
    return {problem.kind: (problem.count, problem.where) for problem in of.problems}


def values(of: Imported) -> list[str]:
    return [label.value for label in of.dataset.labels]


@pytest.mark.parametrize(("delimiter", "form"), [(",", "csv"), (";", "csv"), ("|", "csv"), ("\t", "tsv")])
def test_the_delimiter_is_the_one_that_splits_the_header(delimiter: str, form: str) -> None:
    text = HEADER.replace(",", delimiter) + delimiter.join(["a", "Why?", "Because.", "So.", "pass"])
    read = imported(text, filename="upload.txt")
    assert (read.understood.format, read.understood.delimiter) == (form, delimiter)
    case = read.dataset.cases[0]
    assert (case.id, case.question, case.evidence[0].text, case.answer) == ("a", "Why?", "Because.", "So.")
    assert read.problems == ()


def test_without_fingerprints_a_set_is_the_same_but_for_the_texts_that_its_labels_name() -> None:
    """Row 2 repeats the case, row 3 has its id and another answer."""
    data = (HEADER + "a,q,e,x,pass\na,q,e,x,fail\na,q,e,y,fail\n").encode()
    whole, looked_at = read_cases(data), read_cases(data, fingerprints=False)
    assert {label.case_fingerprint for label in whole.dataset.labels} == {case_fingerprint(whole.dataset.cases[0])}
    bare = tuple(replace(label, case_fingerprint="") for label in whole.dataset.labels)
    assert looked_at.dataset == replace(whole.dataset, labels=bare)
    assert looked_at.problems == whole.problems
    assert problems(whole)["same-id-other-content"] == (1, (4,))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_text_arrives_whole_in_every_encoding_and_the_encoding_is_named(encoding: str) -> None:
    read = read_cases((HEADER + "a,q,e,“naïve” – €5,pass").encode(encoding))
    assert read.dataset.cases[0].answer == "“naïve” – €5"
    assert read.understood.encoding == encoding
    # Only cp1252 is a guess; its first odd byte stands in row 2.
    assert problems(read) == ({"not-utf-8": (1, (2,))} if encoding == "cp1252" else {})


def test_bytes_that_no_encoding_fits_are_refused_by_byte_and_row() -> None:
    with pytest.raises(InputError, match=r"row 3.*0x81.*Save the file as UTF-8"):
        read_cases(HEADER.encode() + b"a,q,e,fine,pass\nb,q,e,\x81,pass\n", filename="x.csv")


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"PK\x03\x04rest", "cannot be opened.*It may be cut off"),
        (b"\xd0\xcf\x11\xe0rest", "old or a password-protected Excel workbook.*CSV UTF-8"),
        (b"PAR1rest", "the Parquet file cannot be read"),
        (b"\x1f\x8brest", "the gzip file cannot be unpacked"),
        (b"%PDF-1.7", "found a PDF"),
    ],
)
def test_a_file_that_is_damaged_or_of_another_kind_is_refused_with_advice(data: bytes, says: str) -> None:
    with pytest.raises(InputError, match=rf"a\.bin: .*{says}"):
        read_cases(data, filename="a.bin")


@pytest.mark.parametrize(
    ("text", "filename", "says"),
    [
        ("", "a.csv", "the file is empty"),
        ("\n \n", "a.csv", "the file is empty"),
        (HEADER, "a.csv", "has a header .* but no rows"),
        ('{"id": "a", "answ', "a.jsonl", "no row of the file could be used.*Row 1: .*not valid JSON"),
        ("[]", "a.json", "nothing in the file"),
        ('[{"answer": "x"},\n {"answer"', "a.json", "row 2.*JSON array"),
        ('{"data":\n [{"answer": "x"}]}', "a.json", r"one object with the keys \['data'\]"),
        ("title,text\nx,y", "a.csv", "no column can be taken for the answer.*'title', 'text'"),
        ("answer,response\nx,y", "a.csv", "'answer', 'response' could each be the answer"),
        ("answer,verdict,verdict\nx,pass,fail", "a.csv", r"'verdict', 'verdict \(2\)' could each be the label"),
        ('[{"id": "a", "answer": {"text": "x"}}]', "a.json", "the answer .* is nested"),
    ],
)
def test_a_file_that_cannot_be_used_explains_itself(text: str, filename: str, says: str) -> None:
    with pytest.raises(InputError, match=f"(?s){filename}.*{says}"):
        imported(text, filename=filename)


def test_a_doubt_shows_the_recipe_to_write() -> None:
    with pytest.raises(InputError, match=r"(?s)schema: evalcore-recipe/1.*answer: answer.*labels:\n  - column: human"):
        imported("answer,response,human\nx,y,pass")


def test_a_missing_file_is_an_input_error(tmp_path: Any) -> None:
    with pytest.raises(InputError, match=r"gone\.csv: the file cannot be read"):
        read_cases(tmp_path / "gone.csv")


def test_bad_rows_are_reported_and_never_cost_good_ones() -> None:
    """Rows: 2 good, 3 too short, 4 quotes that do not match, 5 too long, 6 blank, 7 good."""
    text = HEADER + 'a,q,e,x,pass\nb,q,e\nc,q,e,"x"y,pass\nd,q,e,x,pass,more\n,,,,\nz,q,e,x,fail\n'
    read = imported(text)
    assert [case.id for case in read.dataset.cases] == ["a", "z"]
    bad = sorted(row for problem in read.problems if problem.kind == "bad-row" for row in problem.where)
    assert bad == [3, 4, 5]
    assert problems(read)["blank-row"] == (1, (6,))
    assert read.understood.rows == 6


def test_a_quote_that_is_never_closed_costs_its_own_row_only() -> None:
    read = imported(HEADER + 'a,q,e,"x,pass\nb,q,e,x,pass\nc,q,e,x,fail\n')
    assert [case.id for case in read.dataset.cases] == ["b", "c"]
    assert problems(read) == {"bad-row": (1, (2,))}


def test_line_breaks_inside_quotes_stay_and_do_not_count_as_rows() -> None:
    read = imported(HEADER + 'a,q,e,"one\r\ntwo ""quoted""",pass\r\nb,q,e,x,maybe\r\n')
    assert read.dataset.cases[0].answer == 'one\r\ntwo "quoted"'
    assert problems(read) == {"label-not-understood": (1, (3,))}


def test_tab_separated_text_keeps_quotes_where_they_do_not_match() -> None:
    read = imported('answer\tlabel\n"Hello" he said\tpass\n5" disk\tfail\n"Bye\tpass\n', filename="a.tsv")
    assert [case.answer for case in read.dataset.cases] == ['"Hello" he said', '5" disk', '"Bye']


def test_tab_separated_text_from_a_spreadsheet_is_unquoted() -> None:
    read = imported('answer\tlabel\n"one\ntwo ""x"""\tpass\n', filename="a.tsv")
    assert read.dataset.cases[0].answer == 'one\ntwo "x"'


def test_a_field_may_be_longer_than_the_csv_module_allows_by_itself() -> None:
    document = "word " * 40_000  # 200,000 characters; the module's own limit is 131,072
    assert imported(HEADER + f"a,q,{document},x,pass").dataset.cases[0].evidence[0].text == document


def test_label_words_are_understood_and_the_others_counted() -> None:
    words = ["TRUE", " FAIL", "1.0", "0", "Not-Grounded", "yes", "", "unsure", "n/a", "perhaps", "perhaps"]
    read = imported(HEADER + "".join(f"c{number},q,e,x,{word}\n" for number, word in enumerate(words)))
    assert values(read) == ["pass", "fail", "pass", "fail", "fail", "pass"]
    # Rows: the first word stands in row 2, so blank, unsure and n/a in 8 to 10, perhaps in 11 and 12.
    assert problems(read) == {"no-label": (3, (8, 9, 10)), "label-not-understood": (2, (11, 12))}
    assert len(read.dataset.cases) == 11
    unknown = next(word for word in read.understood.label_words if word.word == "perhaps")
    assert (unknown.meaning, unknown.count) == (None, 2)


@pytest.mark.parametrize(
    ("yes", "no"),
    [("Ja", "Nein"), ("J", "N"), ("WAHR", "FALSCH"), ("oui", "non"), ("vrai", "faux"), ("Sí", "No"), ("si", "no")],
)
def test_yes_and_no_are_understood_in_the_languages_of_the_house(yes: str, no: str) -> None:
    read = imported(f"{HEADER}a,q,e,x,{yes}\nb,q,e,x,{no}\n")
    assert (values(read), read.problems) == (["pass", "fail"], ())


def test_of_numbers_only_1_passes_and_0_fails_and_any_other_is_left_to_the_person() -> None:
    words = ["1", "1.0", '"1,0"', "True", "-0", "0.0", "False", "-1", "-1.0", "−1", "– 1", "2", "0.5", "-0.5", "10"]
    read = imported(HEADER + "".join(f"c{number},q,e,x,{word}\n" for number, word in enumerate(words)))
    assert values(read) == ["pass"] * 4 + ["fail"] * 3
    # The first word stands in row 2, so "-1" in row 9 and "10" in row 16.
    assert problems(read) == {"label-not-understood": (8, tuple(range(9, 17)))}
    message = read.problems[0].message
    assert "'1' for pass" in message
    assert "if they are ratings or scores, declare their scale under criteria (scale: ordinal, with" in message


def test_scores_between_are_no_ratings_and_the_scale_that_is_shown_for_them_reads_them() -> None:
    table = HEADER + "a,q,e,x,0.0\nb,q,e,x,0.5\nc,q,e,x,1.0\n"
    assert "(scale: ordinal, with their values in order)" in imported(table).problems[0].message
    assert "(scale: rating)" in imported(table.replace("0.5", "3")).problems[0].message
    recipe = Recipe(
        question="question",
        answer="answer",
        labels=(LabelColumn(column="label"),),
        criteria={"grounded": CriterionScale(kind="ordinal", values=("0", "0.5", "1"), passing=("1",))},
    )
    found = read_cases(table.encode(), filename="a.csv", recipe=recipe)
    assert [label.value for label in found.dataset.labels] == ["0", "0.5", "1"]


def test_a_sign_before_a_word_that_is_no_number_is_a_dash() -> None:
    read = imported(HEADER + "a,q,e,x,- yes\nb,q,e,x,–not-supported\n")
    assert (values(read), problems(read)) == (["pass", "fail"], {})


def test_a_word_that_is_not_understood_shows_the_recipe_line() -> None:
    message = imported(HEADER + "a,q,e,x,perhaps\n").problems[0].message
    assert "'perhaps' (1)" in message
    assert 'values:\n  "perhaps": pass' in message


def test_rows_with_one_id_and_the_same_content_bring_several_annotators() -> None:
    read = imported("id,answer,label,annotator\na,x,pass,ines\na,x,fail,jo\na,x,fail,kim\na,x,fail,kim\n")
    assert [(label.annotator, label.value) for label in read.dataset.labels] == [
        ("ines", "pass"),
        ("jo", "fail"),
        ("kim", "fail"),
    ]
    assert gold_labels(read.dataset, "grounded")["a"].value == "fail"  # 2 of 3
    assert problems(read)["duplicate-row"] == (1, (5,))


def test_an_annotator_who_goes_back_to_an_earlier_label_is_taken_at_the_last_word() -> None:
    read = imported("id,answer,label,annotator\na,x,pass,ines\na,x,fail,ines\na,x,pass,ines\n")
    assert gold_labels(read.dataset, "grounded")["a"].value == "pass"
    assert problems(read)["label-changed"] == (2, (3, 4))


def test_conflicting_labels_by_nobody_in_particular_are_unresolved() -> None:
    read = imported("id,answer,label\na,x,pass\na,x,fail\n")
    assert gold_labels(read.dataset, "grounded")["a"].how == "unresolved"
    assert problems(read)["conflicting-labels"] == (1, (3,))


def test_other_content_under_a_known_id_is_left_out_and_reported() -> None:
    read = imported("id,answer,label\na,x,pass\na,y,fail\nb,z,fail\na,w,pass\n")
    assert [(case.id, case.answer) for case in read.dataset.cases] == [("a", "x"), ("b", "z")]
    assert problems(read)["same-id-other-content"] == (2, (3, 5))
    assert values(read) == ["pass", "fail"]


def test_ids_are_made_of_row_numbers_where_there_are_none() -> None:
    read = imported("answer,label\nx,pass\n\ny,fail\n")
    assert [case.id for case in read.dataset.cases] == ["row-2", "row-4"]


def test_lines_and_semicolons_within_quotes_do_not_make_a_file_one_of_semicolons() -> None:
    """Split at semicolons, four of its five lines have two cells; at commas, all three records have three."""
    read = imported('id,answer,label\na,"b; c\nd; e",pass\nf,"g; h\ni; j",fail\n')
    assert [case.answer for case in read.dataset.cases] == ["b; c\nd; e", "g; h\ni; j"]
    assert [label.value for label in read.dataset.labels] == ["pass", "fail"]


def test_labels_carry_the_fingerprint_of_their_case() -> None:
    read = imported(HEADER + "a,q,e,x,pass\n")
    assert read.dataset.labels[0].case_fingerprint == case_fingerprint(read.dataset.cases[0])


def test_named_slices_notes_dates_and_annotators_are_taken() -> None:
    read = imported("answer,verdict,Reviewer,Comment,Date,Topic,score\nx,pass,ines,sure,2026-09-14,billing,3\n")
    label, case = read.dataset.labels[0], read.dataset.cases[0]
    assert (label.annotator, label.note, case.dated, case.slices) == (
        "ines",
        "sure",
        "2026-09-14",
        {"topic": "billing"},
    )
    assert read.understood.unused == ("score",)


def test_a_file_without_evidence_expects_none_and_says_so() -> None:
    read = imported("answer,label\nx,pass\n")
    assert not read.dataset.cases[0].lacks_evidence
    assert "no-evidence-column" in problems(read)


def test_a_blank_evidence_cell_is_a_case_that_lacks_evidence() -> None:
    assert imported(HEADER + "a,q, ,x,pass\n").dataset.cases[0].lacks_evidence


def test_formula_like_text_is_data() -> None:
    read = imported('id,answer,verdict\n1,"=HYPERLINK(""http://x"",""y"")",pass\n')
    assert read.dataset.cases[0].answer == '=HYPERLINK("http://x","y")'


@pytest.mark.parametrize("filename", ["a.jsonl", "upload"])
def test_json_lines_with_one_broken_line_keep_the_others(filename: str) -> None:
    read = imported('{"id": 1, "answer": "x", "verdict": true}\n{"id": "b", "answ\n3\n', filename=filename)
    assert [case.id for case in read.dataset.cases] == ["1"]
    assert values(read) == ["pass"]
    found = problems(read)
    assert (found["bad-json"], found["not-an-object"]) == ((1, (2,)), (1, (3,)))


def test_a_json_array_of_flat_objects_is_read_with_lists_of_evidence() -> None:
    text = json.dumps([{"query": "q", "contexts": ["one", "two"], "response": "x", "label": 0}])
    read = imported(text, filename="a.json")
    assert [document.text for document in read.dataset.cases[0].evidence] == ["one", "two"]
    assert (values(read), read.understood.format) == (["fail"], "json")


def test_our_own_case_file_arrives_with_everything() -> None:
    line = {
        "id": "c1",
        "question": "q",
        "answer": "x",
        "evidence": [{"id": "d1", "text": "t", "source": "s.md", "kind": "tool"}],
        "expects_evidence": False,
        "must_mention": ["m"],
        "must_retrieve": ["s.md"],
        "slices": {"topic": "billing"},
        "cluster": "k",
        "dated": "2026-09-14",
        "made_by": {"application model": "small"},
        "labels": [
            {"criterion": "relevant", "annotator": "ines", "value": "pass", "note": "n", "at": "2026-09-15"},
            {"criterion": "grounded", "annotator": "jo", "value": "fail", "adjudicated": True},
        ],
    }
    read = imported(json.dumps(line), filename="a.jsonl")
    case, labels = read.dataset.cases[0], read.dataset.labels
    assert (case.evidence[0].source, case.evidence[0].kind, case.expects_evidence) == ("s.md", "tool", False)
    assert (case.must_mention, case.must_retrieve, case.cluster) == (("m",), ("s.md",), "k")
    assert (case.dated, case.made_by) == ("2026-09-14", {"application model": "small"})
    assert [(label.criterion, label.annotator, label.adjudicated, label.at) for label in labels] == [
        ("relevant", "ines", False, "2026-09-15"),
        ("grounded", "jo", True, None),
    ]
    assert (list(read.dataset.criteria), read.understood.format) == (["relevant", "grounded"], "cases")


def test_a_case_with_an_unknown_key_is_reported_and_the_others_kept() -> None:
    good = {"id": "a", "question": "q", "answer": "x", "labels": []}
    read = imported(f"{json.dumps(good)}\n{json.dumps({**good, 'id': 'b', 'colour': 'red'})}", filename="a.jsonl")
    assert [case.id for case in read.dataset.cases] == ["a"]
    said = read.problems[0].message
    assert said.startswith("Left out: 'colour' is not a known key; did you mean cluster? (known here: id, question, ")
    assert problems(read) == {"bad-case": (1, (2,))}


def test_the_check_document_counts_cases_labels_and_problems() -> None:
    """Four cases: a pass, b fail, c without a label, d in conflict; five rows."""
    text = "id,question,evidence,answer,label\n" + "".join(
        f"{case},q,e,x,{label}\n" for case, label in [("a", "1"), ("b", "0"), ("c", ""), ("d", "pass"), ("d", "fail")]
    )
    document = check_document(imported(text))
    shown = [(problem.pop("kind"), problem["count"], problem["where"]) for problem in document.pop("problems")]
    assert shown == [("no-label", 1, [4]), ("conflicting-labels", 1, [6])]
    assert document == {
        "file": {
            "format": "csv",
            "tool": None,
            "encoding": "utf-8",
            "delimiter": ",",
            "sheet": None,
            "header_row": 1,
        },
        "rows": 5,
        "cases": 4,
        "labels": 4,
        "labelled": 3,
        "unlabelled": 1,
        "unresolved": 1,
        "values": {"pass": 1, "fail": 1},
        "annotators": 2,
    }


def test_the_demo_set_is_bundled_labelled_and_free_of_problems() -> None:
    demo = demo_dataset()
    assert demo.name == "demo"
    assert demo.cases
    assert demo.labels
