"""The judge card: what it says, that nothing in it renders, and that cases are quoted only by consent."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

from evalcore.domain import Case, Document, Label, Scale, case_fingerprint
from evalcore.errors import ExportError
from evalcore.exports import Example, Material, examples_of
from evalcore.exports.card import card_html, card_markdown
from evalcore.judges import Judge, ModelRef, RuleSpec, builtin_judges, config_sha256
from evalcore.report import build_report, read_calls, run_columns
from tests.support.rendering import ALLOWED, HOSTILE, RENDER, Elements
from tests.support.reports import fixed_report, judged
from tests.support.things import make_case, make_dataset, make_judge

GOLDEN = Path(__file__).parent.parent / "golden" / "exports" / "card"
JUDGE = make_judge(
    "spring-fact-check",
    rule=RuleSpec(name="spring-2.0"),
    reader="Spring AI 2.0",
    description="Is the claim supported by the document?",
)
EXAMPLE = Example(case=make_case(7), human="fail", verdict="pass", reply="YES")


def material(judge: Judge = JUDGE, **changes: object) -> Material:
    """The report whose every figure is fixed, made to be about this judge."""
    report = fixed_report(judge=judge.name)
    measured = replace(report.judges[0], config_sha256=config_sha256(judge))
    report = replace(report, judges=(measured, *report.judges[1:]))
    values: dict[str, object] = {"report": report, "judge": judge, "date": "2026-09-14"}
    return Material(**{**values, **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "write"), [("card.html", card_html), ("card.md", card_markdown)])
def test_a_fixed_card_is_written_as_its_golden_file(name, write):
    text = write(material(with_examples=True, examples=(EXAMPLE,)))
    if os.environ.get("EVALCORE_WRITE_GOLDEN"):
        (GOLDEN / name).write_text(text, encoding="utf-8", newline="")
    assert text == (GOLDEN / name).read_bytes().decode("utf-8")


@pytest.mark.parametrize("write", [card_html, card_markdown])
def test_a_card_answers_the_six_questions_in_order(write):
    text = re.sub(r"[\\]", "", write(material()))
    said = [
        "What it is for",
        "Is the claim supported by the document?",
        "How it was measured",
        "on 2026-09-14",
        "Every case was asked 3 times: 60 of 66 planned calls were answered, 2 failed, 3 were not asked",
        "Figures",
        "16 of 20: 80% (58% to 92%)",
        "Where it fails",
        "topic = billing",
        "How its replies must be read",
        "By the rule spring-2.0, as Spring AI 2.0 reads them.",
        "50 of 60 replies (83%) were word for word what it accepts.",
        "What would void these figures",
        config_sha256(JUDGE),
    ]
    places = [text.find(one) for one in said]
    assert -1 not in places, said[places.index(-1)]
    assert places == sorted(places)


def test_no_case_is_quoted_without_consent_and_with_it_the_errors_are():
    assert "Question 7?" not in card_html(material())
    quoted = card_html(material(with_examples=True, examples=(EXAMPLE,)))
    assert "Case c7: people say fail, the judge says pass" in quoted
    assert "Question 7?" in quoted
    assert "It got no labelled case wrong" in card_html(material(with_examples=True))


def test_examples_are_the_first_cases_of_each_kind_of_error():
    """Even cases are good. Of ten cases all are failed: 0, 2 and 4 are quoted. All but case 1 right: case 1 passes."""
    dataset = make_dataset(10)
    for texts, expected in (
        ([["NO"]] * 10, [("c0", "pass", "fail"), ("c2", "pass", "fail"), ("c4", "pass", "fail")]),
        ([["NO" if n % 2 and n != 1 else "YES"] for n in range(10)], [("c1", "fail", "pass")]),
    ):
        run = run_columns(dataset, [judged(JUDGE, dataset, texts)], criterion="grounded", repeats=1)
        found = examples_of(run, read_calls(run.judges[0]))
        assert [(one.case.id, one.human, one.verdict) for one in found] == expected
        assert {one.reply for one in found} == {"NO" if expected[0][2] == "fail" else "YES"}


def test_long_texts_are_cut_and_say_how_long_they_are():
    long = replace(EXAMPLE, case=Case(id="c", question="q" * 5000, answer="a"))
    assert f"{'q' * 400} … (5,000 characters)" in card_html(material(with_examples=True, examples=(long,)))


def test_a_rule_judge_has_a_card_that_speaks_of_no_model_and_no_prompt():
    rule = builtin_judges()["word-overlap"]
    text = card_markdown(material(rule))
    assert "It asks no model" in text
    assert "Another model" not in text
    assert "prompt that differs" not in text


def test_a_judge_that_was_changed_since_has_no_card():
    other = replace(JUDGE, rule=RuleSpec(name="lenient"))
    with pytest.raises(ExportError, match="run the judge again"):
        card_html(replace(material(), judge=other))


def test_a_judge_of_ratings_has_a_card_without_good_and_bad_answers():
    """Scales without passing values are compared value by value."""
    scale = Scale(values=("1", "2", "3"), level="ordinal", passing=())
    dataset = make_dataset(3)
    labels = tuple(
        Label(
            case_id=c.id, case_fingerprint=case_fingerprint(c), criterion="grounded", annotator="ines", value=str(n + 1)
        )
        for n, c in enumerate(dataset.cases)
    )
    dataset = replace(dataset, criteria={"grounded": scale}, labels=labels)
    judge = make_judge("rates", rule=RuleSpec(name="rating", params={"low": 1, "high": 3}), scale=scale, tokens={})
    report = build_report(dataset, [judged(judge, dataset, [["1"], ["3"], ["3"]])], criterion="grounded", repeats=1)
    text = card_markdown(Material(report=report, judge=judge, date="2026-09-14"))
    assert "2 of 3: 67%" in text
    assert "bad answers caught" not in text.partition("## Where it fails")[0]
    assert "(passing: none)" in text


def hostile(text: str) -> Material:
    judge = replace(JUDGE, name=text, description=text, reader=text, model=ModelRef(provider="ollama", name=text))
    case = Case(id=text, question=text, answer=text, evidence=(Document(id=text, text=text),))
    return material(judge, with_examples=True, examples=(Example(case=case, human="fail", verdict="pass", reply=text),))


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_names_and_texts_stay_text_in_a_card(text: str):
    page = Elements(card_html(hostile(text)))
    assert page.tags <= ALLOWED
    for name, _ in page.attributes:
        assert not name.startswith("on")
        assert name not in ("href", "src", "style", "srcdoc", "action", "xlink:href")


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_names_and_texts_render_as_nothing_in_a_card_of_markdown(text: str):
    rendered, plain = RENDER(card_markdown(hostile(text))), RENDER(card_markdown(hostile("plain")))
    assert Elements(rendered).tags == Elements(plain).tags
    assert rendered.count("<tr>") == plain.count("<tr>")
    assert rendered.count("<li>") == plain.count("<li>")
