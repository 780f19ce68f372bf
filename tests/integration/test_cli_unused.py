"""No option is passed over: one that a combination leaves without effect is refused in words, and nothing is done."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from evalcore.cli.importing import LAYOUT
from evalcore.report import to_document
from tests.support.command import Command
from tests.support.reports import fixed_report

GATES = "schema: evalcore-gates/1\nname: g\njudge:\n  overall:\n    agreement: {at_least: 0.5}\n"
NEW = "label new demo --name n --criterion grounded"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a table, a recipe, a gate file without a baseline, and a report."""
    monkeypatch.chdir(tmp_path)
    Path("votes.csv").write_text("question,human,gpt\none,yes,yes\ntwo,no,no\n")
    Path("recipe.yaml").write_text("schema: evalcore-recipe/1\n")
    Path("gates.yaml").write_text(GATES)
    Path("report.json").write_text(json.dumps(to_document(fixed_report())))
    return tmp_path


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("demo --port 9000", "it opens the workbench only with --open … leave --port out"),
        ("demo --no-browser", "it opens … leave --no-browser out"),
        ("check demo --delimiter ;", "--delimiter goes with a file"),
        ("check demo --map recipe.yaml --join votes.csv", "--map, --join go with a file"),
        ("check votes.csv --preview --deep --json", "a preview shows … leave --deep, --json out"),
        ("check votes.csv --preview --map recipe.yaml", "a preview shows … leave --map out"),
        ("doctor --cases demo --judge always-yes --plan --json", "with --plan nothing is asked … leave --json out"),
        ("export --to judge.schema.json --run r-0001", "judge.schema.json is about no judge … leave --run out"),
        ("export --to report.md --examples", "only a judge card … leave --examples out"),
        ("export --to report.md --verify", "report.md is a document … leave --verify out"),
        ("export --to judge.yaml --judge yes-no --run r-0001", "yes-no names no model … leave --run out"),
        (
            "gate --report report.json --gates gates.yaml --baseline report.json",
            "no demand in gates.yaml … leave --baseline out",
        ),
        ("judges --json show yes-no", "--json: write options after the action"),
        ("models --json pull x", "--json: write options after the action"),
        ("sets --db sqlite:///other.db show demo", "--db: write options after the action"),
        ("plan --half-width 0.1 --power 0.9", "--power goes with --threshold or --judges or --releases"),
        ("plan --judges 0.8 0.7 --rate 0.8", "--rate goes with"),
        ("plan --half-width 0.1 --attempts 3", "--attempts goes with --retry"),
        ("plan --releases 0.8 0.7 --report report.json", "--report goes with"),
        ("plan --half-width 0.1 --judge x", "--judge goes with --report"),
        ("score votes.csv --human human --judge gpt --join votes.csv", "--join goes with --map"),
        ("score votes.csv --human human --judge gpt --criterion c", "--criterion goes with --map"),
        ("score votes.csv --human human --rule spring-2.0", "--rule goes with --judge COL"),
        ("score votes.csv --map recipe.yaml --cluster question", "a recipe says which columns … leave --cluster out"),
        (
            "score votes.csv --map recipe.yaml --passing a --level ordinal",
            "a recipe says … leave --passing, --level out",
        ),
        ("score votes.csv --map recipe.yaml --slice question", "a recipe says … leave --slice out"),
        ("sets export demo --map recipe.yaml", "--map goes with a file"),
        (f"{NEW} --passing pass", "--passing goes with --values"),
        (f"{NEW} --ordered --pairs", "--ordered goes with --values"),
        (f"{NEW} --run r-0001", "--run goes with a queue that judges make"),
        (f"{NEW} --agreements 50", "--agreements goes with --queue second-look"),
        (f"{NEW} --queue uncertain --run r-0001 --judge x", "--judge goes with --queue second-look"),
        (
            f"{NEW} --queue second-look --run r-0001 --sample 3 --pilot 2",
            "a second look draws … leave --sample, --pilot out",
        ),
        (f"{NEW} --shared 4", "--shared goes with --annotators of more than one"),
        ("label freeze s-0001 --plan --marked", "with --plan nothing is frozen … leave --marked out"),
    ],
)
def test_an_option_without_effect_is_refused(command: Command, here: Path, line: str, said: str):
    ended = command(*shlex.split(line))
    assert (ended.code, ended.out) == (3, "")
    for part in said.split(" … "):
        assert part in ended.err
    assert re.search(r"leave .* out$|write options after the action", ended.err.strip())


@pytest.mark.parametrize("name", ["report", "score votes.csv --human human"])
def test_two_forms_at_once_are_refused(command: Command, here: Path, name: str):
    ended = command(*shlex.split(name), "--format", "md", "--json")
    assert ended.code == 3
    assert "not allowed with argument" in ended.err


def test_a_column_is_not_measured_against_itself(command: Command, here: Path):
    ended = command("score", "votes.csv", "--human", "human", "--judge", "human")
    assert (ended.code, ended.out) == (3, "")
    assert "found 'human' under both: a column always agrees with itself" in ended.err


def test_a_second_look_is_on_the_set_that_is_named(command: Command, here: Path):
    assert command("run", "--cases", "demo", "--judge", "always-yes", "--repeats", "1").code == 0
    words = shlex.split("--name n --criterion grounded --queue second-look --run r-0001")
    Path("other.csv").write_text("question,answer,grounded\none,a,yes\ntwo,b,no\n")
    assert command("import", "other.csv").code == 0
    ended = command("label", "new", "other", *words)
    assert (ended.code, ended.out) == (3, "")
    assert "expected a run on the set other, found r-0001, which is on demo" in ended.err


@pytest.mark.parametrize("seed", ["-1", "2147483648"])
def test_a_seed_that_cannot_be_is_refused_in_words(command: Command, seed: str):
    assert command("run", "--cases", "demo", "--judge", "always-yes", "--repeats", "1").code == 0
    ended = command("split", "demo", "--seed", seed)
    assert ended.code == 3
    assert f"expected a seed from 0 to 2,147,483,647, found '{seed}'" in ended.err


def test_a_preset_with_nothing_after_the_at_sign_says_what_goes_there(command: Command):
    ended = command("run", "--cases", "demo", "--judge", "yes-no@")
    assert ended.code == 3
    assert "yes-no@: expected a model after the @, as in yes-no@ollama:NAME; found nothing" in ended.err


@pytest.mark.parametrize("port", ["0", "65536", "-1", "x"])
def test_a_port_that_cannot_be_is_refused_in_words(command: Command, port: str):
    ended = command("app", f"--port={port}")
    assert ended.code == 3
    assert f"expected a port from 1 to 65,535, found '{port}'" in ended.err


def test_every_option_of_the_layout_is_refused_for_a_set(command: Command):
    for option in LAYOUT:
        ended = command("check", "demo", option, "1")
        assert f"{option} goes with a file" in ended.err
