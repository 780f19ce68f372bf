"""Prompts: what a template can say about a case, and filling it in one pass."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.domain import Case, Document
from evalcore.errors import TemplateError
from evalcore.prompts import KNOWN_NAMES, Dialect, check, evidence_text, fill, placeholders, variables

DIALECTS: tuple[Dialect, ...] = ("brace", "stringtemplate")
HOSTILE = (
    "{query}",
    "{{query}}",
    "\\{answer\\}",
    "{",
    "}",
    "\\",
    "{! x !}",
    "${HOME}",
    "{% x %}",
    "%s",
    "\\1",
    "\\g<0>",
)


def _case(*texts: str) -> Case:
    evidence = tuple(Document(id=str(number), text=text) for number, text in enumerate(texts))
    return Case(id="c", question="Q", answer="A", evidence=evidence, must_mention=("30 days", "receipt"))


def test_synonyms_hold_the_same_text() -> None:
    values = variables(_case("E"))
    assert values["question"] == values["query"] == "Q"
    assert values["answer"] == values["response"] == values["claim"] == "A"
    assert values["evidence"] == values["context"] == values["document"] == "E"
    assert values["must_mention"] == "30 days, receipt"
    assert tuple(values) == KNOWN_NAMES


def test_evidence_is_joined_by_a_newline_and_blank_documents_are_dropped() -> None:
    assert evidence_text(_case("a", " \t\n", "", "\u3000", "b\n").evidence) == "a\nb\n"


def test_a_document_of_a_no_break_space_is_not_blank_to_java() -> None:
    assert evidence_text(_case("a", "\xa0").evidence) == "a\n\xa0"


def test_brace_leaves_every_other_byte_alone() -> None:
    template = '{"rating": 4, "q": "{query}"}\r\n\t{{query}} {unknown} \\{answer\\} { query }'
    filled = '{"rating": 4, "q": "Q"}\r\n\t{Q} {unknown} \\{answer\\} { query }'
    assert fill(template, "brace", variables(_case("E"))) == filled


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("text", HOSTILE)
def test_a_value_is_never_read_as_a_template(dialect: Dialect, text: str) -> None:
    values = dict.fromkeys(KNOWN_NAMES, text)
    assert fill("<{query}|{answer}|{context}>", dialect, values) == f"<{text}|{text}|{text}>"


@given(st.text(), st.text())
def test_brace_fills_any_value_byte_for_byte(question: str, answer: str) -> None:
    values = {**dict.fromkeys(KNOWN_NAMES, ""), "question": question, "answer": answer}
    assert fill("Q {question} A {answer}\n", "brace", values) == f"Q {question} A {answer}\n"


@given(st.text(alphabet='{}\\ \t\r\nqx!"|,u0', max_size=30))
def test_any_text_is_a_template_or_a_template_error(template: str) -> None:
    try:
        check(template, "stringtemplate")
    except TemplateError:
        return
    assert fill(template, "stringtemplate", dict.fromkeys(KNOWN_NAMES, "v")) is not None


@pytest.mark.parametrize("dialect", DIALECTS)
def test_placeholders_come_once_in_order_of_appearance(dialect: Dialect) -> None:
    assert placeholders("{response} {query} {response}", dialect) == ("response", "query")


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_template_that_says_nothing_about_the_case_is_refused(dialect: Dialect) -> None:
    with pytest.raises(TemplateError, match="every case would get the same prompt"):
        check("Is it good?", dialect)


def test_double_braces_are_explained_where_they_send_the_word() -> None:
    with pytest.raises(TemplateError, match=r"\{\{query\}\} sends the word"):
        check("Question: {{query}}", "stringtemplate")
    check("Question: {{query}}", "brace")  # here the outer braces are text
