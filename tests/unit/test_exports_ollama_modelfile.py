"""The Modelfile holds the model and the judge's options, says what it is not, and never a prompt."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.errors import ExportError
from evalcore.exports import Material, find_target
from evalcore.judges import Judge, ModelRef, Options, Prompt
from evalcore.providers.bodies import ollama_body
from tests.support.things import make_judge
from tests.targets.hostile import TEXTS

TARGET = find_target("ollama-modelfile")
GOLDEN = Path(__file__).parent.parent / "golden" / "exports" / "ollama-modelfile"
JUDGE = replace(make_judge("spring", template="\tIs {claim} in {document}?\n"), options=Options(num_ctx=8192))


def written(judge: Judge) -> dict[str, str]:
    return dict(TARGET.write(Material(report=None, date="2026-09-14", judge=judge)))


def instructions(modelfile: str) -> list[str]:
    return [line for line in modelfile.splitlines() if line and not line.startswith("#")]


def test_it_is_written_as_its_golden_file():
    files = written(JUDGE)
    if os.environ.get("EVALCORE_WRITE_GOLDEN"):
        GOLDEN.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (GOLDEN / f"{name}.golden").write_text(text, encoding="utf-8", newline="")
    assert files == {name: (GOLDEN / f"{name}.golden").read_bytes().decode("utf-8") for name in files}


def test_its_parameters_are_the_options_that_ollama_is_sent():
    first, *others = instructions(written(JUDGE)["Modelfile"])
    assert first == "FROM small:1b"
    found = {name: float(value) for _, name, value in map(str.split, others)}
    assert found == ollama_body(JUDGE, "")["options"]


def test_an_option_that_is_left_to_the_server_is_left_to_the_model():
    judge = replace(JUDGE, options=Options(temperature=None, seed=None, max_tokens=None))
    assert instructions(written(judge)["Modelfile"]) == ["FROM small:1b"]


@given(st.sampled_from(TEXTS) | st.text(max_size=30), st.sampled_from(TEXTS) | st.text(max_size=30))
def test_whatever_the_judge_is_called_only_the_model_and_parameters_are_instructions(name, criterion):
    found = instructions(written(replace(JUDGE, name=name, criterion=criterion))["Modelfile"])
    assert [line.split()[0] for line in found] == ["FROM", "PARAMETER", "PARAMETER", "PARAMETER", "PARAMETER"]


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"])))
def test_the_template_lies_beside_it_byte_for_byte(template):
    assert written(replace(JUDGE, prompt=Prompt(template=template)))["prompt.txt"] == template


def test_it_names_the_digest_that_was_measured_and_is_adapted():
    comments = " ".join(line.removeprefix("# ") for line in written(JUDGE)["Modelfile"].splitlines())
    assert "Compare the digest in /api/tags with the one that was measured: d1 " in comments
    assert "ADAPTED" in comments
    assert TARGET.standing(JUDGE) == "adapted"


@pytest.mark.parametrize(
    ("judge", "sentence"),
    [
        (replace(JUDGE, options=Options(think=True)), "think"),
        (replace(JUDGE, model=ModelRef(provider="openai", name="m")), "OpenAI-style"),
        (replace(JUDGE, model=ModelRef(provider="embedded", name="m")), "another chat template"),
    ],
)
def test_what_a_model_cannot_hold_is_listed(judge, sentence):
    assert any(sentence in loss for loss in TARGET.losses(judge))
    assert written(judge)


@pytest.mark.parametrize(
    ("judge", "reason"),
    [
        (replace(JUDGE, model=replace(JUDGE.model, name="a b\nSYSTEM x")), "as Ollama takes it"),
        (replace(JUDGE, prompt=Prompt(template="{answer}\ud800")), "half a surrogate pair"),
        (replace(JUDGE, prompt=None, model=ModelRef(provider="rules", name="must-mention")), "asks a model"),
    ],
)
def test_what_cannot_be_written_is_refused_in_words(judge, reason):
    with pytest.raises(ExportError, match=reason):
        written(judge)
