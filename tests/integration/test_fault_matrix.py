"""Every fault seen in the wild, in whole runs: nothing is lost, nothing asked twice, and the page says why.

``python -m tests.fault_matrix`` prints what the same runs come to as a table; ``docs/faults.md`` shows it.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from evalcore.errors import BadAnswer, ModelMissing
from evalcore.runner.same_model import MODEL_CHANGED
from tests.fault_matrix import STORE_FAULTS, Line, opened, server_fault
from tests.support.asking import ask, judge_of
from tests.support.fault_rows import CASES, MODEL, ROWS, Provider, Row
from tests.support.faulty_runs import FaultyRun
from tests.support.model_faults import Fault
from tests.support.model_server import ModelServer, ScriptedReply, always

QUICK = ("reset in mid-body", "404 for the model in mid-run", "HTML error page")
"""Faults that are tried whenever tests are; the others take their time."""


def of_the_server() -> list[object]:
    return [
        pytest.param(row, provider, id=f"{row.name}, {provider}", marks=[] if row.name in QUICK else pytest.mark.slow)
        for row in ROWS
        for provider in row.providers
    ]


def accounts_for_every_call(line: Line, calls: int) -> None:
    first = line.first
    assert first.answered + first.failed + first.missing == calls
    assert line.left == (first.missing, first.failed)
    # Resumed, the server is asked exactly what is missing or failed, each once; what was answered is not asked again.
    answered = {case for case, reply in first.replies.items() if reply.answered}
    assert len(line.again) == calls - len(answered)
    assert sorted([*line.again, *(number for number, _ in answered)]) == sorted(
        number for number in range(CASES) for _ in range(calls // CASES)
    )
    assert (line.last.state, line.last.answered, line.last.failed, line.last.missing) == ("done", calls, 0, 0)


@pytest.mark.parametrize(("row", "provider"), of_the_server())
def test_a_fault_of_the_server_costs_no_reply_and_no_call_twice(row: Row, provider: Provider, tmp_path: Path) -> None:
    line = server_fault(row, provider, tmp_path)
    first = line.first
    accounts_for_every_call(line, CASES * row.repeats)
    if row.answered is not None:
        assert first.answered == row.answered
    assert row.tries is None or first.tries == row.tries
    assert first.state == "interrupted" or not first.missing
    if row.words:
        assert re.search(row.words, first.words), first.words
    else:
        assert (first.words, first.answered) == ("", CASES)
    for (number, _), reply in first.replies.items():
        if reply.answered:
            assert reply.text == "YES"
            # A proper answer that left the server arrived and was not asked for twice, unless the server went down.
            assert line.sent[number] <= row.repeats or row.tries is None


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="disks are filled as POSIX has it")
@pytest.mark.parametrize("provider", ["ollama", "openai"])
@pytest.mark.parametrize("fault", STORE_FAULTS)
def test_a_fault_of_the_store_is_waited_for_and_named(fault: str, provider: Provider, tmp_path: Path) -> None:
    line = STORE_FAULTS[fault](provider, tmp_path)
    accounts_for_every_call(line, CASES)
    said = "database is locked – another program" if "locked" in fault else "disk.* – .* its disk"
    assert all(re.search(said, waiting) for waiting in line.first.waited_for)
    assert line.first.waited_for
    if "stays" in fault:
        assert re.search(said + r".* \d+ replies could not be stored; continuing asks them again", line.first.words)
        assert line.first.missing == CASES  # fewer than a batch: nothing could be stored before
    else:
        assert (line.first.state, line.first.answered, line.again) == ("done", CASES, [])


def test_a_huge_body_is_not_read_to_its_end() -> None:
    """1 GB is offered; 16 MB are read, and what the sockets hold besides."""
    with ModelServer(always(Fault.huge(1024**3))) as server, pytest.raises(BadAnswer, match="more than 16 MB"):
        ask(judge_of("ollama", MODEL, base_url=server.url), "hi")
    assert 16 * 1024**2 <= server.sent_bytes < 64 * 1024**2


def test_replies_since_the_digest_was_seen_last_keep_their_words_and_do_not_count(tmp_path: Path) -> None:
    """And the run does not go on with another model than it began with, however often somebody continues it."""

    def change_after_six(_prompt: str, _nth: int) -> ScriptedReply:
        if len(server.prompts) == 6:
            server.replace_model(MODEL)
        return ScriptedReply("YES")

    with ModelServer() as server, opened(tmp_path / "store.db") as store:
        run = FaultyRun(provider="ollama", store=store, server=server, misbehave=change_after_six)
        first = run.first_go()
        voided = [reply for reply in first.replies.values() if reply.failure]
        assert {(reply.failure.kind, reply.text) for reply in voided if reply.failure} == {(MODEL_CHANGED, "YES")}
        with pytest.raises(ModelMissing, match="pinned to"):
            run.resumed()
    # Where the machine is so slow that the change is seen with the last replies, nothing is missing any more.
    assert first.state == ("interrupted" if first.missing else "done")


def test_another_model_behind_the_same_name_is_noticed_after_a_pause_too(tmp_path: Path) -> None:
    """The names that answered before are in the store, so that a continued run does not mix them either."""

    def refuse_one(prompt: str, _nth: int) -> ScriptedReply | Fault:
        return Fault.status(400) if prompt.startswith("3 ") else ScriptedReply("YES")

    with ModelServer(kind="openai") as server, opened(tmp_path / "store.db") as store:
        run = FaultyRun(provider="openai", store=store, server=server, misbehave=refuse_one)
        assert run.first_go().failed == 1
        run.afterwards = ScriptedReply("YES", served_model="newer:1b")
        _, told = run.resumed()
    assert (told.state, told.failed) == ("done", 1)  # nothing is missing: the one call failed
    assert "it was smollm2:135m and is newer:1b" in told.words
