"""``evalcore export --verify``: exact is printed where it was shown, and a changed file ends with 1 and its cases."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from evalcore.exports.target import TRANSPORT
from evalcore.exports.verifying import sent_body
from evalcore.importing import read_cases
from evalcore.judges import read_judge_file
from evalcore.places import default_store_url
from evalcore.store import Store
from tests.support.command import Command
from tests.support.model_server import ModelServer, ScriptedReply

JUDGE = "yes-no@ollama:smollm2:135m"


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    """Four cases, the even ones good; their text is full of what templates and files trip over."""
    lines = [
        {
            "id": f"c{n}",
            "question": f'Question {n}: {{answer}} "quoted" \\ <b>?',
            "answer": f"Answer {n}.\r\n{{{{ x }}}}",
            "evidence": [{"id": "d", "text": f"\tFact {n}."}],
            "slices": {"topic": "odd" if n % 2 else "even"},
            "labels": [{"criterion": "grounded", "annotator": "ines", "value": "fail" if n % 2 else "pass"}],
        }
        for n in range(4)
    ]
    path = tmp_path / "four.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


@pytest.fixture
def server(command: Command, cases: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    """A run of one judge, which answers "Yes." to case 0 and "no" to the others, twice each."""

    def script(prompt: str, nth: int) -> ScriptedReply:
        return ScriptedReply("Yes." if "Answer 0" in prompt else "no")

    with ModelServer(script) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.url)
        assert command("run", "--cases", cases, "--judge", JUDGE, "--repeats", "2").code == 0
        yield server


@pytest.mark.usefixtures("server")
def test_a_written_judge_is_verified_as_exact_with_its_counts(command: Command, tmp_path: Path):
    ended = command("export", "--to", "judge.yaml", "--out", tmp_path / "out", "--verify")
    path, said = ended.out.splitlines()
    assert (ended.code, path) == (0, str(tmp_path / "out" / "judge.yaml"))
    assert said.startswith("exact: 4 of 4 requests and 8 of 8 verdicts of the run are equal, as are ")


@pytest.mark.usefixtures("server")
def test_without_verification_exact_is_said_to_be_a_claim(command: Command, tmp_path: Path):
    ended = command("export", "--to", "judge.yaml", "--out", tmp_path)
    assert ended.code == 0
    assert ended.err == "exact by its make; --verify replays it\n"


def test_what_verification_takes_for_the_request_is_what_the_server_received(
    command: Command, server: ModelServer, cases: Path, tmp_path: Path
):
    assert command("export", "--to", "judge.yaml", "--out", tmp_path).code == 0
    judge = read_judge_file(tmp_path / "judge.yaml")
    expected = [sent_body(judge, case) for case in read_cases(cases).dataset.cases]
    received = [
        {name: value for name, value in body.items() if name not in TRANSPORT} for body in server.bodies("/api/chat")
    ]
    assert len(received) == 8
    assert all(body in expected for body in received)
    assert all(body in received for body in expected)


@pytest.mark.usefixtures("server")
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("answer supported", "answer Supported", "c0: request messages[0].content: measured "),
        ("temperature: 0.0", "temperature: 1.0", "c0: request options.temperature: measured 0.0, exported 1.0"),
        ('rule: "spring-2.0"', 'rule: "lenient"', "c0: reply 'Yes.': measured 'fail', exported 'pass'"),
    ],
)
def test_a_file_that_was_edited_is_left_as_it_stands_and_ends_with_1_and_the_cases(
    command: Command, tmp_path: Path, old: str, new: str, said: str
):
    assert command("export", "--to", "judge.yaml", "--out", tmp_path).code == 0
    lines = (tmp_path / "judge.yaml").read_text(encoding="utf-8").replace(old, new, 1).splitlines(keepends=True)
    edited = "".join(line for line in lines if not line.startswith("  sha256"))
    (tmp_path / "judge.yaml").write_text(edited, encoding="utf-8")
    ended = command("export", "--to", "judge.yaml", "--out", tmp_path, "--verify")
    assert ended.code == 1
    assert "differs: " in ended.out
    assert "exact:" not in ended.out
    assert said in ended.out
    assert (tmp_path / "judge.yaml").read_text(encoding="utf-8") == edited
    assert "left as they stand, though they would now be written otherwise: judge.yaml" in ended.err


@pytest.mark.usefixtures("server")
def test_a_judge_file_whose_calibration_is_void_says_so_where_it_is_used(command: Command, cases: Path, tmp_path: Path):
    assert command("export", "--to", "judge.yaml", "--out", tmp_path).code == 0
    file = tmp_path / "judge.yaml"
    assert "calibration" not in command("judges", "show", file).err
    file.write_text(file.read_text(encoding="utf-8").replace("seed: 42", "seed: 7"), encoding="utf-8")
    for words in (("judges", "show", file), ("run", "--cases", cases, "--judge", file, "--repeats", "1")):
        ended = command(*words)
        assert ended.code == 0
        assert f"{file}: The calibration is void: it was made for config_sha256 " in ended.err


def test_a_preset_needs_no_run_and_is_written_uncalibrated(command: Command, tmp_path: Path):
    ended = command("export", "--judge", "yes-no", "--to", "judge.yaml", "--out", tmp_path)
    assert (ended.code, ended.err) == (0, "uncalibrated: nothing was measured about this judge\n")
    assert "MODEL-NAME" in (tmp_path / "judge.yaml").read_text(encoding="utf-8")
    assert command("export", "--judge", "yes-no", "--to", "judge.yaml", "--out", tmp_path, "--verify").code == 2
    refused = command("export", "--judge", "yes-no", "--to", "card.html", "--out", tmp_path)
    assert refused.code == 3
    assert "`evalcore run` measures it" in refused.err


def test_the_schema_needs_neither_a_run_nor_a_judge_and_a_document_cannot_be_verified(command: Command, tmp_path: Path):
    assert command("export", "--to", "judge.schema.json", "--out", tmp_path).code == 0
    assert json.loads((tmp_path / "judge.schema.json").read_text())["title"] == "A judge file (evalcore-judge/1)"
    refused = command("export", "--to", "judge.schema.json", "--out", tmp_path, "--verify")
    assert refused.code == 3
    assert "leave --verify out" in refused.err


@pytest.mark.usefixtures("server")
def test_the_card_quotes_cases_only_when_that_is_asked_for(command: Command, tmp_path: Path):
    """Case 0 is good and fails, because Spring takes "Yes." for no; nothing bad passes."""
    assert command("export", "--to", "card.md", "--out", tmp_path / "plain").code == 0
    assert "Fact" not in (tmp_path / "plain" / "card.md").read_text(encoding="utf-8")
    assert command("export", "--to", "card.md", "--out", tmp_path / "quoted", "--examples").code == 0
    card = (tmp_path / "quoted" / "card.md").read_text(encoding="utf-8")
    assert "### Case c0: people say pass, the judge says fail" in card
    assert "| reply | Yes. |" in card
    assert "Case c2: people say pass" in card
    assert "Case c1" not in card


def test_of_a_split_set_every_request_is_compared_and_no_case_that_is_kept_back_is_quoted(
    command: Command, tmp_path: Path
):
    """Of the demo set, 57 cases are asked; always-no is wrong on every good one."""
    assert command("run", "--cases", "demo", "--judge", "always-no", "--repeats", "1").code == 0
    assert command("split", "demo").code == 0
    ended = command("export", "--to", "judge.yaml", "--out", tmp_path, "--verify")
    assert ended.out.splitlines()[-1].startswith("exact: 57 of 57 requests and 57 of 57 verdicts")
    assert command("export", "--to", "card.md", "--out", tmp_path, "--examples").code == 0
    quoted = re.findall(
        r"^### Case (\S+): people say", (tmp_path / "card.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    store = Store.open(default_store_url())
    split = store.find_split("demo", "grounded")
    store.close()
    assert split
    assert len(quoted) == 3
    assert split.confirm.isdisjoint(quoted)
