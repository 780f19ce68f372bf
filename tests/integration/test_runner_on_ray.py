"""A run on a Ray cluster of two real nodes: calls are spread, a lost node or driver costs no reply."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
import yaml

from evalcore.judges import request_fingerprint
from evalcore.store import Store
from tests.support.command import Command, ended, start
from tests.support.model_server import ModelServer
from tests.support.parts import missing
from tests.support.ray_nodes import KEY_VARIABLE, KEYS, RayNodes, two_nodes

CASES, REPEATS, CONCURRENCY = 100, 2, 8
CALLS = CASES * REPEATS
PATIENCE_S = 180.0


@pytest.fixture(scope="module")
def nodes() -> Iterator[RayNodes]:
    """A cluster that every test leaves with two nodes."""
    needs_ray()
    with two_nodes() as started:
        yield started


@pytest.fixture
def doomed() -> Iterator[RayNodes]:
    """A cluster of which one test may kill half."""
    needs_ray()
    with two_nodes() as started:
        yield started


def needs_ray() -> None:
    if find_spec("ray") is None:
        missing("Ray is not installed: pip install -e '.[ray]'")


def words(folder: Path, server: ModelServer, store_url: str, *options: str) -> list[str]:
    """The same command, however often it is started."""
    cases, judge = folder / "cases.jsonl", folder / "judge.yaml"
    made = [{"id": f"c{n}", "question": f"Question {n}?", "answer": "A.", "evidence": "E."} for n in range(CASES)]
    cases.write_text("".join(json.dumps(case) + "\n" for case in made), encoding="utf-8")
    document = {
        "schema": "evalcore-judge/1",
        "name": "asker",
        "criterion": "grounded",
        "model": {
            "provider": "openai",
            "name": "smollm2:135m",
            "base_url": server.openai_url,
            "api_key_env": KEY_VARIABLE,
        },
        "prompt": {"template": "Is {answer} right by {evidence}? {question} YES or NO"},
        "reading": {"rule": "lenient", "reader": "a person"},
    }
    judge.write_text(yaml.safe_dump(document), encoding="utf-8")
    told = f"run --engine ray --cases {cases} --judge {judge} --repeats {REPEATS} --concurrency {CONCURRENCY} --json"
    return [*told.split(), "--db", store_url, *options]


def asked_by(server: ModelServer) -> Counter[str]:
    """How many calls came from each node, by its key."""
    headers = [request.headers for request in server.requests if request.path == "/v1/chat/completions"]
    return Counter(header["Authorization"].removeprefix("Bearer ") for header in headers)


def answered(store_url: str) -> int:
    """How many calls of the first run have a reply; the store has room for one reply per call."""
    from evalcore.runner import run_standing

    store = Store.open(store_url)
    try:
        return run_standing(store, "r-0001")[0].answered
    finally:
        store.close()


def wait_until(server: ModelServer, process: subprocess.Popen[str], calls: int) -> None:
    """Until so many calls are asked, and each node asked some of them: the second one may start late."""
    deadline = time.monotonic() + PATIENCE_S
    while len(server.prompts) < calls or set(asked_by(server)) != set(KEYS):
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.002)


@pytest.mark.slow
def test_calls_are_spread_over_the_nodes_and_every_reply_is_stored_once(
    nodes: RayNodes, tmp_path: Path, store_url: str
) -> None:
    """Every node uses the key of its own environment, so the server sees who asked."""
    with ModelServer(latency_s=0.1) as server:
        done = ended(start(*words(tmp_path, server, store_url), **nodes.environment), timeout_s=PATIENCE_S)
        assert done.code == 0, done.err
        assert len(server.prompts) == answered(store_url) == CALLS
        assert set(asked_by(server)) == set(KEYS)
        assert server.peak_in_flight <= CONCURRENCY
        again = ended(start(*words(tmp_path, server, store_url), **nodes.environment), timeout_s=PATIENCE_S)
        assert (again.code, len(server.prompts)) == (0, CALLS)


@pytest.mark.slow
def test_a_node_killed_in_mid_run_costs_no_reply(doomed: RayNodes, tmp_path: Path, store_url: str) -> None:
    """Asked twice is at most what that node had under way: half of the 8 calls at once."""
    with ModelServer(latency_s=0.1) as server:
        process = start(*words(tmp_path, server, store_url), **doomed.environment)
        wait_until(server, process, CALLS // 4)
        os.kill(doomed.raylets[1], signal.SIGKILL)
        done = ended(process, timeout_s=PATIENCE_S)
        assert done.code == 0, done.err
        assert answered(store_url) == CALLS
        assert CALLS <= len(server.prompts) <= CALLS + CONCURRENCY // 2
        assert done.json["judges"][0]["calls"] == {
            "planned": CALLS, "answered": CALLS, "failed": 0, "not_asked": {}, "missing": 0, "truncated": 0
        }  # fmt: skip


@pytest.mark.slow
def test_a_worker_process_that_dies_is_started_anew_on_its_node(nodes: RayNodes, tmp_path: Path) -> None:
    store_url = f"sqlite:///{(tmp_path / 'store.db').as_posix()}"
    with ModelServer(latency_s=0.1) as server:
        process = start(*words(tmp_path, server, store_url), **nodes.environment)
        wait_until(server, process, CALLS // 4)
        worker = max(nodes.workers(1))  # those of an earlier driver may still be ending
        os.kill(worker, signal.SIGKILL)
        before = asked_by(server)[KEYS[1]]
        done = ended(process, timeout_s=PATIENCE_S)
        assert (done.code, answered(store_url)) == (0, CALLS), done.err
        assert CALLS <= len(server.prompts) <= CALLS + CONCURRENCY // 2
        assert asked_by(server)[KEYS[1]] > before


@pytest.mark.slow
def test_a_killed_driver_goes_on_with_what_is_missing(nodes: RayNodes, tmp_path: Path) -> None:
    """Lost are at most 49 replies that were not saved and one per call under way, as without Ray."""
    store_url = f"sqlite:///{(tmp_path / 'store.db').as_posix()}"
    with ModelServer(latency_s=0.1) as server:
        process = start(*words(tmp_path, server, store_url), **nodes.environment)
        wait_until(server, process, CALLS // 2)
        process.kill()
        process.communicate()
        stored = answered(store_url)
        done = ended(start(*words(tmp_path, server, store_url), **nodes.environment), timeout_s=PATIENCE_S)
        assert (done.code, answered(store_url)) == (0, CALLS), done.err
        assert f"{CALLS - stored} calls to ask, {stored} already answered" in done.err
        assert len(server.prompts) <= CALLS + 49 + CONCURRENCY


@pytest.mark.slow
@pytest.mark.parametrize("number", ["SIGTERM", "SIGHUP"])
def test_a_driver_that_is_told_to_end_stores_every_reply(nodes: RayNodes, tmp_path: Path, number: str) -> None:
    store_url = f"sqlite:///{(tmp_path / 'store.db').as_posix()}"
    with ModelServer(latency_s=0.1) as server:
        process = start(*words(tmp_path, server, store_url), **nodes.environment)
        wait_until(server, process, CALLS // 4)
        process.send_signal(getattr(signal, number))
        done = ended(process, timeout_s=PATIENCE_S)
        assert done.code == 128 + getattr(signal, number), done.err
        assert answered(store_url) == len(server.prompts) < CALLS
        assert "The same command asks what is missing" in done.err


@pytest.mark.slow
def test_a_node_that_cannot_ask_the_same_judge_ends_the_run_in_words(nodes: RayNodes, tmp_path: Path) -> None:
    """The server takes one key only, and the second node has another: whatever was answered is kept."""
    store_url = f"sqlite:///{(tmp_path / 'store.db').as_posix()}"
    with ModelServer(latency_s=0.02, api_key=KEYS[0]) as server:
        done = ended(start(*words(tmp_path, server, store_url), **nodes.environment), timeout_s=PATIENCE_S)
        assert done.code == 3
        assert "node 127.0.0.1 of the Ray cluster cannot ask asker:" in done.err
        assert "Traceback" not in done.err
        assert not any(key in done.err for key in KEYS)
        assert set(asked_by(server)) <= {KEYS[0]}


@pytest.mark.parametrize(
    ("address", "said"),
    [("127.0.0.1:1", "no Ray cluster answers at RAY_ADDRESS 127.0.0.1:1"), ("ray://somewhere:1", "to be host:port")],
)
def test_without_a_cluster_the_run_says_how_to_start_one(
    command: Command, monkeypatch: pytest.MonkeyPatch, address: str, said: str
) -> None:
    needs_ray()
    monkeypatch.setenv("RAY_ADDRESS", address)
    with ModelServer() as server:
        monkeypatch.setenv("OLLAMA_HOST", server.url)
        done = command("run", "--engine", "ray", "--cases", "demo", "--judge", "ollama:smollm2:135m", "--limit", "1")
        assert done.code == 3
        assert said in done.err
        assert server.prompts == []
        assert no_run_is_left()


def test_without_ray_the_run_says_which_extra_brings_it(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    done = command("run", "--engine", "ray", "--cases", "demo", "--judge", "always-yes", "--limit", "1")
    assert done.code == 3
    assert "pip install 'judge-calibration-workbench[ray]'" in done.err
    assert no_run_is_left()


def no_run_is_left() -> bool:
    """A start that fails begins nothing: nobody takes the newest run for one that was asked."""
    store = Store.open(os.environ["EVALCORE_DB"])
    try:
        return store.list_runs() == ()
    finally:
        store.close()


@pytest.mark.slow
def test_an_embedded_model_answers_on_every_node_at_once(nodes: RayNodes, tmp_path: Path) -> None:
    """In one process it takes one call at a time; two under way at once are one on each of two nodes."""
    from evalcore.providers.embedded import fetch_weights

    fetch_weights()
    store_url = f"sqlite:///{(tmp_path / 'store.db').as_posix()}"
    told = "run --engine ray --cases demo --judge embedded:smollm2-135m --limit 10 --repeats 1 --concurrency 4"
    done = ended(start(*told.split(), "--db", store_url, **nodes.environment), timeout_s=2 * PATIENCE_S)
    assert (done.code, answered(store_url)) == (0, 10), done.err
    store = Store.open(store_url)
    replies = store.replies_for(request_fingerprint(store.load_judge(1)), 0).values()
    store.close()
    assert {reply.in_flight for reply in replies} == {1, 2}
