"""One target of an export: what it is for this judge, whether the files hold up, and the files themselves."""

from __future__ import annotations

from functools import partial
from pathlib import PurePosixPath

import pandas as pd
import streamlit as st

from evalcore.errors import ExportError
from evalcore.exports import TARGETS, Files, Target, Verification
from evalcore.judges import Judge
from evalcore.report.formatting import counted
from pages.ui import components, export_resources, glossary, state

_ORDER = ("exact", "adapted", "document")
_MANY_LINES, _TALLEST = 30, 640
"""From how many lines on a file scrolls, and in how many pixels."""
_MOST_SHOWN = 50_000
"""Characters of a file that are drawn."""
_CARDS = ("card.html", "card.md")
_MARKS = {
    "exact": ("exact", "blue", ":material/check:"),
    "adapted": ("adapted: another judge than the one measured", "orange", ":material/alt_route:"),
    "differs": ("differs from the judge that was measured", "orange", ":material/close:"),
    "undecided": ("not verified", "gray", ":material/help:"),
}


def choose(judge: Judge) -> Target:
    """Choose a target among those that the judge can be written as, exact ones first."""
    suiting = [target for target in TARGETS.values() if target.suits(judge)]
    suiting.sort(key=lambda target: _ORDER.index(target.standing(judge)))
    name = st.selectbox(
        "Export as", [target.name for target in suiting], key=state.TARGET, bind="query-params", width=420
    )
    shown = components.on_demand("What each of them is", state.ALL_TARGETS)
    if shown.open:
        with shown:
            _draw_all(judge)
    return TARGETS[name]


def _draw_all(judge: Judge) -> None:
    rows = [
        (
            target.name,
            target.title,
            target.standing(judge) if target.suits(judge) else "not for a rule",
            target.proof or "–",
        )
        for target in sorted(TARGETS.values(), key=lambda target: _ORDER.index(target.standing(judge)))
    ]
    columns = ["target", "what it is", "for this judge, at best", "shown by"]
    st.dataframe(pd.DataFrame(rows, columns=columns), hide_index=True, height="content", alt="Every target")


def draw(target: Target, run_id: str, judge: Judge) -> None:
    """The target, its verification and its files."""
    st.text(target.title)
    with_examples = target.name in _CARDS and st.checkbox(
        "Quote cases that it got wrong",
        key=state.EXAMPLES,
        help="Questions, evidence and answers then stand in the file. Tick it only if whoever owns them agrees.",
    )
    try:
        files = export_resources.files(run_id, judge.name, target.name, with_examples=bool(with_examples))
        if target.exactness == "document":
            st.badge("a document for people and programs", color="gray", icon=":material/description:")
        else:
            _draw_standing(target, judge, export_resources.verification(run_id, judge.name, target.name))
    except ExportError as error:
        st.warning("This judge cannot be exported as this.")
        components.inert(str(error))
        return
    _draw_files(files, target, run_id, judge.name)


def _draw_standing(target: Target, judge: Judge, found: Verification) -> None:
    """Whether the files are the judge that was measured, by what was compared."""
    word, colour, icon = _MARKS[found.outcome]
    if found.outcome == "exact":
        word = f"exact: {counted(found.requests, 'request')} and {counted(found.verdicts, 'verdict')} equal"
    st.badge(word, color=colour, icon=icon, help=glossary.meaning("exact export", "adapted export", "transport field"))
    if found.outcome == "adapted":
        st.text("The calibration is void until the judge is measured through this tool. What it does otherwise:")
        for loss in target.losses(judge):
            st.text(f"– {loss}")
    if not (found.outcome == "adapted" and found.not_compared):
        st.text(_compared(found))
    if target.proof:
        st.text(f"Proof that the tool does as its files say: {target.proof}.")
    if found.differences:
        _draw_differences(found)


def _compared(found: Verification) -> str:
    if found.outcome != "exact":
        return f"{found.sentence[:1].upper()}{found.sentence[1:]}."
    return (
        "What the files would send about every case of the run is what was sent, and every saved reply is read as"
        f" measured; so are {found.made_up} made-up cases and replies."
    )


def _draw_differences(found: Verification) -> None:
    rows = [(one.case_id, one.where, one.measured, one.exported) for one in found.differences]
    columns = ["case", "where", "as measured", "as exported"]
    st.dataframe(pd.DataFrame(rows, columns=columns), hide_index=True, height="content", alt="What differs")
    if found.more:
        st.caption(f"… and {found.more} more.")


def _draw_files(files: Files, target: Target, run_id: str, judge: str) -> None:
    if len(files) == 1:
        ((name, text),) = files.items()
        _offer(name, text, primary=True)
        _draw_text(name, text)
        return
    st.download_button(
        f"Download {target.name}.zip",
        data=partial(export_resources.archive, run_id, judge, target.name),
        file_name=f"{target.name}.zip",
        mime="application/zip",
        on_click="ignore",
        type="primary",
    )
    ordered = sorted(files, key=lambda name: (not _is_readme(name), name))
    name = st.selectbox(f"Its {len(files)} files", ordered, key=state.FILE, width=420)
    _offer(name, files[name], primary=False)
    _draw_text(name, files[name])


def _is_readme(name: str) -> bool:
    return PurePosixPath(name).name.lower().startswith("readme")


def _offer(name: str, text: str, *, primary: bool) -> None:
    st.download_button(
        f"Download {name}",
        data=text.encode("utf-8"),
        file_name=PurePosixPath(name).name,
        on_click="ignore",
        type="primary" if primary else "secondary",
    )


def _draw_text(name: str, text: str) -> None:
    if name.endswith(".html"):
        st.caption("One self-contained file with charts; it needs no network.")
    else:
        if len(text) > _MOST_SHOWN:
            st.caption(f"Its first {_MOST_SHOWN:,} of {len(text):,} characters; the download has all of it.")
        components.source(text[:_MOST_SHOWN], height=_TALLEST if text.count("\n") > _MANY_LINES else None)
