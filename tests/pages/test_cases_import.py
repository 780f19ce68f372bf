"""Cases: a file is understood, corrected where that is needed, and stored with nothing dropped silently."""

from __future__ import annotations

import os
import re
from hashlib import sha256
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from evalcore.domain import Dataset, gold_labels
from evalcore.exports import report_html, report_json, report_markdown
from evalcore.importing import Further, LabelColumn, Recipe, read_cases, read_recipe, recipe_to_text
from evalcore.places import app_folder
from evalcore.report import build_report
from evalcore.store import Store, newest_recipe
from pages.ui import state
from pages.ui.import_file import Files
from pages.ui.import_resources import File

PLAIN = "id,question,context,answer,verdict\nq1,Due?,On 3 May.,On 3 May.,yes\nq2,Cost?,20 euros.,30 euros.,no\n"
GERMAN = (
    "Nr;Anfrage;Unterlage;Auskunft;Halluzination\n"
    "1;Wann ist die Rechnung fällig?;Die Rechnung ist laut Vertrag am 3. Mai fällig.;Fällig am dritten Mai.;nein\n"
    "2;Was kostet die Prüfung im Haus?;Die Prüfung kostet laut Liste 20 €.;Sie kostet 30 Euro.;ja\n"
)


def page() -> AppTest:
    app = AppTest.from_file(str(app_folder() / "app.py"), default_timeout=30).run()
    app.switch_page("pages/views/cases.py")
    return app.run()


def upload(app: AppTest, name: str, content: str | bytes, key: str = state.UPLOAD) -> AppTest:
    data = content.encode() if isinstance(content, str) else content
    app.file_uploader(key=key).set_value((name, data, "text/csv")).run()
    assert not app.exception
    return app


def field(app: AppTest, kind: str, name: str):
    """A field of the form, whatever file it belongs to."""
    return next(one for one in app.get(kind) if one.key and one.key.startswith(f"import_{name}_"))


def store_button(app: AppTest):
    return next(one for one in app.button if one.label.startswith("Store "))


def store(app: AppTest) -> None:
    store_button(app).click().run()
    assert not app.exception


def the_only_set() -> Dataset:
    store = Store.open(os.environ["EVALCORE_DB"])
    (stored,) = store.list_datasets()
    dataset = store.load_dataset(stored.id)
    store.close()
    return dataset


def golds(dataset: Dataset) -> dict[str, str | None]:
    return {case_id: gold.value for case_id, gold in gold_labels(dataset, next(iter(dataset.criteria))).items()}


def problems(app: AppTest) -> dict[str, int]:
    """Kind of each problem that is shown → its count."""
    found = [re.fullmatch(r":yellow-badge\[:material/warning: ([a-z-]+): (\d+)\]", one.value) for one in app.markdown]
    return {one[1]: int(one[2]) for one in found if one}


def open_form(app: AppTest) -> AppTest:
    """Open the form of an uploaded file."""
    brought = File(content=b"", name="", stamp=app.file_uploader(key=state.UPLOAD).value.file_id)
    app.session_state[state.import_field("form", Files(first=brought, further=None, recipe=None).name)] = True
    app.run()
    assert not app.exception
    return app


def kept_recipe() -> Recipe:
    """The recipe that the store keeps with the only set."""
    store = Store.open(os.environ["EVALCORE_DB"])
    recipe = newest_recipe(store.history(store.list_datasets()[0].name))
    store.close()
    assert recipe is not None
    return read_recipe(recipe.encode())


def texts(app: AppTest) -> str:
    return "\n".join(one.value for one in app.text)


def test_a_file_that_is_understood_takes_one_click_and_the_form_stays_away():
    app = upload(page(), "answers.csv", PLAIN)
    assert "format csv" in texts(app)
    assert not app.multiselect
    store(app)
    assert golds(the_only_set()) == {"q1": "pass", "q2": "fail"}


def test_a_file_whose_columns_say_nothing_opens_the_form_with_a_proposal():
    app = upload(page(), "auskunft.csv", GERMAN.encode("cp1252"))
    assert field(app, "multiselect", "question").value == ["Anfrage"]
    assert field(app, "multiselect", "evidence").value == ["Unterlage"]
    assert field(app, "multiselect", "answer").value == ["Auskunft"]
    field(app, "multiselect", "id").set_value(["Nr"]).run()
    field(app, "multiselect", "labels").set_value(["Halluzination"]).run()
    words = {one.label: one for one in app.selectbox if one.key and one.key.startswith("import_word_")}
    assert {label: one.value for label, one in words.items()} == {
        "nein (1)": "fail",
        "ja (1)": "pass",
    }
    words["nein (1)"].set_value("pass").run()
    words = {one.label: one for one in app.selectbox if one.key and one.key.startswith("import_word_")}
    words["ja (1)"].set_value("fail").run()
    assert not app.exception
    store(app)
    assert golds(the_only_set()) == {"1": "pass", "2": "fail"}


def test_a_set_without_a_column_of_labels_and_columns_left_out_are_said_before_it_is_stored():
    app = open_form(
        upload(page(), "a.csv", PLAIN.replace("verdict", "verdict,team").replace("yes", "yes,a")[:-1] + ",b\n")
    )
    assert "Columns that nothing was made of: 'team'." in texts(app)
    field(app, "multiselect", "labels").set_value([]).run()
    assert not app.exception
    assert "No column is taken for labels, so no case has one." in texts(app)
    assert "Columns that nothing was made of: 'verdict', 'team'." in texts(app)


def test_two_texts_of_one_length_are_left_open_and_the_page_says_so():
    app = upload(page(), "a.csv", "left,right\n" + "l" * 40 + "," + "r" * 40 + "\n")
    assert "'left' and 'right' hold texts of about one length" in texts(app)
    assert field(app, "multiselect", "answer").value == []


def test_an_annotator_who_may_be_a_model_opens_the_form_and_is_a_person_by_choice():
    by_claude = PLAIN.replace("verdict", "verdict,reviewer").replace("yes", "yes,Claude").replace("no\n", "no,Claude\n")
    app = upload(page(), "a.csv", by_claude)
    assert problems(app)["model-made-label"] == 2
    field(app, "selectbox", "source_0_verdict").set_value("human").run()
    assert not app.exception
    assert "model-made-label" not in problems(app)
    store(app)
    assert golds(the_only_set()) == {"q1": "pass", "q2": "fail"}


def test_polarity_is_called_out_and_turned_by_a_press():
    app = upload(page(), "a.csv", PLAIN.replace("verdict", "hallucination"))
    assert any("Does its yes mean that the answer fails?" in one.value for one in app.warning)
    next(one for one in app.button if one.label.startswith("Yes means fail")).click().run()
    assert not app.exception
    assert "polarity" not in problems(app)
    store(app)
    assert golds(the_only_set()) == {"q1": "fail", "q2": "pass"}


def test_rows_that_cannot_be_used_are_named_and_stored_without_only_by_consent():
    app = upload(page(), "a.csv", PLAIN + "q3,too,many,cells,in,this,row\n")
    assert "Row 4" in texts(app)
    assert store_button(app).disabled
    app.checkbox[0].check().run()
    store(app)
    assert list(golds(the_only_set())) == ["q1", "q2"]


def test_two_files_are_joined_by_a_chosen_key_and_orphans_of_both_sides_are_named():
    app = upload(page(), "answers.csv", "ticket,question,answer\nt1,A?,a\nt2,B?,b\n")
    upload(app, "labels.csv", "nr,verdict\nt1,yes\nt9,no\n", key=state.UPLOAD_FURTHER)
    assert not [one for one in app.button if one.label.startswith("Store ")]
    field(app, "selectbox", "key").set_value("ticket").run()
    field(app, "selectbox", "other").set_value("nr").run()
    assert not app.exception
    assert problems(app)["without-partner"] == 1
    assert problems(app)["orphan"] == 1
    assert "'t9'" in texts(app)
    app.checkbox[0].check().run()
    store(app)
    assert sorted(map(str, golds(the_only_set()).values())) == ["None", "pass"]


def test_a_path_and_a_pasted_text_are_read_like_an_upload(tmp_path: Path):
    (tmp_path / "answers.csv").write_text(PLAIN)
    app = page()
    app.segmented_control(key=state.IMPORT_FROM).set_value("Path on this machine").run()
    app.text_input(key=state.IMPORT_PATH).set_value(str(tmp_path / "none.csv")).run()
    assert any("no such file" in one.value for one in app.error)
    app.text_input(key=state.IMPORT_PATH).set_value(str(tmp_path / "answers.csv")).run()
    assert store_button(app).label == "Store 2 cases"
    app.segmented_control(key=state.IMPORT_FROM).set_value("Paste").run()
    app.text_area(key=state.IMPORT_PASTED).set_value(PLAIN.replace(",", "\t")).run()
    assert "format tsv" in texts(app)
    store(app)
    assert the_only_set().name == "pasted"


def test_a_path_is_not_offered_where_others_look_at_the_page(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("pages.ui.sign_in.is_configured", lambda: True)
    assert "Path on this machine" not in page().segmented_control(key=state.IMPORT_FROM).options


def test_corrections_hold_when_the_form_is_closed():
    app = upload(page(), "answers.csv", PLAIN)
    brought = File(content=b"", name="", stamp=app.file_uploader(key=state.UPLOAD).value.file_id)
    form = state.import_field("form", Files(first=brought, further=None, recipe=None).name)
    app.session_state[form] = True
    app.run()
    field(app, "multiselect", "evidence").set_value([]).run()
    assert not app.exception
    app.session_state[form] = False
    app.run()
    assert field(app, "multiselect", "evidence").value == []
    store(app)
    assert [case.evidence for case in the_only_set().cases] == [(), ()]


@pytest.mark.parametrize("hostile", ["![x](http://outside.example/x.png)", "<script>alert(1)</script>", ":red[x] $x$"])
def test_names_of_columns_and_words_are_drawn_inert(hostile: str):
    app = upload(page(), "a.csv", f'answer,verdict,"{hostile}"\nYes.,"{hostile}",1\n')
    assert not app.exception
    assert not any(hostile in one.value for one in (*app.markdown, *app.warning, *app.caption))
    assert not any(hostile in one.label for one in (*app.selectbox, *app.multiselect, *app.text_input))


def test_a_recipe_that_does_not_fit_says_where_and_the_form_mends_it():
    recipe = Recipe(answer="reply", labels=(LabelColumn(column="verdict"),))
    app = upload(page(), "recipe.yaml", recipe_to_text(recipe), key=state.UPLOAD_RECIPE)
    upload(app, "answers.csv", PLAIN)
    assert "The recipe does not fit this file." in [one.value for one in app.warning]
    assert "'reply' (for answer" in texts(app)
    assert field(app, "multiselect", "answer").value == ["answer"]
    store(app)
    assert golds(the_only_set()) == {"q1": "pass", "q2": "fail"}


EXPORT = (
    '{"text": "Summarise it", "_input_hash": 1, "_task_hash": 2, "options": [{"id": "good"}, {"id": "bad"}],'
    ' "accept": ["good"], "answer": "accept"}\n'
)


def test_the_form_of_a_known_export_starts_from_what_the_tool_wrote():
    app = upload(page(), "prodigy.jsonl", EXPORT + EXPORT.replace("Summarise", "Translate").replace("1,", "3,"))
    assert "tool Prodigy" in texts(app)
    brought = File(content=b"", name="", stamp=app.file_uploader(key=state.UPLOAD).value.file_id)
    app.session_state[state.import_field("form", Files(first=brought, further=None, recipe=None).name)] = True
    app.run()
    assert not app.exception
    assert not app.error
    assert field(app, "multiselect", "answer").value
    store(app)


def test_a_scale_of_several_values_is_declared_and_its_words_are_understood():
    app = upload(page(), "a.csv", "id,answer,label\nq1,a,High\nq2,b,low\nq3,c,middle\n")
    field(app, "selectbox", "scale_grounded").set_value("ordinal").run()
    assert any("needs its values in order" in one.value for one in app.text)
    field(app, "text_input", "values_grounded").set_value("low, middle, high").run()
    field(app, "text_input", "passing_grounded").set_value("middle, high").run()
    assert not app.exception
    store(app)
    assert golds(the_only_set()) == {"q1": "high", "q2": "low", "q3": "middle"}
    assert the_only_set().criteria["grounded"].passing == ("middle", "high")


def test_a_recipe_that_is_uploaded_fills_the_form():
    recipe = Recipe(
        answer="Auskunft",
        question="Anfrage",
        labels=(LabelColumn(column="Halluzination", annotator="ines"),),
        values={"ja": "fail", "nein": "pass"},
    )
    app = upload(page(), "recipe.yaml", recipe_to_text(recipe), key=state.UPLOAD_RECIPE)
    upload(app, "auskunft.csv", GERMAN.encode("cp1252"))
    assert not app.multiselect
    store(app)
    assert sorted(golds(the_only_set()).values()) == ["fail", "pass"]


ANSWERS = "ticket,question,answer\nt1,A?,a\nt2,B?,b\n"
LABELS = "Reviewed in spring\n\nnr;verdict\nt1;yes\nt2;no\n"


def test_a_second_file_shows_how_it_is_read_and_is_corrected_like_the_first():
    app = upload(page(), "answers.csv", ANSWERS)
    # The title fills as many cells as the header, so the header is not found by itself.
    odd = "a;b\nnr;verdict\nt1;yes\nt2;no\n".encode("utf-16")
    upload(app, "labels.csv", odd, key=state.UPLOAD_FURTHER)
    assert "labels.csv: format csv · encoding utf-16 · delimiter ';' · header row 1" in texts(app)
    further = app.file_uploader(key=state.UPLOAD_FURTHER).value.file_id
    stamp = app.file_uploader(key=state.UPLOAD).value.file_id
    brought = Files(
        first=File(content=b"", name="", stamp=stamp), further=File(content=b"", name="", stamp=further), recipe=None
    )
    second = f"{brought.name}_second"
    app.session_state[state.import_field("form", second)] = True
    app.run()
    app.number_input(key=state.import_field("header", second)).set_value(2).run()
    assert "labels.csv: format csv · encoding utf-16 · delimiter ';' · header row 2" in texts(app)
    field(app, "selectbox", "key").set_value("ticket").run()
    field(app, "selectbox", "other").set_value("nr").run()
    assert not app.exception
    store(app)
    stored = the_only_set()
    assert sorted(map(str, golds(stored).values())) == ["fail", "pass"]
    again = [Further(source=odd, filename="labels.csv")]
    assert read_cases(ANSWERS.encode(), filename="answers.csv", recipe=kept_recipe(), further=again).dataset == stored


def test_a_first_file_whose_header_was_not_found_can_still_be_joined():
    app = upload(page(), "answers.csv", f"x,y,z\n{ANSWERS}")
    upload(app, "labels.csv", LABELS, key=state.UPLOAD_FURTHER)
    assert list(field(app, "selectbox", "key").options)[:3] == ["x", "y", "z"]
    stamps = [app.file_uploader(key=key).value.file_id for key in (state.UPLOAD, state.UPLOAD_FURTHER)]
    first, further = (File(content=b"", name="", stamp=stamp) for stamp in stamps)
    of_first = f"{Files(first=first, further=further, recipe=None).name}_first"
    app.session_state[state.import_field("form", of_first)] = True
    app.run()
    app.number_input(key=state.import_field("header", of_first)).set_value(2).run()
    assert not app.exception
    field(app, "selectbox", "key").set_value("ticket").run()
    field(app, "selectbox", "other").set_value("nr").run()
    store(app)
    stored = the_only_set()
    assert sorted(map(str, golds(stored).values())) == ["fail", "pass"]
    again = [Further(source=LABELS.encode(), filename="labels.csv")]
    replayed = read_cases(f"x,y,z\n{ANSWERS}".encode(), filename="answers.csv", recipe=kept_recipe(), further=again)
    assert replayed.dataset == stored


def test_a_second_file_is_pasted_or_named_by_its_path_beside_an_upload(tmp_path: Path):
    (tmp_path / "labels.csv").write_text(LABELS)
    app = upload(page(), "answers.csv", ANSWERS)
    app.segmented_control(key=state.FURTHER_FROM).set_value("Path on this machine").run()
    app.text_input(key=state.FURTHER_PATH).set_value(str(tmp_path / "labels.csv")).run()
    assert "labels.csv: format csv" in texts(app)
    app.segmented_control(key=state.FURTHER_FROM).set_value("Paste").run()
    app.text_area(key=state.FURTHER_PASTED).set_value(LABELS.replace(";", "\t")).run()
    assert "pasted (second): format tsv" in texts(app)
    field(app, "selectbox", "key").set_value("ticket").run()
    field(app, "selectbox", "other").set_value("nr").run()
    store(app)
    assert sorted(map(str, golds(the_only_set()).values())) == ["fail", "pass"]


NESTED = (
    '{"doc": "d1", "claims": [{"text": "A claim", "ok": ["yes", "no", "yes"]}, {"text": "Another", "ok": ["no"]}]}\n'
    '{"doc": "d2", "claims": [{"text": "A third", "ok": ["yes", "yes"]}]}\n'
)


def test_elements_of_a_list_become_cases_and_several_labels_on_one_become_one():
    app = open_form(upload(page(), "claims.jsonl", NESTED))
    field(app, "selectbox", "each").set_value("claims").run()
    assert not app.exception
    assert "claims.text" in field(app, "multiselect", "answer").options
    field(app, "multiselect", "answer").set_value(["claims.text"]).run()
    field(app, "multiselect", "id").set_value(["doc", "(element)"]).run()
    field(app, "multiselect", "labels").set_value(["claims.ok"]).run()
    assert store_button(app).label == "Store 3 cases"
    field(app, "selectbox", "combine").set_value("all").run()
    assert not app.exception
    store(app)
    stored = the_only_set()
    # d1-1 has a no among its three, d1-2 one no, d2-1 two yes.
    assert golds(stored) == {"d1-1": "fail", "d1-2": "fail", "d2-1": "pass"}
    assert len(stored.labels) == 3
    assert read_cases(NESTED.encode(), filename="claims.jsonl", recipe=kept_recipe()).dataset == stored


def test_what_made_the_answers_is_given_once_for_all_and_goes_into_the_report():
    app = open_form(upload(page(), "answers.csv", PLAIN))
    field(app, "text_input", "made_all_application model").set_value("small-1").run()
    field(app, "text_input", "made_all_index snapshot").set_value("2026-09-01").run()
    store(app)
    report = build_report(the_only_set(), [], criterion="grounded", repeats=1)
    assert report.dataset.made_by == {"application model": ("small-1",), "index snapshot": ("2026-09-01",)}
    for written in (report_json(report), report_markdown(report), report_html(report)):
        assert "small-1" in written


def test_yes_may_pass_under_one_criterion_and_fail_under_another():
    both = "id,answer,verdict,hallucination,reviewer\nq1,a,yes,no,ines\nq2,b,no,yes,ines\n"
    app = open_form(upload(page(), "a.csv", both))
    field(app, "multiselect", "labels").set_value(["verdict", "hallucination"]).run()
    field(app, "text_input", "criterion_1").set_value("no invention").run()
    assert problems(app)["polarity"] == 1
    next(one for one in app.button if one.label.startswith("Yes means fail")).click().run()
    assert not app.exception
    assert "polarity" not in problems(app)
    store(app)
    stored = the_only_set()
    by_criterion = {
        criterion: [one.value for one in gold_labels(stored, criterion).values()] for criterion in stored.criteria
    }
    assert by_criterion == {"grounded": ["pass", "fail"], "no invention": ["pass", "fail"]}
    # The further column starts with the annotator of the first.
    assert {label.annotator for label in stored.labels} == {"ines"}
    assert read_cases(both.encode(), filename="a.csv", recipe=kept_recipe()).dataset == stored


def test_a_column_that_cases_share_is_proposed_as_the_cluster_and_taken_by_a_press():
    shared = "id,answer,conversation,verdict\nq1,a,c1,yes\nq2,b,c1,no\nq3,c,c2,yes\n"
    app = open_form(upload(page(), "a.csv", shared))
    assert "2 of the first 3 cases share their 'conversation' with another one" in texts(app)
    next(one for one in app.button if one.label == "Make it the cluster").click().run()
    assert not app.exception
    store(app)
    assert [case.cluster for case in the_only_set().cases] == ["c1", "c1", "c2"]


def test_what_a_judge_said_is_named_in_the_form_with_how_it_is_read():
    app = open_form(upload(page(), "a.csv", "id,answer,verdict,gpt\nq1,a,yes,Yes!\nq2,b,no,No.\n"))
    field(app, "multiselect", "recorded").set_value(["gpt"]).run()
    field(app, "text_input", "judge").set_value("gpt-4o").run()
    field(app, "selectbox", "rule").set_value("lenient").run()
    assert not app.exception
    assert "gpt-4o (recorded) on 2 cases" in texts(app)
    store(app)
    (recorded,) = kept_recipe().recorded
    assert (recorded.judge, recorded.column, recorded.rule) == ("gpt-4o", "gpt", "lenient")


def test_chunks_over_several_rows_become_one_case_with_ids_and_sources():
    chunks = "id,question,passage,page,file,answer\nq1,Who?,One.,p1,a.pdf,She.\nq1,Who?,Two.,p2,b.pdf,She.\n"
    app = open_form(upload(page(), "a.csv", chunks))
    field(app, "checkbox", "join_evidence").check().run()
    field(app, "selectbox", "ids").set_value("page").run()
    field(app, "selectbox", "sources").set_value("file").run()
    assert not app.exception
    store(app)
    (case,) = the_only_set().cases
    assert [(one.id, one.source, one.text) for one in case.evidence] == [
        ("p1", "a.pdf", "One."),
        ("p2", "b.pdf", "Two."),
    ]


def test_the_page_says_how_a_set_came_about_and_gives_its_recipe():
    app = upload(page(), "answers.csv", PLAIN)
    store(app)
    app.session_state[state.SET_ORIGIN] = True
    app.run()
    assert not app.exception
    shown = next(one.value for one in app.dataframe if "how it came about" in one.value.columns)
    assert list(shown["how it came about"]) == ["imported from answers.csv"]
    assert f"answers.csv: {len(PLAIN)} bytes, SHA-256 {sha256(PLAIN.encode()).hexdigest()}" in texts(app)
    assert any("evalcore-recipe/1" in one.value for one in app.code)
