"""httpx without the command line that it brings along.

``import httpx`` also loads a command of its own where click, pygments and rich are installed, as some other package may
have them, and with these it takes twice as long. Where they are not installed httpx does without; so it does here.
"""

from __future__ import annotations

import sys

__all__ = ["httpx"]

_COMMAND = "httpx._main"

if "httpx" in sys.modules:
    import httpx
else:
    sys.modules[_COMMAND] = None  # type: ignore[assignment]  # what Python takes for: there is no such module
    try:
        import httpx
    finally:
        del sys.modules[_COMMAND]
