"""Start the server, with Streamlit's page folders of old switched off before the first request.

Streamlit takes a folder named ``pages`` for its first generation of multipage apps until ``app.py``
has run once. On a fresh server the first shared address would therefore open the right page under a
dialog that says "Page not found". Run as a script: ``python -P pages/ui/launch.py run app.py …``.
"""

from __future__ import annotations

import sys

from streamlit.runtime.pages_manager import PagesManager
from streamlit.web.cli import main

if __name__ == "__main__":
    PagesManager.uses_pages_directory = False
    sys.exit(main())
