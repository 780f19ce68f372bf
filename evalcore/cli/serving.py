"""``evalcore app``: the workbench in the browser."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from evalcore.cli import numbers
from evalcore.cli.output import DONE, KEPT_FROM_JOB, note
from evalcore.cli.stored import add_store_argument
from evalcore.places import app_folder, default_store_url

if TYPE_CHECKING:
    import subprocess

PORT = 8501


def register(commands: Any) -> None:
    """Add the command."""
    app = commands.add_parser("app", help="open the workbench in the browser")
    app.add_argument("--port", type=numbers.port, default=PORT, help=f"port on this machine (default {PORT})")
    app.add_argument("--no-browser", action="store_true", help="only serve; open no browser window")
    add_store_argument(app)
    app.set_defaults(run=_app)


def _app(arguments: argparse.Namespace) -> int:
    return serve(arguments.db or default_store_url(), port=arguments.port, open_browser=not arguments.no_browser)


def serve(store_url: str, *, port: int = PORT, page: str = "", open_browser: bool = True) -> int:
    """Serve the workbench until it is stopped.

    Parameters
    ----------
    store_url
        The store that the pages show.
    page
        Path and query of the page to open, such as ``compare?run=r-0001``.
    """
    import subprocess
    import webbrowser

    here = f"http://{_host()}:{port}/"
    address = here + page
    server = subprocess.Popen(
        server_command(port),
        env={**os.environ, "EVALCORE_DB": store_url},
    )
    # A service manager ends this process alone; its server must not go on without it.
    before = {number: signal.signal(number, lambda *_: server.terminate()) for number in _told_to_end()}
    try:
        if _is_up(server, here):
            note(f"\nThe workbench is open at {address}   (Ctrl+C ends it)")
            if open_browser:
                webbrowser.open(address)
        return DONE if server.wait() in (0, -signal.SIGTERM) else KEPT_FROM_JOB
    except KeyboardInterrupt:
        server.terminate()
        server.wait()
        return DONE
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def server_command(port: int) -> list[str]:
    """The command that serves the workbench; Streamlit takes its settings from the folder of ``app.py``."""
    app = app_folder()
    launch = app / "pages" / "ui" / "launch.py"
    return [sys.executable, "-P", str(launch), "run", str(app / "app.py"), f"--server.port={port}"]


def _told_to_end() -> Iterator[signal.Signals]:
    """Signals by which this process is told to end; one that is ignored, as under ``nohup``, tells it nothing."""
    for name in ("SIGTERM", "SIGHUP"):
        number: signal.Signals | None = getattr(signal, name, None)  # Windows has no SIGHUP
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            yield number


def _host() -> str:
    """Where this machine finds the server; one that is bound to every address answers on loopback too."""
    bound = os.environ.get("STREAMLIT_SERVER_ADDRESS", "")
    return "127.0.0.1" if bound in ("", "0.0.0.0", "::") else bound


def _is_up(server: subprocess.Popen[bytes], address: str, *, patience_s: float = 60.0) -> bool:
    """Wait until the server answers, it ends, or patience runs out."""
    import time

    from evalcore.providers.lean_httpx import httpx

    until = time.monotonic() + patience_s
    with httpx.Client(trust_env=False) as client:
        while time.monotonic() < until and server.poll() is None:
            try:
                if client.get(f"{address}_stcore/health").status_code == httpx.codes.OK:
                    return True
            except httpx.TransportError:
                pass
            time.sleep(0.2)
    return False
