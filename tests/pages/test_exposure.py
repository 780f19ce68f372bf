"""Who can open the workbench: loopback by default, a loud warning elsewhere, no file of the machine for others."""

from __future__ import annotations

import time
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from evalcore.places import app_folder
from pages.ui import exposure, state
from tests.support.workbench import served

ADDRESS = "server.address"


@pytest.fixture
def bound(request: pytest.FixtureRequest) -> Iterator[None]:
    """The server as if bound to this address, which is not opened."""
    before = st.get_option(ADDRESS)
    st.config._set_option(ADDRESS, request.param, "a test")
    yield
    st.config._set_option(ADDRESS, before, "a test")


def opened(view: str = "overview", *, user: dict[str, object] | None = None) -> AppTest:
    app = AppTest.from_file(str(app_folder() / "app.py"), default_timeout=30)
    if user is not None:
        app.user = user
    app.run()
    if view != "overview":
        app.switch_page(f"pages/views/{view}.py")
        app.query_params[state.PART] = "Files and Spring AI"
        app.run()
    assert not app.exception
    return app


def warnings(app: AppTest) -> list[str]:
    return [error.value for error in app.error if "no sign-in is configured" in error.value]


def paths(app: AppTest) -> list[str]:
    """What offers to name a path on the serving machine."""
    fields = [field.label for field in app.text_input]
    choices = [option for group in app.get("button_group") for option in group.options]
    return [label for label in (*fields, *choices) if "path" in label.lower()]


elsewhere = pytest.mark.parametrize("bound", ["0.0.0.0"], indirect=True)


@pytest.mark.parametrize("bound", ["127.0.0.1", "localhost", "::1", "127.0.0.2"], indirect=True)
@pytest.mark.usefixtures("bound")
def test_on_loopback_nothing_is_said() -> None:
    assert exposure.warning(has_sign_in=False) is None


@pytest.mark.parametrize("bound", ["0.0.0.0", "192.0.2.7", "::", "workbench.example", None], indirect=True)
@pytest.mark.usefixtures("bound")
def test_bound_elsewhere_without_sign_in_there_is_a_warning() -> None:
    assert exposure.warning(has_sign_in=True) is None
    assert "Anybody who can reach this machine" in (exposure.warning(has_sign_in=False) or "")


@elsewhere
@pytest.mark.usefixtures("bound")
@pytest.mark.parametrize("view", ["overview", "judges", "cases"])
def test_elsewhere_every_page_warns_and_no_file_of_the_serving_machine_can_be_named(view: str) -> None:
    """A path could be that of a file that holds keys, or of the process's environment."""
    app = opened(view)
    assert len(warnings(app)) == 1
    assert paths(app) == []


def bring_a_gate_file() -> None:
    from pages.ui import gate_source

    gate_source.draw_bringing(["asker"])


@pytest.mark.parametrize(("bound", "offered"), [("127.0.0.1", 1), ("0.0.0.0", 0)], indirect=["bound"])
@pytest.mark.usefixtures("bound")
def test_the_path_of_a_gate_file_is_offered_at_this_machine_only(offered: int) -> None:
    assert len(paths(AppTest.from_function(bring_a_gate_file).run())) == offered


@elsewhere
@pytest.mark.usefixtures("bound")
def test_with_sign_in_configured_nothing_is_said_but_no_path_is_offered() -> None:
    app = opened("judges", user={"is_logged_in": False})
    assert warnings(app) == []
    assert paths(app) == []


@pytest.mark.parametrize(("view", "files"), [("judges", 1), ("cases", 2)])
def test_at_this_machine_a_path_may_be_named(view: str, files: int) -> None:
    """On Cases, of the file with the cases and of one that is joined to it."""
    app = opened(view)
    assert warnings(app) == []
    assert len(paths(app)) == files


@elsewhere
@pytest.mark.usefixtures("bound")
def test_the_terminal_warns_too(capsys: pytest.CaptureFixture[str]) -> None:
    exposure.warn_at_start()
    assert "WARNING: Anybody who can reach" in capsys.readouterr().err


def test_the_terminal_is_quiet_on_loopback(capsys: pytest.CaptureFixture[str]) -> None:
    exposure.warn_at_start()
    assert capsys.readouterr().err == ""


def test_the_shipped_settings_are_the_safe_ones() -> None:
    settings = tomllib.loads((app_folder() / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    safe = {
        "server": {"address": "127.0.0.1", "enableXsrfProtection": True, "enableCORS": True, "maxUploadSize": 200},
        "browser": {"gatherUsageStats": False},
        "client": {"showErrorDetails": "none", "showErrorLinks": False},
    }
    for section, expected in safe.items():
        assert {name: settings[section][name] for name in expected} == expected


@pytest.mark.slow
def test_a_server_that_is_bound_elsewhere_warns_in_its_log(tmp_path: Path) -> None:
    """A short spelling of loopback, which the workbench does not take for one, so that nothing outside is bound."""
    log, store_url = tmp_path / "log", f"sqlite:///{(tmp_path / 'store.db').as_posix()}"
    with served(store_url, log, environment={"STREAMLIT_SERVER_ADDRESS": "127.1"}):
        deadline = time.monotonic() + 30
        while "WARNING: Anybody who can reach" not in log.read_text():
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.05)
    assert "bound to 127.1, and no sign-in is configured" in log.read_text()
