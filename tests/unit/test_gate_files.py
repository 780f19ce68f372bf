"""Gate files: what they may hold, and what is said when they hold something else."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.errors import InputError
from evalcore.exports.calibration import judge_yaml
from evalcore.gate import FIGURES, Gates, Minimum, Pins, Rule, gates_from_text, gates_to_text, read_gate_file
from evalcore.judges import config_sha256, judge_to_text
from tests.support.command import ROOT
from tests.support.gating import answers, gates_of, report_of
from tests.support.things import make_judge

PAGE = (ROOT / "docs" / "gates.md").read_text(encoding="utf-8")


def test_a_file_is_read_rule_by_rule():
    gates = gates_of(
        "name: support\n"
        "judge:\n"
        "  minimum: {good: 20, bad: 10}\n"
        "  overall: {agreement: {at_least: 0.8}, unread: {at_most: 0.05}}\n"
        "  slices: {topic: {tnr: {at_least: 0.6}}}\n"
        "application:\n"
        "  overall: {pass_rate: {at_least: 0.9}}\n"
        "  against_baseline: {slices: {topic: {pass_rate: {no_worse_by: 0.05}}}}\n"
    )
    assert gates == Gates(
        name="support",
        minimum=Minimum(good=20, bad=10),
        rules=(
            Rule(figure="agreement", bound="at_least", threshold=0.8),
            Rule(figure="unread", bound="at_most", threshold=0.05),
            Rule(figure="tnr", bound="at_least", threshold=0.6, slice_key="topic"),
            Rule(figure="pass_rate", bound="at_least", threshold=0.9),
            Rule(figure="pass_rate", bound="at_least", threshold=-0.05, slice_key="topic", against_baseline=True),
        ),
    )


@pytest.mark.parametrize("schema", ["evalcore-gates/2", "evalcore-gates/12", "evalcore-judge/1", "evalcore-gates"])
def test_an_unknown_major_version_is_refused(schema: str):
    with pytest.raises(InputError, match=r'starts with schema: "evalcore-gates/1", found .*newer evalcore'):
        gates_from_text(f"schema: {schema}\n", file="g.yaml", folder=Path())


def test_a_newer_minor_version_is_read():
    text = "schema: evalcore-gates/1.4\njudge: {overall: {tnr: {at_least: 0.5}}}\n"
    assert gates_from_text(text, file="g.yaml", folder=Path()).rules[0].figure == "tnr"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "expected at least one demand"),
        ("judges: {}\n", "judges is not a key of a gate file; did you mean judge? (known here: "),
        ("judge: {overall: {agrement: {at_least: 0.8}}}\n", "did you mean agreement?"),
        ("judge: {overall: {pass_rate: {at_least: 0.8}}}\n", "judge.overall.pass_rate: move it to application"),
        ("application: {overall: {tnr: {at_least: 0.8}}}\n", "move it to judge"),
        ("judge: {overall: {agreement: {at_most: 0.8}}}\n", "expected {at_least: …}, found at_most"),
        ("judge: {overall: {agreement: {}}}\n", "expected {at_least: …}, found nothing"),
        ("judge: {overall: {unread: {at_most: 0}}}\n", "no number of cases can show that something never or always"),
        ("judge: {overall: {agreement: {at_least: 1.0}}}\n", "between 0 and 1, both excluded, found 1;"),
        ("judge: {overall: {kappa: {at_least: -1.0}}}\n", "between -1 and 1"),
        (
            'judge: {overall: {agreement: {at_least: "0.8"}}}\n',
            "judge.overall.agreement.at_least: expected a valid num",
        ),
        ("judge: {minimum: {good: -1}}\n", "judge.minimum.good: expected greater than or equal to 0, found -1"),
        ("measured: {config_sha256: abc}\n", "measured.config_sha256"),
        ("application: {against_baseline: {overall: {pass_rate: {at_least: 0.8}}}}\n", "expected {no_worse_by: …}"),
        ("judge: {overall: {tnr: {at_least: 0.8}, tnr: {at_least: 0.9}}}\n", "stands here twice"),
        ("judge: [\n", "not readable as YAML"),
    ],
)
def test_what_is_wrong_is_named_with_its_key(text: str, said: str):
    with pytest.raises(InputError, match=re.escape(said)) as raised:
        gates_of(text)
    assert str(raised.value).startswith("gates.yaml")


def test_a_negative_kappa_can_be_a_threshold():
    assert gates_of("judge: {overall: {kappa: {at_least: -0.1}}}\n").rules[0].threshold == -0.1


def test_a_file_that_is_not_there_or_no_text_is_said(tmp_path: Path):
    with pytest.raises(InputError, match="expected a gate file"):
        read_gate_file(tmp_path / "gates.yaml")
    (tmp_path / "latin.yaml").write_bytes(b"name: caf\xe9\n")
    with pytest.raises(InputError, match="expected UTF-8"):
        read_gate_file(tmp_path / "latin.yaml")


SHARE = st.floats(0.001, 0.999)
NAME = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), min_size=1, max_size=12)


@st.composite
def rule(draw: st.DrawFn) -> Rule:
    figure = draw(st.sampled_from(list(FIGURES)))
    against = FIGURES[figure].about == "application" and draw(st.booleans())
    share = draw(SHARE)
    return Rule(
        figure=figure,
        bound=FIGURES[figure].bound,
        threshold=-share if against else share,
        slice_key=draw(st.none() | NAME),
        against_baseline=against,
    )


def place(rule: Rule) -> tuple[object, ...]:
    return (FIGURES[rule.figure].about, rule.against_baseline, rule.slice_key, rule.figure)


@given(
    NAME,
    st.lists(rule(), min_size=1, max_size=8, unique_by=place),
    st.builds(Minimum, good=st.integers(0, 99), bad=st.integers(0, 99)),
    st.sampled_from([Pins(), Pins(judge="a", config_sha256="0" * 64, digest="d", dataset="f" * 64)]),
)
def test_written_gates_are_read_as_the_same_gates(name, rules, minimum, pins):
    gates = Gates(name=name, rules=tuple(rules), minimum=minimum, pins=pins)
    back = gates_from_text(gates_to_text(gates), file="g.yaml", folder=Path())
    assert set(back.rules) == set(gates.rules)
    assert replace(back, rules=()) == replace(gates, rules=())


# ---- the calibration that a file names


def calibrated(folder: Path, *, edit: str = "") -> None:
    """A judge file with its calibration, edited afterwards."""
    judge = make_judge()
    text = judge_yaml(judge, report_of(*answers(accepted=5, caught=5)), date="2026-09-14")
    (folder / "judge.yaml").write_text(text.replace("max_tokens: 8", edit or "max_tokens: 8"), encoding="utf-8")


GATES = "measured: {calibration: judge.yaml}\njudge: {overall: {agreement: {at_least: 0.5}}}\n"


def test_a_calibration_pins_the_judge_that_it_was_made_for(tmp_path: Path):
    calibrated(tmp_path)
    assert gates_of(GATES, folder=tmp_path).pins.config_sha256 == config_sha256(make_judge())


def test_a_judge_edited_after_its_calibration_voids_it(tmp_path: Path):
    calibrated(tmp_path, edit="max_tokens: 9")
    with pytest.raises(InputError, match="the calibration is void: it was made for config_sha256"):
        gates_of(GATES, folder=tmp_path)


def test_a_judge_file_without_a_calibration_pins_nothing(tmp_path: Path):
    (tmp_path / "judge.yaml").write_text(judge_to_text(make_judge()), encoding="utf-8")
    with pytest.raises(InputError, match="expected a judge file with a calibration block"):
        gates_of(GATES, folder=tmp_path)


def test_a_calibration_and_another_config_contradict_each_other(tmp_path: Path):
    calibrated(tmp_path)
    both = f"measured: {{calibration: judge.yaml, config_sha256: {'0' * 63}a}}\n" + GATES.split("\n", 1)[1]
    with pytest.raises(InputError, match="leave one of them out"):
        gates_of(both, folder=tmp_path)


# ---- the page


def test_the_example_on_the_page_is_a_gate_file():
    (example,) = re.findall(r"```yaml\n(schema: evalcore-gates/1\n.*?)```", PAGE, re.DOTALL)
    without_file = example.replace("  calibration: judge.yaml", "")
    gates = gates_from_text(without_file, file="docs/gates.md", folder=Path())
    assert {rule.figure for rule in gates.rules} >= {"agreement", "tnr", "non_literal", "pass_rate"}


@pytest.mark.parametrize("figure", FIGURES)
def test_every_figure_is_on_the_page(figure: str):
    assert f"`{figure}`" in PAGE
