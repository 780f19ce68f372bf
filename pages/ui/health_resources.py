"""What was found of a set's health, once for all sessions; see :mod:`pages.ui.resources` for the others."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

import streamlit as st

from evalcore.health import WINDOW_TOKENS, Finding, check_health
from pages.ui import resources


@dataclass(frozen=True, slots=True, kw_only=True)
class HealthOptions:
    """What the findings depend on besides the set."""

    older_than: date | None = None
    window_tokens: int = WINDOW_TOKENS
    deep: bool = False


def findings(set_name: str, criterion: str, options: HealthOptions) -> tuple[Finding, ...]:
    """The findings on the newest version of a set."""
    is_split = resources.store().is_split(set_name, criterion)
    return _findings(resources.stored_set(set_name).id, set_name, criterion, options, is_split=is_split)


@st.cache_resource(max_entries=8, show_spinner="Looking at the health of the set")
def _findings(
    dataset_id: int, set_name: str, criterion: str, options: HealthOptions, *, is_split: bool
) -> tuple[Finding, ...]:
    return check_health(
        resources.dataset_of(dataset_id),
        criterion,
        older_than=options.older_than,
        window_tokens=options.window_tokens,
        deep=options.deep,
        split=resources.store().find_split(set_name, criterion) if is_split else None,
    )
