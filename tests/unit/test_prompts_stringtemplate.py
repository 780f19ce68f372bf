"""The stringtemplate dialect; every expected prompt was written by StringTemplate 4.3.4 itself."""

from __future__ import annotations

import pytest

from evalcore.errors import TemplateError
from evalcore.prompts import KNOWN_NAMES, fill, placeholders

VALUES = {
    **dict.fromkeys(KNOWN_NAMES, ""),
    "query": "Q1\nQ2",
    "context": "C1\r\n\r\n  C2\n \nC3\r",
    "response": "R",
    "claim": "x",
}

FILLED = {
    # escapes
    "a\\{b\\}c": "a{b}c",
    "a\\\\{response}": "a\\R",
    "a\\nb\\": "a\\nb\\",
    "query}": "query}",
    # the indent before a value is repeated on each of its lines, not on empty ones
    "\t{context}\n": "\tC1\n\n\t  C2\n\t \n\tC3\n",
    "  a {query} b\n": "  a Q1\nQ2 b\n",
    "  {query} b\n{query}": "  Q1\n  Q2 b\nQ1\nQ2",
    # white space alone on a line is dropped, at the end of the template it is kept
    "  \n\t\nfoo": "\n\nfoo",
    "x\n  ": "x\n  ",
    "  \n\nfoo": "\nfoo",
    # a line whose only element is empty leaves nothing, not even its newline
    "\tDocument:\n\t{document}\n\n\tClaim:\n\t{claim}\n": "\tDocument:\n\n\tClaim:\n\tx\n",
    "a\n{document}\n{document}\nb": "a\nb",
    "  {document}{query}": "Q1\nQ2",
    # carriage returns; a lone one swallows what follows it
    "a\r\nb\rc": "a\nb\n",
    "a\n\rb": "a\n\n",
    "x\r": "x\n",
    # white space inside the braces
    "{ query }": "Q1\nQ2",
    "{\nquery\n}": "Q1\nQ2",
    # a template in a template: the word, not the value
    "{{query}}": "query",
    "{ {query} }": "query",
    "{{{response}}}": "R",
    '{{"a": 1}}': '"a": 1',
    "  {{a\nb}}": "  a\n  b",
    " {{\n {{\n {query}}}}}": "   Q1\n   Q2",
    "{{\n}}\nb": "b",
    # quoted text, comments, escapes in braces, joined lines
    '  {"a\\nb"}': "  a\n  b",
    "{! note !}\nx": "x",
    "  {! note !}{! note !}\n x": " x",
    "{! a !}{! b !}\nx": "\nx",
    "{\\n}{\\t}{\\ }{\\u00e9}": "\n\t é",
    "a{\\\\}  \n  b": "ab",
    "{! note !}{\\\\}\n\nx": "x",
    "😀{response}\u2028\x0b\x00": "😀R\u2028\x0b\x00",
}


@pytest.mark.parametrize("template", FILLED)
def test_filled_as_stringtemplate_fills_it(template: str) -> None:
    assert fill(template, "stringtemplate", VALUES) == FILLED[template]


REFUSED_BY_STRINGTEMPLATE = (
    *(
        '{"rating": 4}',
        "{}",
        "{query",
        "{{query}",
        "{{x}{query}}",
        "{query, response}",
        "{quéry}",
        "{else}",
        "{query!}",
    ),
    *("x{{", '{"a', "{! never closed", "{\\q}", "{\\uZZZZ}", "  {\\\\}\n", "{\\\\}", "{query?}"),
)
REFUSED_BY_SPRING = ("{nope}", "{query1}", "{_query}", "{1}")
MORE_THAN_A_PROMPT_NEEDS = (
    *("{if(query)}a{endif}", "{length(query)}", "{query.x}", '{query;separator=","}', "{query:{x|y}}", "{{query|x}}"),
    *("{\\ud83d}", "\uffff{query}", "a\r😀{query}", "{" * 200 + "query" + "}" * 200),
)


@pytest.mark.parametrize("template", REFUSED_BY_STRINGTEMPLATE + REFUSED_BY_SPRING + MORE_THAN_A_PROMPT_NEEDS)
def test_refused_rather_than_filled_in_another_way(template: str) -> None:
    with pytest.raises(TemplateError, match=r"template, line \d+, column \d+"):
        fill(template, "stringtemplate", VALUES)


def test_a_refusal_says_where_and_how_to_write_a_brace() -> None:
    with pytest.raises(TemplateError, match=r"line 2, column 3.*write \\\{ and \\\} for braces as text"):
        fill('x\n  {"rating": 4}', "stringtemplate", VALUES)


def test_a_name_inside_a_nested_template_counts_only_in_its_own_braces() -> None:
    assert placeholders("{{query {response}}}", "stringtemplate") == ("response",)


def test_thousands_of_joined_lines_are_no_trouble() -> None:
    assert fill(" " + "{\\\\}\n" * 5000 + "{claim}", "stringtemplate", VALUES) == " x"
