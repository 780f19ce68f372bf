"""Drawing that is used twice. Text from models and files is only ever drawn inert."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from evalcore.domain import Case, Label, Reading, Reply

if TYPE_CHECKING:
    from evalcore.domain import CallLedger, ReplyForms
    from evalcore.report import CaseOutcome


def inert(text: str) -> None:
    """Draw text as it is: no Markdown, no HTML, nothing fetched."""
    st.code(text if text else "(empty)", language=None, wrap_lines=True)


def escaped(text: str) -> str:
    """Text for an element that draws Markdown, with every sign that Markdown knows made harmless."""
    return re.sub(r"([\\\\`*_{}\[\]()#+\-.!|<>~$:])", r"\\\1", text)


def empty_page(what_is_missing: str, *links: tuple[object, str]) -> None:
    """Say what a page is waiting for, with links to where it is made, and end the page."""
    with st.container(border=True):
        st.write(what_is_missing)
        for page, label in links:
            st.page_link(page, label=label)  # type: ignore[arg-type]
    st.stop()


def ledger(calls: CallLedger) -> None:
    """What became of every planned call, adding up."""
    rows = [("answered", calls.answered), ("failed", calls.failed)]
    rows += [(f"not asked: {reason}", count) for reason, count in calls.not_asked.items()]
    rows += [("missing", calls.missing), ("planned", calls.planned)]
    _counts(rows, "calls", alt="What became of every planned call")
    if calls.truncated:
        st.warning(f"{calls.truncated} of the answered calls rest on a prompt that was cut or did not fit the window.")


def reply_forms(forms: ReplyForms) -> None:
    """In which form the replies gave their verdict, adding up to the answered calls."""
    rows = [("literal", forms.literal)]
    rows += [(f"recovered: {step}", count) for step, count in forms.recovered.items()]
    rows += [(f"unread: {reason}", count) for reason, count in forms.unread.items()]
    _counts(rows, "replies", alt="Form of the replies")


def _counts(rows: list[tuple[str, int]], unit: str, *, alt: str) -> None:
    frame = pd.DataFrame(rows, columns=["what", unit])
    st.dataframe(frame, hide_index=True, width="stretch", height="content", alt=alt)


def case_reader(case: Case, labels: tuple[Label, ...]) -> None:
    """A case as people read it: question, evidence, answer, labels."""
    st.caption("Question")
    inert(case.question)
    st.caption(f"Evidence ({len(case.evidence)})" if case.evidence else "Evidence: none")
    for document in case.evidence:
        with st.container(border=True):
            st.text(" · ".join(part for part in (document.id, document.source, document.kind) if part))
            inert(document.text)
    if case.lacks_evidence:
        st.warning("Evidence was expected here and is missing: retrieval failed before any answer was given.")
    st.caption("Answer")
    inert(case.answer)
    st.caption("Labels")
    _labels(labels)


def _labels(labels: tuple[Label, ...]) -> None:
    if not labels:
        st.text("Nobody has labelled this case.")
        return
    frame = pd.DataFrame(
        [
            {
                "who": label.annotator,
                "criterion": label.criterion,
                "verdict": label.value,
                "decides": "adjudicated" if label.adjudicated else "",
                "note": label.note,
                "when": label.at or "",
            }
            for label in labels
        ]
    )
    st.dataframe(frame, hide_index=True, width="stretch", height="content", alt="Labels of this case")


def replies_of(outcome: CaseOutcome) -> None:
    """Every repeat's raw reply with how it was read, deployed and lenient."""
    if outcome.not_asked:
        st.info(f"Not asked: {outcome.not_asked}.")
    for repeat in outcome.repeats:
        with st.container(border=True):
            st.caption(f"Repeat {repeat.repeat}")
            _reply(repeat.reply)
            if repeat.deployed and repeat.lenient:
                st.text(f"as deployed: {repeat.deployed_verdict or 'no verdict'} – {_how(repeat.deployed)}")
                st.text(f"lenient: {repeat.lenient_verdict or 'no verdict'} – {_how(repeat.lenient)}")


def _reply(reply: Reply) -> None:
    if reply.failure:
        st.error(f"The call failed ({reply.failure.kind}).")
        inert(reply.failure.message)
        return
    inert(reply.text)
    if reply.thinking:
        with st.expander("Thinking (never a verdict)"):
            inert(reply.thinking)
    facts: Mapping[str, object] = {
        "finish": reply.finish_reason,
        "prompt tokens": reply.prompt_tokens,
        "of a window of": reply.window_tokens,
        "reply tokens": reply.completion_tokens,
        "ms": None if reply.latency_ms is None else round(reply.latency_ms),
        "attempts": reply.attempts,
        "model": reply.served_model,
        "server": reply.server_version,
    }
    st.text(" · ".join(f"{name} {value}" for name, value in facts.items() if value is not None))
    if reply.truncated:
        st.warning("The prompt was cut or did not fit the window.")


def _how(reading: Reading) -> str:
    detail = reading.step or reading.reason
    return f"{reading.how.value} ({detail})" if detail else reading.how.value
