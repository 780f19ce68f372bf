"""A key is read from the environment and sent to its server; it is found nowhere else, whatever happens."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from streamlit.testing.v1 import AppTest

from evalcore.exports.targets import TARGETS
from evalcore.places import app_folder
from evalcore.store import Store
from tests.support.command import Command, Ended
from tests.support.model_server import Fault, ModelServer, ScriptedReply

MARKER = "sk-marker-7f3a91c2e5"
VIEWS = sorted(path.name for path in (app_folder() / "pages" / "views").glob("*.py") if path.name != "__init__.py")


def echoing(prompt: str, nth: int) -> ScriptedReply | Fault:
    """Every kind of fault, each of them quoting the key as careless gateways do; then answers."""
    faults = [
        Fault.status(400, body=f'{{"error":{{"message":"bad request by {MARKER}"}}}}'),
        Fault.status(500, body=f"Traceback: Authorization: Bearer {MARKER}"),
        Fault.status(429, headers={"Retry-After": "0"}, body=f'{{"error":"slow down, {MARKER}"}}'),
        Fault.malformed(f'{{"key":"{MARKER}", "choices": [{{'),
        Fault.malformed(f'{{"error":"for {MARKER}"}}'),
        Fault.drop(),
    ]
    number = int(prompt.rpartition("#")[2]) if "#" in prompt else len(faults)
    # A fault that is worth asking again for stays for good on every other case.
    passes = number >= len(faults) or (nth > 0 and number % 2 == 0)
    return ScriptedReply("YES") if passes else faults[number]


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    monkeypatch.setattr("evalcore.providers.retrying.Retrying.wait_s", lambda *_: 0.0)
    with ModelServer(echoing, api_key=MARKER) as started:
        monkeypatch.setenv("OPENAI_BASE_URL", started.openai_url)
        monkeypatch.setenv("OPENAI_API_KEY", MARKER)
        yield started


def cases_file(folder: Path) -> Path:
    rows = "".join(f"c{n},Question #{n},Answer.,Evidence.,{'pass' if n % 2 else 'fail'}\n" for n in range(8))
    file = folder / "cases.csv"
    file.write_text("id,question,answer,evidence,human\n" + rows, encoding="utf-8")
    return file


def judge_file(folder: Path) -> Path:
    document = {
        "schema": "evalcore-judge/1",
        "name": "keyed",
        "criterion": "human",
        "model": {"provider": "openai", "name": "smollm2:135m"},
        "prompt": {"template": "Is {answer} right by {evidence}? YES or NO. {question}"},
        "reading": {"rule": "lenient", "reader": "a person"},
    }
    file = folder / "judge.yaml"
    file.write_text(yaml.safe_dump(document), encoding="utf-8")
    return file


def files_with_the_key(folder: Path) -> list[str]:
    """Every file below a folder, the database with its log included, that holds the key in any spelling of UTF."""
    spellings = [MARKER.encode(encoding) for encoding in ("utf-8", "utf-16-le", "utf-16-be")]
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert files
    return [str(path) for path in files if any(spelling in path.read_bytes() for spelling in spellings)]


@pytest.mark.slow
def test_after_a_run_with_every_fault_its_reports_exports_and_pages_the_key_is_nowhere(
    server: ModelServer, command: Command, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    ended: list[Ended] = []

    def run(*words: str | Path) -> Ended:
        ended.append(command(*words))
        return ended[-1]

    asked = run("run", "--cases", cases_file(tmp_path), "--judge", judge_file(tmp_path), "--repeats", "2")
    assert "calls failed" in asked.err
    with_key = {request.path: request.headers.get("Authorization") for request in server.requests}
    assert with_key["/v1/chat/completions"] == f"Bearer {MARKER}"
    # Whether Ollama is behind the address is asked without it.
    assert set(with_key.values()) <= {f"Bearer {MARKER}", None}
    for form in ("json", "md", "html"):
        report = run("report", "--format", form)
        (tmp_path / f"report.{form}").write_text(report.out, encoding="utf-8")
    for target in TARGETS:
        run("export", "--judge", "keyed", "--to", target, "--out", tmp_path / "exports" / target)
    assert len([folder for folder in (tmp_path / "exports").iterdir() if any(folder.rglob("*"))]) >= 10
    run("judges", "show", "keyed")
    drawn = [page_in_full(view) for view in VIEWS]

    assert files_with_the_key(tmp_path) == []
    said = [text for one in ended for text in (one.out, one.err)]
    assert not any(MARKER in text for text in [*said, *drawn, caplog.text])


def page_in_full(view: str) -> str:
    """All that a page sends to the browser, as text."""
    app = AppTest.from_file(str(app_folder() / "app.py"), default_timeout=60).run()
    app.switch_page(f"pages/views/{view}")
    app.run()
    assert not app.exception
    return "\n".join(str(node.proto) for node in _nodes(app) if hasattr(node, "proto"))


def _nodes(app: AppTest) -> Iterator[object]:
    yield from app.main
    yield from app.sidebar


def test_a_wrong_or_malformed_key_is_not_told_either(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ModelServer(api_key="another") as other:
        monkeypatch.setenv("OPENAI_BASE_URL", other.openai_url)
        for key in (MARKER, f"{MARKER}\nX-Evil: 1", f"{MARKER}é"):
            monkeypatch.setenv("OPENAI_API_KEY", key)
            refused = command("run", "--cases", cases_file(tmp_path), "--judge", judge_file(tmp_path))
            assert refused.code == 3
            assert MARKER not in refused.err + refused.out
    assert files_with_the_key(tmp_path) == []


@pytest.mark.parametrize("variable", ["OPENAI_BASE_URL", "OLLAMA_HOST"])
@pytest.mark.parametrize(
    "address",
    [
        f"http://someone:{MARKER}@127.0.0.1:11434",
        f"http://someone:{MARKER}@127.0.0.1:no-port",
        f"http://someone:{MARKER}/x@127.0.0.1:11434",
        f"someone:{MARKER}@127.0.0.1:11434",
        f"http://127.0.0.1:11434/v1?api_key={MARKER}",
        f"http://127.0.0.1:11434/v1#{MARKER}",
        f"http://someone:{MARKER}",
    ],
)
def test_a_password_in_a_servers_address_is_refused_without_being_told(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str, address: str
) -> None:
    monkeypatch.setenv(variable, address)
    provider = "openai" if variable == "OPENAI_BASE_URL" else "ollama"
    refused = command("run", "--cases", "demo", "--judge", f"{provider}:small", "--limit", "1")
    listed = command("models")
    doctor = command("doctor", "--cases", "demo", "--judge", f"{provider}:small")
    assert refused.code == 3
    assert MARKER not in "".join(ended.err + ended.out for ended in (refused, listed, doctor))
    assert files_with_the_key(tmp_path) == []


@pytest.mark.parametrize(
    "url",
    [
        f"postgresql://someone:{MARKER}@127.0.0.1:1/none",
        f"postgresql://someone:pa/{MARKER}@127.0.0.1:1/none",
        f"postgresql://someone:pa@{MARKER}@127.0.0.1:1/none",
        f"postgresql://someone:{MARKER}@127.0.0.1:port/none",
        f"postgresql+nosuch://someone:{MARKER}@127.0.0.1/none",
        f"mysql://someone:{MARKER}@127.0.0.1/none",
    ],
)
def test_a_password_in_a_stores_address_is_never_told(command: Command, url: str) -> None:
    for words in (("judges", "list"), ("run", "--cases", "demo", "--judge", "always-yes"), ("report",)):
        refused = command(*words, "--db", url)
        assert refused.code == 3
        assert MARKER not in refused.err + refused.out
        assert "nobody foresaw" not in refused.err


@pytest.mark.parametrize("proxy", [f"http://someone:{MARKER}@127.0.0.1:1", f"http://someone:pa/{MARKER}@127.0.0.1:1"])
def test_a_proxys_password_is_never_told(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, proxy: str
) -> None:
    monkeypatch.setattr("evalcore.providers.retrying.Retrying.wait_s", lambda *_: 0.0)
    monkeypatch.setenv("OPENAI_BASE_URL", "http://models.example.test/v1")
    monkeypatch.setenv("http_proxy", proxy)
    refused = command("run", "--cases", cases_file(tmp_path), "--judge", judge_file(tmp_path))
    assert refused.code == 3
    assert "HTTP_PROXY" in refused.err
    assert MARKER not in refused.err + refused.out
    assert files_with_the_key(tmp_path) == []


def test_the_stored_judge_names_the_variable_and_not_the_key(
    server: ModelServer, command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_KEY", MARKER)
    file = judge_file(tmp_path)
    file.write_text(file.read_text().replace("name: smollm2:135m", "name: smollm2:135m\n  api_key_env: MY_KEY"))
    assert command("run", "--cases", cases_file(tmp_path), "--judge", file, "--limit", "1").code in (0, 1)
    store = Store.open(os.environ["EVALCORE_DB"])
    assert store.load_judge(1).model.api_key_env == "MY_KEY"
    store.close()
    assert files_with_the_key(tmp_path) == []
