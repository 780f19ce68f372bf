"""The real workbench for tests: a server of its own, and a real browser that may reach nothing else."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, TimeoutError, expect, sync_playwright

from evalcore.cli.serving import server_command
from tests.support.parts import missing

_CHROMIUM = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

_ENDS_WITHIN_S = 60
"""An unloaded machine needs one or two."""


class WorkbenchServer:
    """A workbench that is served on a free port of loopback, and can be killed and started again there."""

    def __init__(self, store_url: str, log: Path, environment: dict[str, str] | None = None) -> None:
        self._port, self._log = _free_port(), log
        self._environment = {**os.environ, "EVALCORE_DB": store_url, **(environment or {})}
        self.address = f"http://127.0.0.1:{self._port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers."""
        with self._log.open("ab") as output:
            self._process = subprocess.Popen(
                server_command(self._port), stdout=output, stderr=subprocess.STDOUT, env=self._environment
            )
        _wait_until_up(self._process, self.address, self._log)

    def kill(self) -> None:
        """End it in the midst of whatever it does (SIGKILL)."""
        self._end(subprocess.Popen.kill)

    def stop(self) -> None:
        """End it as a person would."""
        self._end(subprocess.Popen.terminate)

    def _end(self, how: Callable[[subprocess.Popen[bytes]], None]) -> None:
        if self._process is not None:
            how(self._process)
            try:
                self._process.wait(timeout=_ENDS_WITHIN_S)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
                pytest.fail(f"the workbench did not end within {_ENDS_WITHIN_S} s and was killed")
            finally:
                self._process = None


@contextmanager
def served(store_url: str, log: Path, *, environment: dict[str, str] | None = None) -> Iterator[str]:
    """Serve the workbench on a free port of loopback; yields its address."""
    with log.open("wb"):
        server = WorkbenchServer(store_url, log, environment)
    try:
        server.start()
        yield server.address
    finally:
        server.stop()


@dataclass(frozen=True)
class Server:
    """A workbench that is being served."""

    address: str
    log: Path


@contextmanager
def serving(store_url: str, folder: Path) -> Iterator[Server]:
    """Serve the workbench with its log and a cache of its own in a folder."""
    cache = {"EVALCORE_CACHE": os.fspath(folder / "cache")}
    with served(store_url, folder / "log", environment=cache) as address:
        yield Server(address=address, log=folder / "log")


@contextmanager
def visiting(browser: Browser, server: Server, *, height: int = 1000) -> Iterator[BrowserContext]:
    """Be somebody new on a server; afterwards nothing may have gone outside or ended in a traceback."""
    before = len(tracebacks(server.log))
    context = browser.new_context(viewport={"width": 1280, "height": height}, base_url=server.address)
    context.set_default_timeout(30_000)
    outside = watch_requests(context, server.address)
    yield context
    context.close()
    assert outside == []
    assert tracebacks(server.log)[before:] == []


@contextmanager
def chromium() -> Iterator[Browser]:
    """A real browser; a missing one skips the test with the reason, or fails it where everything must be there."""
    path = shutil.which("chromium")
    if path is None:
        missing("Debian's chromium is not installed: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=_CHROMIUM)
        try:
            yield browser
        finally:
            browser.close()


def choose(page: Page, label: str, option: str) -> None:
    """Choose an option of a select box by keyboard; a list that a late drawing of the page closed is opened again."""
    chooser = page.get_by_role("combobox", name=label, exact=True)
    offered = page.get_by_role("option").filter(has_text=option).first
    for _ in range(4):
        settled(page)
        chooser.press("ArrowDown")
        chooser.fill(option)
        try:
            offered.wait_for(timeout=5_000)
        except TimeoutError:
            chooser.press("Escape")
            continue
        chooser.press("Enter")
        settled(page)
        chooser.blur()  # what was typed and not taken goes; until then it looks as if it were chosen
        if option in chooser.input_value():
            return
    pytest.fail(f"{option} was not taken under {label}")


def settled(page: Page) -> None:
    """Wait until the script of the page has ended, nothing is being drawn, and the page listens."""
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning")
    expect(page.get_by_test_id("stStatusWidget")).to_have_count(0)
    # A busy browser hears keys before it has done what follows a drawing, such as listening to them.
    page.evaluate("() => new Promise((done) => setTimeout(() => setTimeout(done)))")


def tracebacks(log: Path) -> list[str]:
    """What went wrong in pages, from a server's log; not what Streamlit says of a browser that left in mid-sentence."""
    _, *found = log.read_text(errors="replace").split("Traceback (most recent call last)")
    return [one for one in found if "starlette_websocket.py" not in one]


def watch_requests(context: BrowserContext, address: str) -> list[str]:
    """Collect the addresses of all requests of a context that do not go to the workbench's own server."""
    outside: list[str] = []
    own = (address, address.replace("http://", "ws://"), "data:", "blob:")

    def note(request: Request) -> None:
        if not request.url.startswith(own):
            outside.append(request.url)

    context.on("request", note)
    return outside


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_until_up(server: subprocess.Popen[bytes], address: str, log: Path) -> None:
    with httpx.Client(trust_env=False) as client:
        for _ in range(300):
            if server.poll() is not None:
                break
            try:
                if client.get(f"{address}/_stcore/health").status_code == httpx.codes.OK:
                    return
            except httpx.TransportError:
                pass
            time.sleep(0.1)
    pytest.fail(f"the workbench did not start:\n{log.read_text(errors='replace')}")
