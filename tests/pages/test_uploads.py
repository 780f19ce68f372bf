"""How large an upload may be is said to the browser and held by the server."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from evalcore.places import app_folder
from pages.ui import state, uploads


def largest_mb(view: str, part: str = "") -> dict[str, int]:
    """Label of each uploader of a page → megabytes that it takes at most."""
    app = AppTest.from_file(str(app_folder() / "app.py"), default_timeout=30).run()
    app.switch_page(f"pages/views/{view}.py")
    if part:
        app.query_params[state.PART] = part
    app.run()
    assert not app.exception
    return {found.proto.label: found.proto.max_upload_size_mb for found in app.get("file_uploader")}


def test_what_people_write_by_hand_may_be_a_megabyte() -> None:
    assert largest_mb("judges", "Files and Spring AI") == {
        "Upload a judge.yaml": uploads.SETTINGS_MB,
        "or bring a spring-ai-client-chat jar": uploads.JAR_MB,
    }
    found = largest_mb("cases")
    assert {mb for label, mb in found.items() if "recipe" in label} == {uploads.SETTINGS_MB}


@pytest.mark.parametrize("limit", [uploads.SETTINGS_MB, uploads.PACKET_MB, uploads.JAR_MB])
def test_no_limit_is_above_what_the_server_takes(limit: int) -> None:
    assert 0 < limit <= 200
