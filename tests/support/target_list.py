"""The list of targets as ``evalcore targets`` prints it; ``python -m tests.support.target_list`` writes it anew.

Listing them takes the list alone: the targets themselves bring with them all that writes and reads their files.
"""

from __future__ import annotations

import json
from pathlib import Path

from evalcore.exports import TARGETS

FILE = Path(__file__).parents[2] / "data" / "targets.json"


def target_list() -> str:
    """What the file has to hold."""
    listed = [
        {"name": target.name, "title": target.title, "exactness": target.exactness, "proof": target.proof}
        for target in TARGETS.values()
    ]
    return json.dumps(listed, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(target_list(), encoding="utf-8")
