"""The road from a Spring application: its answers recorded, imported, joined to a golden set, and checked by rules.

Spring AI is represented by stubs of its classes; the exported class, the compiler and the Java are real.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from evalcore.importing import read_cases
from tests.support.command import Command
from tests.support.parts import missing

STUBS = Path(__file__).parents[1] / "targets" / "spring_stubs"
RAG, QA = "rag_document_context", "qa_retrieved_documents"
Record = Callable[[Sequence[dict[str, Any]]], Path]

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Record:
    """Puts questions to an application that has the exported class as its advisor; the file that it recorded."""
    if not shutil.which("java") or not shutil.which("javac"):
        missing("no Java development kit on this machine")
    from evalcore.exports import Material, find_target, write_files

    folder = tmp_path_factory.mktemp("application")
    (source,) = write_files(find_target("spring-recorder").write(Material(report=None, date="2026-11-30")), folder)
    harness = STUBS / "recorder" / "com" / "example" / "judge" / "RecorderHarness.java"
    options = ["-encoding", "US-ASCII", "--release", "17", "-Xlint:all,-options", "-Werror", "-implicit:class"]
    command = ["javac", *options, "-sourcepath", STUBS / "both", "-d", folder / "classes", source, harness]
    compiled = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False)
    assert (compiled.returncode, compiled.stderr) == (0, "")

    def recorded(calls: Sequence[dict[str, Any]]) -> Path:
        file = tmp_path_factory.mktemp("recorded") / "build" / "answers.jsonl"
        run = ["java", "-XX:TieredStopAtLevel=1", "-cp", str(folder / "classes"), "com.example.judge.RecorderHarness"]
        asked = "".join(json.dumps(call) + os.linesep for call in calls)
        subprocess.run([*run, str(file)], input=asked, text=True, check=True, timeout=60)
        return file

    return recorded


def document(name: str, text: str, **metadata: Any) -> dict[str, Any]:
    return {"id": name, "text": text, "metadata": metadata}


RETURNS = document("d-1", "Returns are free for 30 days.", source="returns.md", distance=0.12)
PRICES = document("d-2", "Delivery costs 4 euros.", file_name="prices.pdf")
CALLS = [
    {"question": "Can I send it back?", "key": RAG, "documents": [RETURNS], "answer": "Yes, within 30 days."},
    {"question": "What is delivery?", "key": QA, "in": "metadata", "documents": [PRICES], "answer": "It is 5 euros."},
    {"question": "How long is the warranty?", "key": RAG, "documents": [RETURNS], "answer": "Two years."},
    {"question": "Who are you?", "key": RAG, "documents": [], "answer": "An assistant."},
    {"question": "Hello", "answer": "Good day."},
    {"question": "Where is my order?", "key": RAG, "documents": [], "answer": "I do not know."},
]
GOLDEN = """question,expectedSource,mustMention
Can I send it back?,returns.md,30 days
What is delivery?,prices.pdf,4 euros
How long is the warranty?,warranty.md;returns.md,two years
Who are you?,,assistant
Where is my order?,orders.md,
Never asked?,returns.md,
"""


def test_an_answer_is_recorded_imported_joined_and_checked(record: Record, command: Command, tmp_path: Path):
    """The whole road, with every figure.

    Required sources: of the four questions that have some, the first two have theirs retrieved, one of the warranty's
    two is missing, and nothing was retrieved for the order. Required mentions: "30 days" and "two years" are there,
    "4 euros" is not; nothing was retrieved for the other three, which are not asked.
    """
    golden = tmp_path / "golden.csv"
    golden.write_text(GOLDEN, encoding="utf-8")
    joined = ("import", record(CALLS), "--join", golden, "--on", "question", "--name", "support")
    refused = command(*joined)
    assert (refused.code, "whose key no row of the first file has: 'Never asked?'" in refused.err) == (3, True)
    taken = command(*joined, "--leave-out")
    assert "support: 6 cases and 0 labels are stored" in taken.out
    assert "the file was taken for a Spring recorder export" in taken.err
    assert "without-partner (1)" in taken.err
    assert "orphan (1)" in taken.err

    rules = ("--judge", "must-retrieve", "--judge", "must-mention")
    ran = command("run", "--cases", "support", *rules, "--repeats", "1", "--json")
    assert ran.code == 0
    retrieve, mention = ran.json["judges"]
    raw = [(judge["pass_rate"]["raw"]["k"], judge["pass_rate"]["raw"]["n"]) for judge in (retrieve, mention)]
    assert raw == [(2, 4), (2, 3)]
    assert retrieve["calls"]["not_asked"] == {"no required source": 2}
    assert mention["calls"]["not_asked"] == {"no evidence": 3}
    assert ran.json["dataset"]["made_by"] == {"application model": ["small-1"]}


def test_documents_keep_their_ids_and_sources_wherever_spring_leaves_them(record: Record):
    calls = [
        {"question": f"{key} in {place}?", "key": key, "in": place, "documents": [RETURNS, PRICES], "answer": "A."}
        for key in (RAG, QA)
        for place in ("context", "metadata")
    ]
    imported = read_cases(record(calls))
    assert len(imported.dataset.cases) == 4
    for case in imported.dataset.cases:
        assert [(one.id, one.source) for one in case.evidence] == [("d-1", "returns.md"), ("d-2", "prices.pdf")]


HOSTILE = 'Is "a\\b" {{x}} \u2028 \t \r\n half \ud83d or whole \U0001f600, \x00, =1+1 and <b>ü</b>?'


def test_any_text_comes_through_as_it_is(record: Record):
    calls = [
        {"question": HOSTILE, "key": RAG, "documents": [document(HOSTILE, HOSTILE, source=HOSTILE)], "answer": HOSTILE}
    ]
    file = record(calls)
    assert file.read_bytes().count(b"\n") == 1
    line = json.loads(file.read_text(encoding="utf-8"))
    assert (line["question"], line["answer"]) == (HOSTILE, HOSTILE)
    assert line["documents"] == [{"id": HOSTILE, "text": HOSTILE, "source": HOSTILE}]
    (case,) = read_cases(file).dataset.cases
    assert (case.question, case.answer, case.evidence[0].text) == (HOSTILE, HOSTILE, HOSTILE)


def test_a_response_without_an_answer_is_recorded_and_called_out(record: Record):
    imported = read_cases(record([{"question": "Why?", "key": RAG, "documents": [RETURNS]}, CALLS[0]]))
    assert [case.answer for case in imported.dataset.cases] == ["", "Yes, within 30 days."]
    assert "empty-answer" in {problem.kind for problem in imported.problems}
