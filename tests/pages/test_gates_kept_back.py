"""Gates on a split set are decided on the cases kept back, and the first look there is taken knowingly."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from evalcore.cli import main
from evalcore.places import app_folder


def test_the_first_look_at_a_judge_is_a_button_and_is_counted() -> None:
    assert main(["run", "--cases", "demo", "--judge", "always-yes", "--judge", "word-overlap"]) == 0
    assert main(["split", "demo"]) == 0
    app = AppTest.from_file(str(app_folder() / "app.py"), default_timeout=30).run()
    app.switch_page("pages/views/gates.py").run()
    assert not app.tabs
    (button,) = (one for one in app.button if one.label == "Measure it on the cases kept back")
    button.click().run()
    assert not app.exception
    captions = [caption.value for caption in app.caption]
    assert any("on the cases kept back" in caption for caption in captions)
    assert any(caption.startswith("Look 1 at these cases") for caption in captions)
    assert any("--confirm" in code.value for code in app.code)
