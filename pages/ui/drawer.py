"""A case in full: what people saw and said, what the judge was sent, and what it replied."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from evalcore.domain import Case, Label, Reading, Reply
from evalcore.judges import Judge
from evalcore.prompts import fill, variables
from evalcore.report import CaseOutcome, RepeatOutcome
from pages.ui import components, state

_MARK_BEFORE, _MARK_AFTER = "▸", "◂"
"""Around what a search found; plain signs, because the text is drawn inert."""


def draw_case(case: Case, labels: Sequence[Label]) -> None:
    """Question, evidence with a search, answer and labels."""
    st.caption("Question")
    components.inert(case.question)
    draw_evidence(case)
    st.caption("Answer")
    components.inert(case.answer)
    requirements = [("has to mention", case.must_mention), ("has to have retrieved", case.must_retrieve)]
    for what, wanted in requirements:
        if wanted:
            st.text(f"{what}: {', '.join(wanted)}")
    st.caption("Labels")
    draw_labels(labels)


def draw_evidence(case: Case) -> None:
    """The evidence of a case with a search in it; once on a page."""
    if not case.evidence:
        st.caption("Evidence: none" + ("" if case.expects_evidence else ", and none was expected"))
    else:
        sought = ""
        with st.container(horizontal=True, vertical_alignment="bottom", horizontal_alignment="distribute"):
            st.caption(f"Evidence ({len(case.evidence)} document{'s' if len(case.evidence) > 1 else ''})")
            sought = st.text_input(
                "Search the evidence", key=state.EVIDENCE_SEARCH, placeholder="Search", width=220, type="search",
                label_visibility="collapsed", live=True,
            ) or ""  # fmt: skip
        draw_documents(case, sought)
    if case.lacks_evidence:
        st.warning("Evidence was expected here and is missing: retrieval failed before any answer was given.")


def draw_documents(case: Case, sought: str = "") -> None:
    """Every document of the evidence, with marks around what is sought."""
    for document in case.evidence:
        with st.container(border=True):
            found = occurrences(document.text, sought)
            hits = f" · {found} found" if sought else ""
            title = " · ".join(part for part in (document.id, document.source, document.kind) if part) + hits
            st.caption(components.escaped(title))
            components.inert(marked(document.text, sought))


def occurrences(text: str, sought: str) -> int:
    """How often a text holds what is sought, whatever the case."""
    return text.lower().count(sought.lower()) if sought else 0


def marked(text: str, sought: str) -> str:
    """The text with signs around each place that a search finds; unchanged where lower case has another length."""
    lower, wanted = text.lower(), sought.lower()
    if not wanted or len(lower) != len(text):
        return text
    parts, start = [], 0
    while (at := lower.find(wanted, start)) >= 0:
        end = at + len(wanted)
        parts += [text[start:at], _MARK_BEFORE, text[at:end], _MARK_AFTER]
        start = end
    return "".join([*parts, text[start:]])


def draw_labels(labels: Sequence[Label]) -> None:
    """What every person said."""
    if not labels:
        st.text("Nobody has labelled this case.")
        return
    for label in labels:
        decides = " decides" if label.adjudicated else ""
        note = f" – {label.note}" if label.note else ""
        st.text(f"{components.sign(label.value)} {label.annotator}{decides}: {label.value}{note}")


def draw_replies(outcome: CaseOutcome) -> None:
    """Every repeat's raw reply, and how it was read by the deployed rule and by the lenient one."""
    if outcome.not_asked:
        st.info(f"Not asked: {outcome.not_asked}.")
    elif not outcome.repeats:
        st.info("No reply yet: these calls are missing.")
    for repeat in outcome.repeats:
        with st.container(border=True):
            _repeat(repeat)


def _repeat(repeat: RepeatOutcome) -> None:
    if repeat.reply.failure is not None:
        st.text(f"Repeat {repeat.repeat} · the call failed: {repeat.reply.failure.kind}")
        components.inert(repeat.reply.failure.message)
        return
    st.caption(components.escaped(f"Repeat {repeat.repeat} · {facts(repeat.reply)}"))
    components.inert(repeat.reply.text)
    if repeat.read is not None:
        deployed = _how_read("as deployed", repeat.deployed_verdict, repeat.read.deployed)
        st.text(f"{deployed}\n{_how_read('lenient', repeat.lenient_verdict, repeat.read.lenient)}")
    if repeat.reply.thinking:
        with st.expander("Thinking (never a verdict)"):
            components.inert(repeat.reply.thinking)
    if repeat.reply.truncated:
        st.warning("The prompt was cut or did not fit the window: this verdict rests on less than was sent.")


def _how_read(way: str, verdict: str | None, reading: Reading) -> str:
    step = reading.step or reading.reason
    return f"{components.sign(verdict)} {way}: {verdict or 'no verdict'} · {reading.how.value}" + (
        f" ({step})" if step else ""
    )


def draw_prompt(case: Case, judge: Judge, *, name: str = "one") -> None:
    """What a judge was sent on a case, on demand; nothing for a rule judge, which is sent nothing.

    ``name`` tells it from the other prompts of a page; whoever opened it reads on in the next case.
    """
    if judge.prompt is None:
        return
    with components.on_demand("The exact prompt that was sent", state.prompt_of(name)) as prompt:
        if prompt.open:
            components.source(fill(judge.prompt.template, judge.prompt.dialect, variables(case)))


def facts(reply: Reply) -> str:
    """What the server said of a reply, where it said anything."""
    known: Mapping[str, object] = {
        "finish": reply.finish_reason,
        "prompt tokens": reply.prompt_tokens,
        "window": reply.window_tokens,
        "reply tokens": reply.completion_tokens,
        "ms": None if reply.latency_ms is None else round(reply.latency_ms),
        "attempts": reply.attempts if reply.attempts > 1 else None,
        "server": reply.server_version,
    }
    return " · ".join(f"{name} {value}" for name, value in known.items() if value is not None)
