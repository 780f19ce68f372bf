"""The check of the wheel finds what was left behind."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from tests.support.check_wheel import expected_names, missing_names


@pytest.mark.parametrize(
    "left_behind",
    [
        "evalcore/py.typed",
        "evalcore/exports/report.css",
        "evalcore/_app/app.py",
        "evalcore/_app/pages/views/compare.py",
        "evalcore/_app/pages/ui/icon.svg",
        "evalcore/_app/.streamlit/config.toml",
        "evalcore/_data/demo/lanternworks.jsonl",
        "evalcore/_data/judges/yes-no.yaml",
    ],
)
def test_a_file_that_a_wheel_lacks_is_named(tmp_path: Path, left_behind: str):
    wheel = tmp_path / "some.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name in expected_names():
            if name != left_behind:
                archive.writestr(name, "")
    assert missing_names(wheel) == [left_behind]
