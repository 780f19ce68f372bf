"""Every page test starts with empty caches."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import streamlit as st


@pytest.fixture(autouse=True)
def _no_other_store() -> None:
    """Caches know a run by its id, and every test has a store of its own with a run of the same id."""
    st.cache_resource.clear()
    st.cache_data.clear()


@pytest.fixture
def each_database(store_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The page's store is empty, and on each database in turn."""
    monkeypatch.setenv("EVALCORE_DB", store_url)
    yield
    st.cache_resource.clear()  # which closes its connections, before the schema goes
