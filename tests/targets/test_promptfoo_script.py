"""The script that promptfoo runs, in Node, against the workbench's own filling and reading: any template, any reply."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from evalcore.errors import TemplateError
from evalcore.exports.promptfoo.script import RULES_IN_JAVASCRIPT, script
from evalcore.judges import Judge, Prompt, RuleSpec
from evalcore.prompts import KNOWN_NAMES, fill, placeholders
from evalcore.replies import RULES, read
from tests.support.parts import missing
from tests.support.things import make_judge
from tests.targets.hostile import REPLIES, TEXTS

pytestmark = [pytest.mark.slow, pytest.mark.targets]
DRIVER = """
const judges = new Map();
function judge(path) { if (!judges.has(path)) judges.set(path, require(path)); return judges.get(path); }
function compiled(code) { const m = { exports: {} }; new Function("module", code)(m); return m.exports; }
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { path, code, name, given } = JSON.parse(line);
  const found = code === undefined ? judge(path) : compiled(code);
  process.stdout.write(JSON.stringify(given.map((one) => found[name](one) ?? null)) + "\\n");
});
"""


class Node:
    """Functions of a script, called in one process."""

    def __init__(self, folder: Path) -> None:
        command = shutil.which("node")
        if command is None:
            missing("node is not installed")
        driver = folder / "driver.cjs"
        driver.write_text(DRIVER)
        self._process = subprocess.Popen(
            [command, driver], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )

    def each(self, name: str, given: Sequence[Any], **script: str) -> list[Any]:
        """What a function of the script at ``path``, or of a script's ``code``, returns for each of some values."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({**script, "name": name, "given": given}) + "\n")
        self._process.stdin.flush()
        found: list[Any] = json.loads(self._process.stdout.readline())
        return found

    def close(self) -> None:
        """End the process."""
        with self._process:
            assert self._process.stdin is not None
            self._process.stdin.close()


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    started = Node(tmp_path_factory.mktemp("node"))
    yield started
    started.close()


def by_rule(rule: str) -> Judge:
    return make_judge(rule=RuleSpec(name=rule))


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """Path of the script by rule."""
    folder = tmp_path_factory.mktemp("scripts")
    for rule in RULES_IN_JAVASCRIPT:
        (folder / f"{rule}.cjs").write_text(script(by_rule(rule)))
    return {rule: str(folder / f"{rule}.cjs") for rule in RULES_IN_JAVASCRIPT}


SPACES = "".join(filter(str.isspace, map(chr, range(0x3100)))) + "\u200b\ufeff\x00"
words = st.sampled_from(
    (
        "yes",
        "YES",
        "no",
        "No",
        "Yes.",
        "ye\u017f",
        "\u212a",
        "eyes",
        "\u0130",
        "ye\u0073\u0307",
        "true",
        "pass",
        "4",
        "3.5",
    )
)
other_fields = st.sampled_from(("verdict", "rating", "score", "Verdict", "ver\\u0064ict", "__proto__", ""))
numbers = st.integers(-(2**40), 2**40) | st.floats(allow_nan=False, allow_infinity=False) | st.floats(0, 7)
likely = (
    st.integers(-1, 7) | words | st.booleans() | st.sampled_from(("+4", " 3\n", "2147483648", "-1", "4.0", -(2.0**32)))
)
values = likely | st.recursive(
    likely | st.none() | numbers | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(other_fields, inner, max_size=2),
    max_leaves=4,
)
gap = st.sampled_from(("", " ", "\n", "\t"))


@st.composite
def objects(draw: st.DrawFn, field: str) -> str:
    """A JSON object with a field or two, perhaps the same twice, loosely spaced."""
    written = st.builds(json.dumps, values, ensure_ascii=st.booleans())
    names = draw(st.lists(st.just(field) | other_fields, max_size=3)) + [field] * draw(st.booleans())
    pairs = [f'{draw(gap)}"{name}"{draw(gap)}:{draw(gap)}{draw(written)}' for name in names]
    return "{" + f"{draw(gap)},".join(pairs) + draw(gap) + "}"


fences = st.sampled_from(
    (("", ""), ("```json\n", "\n```"), ("```", "```"), ("```json", "```"), ("~~~\n", "\n~~~"), ("{", "}"), ("", ","))
)
before = st.sampled_from(
    (
        *("", "so: <think>no</think>", "<think>no</think>", "<THINKING>x</thinking> \n", "<think>", "</think>"),
        *("<!-- thinking: x --> ", "```thinking x``` ", "<reasoning>{</reasoning>\n", "NaN", "\\"),
    )
)
space = st.text(alphabet=SPACES, max_size=2)


@st.composite
def replies(draw: st.DrawFn, field: str) -> str:
    """Words and objects, dressed as models dress them."""
    opens, closes = draw(fences)
    inside = draw(space) + draw(words | objects(field)) + draw(space)
    return draw(space) + draw(before) + opens + inside + closes + draw(space)


def any_reply(rule: str) -> st.SearchStrategy[str]:
    """Replies that the rule could trip over."""
    field = str(RULES[rule].defaults.get("field", "verdict"))
    known = st.sampled_from([reply for reply in REPLIES if reply is not None])
    return known | objects(field) | replies(field) | st.text(max_size=12)


patient = settings(
    max_examples=1000, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


@pytest.mark.parametrize("rule", RULES_IN_JAVASCRIPT)
def test_every_reply_is_read_in_javascript_as_in_the_workbench(rule, node, scripts):
    judge = by_rule(rule)

    @patient
    @example("YES\n")
    @example("Yes.")
    @example("eyes")
    @example('{"verdict": "yes", "verdict": "no"}')
    @example('{"rating": 1, "rating": 1.0}')
    @example('{"score": "+4"}')
    @example('{"verdict": {"verdict": "yes"}, "x": "\\"verdict\\": no"}')
    @given(any_reply(rule))
    def check(text: str) -> None:
        assert node.each("read", [text], path=scripts[rule]) == [judge.verdict(read(rule, text))]

    check()


@pytest.mark.parametrize("rule", ["spring-2.0", "spring-1.0.2", "spring-1.0.0-relevancy", "json"])
def test_no_single_character_is_taken_for_another_in_javascript_alone(rule, node, scripts):
    """Spaces, letters and their other cases, in place of a letter of yes and no, and around them."""
    judge, texts = by_rule(rule), []
    for character in map(chr, (*range(0x3001), *range(0xFB00, 0xFB07), 0xFEFF, *range(0xFF00, 0xFF60))):
        texts += [f"ye{character}", f"{character}o", f"{character}yes", f"yes{character}"]
        texts += [f'{character}{{"verdict": "yes"}}', f'{{"verdict": "{character}yes"}}'] if rule == "json" else []
    found = node.each("read", texts, path=scripts[rule])
    differ = [text for text, value in zip(texts, found, strict=True) if value != judge.verdict(read(rule, text))]
    assert differ == []


NAMES = [f"{{{name}}}" for name in KNOWN_NAMES]
piece = st.sampled_from(
    (*NAMES, *TEXTS, "{", "}", "{{", "}}", "\\{", "\\}", "\\\\", "\n", "\r", "\r\n", "\t", "  ", "$1", "$&",
     "{unknown}", "{\\n}", "{! gone !}", '{"text"}', "{\\\\}\n  ", "{{query}}", "{ answer }",
     "\n\t", "{{a{answer}b}}", "\n  {{c{query}\n\t{context}d}}e")
) | st.text(max_size=4)  # fmt: skip
templates = st.lists(piece, max_size=8).map("".join)
texts = st.sampled_from(TEXTS) | st.text(max_size=8) | st.lists(piece, max_size=4).map("".join)


@pytest.mark.parametrize("dialect", ["brace", "stringtemplate"])
def test_every_template_is_filled_in_javascript_as_in_the_workbench(dialect, node):
    @patient
    @given(templates, texts, texts, texts)
    def check(template: str, question: str, evidence: str, answer: str) -> None:
        try:
            placeholders(template, dialect)
        except TemplateError:
            return
        judge = replace(by_rule("spring-2.0"), prompt=Prompt(template=template, dialect=dialect))
        values = {"question": question, "evidence": evidence, "answer": answer, "must_mention": "x"}
        synonyms = {"query": question, "context": evidence, "document": evidence, "response": answer, "claim": answer}
        assert node.each("fill", [values], code=script(judge)) == [fill(template, dialect, values | synonyms)]

    check()


WORDS = [{"type": "text", "text": "Y"}, {"type": "text", "text": "ES"}]
MESSAGES: tuple[tuple[Any, str], ...] = (
    ({"content": "YES"}, "YES"),
    ({"content": ""}, ""),
    ({"content": WORDS}, "YES"),
    ({"content": None}, "is no text"),
    ({}, "is no text"),
    ({"content": 1}, "is no text"),
    ({"content": []}, "is no text"),
    ({"content": ["YES"]}, "is no text"),
    ({"content": [*WORDS, {"type": "image_url"}]}, "is no text"),
    ({"content": [{"type": "text", "text": None}]}, "is no text"),
)
COMPLETIONS: tuple[tuple[Any, str], ...] = (
    *MESSAGES,
    ({"content": None, "refusal": "I will not."}, "I will not."),
    ({"content": None, "reasoning": "Hm"}, ""),
    ({"content": None, "reasoning": "Hm", "tool_calls": [{"function": {"name": "f"}}]}, "is no text"),
    ({"content": [{"type": "thinking", "thinking": [{"type": "text", "text": "Hm"}]}]}, ""),
    ({"content": [{"type": "thinking", "thinking": "Hm"}, *WORDS]}, "YES"),
    (None, "no chat completion"),
    ([], "no chat completion"),
)


def said(node: Node, provider: Any, bodies: list[Any]) -> list[Any]:
    """What the script takes for the reply of each body, or the words of its error."""
    judge = make_judge(rule=RuleSpec(name="spring-2.0"))
    code = script(replace(judge, model=replace(judge.model, provider=provider))) + (
        "\nmodule.exports = { said: (json) => {"
        " try { return verdict(json).metadata.reply; } catch (error) { return error.message; } } };"
    )
    return node.each("said", bodies, code=code)


def test_a_reply_that_is_no_text_is_an_error_in_javascript_too(node):
    bodies: list[Any] = [{"choices": [{"message": message}]} for message, _ in COMPLETIONS]
    for found, (message, expected) in zip(said(node, "openai", bodies), COMPLETIONS, strict=True):
        assert found == expected or (expected and found.endswith(expected)), message
    ended = [{"choices": [{"message": {"content": None, "tool_calls": []}, "finish_reason": "stop"}]}]
    assert said(node, "openai", ended) == [""]
    bodies = [{"done": True, "message": message} for message, _ in MESSAGES]
    for found, (message, expected) in zip(said(node, "ollama", bodies), MESSAGES, strict=True):
        assert found == expected or (expected and found.endswith(expected)), message


def test_an_answer_without_a_message_is_an_error_in_javascript_too(node):
    assert {*said(node, "openai", [None, {}, {"choices": None}, {"choices": []}, {"choices": [None]}])} == {
        "the server sent no chat completion"
    }
    assert said(node, "ollama", [{"done": True, "message": None}, {"message": {"content": "YES"}}, None]) == [
        "the server sent a reply that is no text",
        "the server sent an unfinished answer",
        "the server sent an unfinished answer",
    ]
