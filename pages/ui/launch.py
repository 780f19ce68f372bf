"""Start the server, with what Streamlit would leave to the first visitor done before.

Streamlit takes a folder named ``pages`` for its first generation of multipage apps until ``app.py``
has run once. On a fresh server the first shared address would therefore open the right page under a
dialog that says "Page not found"; so those folders are switched off. And the newest run is read and
measured while the browser is still fetching the page's scripts. Run as a script:
``python -P pages/ui/launch.py run app.py …``.
"""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
import time

from streamlit import runtime
from streamlit.runtime.pages_manager import PagesManager
from streamlit.web.cli import main

from evalcore.errors import EvalcoreError

_LOOK_S = 0.02


def prepare() -> None:
    """Once the server is up, warn of who can open it, and measure the newest run.

    Whatever is wrong with the run is said by the page that opens it.
    """
    while not runtime.exists():
        time.sleep(_LOOK_S)
    # The server has put the app's own folder on the path by now.
    from pages.ui import exposure, measured

    exposure.warn_at_start()
    with contextlib.suppress(EvalcoreError):
        measured.prepare_newest()


def heed_closed_terminal() -> None:
    """End in good order when the terminal is closed, as Streamlit does at SIGTERM: replies that arrived are stored."""
    hang_up: signal.Signals | None = getattr(signal, "SIGHUP", None)  # Windows has none
    if hang_up is not None and signal.getsignal(hang_up) is not signal.SIG_IGN:
        signal.signal(hang_up, lambda *_: signal.raise_signal(signal.SIGTERM))


if __name__ == "__main__":
    heed_closed_terminal()
    PagesManager.uses_pages_directory = False
    threading.Thread(target=prepare, name="prepare", daemon=True).start()
    sys.exit(main())
