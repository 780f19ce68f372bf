"""Checks that a wheel carries everything: ``python -m tests.support.check_wheel WHEEL``.

What is not a Python file is easily left behind, and an editable install never notices.
"""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PLACES = {
    "evalcore": "evalcore",
    "app.py": "evalcore/_app/app.py",
    "pages": "evalcore/_app/pages",
    ".streamlit/config.toml": "evalcore/_app/.streamlit/config.toml",
    "docs/glossary.md": "evalcore/_app/docs/glossary.md",
    "data": "evalcore/_data",
}
"""File or folder of the source tree → its place in the wheel."""


def expected_names() -> Iterator[str]:
    """Every file that the wheel must carry, by its name there."""
    for source, place in PLACES.items():
        path = ROOT / source
        if path.is_file():
            yield place
        for file in path.rglob("*"):
            if file.is_file() and "__pycache__" not in file.parts:
                yield f"{place}/{file.relative_to(path).as_posix()}"


def missing_names(wheel: Path) -> list[str]:
    """The names that the wheel lacks, in order."""
    with zipfile.ZipFile(wheel) as archive:
        return sorted(set(expected_names()) - set(archive.namelist()))


def main(wheel: str) -> int:
    """Print what is missing; 0 when nothing is."""
    missing = missing_names(Path(wheel))
    for name in missing:
        sys.stderr.write(f"missing in {Path(wheel).name}: {name}\n")
    return 1 if missing else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("usage: python -m tests.support.check_wheel WHEEL")
    raise SystemExit(main(sys.argv[1]))
