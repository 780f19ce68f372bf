"""The afternoon in which somebody chooses a judge: 60 cases, four candidates, by the command line over HTTP.

36 answers are good and 24 bad. *always-yes* needs no model; the *empty* one returns nothing; the
*chatty* one is right on 52 and never says a bare yes or no; the *literal* one is right on the same 52 and
says nothing else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from evalcore.places import default_store_url
from evalcore.report import advice, read_calls
from evalcore.runner import load_run_columns
from evalcore.store import Store
from tests.support.command import Command
from tests.support.model_server import ModelServer, ScriptedReply

GOOD, BAD = 36, 24
WRONG = {*range(5), *range(GOOD, GOOD + 3)}
"""Cases on which the chatty and the literal judge are wrong: 5 good ones rejected, 3 bad ones let through."""
MODES = ("empty", "chatty", "literal")
JUDGE = """schema: evalcore-judge/1
name: {mode}
criterion: grounded
model: {{provider: ollama, name: "smollm2:135m"}}
prompt:
  dialect: brace
  role: user
  template: "{mode}: {{question}} {{evidence}} {{answer}}"
options: {{temperature: 0.0, seed: 42, max_tokens: 40}}
reading: {{rule: spring-2.0, reader: "Spring AI 2.0"}}
verdicts:
  values: [pass, fail]
  level: nominal
  passing: [pass]
  tokens: {{pass: pass, fail: fail, "yes": pass, "no": fail}}
"""


def script(prompt: str, nth: int) -> ScriptedReply:
    found = re.match(r"(\w+): Is answer (\d+) right\?", prompt)
    assert found, prompt
    mode, number = found[1], int(found[2])
    word = "Yes" if (number < GOOD) != (number in WRONG) else "No"
    return ScriptedReply({"empty": "", "chatty": f"{word}, because the page says so.", "literal": word}[mode])


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    with ModelServer(script) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.url)
        yield server


@pytest.fixture
def ran(command: Command, server: ModelServer, tmp_path: Path) -> Any:
    cases = tmp_path / "cases.jsonl"
    cases.write_text("".join(json.dumps(case) + "\n" for case in _cases()), encoding="utf-8")
    judges = []
    for mode in MODES:
        path = tmp_path / f"{mode}.yaml"
        path.write_text(JUDGE.format(mode=mode), encoding="utf-8")
        judges += ["--judge", path]
    ended = command("run", "--cases", cases, "--judge", "always-yes", *judges, "--repeats", "1", "--json")
    assert ended.code == 0, ended.err
    return ended.json


def _cases() -> Iterator[dict[str, Any]]:
    for number in range(GOOD + BAD):
        value = "pass" if number < GOOD else "fail"
        yield {
            "id": f"case-{number}",
            "question": f"Is answer {number} right?",
            "answer": f"It is {number}.",
            "evidence": [{"id": "page", "text": f"Page {number}.", "source": "help.md"}],
            "labels": [{"criterion": "grounded", "annotator": "ines", "value": value}],
        }


def measured(report: Any, judge: str) -> Any:
    return next(one for one in report["judges"] if one["name"] == judge)


def share(estimate: Any) -> tuple[int, int, int, int]:
    """k, n and the limits in whole per cent."""
    return estimate["k"], estimate["n"], round(100 * estimate["low"]), round(100 * estimate["high"])


def test_always_yes_agrees_on_36_of_60_and_catches_nothing(ran: Any) -> None:
    """Wilson for 36 of 60: 0.474 to 0.714."""
    judge = measured(ran, "always-yes")["as_deployed"]
    assert share(judge["agreement"]) == (36, 60, 47, 71)
    assert (judge["tnr"]["k"], judge["tnr"]["n"]) == (0, 24)


def test_a_judge_that_returns_nothing_catches_no_bad_answer_by_saying_so(ran: Any) -> None:
    """As deployed every reply fails: the 24 bad answers are right by default, and none of them was said."""
    judge = measured(ran, "empty")["as_deployed"]
    assert (judge["agreement"]["k"], judge["agreement"]["n"]) == (24, 60)
    assert (judge["tnr"]["k"], judge["tnr_said"]["k"], judge["tnr_said"]["n"]) == (24, 0, 24)


def test_a_chatty_judge_is_as_useless_as_deployed_and_right_on_52_when_read_leniently(ran: Any) -> None:
    """As deployed no reply is literal, so all fail: 24 of 60 is 0.286 to 0.526. Lenient: 31 + 21 = 52 of 60."""
    judge = measured(ran, "chatty")
    assert share(judge["as_deployed"]["agreement"]) == (24, 60, 29, 53)
    assert (judge["lenient"]["agreement"]["k"], judge["lenient"]["agreement"]["n"]) == (52, 60)


def test_reading_the_same_replies_another_way_asks_nothing_anew(
    ran: Any, command: Command, server: ModelServer
) -> None:
    asked = len(server.prompts)
    assert asked == 3 * 60
    read_again = command("report", "--rule", "lenient", "--json").json
    assert share(measured(read_again, "chatty")["as_deployed"]["agreement"]) == (52, 60, 76, 93)
    assert len(server.prompts) == asked


@pytest.mark.usefixtures("ran")
def test_the_chatty_judge_is_told_what_to_change() -> None:
    store = Store.open(default_store_url())
    columns = load_run_columns(store, "r-0001")
    chatty = next(calls for calls in columns.judges if calls.judge.name == "chatty")
    said = advice(read_calls(chatty))
    store.close()
    assert said == (
        "60 of 60 replies start with the verdict and go on talking: lower max_tokens so far that only the verdict comes"
        " (1 to 3), or deploy the rule lenient."
    )


@pytest.mark.parametrize(("threshold", "code"), [(0.75, 0), (0.85, 2)])
def test_the_literal_judge_passes_a_gate_at_75_percent_and_leaves_one_at_85_undecided(
    ran: Any, command: Command, tmp_path: Path, threshold: float, code: int
) -> None:
    """52 of 60: 0.758 to 0.931."""
    assert share(measured(ran, "literal")["as_deployed"]["agreement"]) == (52, 60, 76, 93)
    gates = tmp_path / "gates.yaml"
    gates.write_text(
        f"schema: evalcore-gates/1\nname: g\njudge:\n  overall:\n    agreement: {{at_least: {threshold}}}\n"
    )
    assert command("gate", "--report", "r-0001", "--gates", gates, "--judge", "literal").code == code


def test_none_but_the_literal_judge_is_proven_to_beat_always_saying_pass(ran: Any) -> None:
    """Always pass is right on 36; the literal judge loses 5 of these and wins 21 others: exact McNemar 5 against 21."""
    beats = {judge["name"]: judge["baseline"]["beats"] for judge in ran["judges"]}
    assert beats["literal"] is True
    assert beats["always-yes"] is None
