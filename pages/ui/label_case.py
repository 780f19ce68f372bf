"""One case a screen: what is judged on the left, what decides it on the right. Nothing here comes from a judge."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from evalcore.domain import Document
from evalcore.domain.labelling import GUARD_S, Nothing, Pace, Seat, Shown
from pages.ui import components, drawer, label_actions, label_changes, resources, state

_CASE_HEIGHT = 680
_NUMBERED = 9
_ONE_PRESS_A_KEY = f"""<script>
if (!window.evalcoreOnePressAKey) {{
  window.evalcoreOnePressAKey = {{ key: null, at: 0 }};
  window.addEventListener("keydown", (event) => {{
    const writing = event.target.closest?.("input, textarea, [contenteditable=true]");
    const labelling = document.querySelector('[class*="st-key-shown_"]');
    if (writing || !labelling) return;
    const last = window.evalcoreOnePressAKey;
    const again = event.key === last.key && event.timeStamp - last.at < {1000 * GUARD_S:.0f};
    if (event.repeat || again) event.stopImmediatePropagation();
    else window.evalcoreOnePressAKey = {{ key: event.key, at: event.timeStamp }};
  }}, {{ capture: true }});
}}
</script>"""


def heed_a_held_key_once() -> None:
    """Keep the repeats of a key that is held, and the second tap of two, from the shortcuts, while a case is shown.

    The store refuses presses that follow each other fast. A busy server hears them late and seldom, so that they look
    like a person's pace; only the browser knows when the key went down, and whether it was let go.
    """
    st.html(_ONE_PRESS_A_KEY, unsafe_allow_javascript=True)


@st.fragment
def draw(seat: Seat) -> None:
    """The case that is this person's to label now; each press draws this part alone again."""
    labelling = resources.store().labelling
    found = labelling.next_case(seat.session_id, seat.person_id, now=resources.clock())
    draw_pace(labelling.pace(seat.session_id, seat.person_id))
    if label_changes.draw(seat):
        return
    if isinstance(found, Nothing):
        draw_nothing(seat, found)
        return
    text, decision = st.columns([5, 3], gap="medium")
    with decision:
        draw_decision(seat, found)
    with text, st.container(height=_CASE_HEIGHT, key=f"shown_{found.turn}", border=True):
        draw_shown(found)


def draw_pace(pace: Pace) -> None:
    """How far the person is, how fast, and how long it will take."""
    known = pace.labelled + pace.left
    said = [f"{pace.labelled} of {known} labelled"]
    if pace.skipped:
        said.append(f"{pace.skipped} skipped")
    if pace.median_s is not None:
        said.append(f"{pace.median_s:.1f} s a label")
    if pace.left and pace.left_s is not None:
        said.append(f"about {_duration(pace.left_s)} left")
    st.progress(pace.labelled / known if known else 0.0, text=" · ".join(said))


def draw_nothing(seat: Seat, nothing: Nothing) -> None:
    """Why there is no case, and what can be done."""
    with st.container(border=True):
        st.write(nothing.message)
        with st.container(horizontal=True):
            if nothing.reason in ("waiting", "pilot done"):
                st.button("Look again", icon=":material/refresh:")
            if nothing.reason in ("done", "waiting", "pilot done"):
                st.button(
                    "Undo", shortcut="u", icon=":material/undo:", key="undo", on_click=label_actions.undo, args=(seat,)
                )
    st.caption(state.get(state.CASE_MESSAGE) or "")


def draw_shown(shown: Shown) -> None:
    """Question, evidence and answer; two answers side by side where a pair is compared."""
    st.caption("Question")
    components.inert(shown.case.question)
    draw_evidence(shown.case.evidence, name=str(shown.turn))
    if shown.second_answer is None:
        st.caption("Answer")
        components.inert(shown.case.answer)
        return
    for column, side, answer in zip(
        st.columns(2), shown.values[:2], (shown.case.answer, shown.second_answer), strict=True
    ):
        with column:
            st.caption(components.escaped(f"Answer {side}"))
            components.inert(answer)


def draw_evidence(evidence: Sequence[Document], *, name: str) -> None:
    """Every document, to be closed and searched; ``name`` tells the fields of one case from those of the next."""
    if not evidence:
        st.caption("Evidence: none")
        return
    with st.container(horizontal=True, vertical_alignment="bottom", horizontal_alignment="distribute"):
        st.caption(f"Evidence ({len(evidence)} document{'s' if len(evidence) > 1 else ''})")
        sought = st.text_input(
            "Search the evidence", key=f"{state.EVIDENCE_SEARCH}_{name}", placeholder="Search", width=200,
            type="search", label_visibility="collapsed", live=True,
        ) or ""  # fmt: skip
    for place, document in enumerate(evidence):
        found = f" · {drawer.occurrences(document.text, sought)} found" if sought else ""
        title = " · ".join(part for part in (document.id, document.source) if part) + found
        with st.expander(components.escaped(title), expanded=True, key=f"document_{name}_{place}"):
            components.inert(drawer.marked(document.text, sought))


def draw_decision(seat: Seat, shown: Shown) -> None:
    """What is asked, a key for each value, the note, and the guidelines."""
    st.text(shown.question)
    this = f"{seat.session_id}_{shown.turn}_{shown.case_fingerprint[:12]}"
    for number, value in enumerate(shown.values, start=1):
        st.button(
            components.escaped(value) + (" · yours before" if value == shown.earlier_value else ""),
            key=f"value_{number}_{this}",
            shortcut=str(number) if number <= _NUMBERED else None,
            on_click=label_actions.label,
            args=(seat, shown, value),
            width="stretch",
        )
    with st.container(horizontal=True, gap="xsmall"):
        st.button("Skip", key=f"skip_{this}", shortcut="s", on_click=label_actions.skip, args=(seat, shown))
        st.button(
            "Flagged" if shown.flagged else "Flag",
            key=f"flag_{this}",
            shortcut="f",
            type="primary" if shown.flagged else "secondary",
            on_click=label_actions.flag,
            args=(seat, shown),
        )
        st.button("Undo", key=f"undo_{this}", shortcut="u", on_click=label_actions.undo, args=(seat,))
    st.caption(state.get(state.CASE_MESSAGE) or "\N{NO-BREAK SPACE}")
    draw_note(seat, shown, this)
    if shown.round == "pilot":
        st.badge("pilot round: these labels never become gold", color="gray")
    st.caption(f"Guidelines, version {shown.guideline_version}")
    with st.container(height=260, border=False):
        st.text(shown.guidelines or "None were written for this session.")


def draw_note(seat: Seat, shown: Shown, this: str) -> None:
    """A field for a note; Ctrl+Enter saves it and leaves the field."""
    key = f"note_{state.get(state.NOTES_SAVED) or 0}_{this}"
    st.text_area(
        "Note",
        value=shown.note,
        key=key,
        height=80,
        placeholder="Ctrl+Enter saves it",
        on_change=label_actions.note,
        args=(seat, shown, key),
    )


def _duration(seconds: float) -> str:
    return (
        f"{seconds:.0f} s"
        if seconds < 90
        else f"{seconds / 60:.0f} min"
        if seconds < 5400
        else f"{seconds / 3600:.1f} h"
    )
