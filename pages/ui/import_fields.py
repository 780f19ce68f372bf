"""The fields of the import form: each has a key of its file, and a press on any keeps the form at work."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import streamlit as st

from pages.ui import state


@dataclass(frozen=True, slots=True, kw_only=True)
class Fields:
    """Draws fields that start from what was understood."""

    files: str
    """Names the files; what was corrected for others does not hold for these."""
    part: str = ""
    """Names the columns and what else the fields start from."""

    def key(self, field: str) -> str:
        """The session key of a field."""
        return state.import_field(field, f"{self.files}{self.part}")

    def of(self, criterion: str) -> Fields:
        """The same for one of several criteria."""
        return replace(self, part=f"{self.part}_{criterion}")

    @property
    def touched(self) -> bool:
        """Whether anything was corrected; the fields are drawn from then on, whether the form is open or not."""
        return bool(state.get(state.import_field("touched", self.files)))

    def touch(self) -> None:
        """Remember that something was corrected; for callbacks."""
        state.put(**{state.import_field("touched", self.files): True})

    def one(
        self,
        label: str,
        field: str,
        options: Sequence[str],
        start: str | None,
        *,
        shown: Callable[[str], str] = str,
        placeholder: str = "none",
        help: str | None = None,
        typed: bool = False,
    ) -> str | None:
        """One of several, or none; another one can be typed where that is said."""
        known = [*options, *([start] if start and start not in options else [])]
        return st.selectbox(
            label,
            known,
            index=known.index(start) if start else None,
            placeholder=placeholder,
            format_func=shown,
            key=self.key(field),
            help=help,
            accept_new_options=typed,
            on_change=self.touch,
        )

    def check(self, label: str, field: str, start: bool, *, help: str | None = None) -> bool:
        """Yes or no."""
        return st.checkbox(label, start, key=self.key(field), help=help, on_change=self.touch)

    def many(
        self, label: str, field: str, options: Sequence[str], start: Sequence[str], *, help: str | None = None
    ) -> list[str]:
        """Several columns in their order; a path into a column can be typed."""
        known = [*options, *(one for one in start if one not in options)]
        return st.multiselect(
            label,
            known,
            default=list(start),
            placeholder="none",
            accept_new_options=True,
            key=self.key(field),
            help=help,
            on_change=self.touch,
        )

    def text(self, label: str, field: str, start: str, *, placeholder: str = "", help: str | None = None) -> str:
        """A short text."""
        return st.text_input(
            label, start, placeholder=placeholder, key=self.key(field), help=help, on_change=self.touch
        ).strip()

    def number(self, label: str, field: str, start: int | None, *, placeholder: str = "") -> int | None:
        """A whole number from 1, or none."""
        return st.number_input(
            label, 1, 1_000_000, start, 1, placeholder=placeholder, key=self.key(field), on_change=self.touch
        )
