"""Every page test starts with empty caches."""

from __future__ import annotations

import pytest
import streamlit as st


@pytest.fixture(autouse=True)
def _no_other_store() -> None:
    """Caches know a run by its id, and every test has a store of its own with a run of the same id."""
    st.cache_resource.clear()
    st.cache_data.clear()
