"""A scripted judge on 40 cases, three times each, by the command line over HTTP: every figure is known beforehand.

The 40 cases come in groups; each line says how many, what people say, and what the model says at
repeats 0, 1 and 2.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import comb, sqrt
from pathlib import Path
from typing import Any

import pytest

from tests.support.command import Command, Ended
from tests.support.model_server import Fault, ModelServer, ScriptedReply, always

REPEATS = 3
JUDGE = "yes-no@ollama:smollm2:135m"
THOUGHT = ScriptedReply("", thinking="The evidence says so.")
CUT_OFF = ScriptedReply("The answer says that", finish_reason="length")
REFUSED = Fault.status(400, body='{"error":"no such thing"}')
BUSY = Fault.status(503, headers={"Retry-After": "0"})


@dataclass(frozen=True)
class Group:
    name: str
    cases: int
    human: str | None
    said: tuple[str | ScriptedReply | Fault, ...]
    """In the order in which the same prompt arrives: one per repeat, and one more per fault that is asked again."""
    has_evidence: bool = True


def every_time(reply: str | ScriptedReply | Fault) -> tuple[str | ScriptedReply | Fault, ...]:
    return (reply,) * REPEATS


GROUPS = (
    Group("accepted", 10, "pass", every_time("Yes")),
    Group("caught", 8, "fail", every_time("No")),
    Group("full stop", 3, "pass", every_time("Yes.")),
    Group("bold", 3, "fail", every_time("**No**")),
    Group("prose", 2, "pass", every_time("Yes, because the evidence says so.")),
    Group("empty", 2, "fail", every_time("")),
    Group("thinking", 1, "pass", every_time(THOUGHT)),
    Group("cut off", 1, "fail", every_time(CUT_OFF)),
    Group("verdict flips", 2, "fail", ("Yes", "No", "Yes")),
    Group("wording flips", 2, "pass", ("Yes", "YES", "yes")),
    Group("read, then not", 1, "pass", ("Yes", "", "Yes")),
    Group("refused", 1, "fail", every_time(REFUSED)),
    Group("no evidence", 1, "pass", (), has_evidence=False),
    Group("busy at first", 1, "fail", (BUSY, *every_time("No"))),
    Group("rejected", 1, "pass", every_time("No")),
    Group("nobody labelled", 1, None, every_time("Yes")),
)
BY_CASE = {f"{group.name} {number}": group for group in GROUPS for number in range(group.cases)}


def script(prompt: str, nth: int) -> ScriptedReply | Fault:
    found = re.search(r"Question: What of “(.+)”\?", prompt)
    assert found, prompt
    said = BY_CASE[found[1]].said[nth]
    return ScriptedReply(said) if isinstance(said, str) else said


def write_cases(path: Path) -> Path:
    path.write_text("".join(json.dumps(case) + "\n" for case in _cases()), encoding="utf-8")
    return path


def _cases() -> Iterator[dict[str, Any]]:
    for name, group in BY_CASE.items():
        label = {"criterion": "grounded", "annotator": "ines", "value": group.human}
        yield {
            "id": name,
            "question": f"What of “{name}”?",
            "answer": f"It is {name}.",
            "evidence": [{"id": "d", "text": f"About {name}.", "source": "notes.md"}] if group.has_evidence else [],
            "expects_evidence": True,
            "labels": [label] if group.human else [],
        }


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    with ModelServer(script) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.url)
        yield server


@pytest.fixture
def ran(command: Command, server: ModelServer, tmp_path: Path) -> Ended:
    cases = write_cases(tmp_path / "cases.jsonl")
    return command("run", "--cases", cases, "--judge", JUDGE, "--repeats", str(REPEATS), "--json")


def wilson(k: int, n: int) -> list[float]:
    """Wilson 1927, equation (4), at 95%."""
    z, p = 1.959963984540054, k / n
    middle, half = p + z**2 / (2 * n), z * sqrt(p * (1 - p) / n + z**2 / (4 * n**2))
    return [(middle - half) / (1 + z**2 / n), (middle + half) / (1 + z**2 / n)]


def assert_share(estimate: dict[str, Any], k: int, n: int) -> None:
    assert (estimate["k"], estimate["n"], estimate["method"], estimate["level"]) == (k, n, "Wilson", 0.95)
    assert estimate["value"] == pytest.approx(k / n)
    assert [estimate["low"], estimate["high"]] == pytest.approx(wilson(k, n))


def test_the_set_is_forty_cases_with_21_good_and_18_bad_answers(ran: Ended):
    """Good: 10+3+2+1+2+1+1+1 = 21. Bad: 8+3+2+1+2+1+1 = 18. And one that nobody labelled."""
    dataset = ran.json["dataset"]
    assert (dataset["cases"], dataset["labelled"], dataset["unlabelled"], dataset["unresolved"]) == (40, 39, 1, 0)
    human = [group.human for group in BY_CASE.values()]
    assert (human.count("pass"), human.count("fail"), human.count(None)) == (21, 18, 1)


def test_every_planned_call_is_accounted_for(ran: Ended, server: ModelServer):
    """Planned 40 × 3 = 120 = 114 answered + 3 failed (1 case) + 3 not asked (1 case) + 0 missing.

    The server was asked 39 × 3 times, and once more after the 503; a refusal is not asked again.
    """
    (judge,) = ran.json["judges"]
    assert judge["calls"] == {
        "planned": 120,
        "answered": 114,
        "failed": 3,
        "not_asked": {"no evidence": 3},
        "missing": 0,
        "truncated": 0,
    }
    assert len(server.prompts) == 39 * 3 + 1


def test_a_run_with_failed_calls_ends_with_1_and_says_so(ran: Ended):
    assert ran.code == 1
    assert "3 calls failed" in ran.err
    assert "--retry-failed" in ran.err


def test_the_forms_of_the_replies_add_up_to_the_answered_calls_under_both_rules(ran: Ended):
    """Literal: accepted 30, caught 24, verdict flips 6, wording flips 6, read then not 2, and thrice 3: 77.

    Recovered: full stop 9 + bold 9 + prose 6 = 24. Unread: empty 6 + 1, thinking 3, cut off 3 = 13.
    77 + 24 + 13 = 114. Spring reads none of the 24.
    """
    (judge,) = ran.json["judges"]
    assert judge["replies"] == {
        "literal": 77,
        "recovered": {"punctuation": 9, "emphasis": 9, "leading word": 6},
        "unread": {"empty": 7, "thinking-only": 3, "cut-off": 3},
    }
    assert judge["replies_as_deployed"] == {
        "literal": 77,
        "recovered": {},
        "unread": {"not literal": 24, "empty": 7, "thinking-only": 3, "cut-off": 3},
    }


def test_the_matrix_as_deployed_is_what_spring_would_have_done(ran: Ended):
    """39 cases with gold less 1 that failed and 1 not asked: 37, of which 20 are good and 17 bad.

    Good: accepted 10 + wording flips 2 + read, then not 1 = 13 pass. 7 fail: full stop 3, prose 2 and
    thinking 1 by default, rejected 1. Bad: verdict flips 2 pass. 15 fail: caught 8, busy 1, and by default
    bold 3, empty 2, cut off 1.
    """
    deployed = ran.json["judges"][0]["as_deployed"]
    assert deployed["n"] == 37
    assert deployed["confusion"] == {"labels": ["pass", "fail"], "matrix": [[13, 7], [2, 15]], "no_verdict": [6, 6]}
    assert_share(deployed["agreement"], 28, 37)
    assert_share(deployed["tpr"], 13, 20)
    assert_share(deployed["tnr"], 15, 17)
    assert_share(deployed["tnr_said"], 9, 17)  # caught 8, busy 1
    assert deployed["balanced_accuracy"]["value"] == pytest.approx((13 / 20 + 15 / 17) / 2)


def test_the_lenient_matrix_leaves_out_what_says_no_verdict(ran: Ended):
    """Good: 13 + full stop 3 + prose 2 = 18 pass, rejected 1 fails, thinking 1 is unread.

    Bad: 2 pass, 8 + 1 + bold 3 = 12 fail; empty 2 and cut off 1 are unread.
    """
    lenient = ran.json["judges"][0]["lenient"]
    assert lenient["n"] == 37
    assert lenient["confusion"] == {"labels": ["pass", "fail"], "matrix": [[18, 1], [2, 12]], "no_verdict": [1, 3]}
    assert_share(lenient["agreement"], 30, 33)
    assert_share(lenient["tpr"], 18, 19)
    assert_share(lenient["tnr"], 12, 14)
    assert lenient["tnr_said"] == lenient["tnr"]


def test_flips_are_told_apart_and_rest_on_the_38_answered_cases(ran: Ended):
    """Of 3 pairs of repeats, "Yes, No, Yes" and "Yes, nothing, Yes" have 2 unequal; three wordings have 3.

    As deployed 2 + 1 cases flip: (3 × 2/3) / 38. Lenient 2: (2 × 2/3) / 38. Wording 2: (2 × 3/3) / 38. Read
    against unread 1: 2/3 / 38.
    """
    (judge,) = ran.json["judges"]
    found = {
        "deployed": judge["as_deployed"]["flips"],
        "lenient": judge["lenient"]["flips"],
        "wording": judge["flips"]["wording"],
        "read_unread": judge["flips"]["read_unread"],
    }
    assert {name: (flips["cases"], flips["n"]) for name, flips in found.items()} == {
        "deployed": (3, 38),
        "lenient": (2, 38),
        "wording": (2, 38),
        "read_unread": (1, 38),
    }
    assert {name: flips["rate"]["value"] for name, flips in found.items()} == pytest.approx(
        {"deployed": 2 / 38, "lenient": 4 / 3 / 38, "wording": 2 / 38, "read_unread": 2 / 3 / 38}
    )


def test_the_mean_over_repeats_counts_each_case_once(ran: Ended):
    """As deployed: 12 good cases always right, "read, then not" 2/3; 15 bad ones always, two that flip 1/3 each.

    Lenient: 17 + 1 good (its unread repeat is left out), 12 bad, two 1/3; 4 cases say nothing at all, so of 33.
    """
    mean = ran.json["judges"][0]["mean_over_repeats"]
    assert mean["as_deployed"]["value"] == pytest.approx((12 + 2 / 3 + 15 + 2 / 3) / 37)
    assert mean["lenient"]["value"] == pytest.approx((18 + 12 + 2 / 3) / 33)
    assert (mean["as_deployed"]["n"], mean["lenient"]["n"]) == (37, 33)


def test_the_judge_is_held_against_always_saying_pass(ran: Ended):
    """Always pass is right on 20 of 37: the judge alone on the 15 it caught, the constant alone on the 7 it rejected.

    Exact McNemar, two-sided: 2 × P(at most 7 of 22 at one half).
    """
    baseline = ran.json["judges"][0]["baseline"]
    assert baseline["value"] == "pass"
    assert_share(baseline["agreement"], 20, 37)
    assert baseline["difference"]["value"] == pytest.approx((28 - 20) / 37)
    assert baseline["p_value"] == pytest.approx(2 * sum(comb(22, k) for k in range(8)) / 2**22)
    assert baseline["beats"] is None


def test_the_raw_pass_rate_is_over_all_answered_cases(ran: Ended):
    """The 13 good and 2 bad ones that pass, and the one that nobody labelled: 16 of 38."""
    assert_share(ran.json["judges"][0]["pass_rate"]["raw"], 16, 38)


def test_the_lenient_rule_is_reported_from_the_same_replies(ran: Ended, command: Command, server: ModelServer):
    """Read by lenient as deployed, what says no verdict fails: 18 pass and 2 fail, 2 pass and 15 fail."""
    asked = len(server.prompts)
    again = command("report", "--rule", "lenient", "--json")
    (judge,) = again.json["judges"]
    assert again.code == 0
    assert len(server.prompts) == asked
    assert (judge["rule"], judge["reader"]) == ("lenient", "read again by lenient")
    assert judge["as_deployed"]["confusion"]["matrix"] == [[18, 2], [2, 15]]
    assert judge["as_deployed"]["confusion"]["no_verdict"] == [1, 3]
    assert judge["config_sha256"] != ran.json["judges"][0]["config_sha256"]


def test_only_failed_calls_are_asked_again_when_that_is_asked_for(
    ran: Ended, command: Command, server: ModelServer, tmp_path: Path
):
    """Now the server answers the refused case: 3 more calls, and nothing failed any more."""
    asked = len(server.prompts)
    server.script = always("No")
    words = ("run", "--cases", tmp_path / "cases.jsonl", "--judge", JUDGE, "--repeats", str(REPEATS), "--json")
    left = command(*words)
    assert (left.code, len(server.prompts)) == (1, asked)
    assert "114 already answered, 3 already failed" in left.err
    again = command(*words, "--retry-failed")
    assert (again.code, len(server.prompts)) == (0, asked + 3)
    assert again.json["judges"][0]["calls"]["answered"] == 117
    assert again.json["judges"][0]["as_deployed"]["confusion"]["matrix"] == [[13, 7], [2, 16]]
