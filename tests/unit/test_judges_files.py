"""Judge files: written for people, read strictly, and the same judge after the round trip."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from evalcore.domain import PASS_FAIL, Scale
from evalcore.errors import JudgeError, TemplateError
from evalcore.judges import (
    YES_NO_TOKENS,
    Judge,
    ModelRef,
    Options,
    Prompt,
    RuleSpec,
    config_sha256,
    judge_from_text,
    judge_to_text,
    read_judge_file,
    recognise_template,
)

HAND_WRITTEN = """\
schema: evalcore-judge/1
name: mine
criterion: grounded
model: {provider: ollama, name: "smollm2:135m"}
prompt:
  template: |
    {evidence}
    {answer} - "supported"?
reading: {rule: lenient, reader: nobody}
verdicts:
  values: [pass, fail]
  passing: [pass]
  tokens: {yes: pass, no: fail}
"""
BESPOKE = "\tDocument:\n\t{document}\n\n\tClaim:\n\t{claim}\n"

texts = st.text(st.characters(codec="utf-8") | st.sampled_from("\n\t\r\x85\xa0\u2028\ufeff \"'\\:#|-{}"), max_size=40)
named = texts.filter(bool)
templates = st.builds("{}{}{}".format, texts, st.just("{query}"), texts)
models = st.builds(
    ModelRef,
    provider=st.sampled_from(["ollama", "openai", "embedded"]),
    name=named,
    digest=st.none() | named,
    base_url=st.none() | st.just("http://localhost:8000/v1"),
    server_id=st.none() | named,
    api_key_env=st.none() | st.just("JUDGE_API_KEY"),
)
options = st.builds(
    Options,
    temperature=st.none() | st.floats(0, 2),
    seed=st.none() | st.integers(-(10**9), 10**9),
    max_tokens=st.none() | st.integers(1, 10**6),
    num_ctx=st.none() | st.integers(1, 10**6),
    think=st.none() | st.booleans() | named,
)


@st.composite
def judges(draw: st.DrawFn) -> Judge:
    values = draw(st.lists(named, min_size=2, max_size=4, unique=True))
    value = st.sampled_from(values)
    return Judge(
        name=draw(named),
        description=draw(texts),
        criterion=draw(named),
        model=draw(models),
        prompt=Prompt(template=draw(templates), role=draw(st.sampled_from(["user", "system"]))),
        options=draw(options),
        rule=RuleSpec(name="rating", params={"low": 1, "high": draw(st.integers(2, 9))}),
        reader=draw(named),
        scale=Scale(values=tuple(values), level=draw(st.sampled_from(["nominal", "ordinal"])), passing=(values[0],)),
        tokens=draw(st.dictionaries(named, value, max_size=3)),
        scores=draw(st.dictionaries(value, st.floats(0, 1), max_size=3)),
    )


def _judge(template: str = "{query}", **changes: object) -> Judge:
    judge = judge_from_text(HAND_WRITTEN, file="mine.yaml")
    return replace(judge, prompt=Prompt(template=template), **changes)  # type: ignore[arg-type]


@given(judges())
def test_any_judge_comes_back_from_its_file_the_same(judge: Judge) -> None:
    again = judge_from_text(judge_to_text(judge, calibration={"n": 40, "agreement": 0.9}), file="it.yaml")
    assert again == judge
    assert config_sha256(again) == config_sha256(judge)


@given(templates)
@example(BESPOKE)
@example("\n\n  {query}\nx\n\n\n")
@example("{query}\nyes\n")
@example("a\n{query}\r\nb")
def test_other_yaml_readers_get_the_template_byte_for_byte(template: str) -> None:
    text = judge_to_text(_judge(template, description="yes", tokens={"yes": "pass", "no": "fail", "1.10": "fail"}))
    read_elsewhere = yaml.safe_load(text)
    assert read_elsewhere["prompt"]["template"] == template
    assert read_elsewhere["description"] == "yes"
    assert read_elsewhere["verdicts"]["tokens"] == {"yes": "pass", "no": "fail", "1.10": "fail"}


def test_the_keys_stand_in_the_order_in_which_people_read() -> None:
    text = judge_to_text(_judge("Q\n{query}\n"), calibration={"dataset": {"n": 40}})
    assert [line.partition(":")[0] for line in text.splitlines() if line and not line.startswith(" ")] == [
        *("schema", "name", "description", "criterion", "model", "prompt", "options", "reading", "verdicts"),
        "calibration",
    ]
    assert "  template: |\n    Q\n    {query}\n" in text


def test_a_template_that_editors_would_damage_is_quoted() -> None:
    assert r'template: "\tDocument:\n\t{document}\n\n\tClaim:\n\t{claim}\n"' in judge_to_text(_judge(BESPOKE))
    assert r'template: "a \n{query}\nb"' in judge_to_text(_judge("a \n{query}\nb"))


def test_yes_and_no_written_by_hand_are_words() -> None:
    judge = judge_from_text(HAND_WRITTEN, file="mine.yaml")
    assert judge.tokens == {"yes": "pass", "no": "fail"}
    assert judge.prompt == Prompt(template='{evidence}\n{answer} - "supported"?\n')
    assert judge.options == Options()


def test_without_verdicts_the_scale_is_pass_and_fail() -> None:
    judge = judge_from_text(HAND_WRITTEN[: HAND_WRITTEN.index("verdicts:")], file="mine.yaml")
    assert (judge.scale, judge.tokens) == (PASS_FAIL, YES_NO_TOKENS)


def test_bare_numbers_are_names_of_ratings() -> None:
    judge = judge_from_text(
        HAND_WRITTEN[: HAND_WRITTEN.index("reading:")]
        + "reading: {rule: rating, reader: nobody, params: {low: 1, high: 2}}\n"
        + "verdicts: {values: [1, 2], level: ordinal, passing: [2], scores: {1: 0.5, 2: 1}}\n",
        file="mine.yaml",
    )
    assert judge.scale == Scale(values=("1", "2"), level="ordinal", passing=("2",))
    assert judge.scores == {"1": 0.5, "2": 1.0}
    assert judge.tokens == {}


def test_null_leaves_an_option_to_the_server_and_absence_means_the_default() -> None:
    judge = judge_from_text(HAND_WRITTEN + "options: {temperature: null, seed: 7}\n", file="mine.yaml")
    assert judge.options == Options(temperature=None, seed=7, max_tokens=8)


def test_a_published_template_is_named_and_filled_by_stringtemplate() -> None:
    quoted = r'"\tDocument:\n\t{document}\n\n\tClaim:\n\t{claim}\n"'
    start, end = HAND_WRITTEN.index("|\n"), HAND_WRITTEN.index("reading:")
    judge = judge_from_text(HAND_WRITTEN[:start] + quoted + "\n" + HAND_WRITTEN[end:], file="mine.yaml")
    known = recognise_template(BESPOKE)
    assert known is not None
    assert judge.prompt == Prompt(template=BESPOKE, dialect="stringtemplate", known_as=known.known_as)


def test_a_published_template_filled_in_another_way_does_not_bear_its_name() -> None:
    again = judge_from_text(judge_to_text(_judge(BESPOKE)), file="it.yaml")
    assert again.prompt == Prompt(template=BESPOKE, dialect="brace", known_as=None)


WRONG = (
    ("evalcore-judge/1", "evalcore-judge/2", r'expected schema: "evalcore-judge/1", found \'evalcore-judge/2\''),
    ("name: mine\n", "", "mine.yaml: name is missing"),
    ("criterion: grounded", "criterion: 7", "criterion: expected a valid string, found 7; put it in quotes"),
    ("criterion:", "criterium:", r"criterium is not a key of a judge file; did you mean criterion\?"),
    ("provider: ollama", "provider: olama", "model.provider: expected 'ollama', 'openai', 'embedded' or 'rules'"),
    ('name: "smollm2:135m"', "name: a, base_url: ftp://x", "model.base_url: expected an address like http://"),
    ("  template: |", "  dialekt: brace\n  template: |", r"prompt.dialekt is not a key.*did you mean dialect\?"),
    ("rule: lenient", "rule: lenien", "mine.yaml: reading rule 'lenien' is unknown"),
    ("passing: [pass]", "passing: [passed]", "verdicts.passing: expected one of pass, fail.*found 'passed'"),
    ("no: fail", "no: failed", "verdicts.tokens: expected one of pass, fail.*found 'failed'"),
    ("values: [pass, fail]", "values: [pass, fail, pass]", "verdicts.values: a value stands there twice"),
    ("name: mine", "name: mine\nname: yours", "mine.yaml, line 3: .*the key 'name' stands here twice"),
    ("schema: ", "schema: !!str ", "line 1: .*tags .* are not used here"),
    ("tokens: {", "tokens: &a {", "anchors .* are not used here"),
    ("verdicts:", "verdicts: [", "mine.yaml, line .*not readable as YAML"),
    ("model: {provider: ollama", "model: {provider: rules", "a rule judge looks at the case itself and has no prompt"),
    ("reading: {rule: lenient, ", "reading: {", "reading.rule is missing"),
    ("  template: |", "  sha256: '" + "0" * 64 + "'\n  template: |", "its hash is not prompt.sha256"),
)


@pytest.mark.parametrize(("right", "wrong", "message"), WRONG)
def test_an_error_names_the_file_the_key_and_what_was_expected(right: str, wrong: str, message: str) -> None:
    assert right in HAND_WRITTEN
    with pytest.raises(JudgeError, match=message) as caught:
        judge_from_text(HAND_WRITTEN.replace(right, wrong, 1), file="mine.yaml")
    assert str(caught.value).startswith("mine.yaml")


def test_a_template_error_names_file_key_and_place() -> None:
    text = HAND_WRITTEN.replace("  template: |", "  dialect: stringtemplate\n  template: |").replace(
        "{answer}", "{anser}"
    )
    with pytest.raises(TemplateError, match=r"mine.yaml: prompt.template, line 2, column 1: found \{anser\}"):
        judge_from_text(text, file="mine.yaml")


@pytest.mark.parametrize("key", ["api_key", "apikey", "token", "password"])
def test_a_key_in_the_file_is_refused_with_advice_and_not_repeated(key: str) -> None:
    text = HAND_WRITTEN.replace("provider: ollama", f"provider: ollama, {key}: sk-123")
    with pytest.raises(JudgeError, match=r"environment variable.*model\.api_key_env") as caught:
        judge_from_text(text, file="mine.yaml")
    assert "sk-123" not in str(caught.value)


def test_a_key_in_the_place_of_its_variable_is_refused_and_not_repeated() -> None:
    with pytest.raises(JudgeError, match="expected the name of an environment variable") as caught:
        judge_from_text(
            HAND_WRITTEN.replace("provider: ollama", "provider: ollama, api_key_env: sk-123"), file="m.yaml"
        )
    assert "sk-123" not in str(caught.value)


@pytest.mark.parametrize(
    "address",
    [
        "http://user:sk-123@host/v1",
        "http://sk-123@host",
        "https://host/v1?key=sk-123",
        "https://host/v1#sk-123",
        "http://user:12/sk-123@host",
        "http://user:sk-123/x@host",
    ],
)
def test_an_address_with_a_credential_is_neither_read_nor_written(address: str) -> None:
    with pytest.raises(JudgeError, match="without user, password") as read:
        judge_from_text(HAND_WRITTEN.replace("provider: ollama", f'provider: openai, base_url: "{address}"'), file="m")
    with pytest.raises(JudgeError, match="without user, password") as written:
        judge_to_text(_judge(model=ModelRef(provider="openai", name="m", base_url=address)))
    assert "sk-123" not in str(read.value) + str(written.value)


def test_a_calibration_block_is_accepted_and_no_part_of_the_judge() -> None:
    judge = _judge()
    assert (
        judge_from_text(judge_to_text(judge, calibration={"kappa": None, "slices": [{"topic": "x"}]}), file="j")
        == judge
    )


@pytest.mark.parametrize("text", ["", "[]", "just words", "a: " + "[" * 20_000, "x" * 1_000_001, "\x00", "? [a]\n: b"])
def test_what_is_no_judge_file_is_a_judge_error(text: str) -> None:
    with pytest.raises(JudgeError, match=r"^mine.yaml"):
        judge_from_text(text, file="mine.yaml")


def test_a_file_that_cannot_be_read_is_a_judge_error(tmp_path: Path) -> None:
    (tmp_path / "latin.yaml").write_bytes(b"name: caf\xe9")
    for name, message in (("latin.yaml", "expected UTF-8"), ("none.yaml", "found none"), (".", "cannot be read")):
        with pytest.raises(JudgeError, match=message):
            read_judge_file(tmp_path / name)


def test_a_byte_order_mark_is_not_part_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "bom.yaml").write_bytes(b"\xef\xbb\xbf" + HAND_WRITTEN.encode())
    assert read_judge_file(tmp_path / "bom.yaml").name == "mine"
