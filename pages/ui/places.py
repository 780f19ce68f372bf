"""Files that the pages draw from."""

from __future__ import annotations

from pathlib import Path

ICON = str(Path(__file__).parent / "icon.svg")
"""Local, because an icon by name would be fetched from outside."""
