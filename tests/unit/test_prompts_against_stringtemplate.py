"""Our filling against the real StringTemplate: never another prompt, and nothing accepted that it refuses."""

from __future__ import annotations

import random

import pytest

from evalcore.errors import TemplateError
from evalcore.prompts import KNOWN_NAMES, fill
from tests.support.stringtemplate import real_fillings

PIECES = (
    *("{query}", "{document}", "{claim}", "{ query }", "{\n query}", "{{query}}", "{{ {query} ", " }}"),
    *(
        "{",
        "}",
        "{{",
        "}}",
        "{! c !}",
        "{! c\n !}",
        "{\\n}",
        "{\\t}",
        "{\\ }",
        "{\\\\}\n",
        "{\\\\} \r\n  ",
        "{\\u00e9}",
    ),
    *("\n", "\n", "\n", "\r\n", "\r", " ", "  ", "\t", "x", "Document:", "\\{", "\\}", "\\\\", "\\", '"', '{"a\\nb"}'),
    *('{""}', '"x": ', "|", ",", "é", "😀", "\u2028", "\x0b", "\x00", "{if(query)}", "{query.x}", "{nope}"),
)
VALUES = ("", "\n", "a", "a\nb", "a\r\n\r\nb\n", " \n x ", "{query}", "\\{x\\}", "\r", "\n\n", 'é😀\n"<>')
HOSTILE = (
    '{"rating": 4}',
    "{query",
    "{}",
    "{query, response}",
    "{query;null=query}",
    "{length(query)}",
    "{{query|x}}",
    "\tDocument:\n\t{document}\n\n\tClaim:\n\t{claim}\n",
)


@pytest.mark.slow
def test_every_prompt_we_fill_is_the_prompt_stringtemplate_fills() -> None:
    """600 random templates and the hostile ones; a template ST refuses or complains about is refused here."""
    cases = [(template, dict.fromkeys(KNOWN_NAMES, "a\n b")) for template in HOSTILE]
    cases += [_random_case(random.Random(seed)) for seed in range(600)]
    agreed = 0
    for (template, values), (kind, text) in zip(cases, real_fillings(cases), strict=True):
        try:
            ours = fill(template, "stringtemplate", values)
        except TemplateError:
            continue
        assert (kind, text) == ("filled", ours), template
        agreed += 1
    assert agreed > 300  # the test would prove nothing if most templates were refused


def _random_case(source: random.Random) -> tuple[str, dict[str, str]]:
    words = source.sample(PIECES, k=source.randint(2, 7))
    template = "".join(source.choice(words) for _ in range(source.randint(1, 14)))
    return template, {name: source.choice(VALUES) for name in KNOWN_NAMES}
