"""Spring AI's own prompts: recognised by their hash, found in a jar, restored after pasting."""

from __future__ import annotations

import shutil
import struct
import subprocess
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.domain import sha256_of
from evalcore.errors import InputError, TemplateError
from evalcore.judges import (
    KNOWN_TEMPLATES,
    as_published,
    builtin_judges,
    judge_for_template,
    recognise_template,
    templates_in_jar,
)
from evalcore.judges.class_file import string_constants
from evalcore.prompts import KNOWN_NAMES, fill
from tests.support.parts import missing

BESPOKE = "\tDocument:\n\t{document}\n\n\tClaim:\n\t{claim}\n"
OURS = "\tDoes it fit?\n\tQ: {query}\n\tR: {response}\n\tC: {context}\n"
# What a text block in a class says: one tab is left of its indent, and \{ is an escape of StringTemplate alone.
EVALUATOR = '''
package org.springframework.ai.chat.evaluation;
class RelevancyEvaluator {
    static final long WIDE = 0x7fffffffffffL;  // takes two places in the constant pool
    static final double ALSO_WIDE = 0.1;
    static final String DEFAULT = """
\t\t\tDoes it fit?
\t\t\tQ: {query}
\t\t\tR: {response}
\t\t\tC: {context}
\t\t""";
    String other() { return "no prompt {query}"; }
    String hostile() { return "nul \\0, é, \\ud83d\\ude00 {query} {response}"; }
    double wide() { return WIDE * ALSO_WIDE; }
}
'''


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    javac = shutil.which("javac")
    if not javac:
        missing("no javac on this machine: the class file of this test is compiled in it")
    folder = tmp_path_factory.mktemp("java")
    source = folder / "RelevancyEvaluator.java"
    source.write_text(EVALUATOR, encoding="utf-8")
    subprocess.run([javac, "-encoding", "UTF-8", "-d", str(folder), str(source)], check=True, capture_output=True)
    return next(folder.rglob("RelevancyEvaluator.class")).read_bytes()


def _jar(folder: Path, **entries: bytes) -> Path:
    path = folder / "some.jar"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as jar:
        for name, data in entries.items():
            jar.writestr(f"org/example/{name}.class", data)
    return path


def test_the_bespoke_form_is_recognised_and_filled_with_its_tabs() -> None:
    known = recognise_template(BESPOKE)
    assert known is not None
    assert known.known_as == "Spring AI FactCheckingEvaluator.forBespokeMinicheck 1.1.0-M4 to 2.0.1"
    values = {**dict.fromkeys(KNOWN_NAMES, ""), "document": "One.\r\n\r\nTwo.", "claim": "{document}"}
    assert fill(BESPOKE, "stringtemplate", values) == "\tDocument:\n\tOne.\n\n\tTwo.\n\n\tClaim:\n\t{document}\n"


def test_one_byte_more_and_it_is_another_prompt() -> None:
    assert recognise_template(BESPOKE + "\n") is None
    assert recognise_template(BESPOKE.replace("\t", "")) is None


def test_every_hash_is_listed_once() -> None:
    assert len({template.sha256 for template in KNOWN_TEMPLATES}) == len(KNOWN_TEMPLATES) == 8


@pytest.mark.parametrize(
    "pasted",
    [
        BESPOKE,
        BESPOKE.strip(),
        BESPOKE.replace("\t", ""),
        BESPOKE.replace("\t", "        "),
        BESPOKE.replace("\n", "\r\n"),
        "\n" + BESPOKE + "\n",
    ],
)
def test_white_space_lost_in_pasting_is_restored(pasted: str) -> None:
    assert as_published(pasted) == BESPOKE


@given(st.text(alphabet="a {query}\n\t", max_size=20))
def test_a_prompt_that_nobody_published_is_left_as_it_is(text: str) -> None:
    assert as_published(text) == text


def test_a_default_in_a_jar_is_found_recognised_and_named(tmp_path: Path, compiled: bytes) -> None:
    listed = replace(KNOWN_TEMPLATES[0], sha256=sha256_of(OURS), versions="9.9")
    jar = _jar(tmp_path, RelevancyEvaluator=compiled, Other=compiled)
    found = templates_in_jar(jar, known=[listed])
    assert [(template.text, template.known) for template in found] == [
        (OURS, listed),
        ("nul \0, é, 😀 {query} {response}", None),
    ]
    assert found[0].entry == "org/example/RelevancyEvaluator.class"
    judge = judge_for_template(found[0].text, known=[listed])
    assert judge.prompt is not None
    assert judge.prompt.known_as == "Spring AI RelevancyEvaluator 9.9"
    assert (judge.name, judge.prompt.template, judge.prompt.dialect) == ("spring-relevancy-9.9", OURS, "stringtemplate")


def test_string_constants_are_read_past_wide_constants(compiled: bytes) -> None:
    assert OURS in string_constants(compiled)
    assert "no prompt {query}" in string_constants(compiled)


def test_a_pasted_template_of_ones_own_takes_the_form_of_the_evaluator_it_fits() -> None:
    fact_check = judge_for_template("Check {claim} in {document}")
    relevancy = judge_for_template("Does {response} fit {query}?")
    assert (fact_check.name, relevancy.name) == ("spring-fact-check-own", "spring-relevancy-own")
    assert fact_check.rule == builtin_judges()["spring-fact-check"].rule


def test_a_default_is_read_as_the_newest_of_its_versions_reads() -> None:
    older = next(t for t in KNOWN_TEMPLATES if t.versions == "1.0.0-M5 to 1.0.9")
    judge = judge_for_template(
        "Is {claim} in {document}?", known=[replace(older, sha256=sha256_of("Is {claim} in {document}?"))]
    )
    assert (judge.rule.name, judge.reader) == ("spring-1.0.2", "Spring AI 1.0")


def test_a_pasted_template_that_stringtemplate_refuses_is_refused() -> None:
    with pytest.raises(TemplateError):
        judge_for_template('{claim} {"rating": 4}')


def test_a_file_that_is_no_jar_is_an_input_error(tmp_path: Path) -> None:
    (tmp_path / "no.jar").write_text("not a zip")
    with pytest.raises(InputError, match=r"no.jar: expected a jar"):
        templates_in_jar(tmp_path / "no.jar")
    with pytest.raises(InputError, match=r"none.jar: expected a jar"):
        templates_in_jar(tmp_path / "none.jar")


def test_a_jar_without_the_evaluators_says_which_jar_to_bring(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="bring spring-ai-client-chat"):
        templates_in_jar(_jar(tmp_path, Other=b""))


def test_a_class_that_would_fill_the_memory_is_not_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"some.jar: .*larger than any class"):
        templates_in_jar(_jar(tmp_path, RelevancyEvaluator=bytes(2_000_000)))


@given(st.binary(max_size=60), st.booleans())
def test_bytes_that_are_no_class_are_an_input_error(data: bytes, starts_well: bool) -> None:
    start = struct.pack(">IHHH", 0xCAFEBABE, 0, 61, 40) if starts_well else b""
    with pytest.raises(InputError):
        string_constants(start + data)
