"""Gates: what a judge or an application has to reach, decided by intervals, with the file that CI uses."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pandas as pd
import streamlit as st

from evalcore.errors import EvalcoreError
from evalcore.gate import Gates, Line, Outcome
from evalcore.report.gate_sentences import (
    demand_in_words,
    found_in_words,
    outcome_in_words,
    part_in_words,
    reason_in_words,
)
from pages.ui import components, frame, gate_resources, gate_source, glossary, kept_back, pagelist, state
from pages.ui.gate_resources import Decision
from pages.ui.gate_source import GateSource

DECISION, FILE = "Decision", "The file"
NO_BASELINE = "none"
WHY = "why, and what would decide"
_BADGES = {
    Outcome.PASSED: ("blue", ":material/check:"),
    Outcome.FAILED: ("orange", ":material/close:"),
    Outcome.UNDECIDED: ("gray", ":material/horizontal_rule:"),
}
_SHAPES = {Outcome.PASSED: "●", Outcome.FAILED: "▲", Outcome.UNDECIDED: "■"}


def choose(run_id: str) -> tuple[str, str | None]:
    """The judge that is gated, and the run that it is compared with."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        judge = frame.choose_judge(gate_resources.judge_names(run_id))
        baseline = st.selectbox(
            "Baseline run",
            [NO_BASELINE, *gate_resources.baselines(run_id)],
            key=state.BASELINE,
            bind="query-params",
            width=220,
            help=glossary.meaning("baseline") + " Only gates against a baseline need one.",
        )
    return judge, None if baseline == NO_BASELINE else baseline


def file_at_hand(run_id: str, judge: str) -> tuple[str, GateSource]:
    """What is in the editor; a file that was made for another judge and left as it was is made anew."""
    found = gate_source.text_and_source()
    if found is not None:
        text, source = found
        if source.starts_from in (None, (run_id, judge)) or text != source.text:
            return found
    start_over(run_id, judge)
    return gate_source.text_and_source() or ("", state.get(state.GATE_SOURCE))


def start_over(run_id: str, judge: str) -> None:
    """Put the file that holds what the judge shows now into the editor."""
    text = gate_resources.starting_text(run_id, judge)
    gate_source.put(GateSource(text=text, starts_from=(run_id, judge)))


def draw_outcome(decided: Decision | EvalcoreError) -> None:
    """The decision in one line."""
    if isinstance(decided, EvalcoreError):
        st.badge("cannot be run", color="orange", icon=":material/block:", help=glossary.meaning("void"))
        return
    colour, icon = _BADGES[decided.result.outcome]
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.badge(
            decided.result.outcome.value,
            color=colour,
            icon=icon,
            help=glossary.meaning("gate", "undecided", "unreachable"),
        )
        st.text(outcome_in_words(decided.result).partition(": ")[2].capitalize())


def draw_start(run_id: str, judge: str, text: str, source: GateSource) -> None:
    """Of a file that was made from what the judge shows, and not edited: what in it that did not set."""
    if source.starts_from == (run_id, judge) and text == source.text:
        for remark in gate_resources.remarks_on_start(run_id, judge):
            st.text(remark)


def draw_decision(decided: Decision | EvalcoreError, run_id: str) -> None:
    """Every gate with what was found, its outcome, and what would decide it."""
    if isinstance(decided, EvalcoreError):
        st.error("These gates cannot be run; the command line ends with 3.")
        components.inert(str(decided))
        return
    where = " on the cases kept back" if gate_resources.is_split(run_id) else ""
    st.caption(
        f"Every gate, decided by its interval{where}", help=glossary.meaning("gate", "interval", "undecided", "Holm")
    )
    st.table(pd.DataFrame(rows(decided.result.lines)), border="horizontal", alt="Gates and outcomes")
    if decided.plot:
        st.caption("Intervals of the shares; the grey tick is the threshold")
        st.vega_lite_chart(decided.plot, alt="Intervals beside their thresholds")
    for remark in decided.remarks:
        st.caption(components.escaped(remark), help=glossary.meaning("look") if remark.startswith("Look ") else None)


def rows(lines: Sequence[Line]) -> list[dict[str, str]]:
    """The gates as cells; every text is escaped, because a table draws Markdown."""
    cells = [_row(line) for line in lines]
    explained = any(cell[WHY] for cell in cells)
    return [{name: text for name, text in cell.items() if explained or name != WHY} for cell in cells]


def _row(line: Line) -> dict[str, str]:
    colour, _ = _BADGES[line.outcome]
    part = part_in_words(line)
    return {
        "gate": components.escaped(demand_in_words(line.rule) + ("" if part == "all" else f" ({part})")),
        "found": components.escaped(found_in_words(line)),
        "outcome": f":{colour}[{_SHAPES[line.outcome]}\u00a0{line.outcome.value}]",
        WHY: components.escaped(reason_in_words(line)),
    }


def draw_file(run_id: str, judge: str, decided: Decision | EvalcoreError) -> None:
    """The file in an editor, and ways to bring another one."""
    gate_source.draw_bringing(gate_resources.judge_names(run_id))
    st.text_area(
        "The gate file (Ctrl+Enter decides by it)",
        key=state.GATE_TEXT,
        height=460,
        persist_state="session",
        help=glossary.meaning("gate") + " docs/gates.md describes the file.",
    )
    if isinstance(decided, EvalcoreError):
        st.error("What is in the editor cannot be run.")
        components.inert(str(decided))
    st.button(
        "Start over from what this judge shows",
        icon=":material/restart_alt:",
        on_click=start_over,
        args=(run_id, judge),
        help="Thresholds are the ends of its intervals, eased to whole 5 points, and its config_sha256 is pinned.",
    )


def draw_downloads(text: str, decided: Decision | EvalcoreError) -> None:
    """The file and what came of it."""
    with st.container(horizontal=True):
        st.download_button("gates.yaml", text.encode(), gate_source.NAME, on_click="ignore", icon=":material/download:")
        if isinstance(decided, EvalcoreError):
            return
        for name, write in (("gates.json", gate_resources.result_json), ("gates.xml", gate_resources.junit_xml)):
            st.download_button(
                f"{name} ({'result' if name.endswith('json') else 'JUnit'})",
                partial(_encoded, write, decided),
                name,
                on_click="ignore",
                icon=":material/download:",
            )


def _encoded(write: gate_resources.Writer, decided: Decision) -> bytes:
    return write(decided).encode("utf-8", "backslashreplace")


def draw_commands(gates: Gates, run_id: str, judge: str, baseline: str | None) -> None:
    """The same decision on the command line."""
    st.caption("The same in CI, with the file as gates.yaml: 0 passed, 1 failed, 2 undecided, 3 could not be run")
    st.code(gate_resources.commands(gates, run_id, judge, baseline), language="bash", wrap_lines=True)


def decide(
    text: str, source: GateSource, run_id: str, judge: str, baseline: str | None
) -> tuple[Gates | None, Decision | EvalcoreError]:
    """The gates as far as the file can be read, and what they come to or why they come to nothing."""
    gates = None
    try:
        gates = gate_source.read_gates(text, source)
        return gates, gate_resources.decided(gates, run_id, judge, baseline)
    except EvalcoreError as error:
        return gates, error


st.title("Gates")
frame.draw_notice()
run_id = state.get(state.RUN)
if run_id is None:
    components.empty_page(
        "Gates hold a measured judge, or the application that it judges, to thresholds; nothing has been measured yet.",
        (pagelist.RUN, "Start a run"),
    )
frame.draw_run_banner(run_id)
judge, baseline = choose(run_id)
kept_back.draw(run_id, judge)
text, source = file_at_hand(run_id, judge)
gates, decided = decide(text, source, run_id, judge, baseline)
draw_outcome(decided)
draw_start(run_id, judge, text, source)
decision, file = st.tabs([DECISION, FILE], key=state.TAB, on_change="rerun", bind="query-params")
if decision.open:
    with decision:
        draw_decision(decided, run_id)
if file.open:
    with file:
        draw_file(run_id, judge, decided)
draw_downloads(text, decided)
if gates is not None:
    draw_commands(gates, run_id, judge, baseline)
