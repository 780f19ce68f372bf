"""A judge file that is brought to the Judges page says what its calibration is worth."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from evalcore.cli import main
from evalcore.places import app_folder
from pages.ui import state


@pytest.fixture
def exported(tmp_path: Path) -> Path:
    assert main(["run", "--cases", "demo", "--judge", "always-yes", "--repeats", "1"]) == 0
    assert main(["export", "--to", "judge.yaml", "--out", str(tmp_path)]) == 0
    return tmp_path / "judge.yaml"


def warnings(path: Path) -> list[str]:
    app = AppTest.from_file(str(app_folder() / "app.py"), default_timeout=60)
    app.run()
    app.switch_page("pages/views/judges.py")
    app.query_params[state.PART] = "Files and Spring AI"
    app.run()
    app.text_input(key=state.JUDGE_PATH).set_value(str(path)).run()
    assert not app.exception
    return [warning.value for warning in app.warning]


def test_a_calibration_that_was_voided_by_an_edit_says_so(exported: Path):
    assert warnings(exported) == []
    exported.write_text(exported.read_text(encoding="utf-8").replace("always-yes", "always-no", 2), encoding="utf-8")
    (warning,) = warnings(exported)
    assert warning.startswith("The calibration is void")
