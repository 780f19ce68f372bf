"""The Python package asks and reads as the judge that was measured, and says so in words where it cannot."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from evalcore.domain import Case, Document, Selection
from evalcore.errors import EvalcoreError, ExportError
from evalcore.exports import Material, find_target, write_files
from evalcore.exports.python.package import package_files
from evalcore.exports.python.runtime import CalibrationWarning, load
from evalcore.exports.python.runtime.strict_yaml import NotReadable, read_yaml
from evalcore.judges import Judge, ModelRef, Options, Prompt, RuleSpec, config_sha256, judge_to_text
from evalcore.judges.yaml_reading import load_yaml
from evalcore.judges.yaml_writing import mapping_lines
from evalcore.prompts import check, fill, variables
from evalcore.providers.bodies import request_body
from evalcore.replies import read
from tests.support.plain_python import PlainPython, plain_python
from tests.support.things import make_case, make_judge
from tests.targets.hostile import CASES, REPLIES, RULE_NAMES, body_of, hostile_judge, material_for, verdict_of

GOLDEN = Path(__file__).parent.parent / "golden" / "exports" / "python"
TARGET = find_target("python")
SPRING = replace(
    make_judge("spring", rule=RuleSpec(name="spring-2.0"), reader="Spring AI 2.0"),
    model=ModelRef(provider="ollama", name="small:1b", digest="d1", base_url="http://127.0.0.1:11434"),
)


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PlainPython]:
    with plain_python(tmp_path_factory.mktemp("package")) as running:
        yield running


@pytest.mark.parametrize("name", ["README.md", "example.py"])
def test_what_goes_with_the_package_is_written_as_its_golden_file(name):
    text = TARGET.write(material_for(SPRING))[name]
    if os.environ.get("EVALCORE_WRITE_GOLDEN"):
        GOLDEN.mkdir(parents=True, exist_ok=True)
        (GOLDEN / f"{name}.golden").write_text(text, encoding="utf-8", newline="")
    assert text == (GOLDEN / f"{name}.golden").read_bytes().decode("utf-8")


def test_the_judge_file_is_the_one_of_its_own_target():
    material = material_for(SPRING)
    assert TARGET.write(material)["judge.yaml"] == find_target("judge.yaml").write(material)["judge.yaml"]


def test_the_package_imports_nothing_but_the_standard_library_and_itself():
    """``re2`` is the one exception, inside the function that a judge with patterns needs it in."""
    for name, code in package_files().items():
        for node in ast.walk(ast.parse(code)):
            modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            modules += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            for module in modules:
                root = module.partition(".")[0]
                assert root in sys.stdlib_module_names | {"evalcore_judge"} or (root, name[-11:]) == (
                    "re2",
                    "patterns.py",
                )


text = st.text(st.characters(), max_size=30)
piece = st.sampled_from(
    ["{answer}", "{query}", "{context}", "{must_mention}", "{{claim}}", "\\{", "\\}", "\t", "\n", "\r\n"]
)
template = st.lists(piece | text, min_size=1, max_size=8).map("".join)
options = st.builds(
    Options,
    temperature=st.sampled_from([None, 0.0, 0.7, 1e-7]),
    seed=st.sampled_from([None, 42]),
    max_tokens=st.sampled_from([None, 8]),
    num_ctx=st.sampled_from([None, 2048]),
    think=st.sampled_from([None, True, False, "low"]),
)
case = st.builds(
    Case,
    id=st.just("c"),
    question=text,
    answer=text,
    evidence=st.lists(st.builds(Document, id=st.just("d"), text=text, source=text), max_size=3).map(tuple),
    must_mention=st.lists(text, max_size=2).map(tuple),
)


@settings(max_examples=50)
@given(template, st.sampled_from(["brace", "stringtemplate"]), st.sampled_from(["user", "system"]), options, case)
def test_any_template_and_any_case_give_the_measured_request(package, template, dialect, role, options, case):
    try:
        check(template, dialect)
    except EvalcoreError:
        assume(False)
    for provider in ("ollama", "openai"):
        judge = replace(
            SPRING,
            model=ModelRef(provider=provider, name="small:1b", base_url="http://127.0.0.1:8080"),
            prompt=Prompt(template=template, dialect=dialect, role=role),
            options=options,
        )
        ((url, headers, body),) = package.run(judge_to_text(judge), cases=[case])["requests"]
        assert body == request_body(judge, fill(template, dialect, variables(case)))
        assert (
            url
            == {
                "ollama": "http://127.0.0.1:8080/api/chat",
                "openai": "http://127.0.0.1:8080/v1/chat/completions",
            }[provider]
        )
        assert headers == {"Content-Type": "application/json"}


wording = st.sampled_from(
    ["yes", "No", "YES", ".", "**", "\u00a0", "\u3000", "\n", '{"verdict": "', '"}', "<think>", "4", "/5"]
)
reply = text | st.lists(wording, max_size=6).map("".join)


@settings(max_examples=40)
@given(st.lists(reply, min_size=1, max_size=10))
@example([one for one in REPLIES if one is not None])
def test_any_reply_is_read_as_measured(package, replies):
    for rule in RULE_NAMES:
        if rule == "regex":  # needs google-re2, which this process does not see
            continue
        judge = hostile_judge(rule)
        found = package.run(judge_to_text(judge), replies=replies)["read"]
        for said, verdict in zip(replies, found, strict=True):
            reading = read(rule, said, params=judge.rule.params)
            value = judge.verdict(reading)
            assert verdict["value"] == value
            assert verdict["passed"] == (None if value is None else judge.passes(value))
            assert verdict["reply"] == said
            if value is not None:
                assert (verdict["how"], verdict["step"], verdict["reason"]) == (
                    reading.how,
                    reading.step,
                    reading.reason,
                )


plain = st.none() | st.booleans() | st.integers(-(10**17), 10**17) | st.floats(allow_nan=False, allow_infinity=False)
value = st.recursive(plain | text, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(text, inner, max_size=3))


@settings(max_examples=100)
@given(st.dictionaries(text, value, min_size=1, max_size=4))
@example(
    {"a": "one\ntwo\nthree", "b": "  deep\n\n\nend\n\n", "c": "x\ny\n# no comment\n", "yes": {"on": ""}, "z": {"q": {}}}
)
def test_what_the_workbench_writes_is_read_as_the_workbench_reads_it(document):
    written = "\n".join(mapping_lines(document)) + "\n"
    assert read_yaml(written) == load_yaml(written, file="")
    assert read_yaml(f"# a comment\n\n{written}  # another\n") == load_yaml(written, file="")
    assert read_yaml(written.replace("\n", "\r\n")) == load_yaml(written, file="")


@pytest.mark.parametrize(
    ("written", "complaint"),
    [
        ("name: plain words\n", r'line 1: expected a value at "?.plain words'),
        ('a: "x"\na: "y"\n', "line 2: the key 'a' stands here twice"),
        ("a:\nb: 1\n", "expected keys here"),
        ('a: "x\n', "no closing quote"),
        ('a: "x" "y"\n', "expected nothing after the value"),
        ("- a\n", 'line 1: expected key: "text"'),
        ("a: &b 1\n", "expected a value"),
        ("a: 0x10\n", "expected a value"),
        ("  a: 1\n", "0 spaces deep"),
        ("a: [1, 2\n", "expected ,"),
        ('a: "\\q"\n', "escape"),
    ],
)
def test_other_yaml_is_refused_with_its_line(written, complaint):
    with pytest.raises(NotReadable, match=complaint):
        read_yaml(written)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda text: text.replace("evalcore-judge/1", "evalcore-judge/2"), "expected schema"),
        (lambda text: text.replace('name: "spring"', "name: spring"), "line 2: .* double quotes"),
        (lambda text: text.replace('  digest: "d1"', '  api_key: "sk-1"'), "api_key .* never written into a file"),
        (lambda text: text.replace("Is {answer}", "Was {answer}"), "hash is not prompt.sha256"),
        (lambda text: text.replace('"ollama"', '"embedded"'), "expected ollama or openai, found 'embedded'"),
        (lambda text: text.replace('  rule: "spring-2.0"\n', ""), "reading.rule is missing"),
        (lambda text: text.replace("spring-2.0", "spring-3.0"), "reading rule 'spring-3.0' is unknown"),
        (lambda text: text.replace("seed: 42", 'seed: "42"'), "options.seed: expected int"),
        (lambda text: text.replace("http://127", "http://user:pw@127"), "holds a user name or password"),
        (lambda _: "", "expected schema"),
    ],
)
def test_a_file_that_cannot_be_used_is_a_value_error_in_words(tmp_path: Path, change, complaint):
    path = tmp_path / "judge.yaml"
    path.write_text(change(judge_to_text(SPRING)), encoding="utf-8")
    with pytest.raises(ValueError, match=complaint) as caught:
        load(path)
    assert str(path) in str(caught.value)
    assert "sk-1" not in str(caught.value)


def test_a_missing_file_is_a_value_error_in_words(tmp_path: Path):
    with pytest.raises(ValueError, match="cannot be read: No such file"):
        load(tmp_path / "judge.yaml")


def test_the_calibration_is_valid_only_for_the_configuration_it_was_measured_with(tmp_path: Path):
    """Another temperature is another judge: the verdict still works, and the figures speak of something else."""
    path = tmp_path / "judge.yaml"
    judge_yaml = TARGET.write(material_for(SPRING))["judge.yaml"]
    path.write_text(judge_yaml, encoding="utf-8")
    judge = load(path)
    assert judge.calibration_is_valid
    assert judge.config_sha256 == config_sha256(SPRING)
    path.write_text(judge_yaml.replace("temperature: 0.0", "temperature: 0.7"), encoding="utf-8")
    with pytest.warns(CalibrationWarning, match="measure it again"):
        judge = load(path)
    assert not judge.calibration_is_valid
    assert judge.read("YES").passed


def test_figures_of_a_judge_that_was_chosen_on_the_same_cases_come_with_a_warning(tmp_path: Path):
    material = material_for(SPRING)
    chosen = replace(
        material, report=replace(material.measured, selection=Selection(candidates=3, split=None, looks=1))
    )
    path = tmp_path / "judge.yaml"
    path.write_text(TARGET.write(chosen)["judge.yaml"], encoding="utf-8")
    with pytest.warns(CalibrationWarning, match="3"):
        judge = load(path)
    assert judge.calibration_is_valid
    assert len(judge.remarks) == 1


def test_an_edited_whole_number_for_temperature_is_the_same_judge(tmp_path: Path):
    path = tmp_path / "judge.yaml"
    path.write_text(judge_to_text(SPRING).replace("temperature: 0.0", "temperature: 0"), encoding="utf-8")
    assert load(path).config_sha256 == config_sha256(SPRING)


def test_a_judge_with_patterns_says_that_it_needs_re2(package):
    found = package.run(judge_to_text(hostile_judge("regex")), replies=["yes"])
    assert found["error"] == "JudgeFileError"
    assert "pip install google-re2" in found["message"]


@pytest.mark.parametrize("rule", ["spring-2.0", "regex"])
def test_what_is_carried_is_what_was_measured(rule):
    judge = replace(hostile_judge(rule), model=SPRING.model)
    carried = TARGET.carried(TARGET.write(material_for(judge)), judge)
    replies = [one for one in REPLIES if one is not None]
    assert list(carried.bodies(CASES)) == [body_of(judge, case) for case in CASES]
    assert list(carried.readings(replies)) == [verdict_of(judge, one) for one in replies]


def test_files_that_were_tampered_with_show_it():
    files = TARGET.write(material_for(SPRING))

    def edited(name: str, old: str, new: str) -> dict[str, str]:
        assert old in files[name]
        return {**files, name: files[name].replace(old, new)}

    strips = edited("evalcore_judge/replies/spring.py", "java_strip(text)", "text")
    assert list(TARGET.carried(files, SPRING).readings(["YES\n"])) == ["pass"]
    assert list(TARGET.carried(strips, SPRING).readings(["YES\n"])) == ["fail"]
    cuts = edited("evalcore_judge/providers/bodies.py", '"num_predict"', '"num_keep"')
    assert "num_keep" in TARGET.carried(cuts, SPRING).bodies([make_case(0)])[0]["options"]
    hotter = edited("judge.yaml", "temperature: 0.0", "temperature: 0.7")
    assert TARGET.carried(hotter, SPRING).bodies([make_case(0)])[0]["options"]["temperature"] == 0.7
    with pytest.raises(EvalcoreError, match="hash is not"):
        TARGET.carried(edited("judge.yaml", "Is {answer}", "Was {answer}"), SPRING)
    with pytest.raises(EvalcoreError, match="digest"):
        TARGET.carried(edited("judge.yaml", '"d1"', '"d2"'), SPRING)
    broken = edited("evalcore_judge/loaded.py", "class LoadedJudge", "class Loaded")
    with pytest.raises(ExportError, match="does not run: ImportError"):
        TARGET.carried(broken, SPRING).readings(["YES"])


def test_a_judge_that_ran_inside_the_process_is_adapted_and_uncalibrated(tmp_path: Path):
    judge = replace(SPRING, model=ModelRef(provider="embedded", name="smollm2-135m", digest="sha256:1"))
    material = material_for(judge)
    files = TARGET.write(material)
    assert TARGET.standing(judge) == "adapted"
    assert "config_sha256" not in files["judge.yaml"]
    assert 'name: "MODEL-NAME"' in files["judge.yaml"]
    assert "ADAPTED" in files["README.md"]
    write_files(files, tmp_path)
    judge = load(tmp_path / "judge.yaml")
    assert not judge.calibration_is_valid


def test_a_rule_judge_is_refused():
    rule = make_judge("overlap", model="word-overlap", prompt=None)
    rule = replace(rule, model=ModelRef(provider="rules", name="word-overlap"))
    with pytest.raises(ExportError, match="has nothing to send"):
        TARGET.write(Material(report=None, judge=rule, date="2026-09-14"))


@settings(max_examples=20)
@given(st.text(st.characters(), min_size=1, max_size=30))
@example('"""\n# x\r\ud800\\')
def test_any_name_of_a_judge_leaves_files_that_encode_and_parse(name):
    files = TARGET.write(Material(report=None, judge=replace(SPRING, name=name, reader=name), date="2026-09-14"))
    for text in files.values():
        text.encode("utf-8")
    ast.parse(files["example.py"])


def test_no_key_is_written(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("JUDGE_API_KEY", "sk-very-secret")
    judge = _with_key(SPRING)
    assert not [name for name, text in TARGET.write(material_for(judge)).items() if "sk-very-secret" in text]


def test_an_older_python_is_told_so_before_it_meets_code_it_cannot_read():
    init = package_files()["evalcore_judge/__init__.py"]
    check = init.partition("if sys.version_info < (3, 11)")[2].partition("\nfrom ")[0]
    code = "import sys\nif (3, 9) < (3, 11)" + check
    ran = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=False)
    assert "needs Python 3.11 or newer" in ran.stderr


def _with_key(judge: Judge) -> Judge:
    model = ModelRef(provider="openai", name="small", base_url="https://models.example/v1", api_key_env="JUDGE_API_KEY")
    return replace(judge, model=model)
