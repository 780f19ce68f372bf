"""One judge: in which form it replies, whether it says the same again, what it goes by, and what exactly it is."""

from __future__ import annotations

import difflib

import pandas as pd
import streamlit as st

from evalcore.domain import JudgeReport
from evalcore.judges import RECORDED, judge_to_text
from evalcore.plurals import counted
from evalcore.report import (
    NO_REPLY,
    CaseOutcome,
    DistinctReply,
    JudgeColumns,
    RepeatOutcome,
    advice,
    cases_whose_words_differ,
    distinct_replies,
    headline,
    recorded_sentence,
)
from evalcore.report.formatting import counted_share, share
from pages.ui import (
    case_list,
    charts,
    components,
    frame,
    glossary,
    judge_doctor,
    judge_resources,
    matrix,
    measured,
    pagelist,
    resources,
    state,
)

REPLIES, FLIPS, DOCTOR, CONFIGURATION = "Replies", "Flips", "Doctor", "Configuration"
SHOWN_STRIPS, SHOWN_TEXTS = 40, 500


def draw_replies(judge: JudgeReport, run_id: str) -> None:
    """The forms of the replies, advice in one sentence, and what every rule would read."""
    columns = measured.judge_columns(run_id, judge.name)
    hint = advice(columns)
    if hint:
        st.info(components.escaped(hint), icon=":material/lightbulb:")
    else:
        st.success("Every reply is a verdict that the deployed reader accepts.", icon=":material/check:")
    if judge.calls.answered or judge.calls.failed:
        st.vega_lite_chart(charts.forms_bar([judge]), alt="Form of the replies")
    left, right = st.columns([2, 3], gap="medium")
    with left:
        st.caption("What became of every call", help=glossary.meaning("call", "repeat", "truncated"))
        components.ledger(judge.calls)
        if judge.calls.truncated:
            st.page_link(
                pagelist.COMPARE,
                label="See which verdicts these are",
                icon=":material/arrow_forward:",
                query_params={state.RUN: run_id, state.JUDGE: judge.name, state.CUT: matrix.CUT},
            )
        components.counts(components.form_rows(judge.replies), "replies", alt="Form of the replies")
    with right:
        st.caption("The same replies by every rule – nothing is asked again", help=glossary.meaning("reading"))
        _rules(judge, run_id)
    _distinct(distinct_replies(measured.run_columns(run_id), columns))


def _rules(judge: JudgeReport, run_id: str) -> None:
    rows = [
        {
            "rule": reading.rule + (" (deployed)" if reading.rule == judge.rule else ""),
            "literal": reading.literal,
            "recovered": reading.recovered,
            "unread": reading.unread,
            "agreement": share(reading.agreement),
            "bad answers caught": counted_share(reading.caught),
        }
        for reading in measured.readings(run_id, judge.name)
    ]
    st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        height="content",
        column_config=glossary.columns(
            literal="literal", recovered="recovered", unread="unread", agreement="agreement", bad_answers_caught="tnr"
        ),
        alt="What every rule would read",
    )


def _distinct(distinct: tuple[DistinctReply, ...]) -> None:
    if not distinct:
        return
    shown = "" if len(distinct) <= SHOWN_TEXTS else f", of which the {SHOWN_TEXTS} most frequent are listed"
    st.caption(f"Replies that are not literally a verdict: {len(distinct):,} distinct texts{shown}")
    rows = [
        {
            "replies": reply.count,
            "text": reply.text,
            "lenient reads": reply.lenient.token or "nothing",
            "step or reason": reply.lenient.step or reply.lenient.reason or "",
            "for example": reply.example_case,
        }
        for reply in distinct[:SHOWN_TEXTS]
    ]
    st.dataframe(pd.DataFrame(rows), hide_index=True, height=min(36 * len(rows) + 38, 420), alt="Distinct replies")


def draw_flips(judge: JudgeReport, run_id: str) -> None:
    """Rates of every kind of flip, a strip per case that flipped, and its replies side by side."""
    st.dataframe(
        pd.DataFrame(
            [
                {"flips": kind, "cases": f"{count.cases} of {count.n}", "rate over pairs of repeats": share(count.rate)}
                for kind, count in components.flip_kinds(judge).items()
            ]
        ),
        hide_index=True,
        height="content",
        column_config=glossary.columns(flips=("flip", "wording flip")),
        alt="Flips between repeats",
    )
    if judge.repeats < 2:
        st.info("Each case was asked once, so nothing is known about flips. A run with more repeats shows them.")
        return
    run, columns = measured.run_columns(run_id), measured.judge_columns(run_id, judge.name)
    flipped = cases_whose_words_differ(run, columns)
    if not len(flipped):
        st.success("Every repeat of every case brought the same words.", icon=":material/check:")
        return
    st.caption(f"{counted(len(flipped), 'case')} whose repeats differ; a dot marks other words than those of repeat 0")
    shown = flipped.listed[:SHOWN_STRIPS].tolist()
    cells = [cell for position in shown for cell in _strip(run.cases[position].id, columns, position)]
    st.vega_lite_chart(charts.flip_strips(cells), alt="Verdicts of every repeat, a strip per case")
    if len(flipped) > SHOWN_STRIPS:
        st.caption(f"The first {SHOWN_STRIPS} are drawn; every one can be opened below.")
    place = case_list.choose(flipped)
    _side_by_side(measured.outcome(run_id, run, columns, int(flipped.listed[place])))


def _strip(case_id: str, columns: JudgeColumns, position: int) -> list[charts.FlipCell]:
    calls = columns.calls
    answered = [
        (repeat, calls.forms[form].text, columns.reads[form].lenient_side)
        for repeat, form in enumerate(calls.form[position].tolist())
        if form != NO_REPLY
    ]
    first = answered[0][1]
    return [
        charts.FlipCell(
            case=case_id,
            repeat=repeat,
            verdict=side or "no verdict",
            mark=(side or "?")[0].upper() + (" •" if text != first else ""),
            text=text[:200],
        )
        for repeat, text, side in answered
    ]


def _side_by_side(outcome: CaseOutcome) -> None:
    answered = [repeat for repeat in outcome.repeats if repeat.read is not None]
    for column, repeat in zip(st.columns(len(answered)), answered, strict=True):
        with column:
            st.text(
                f"Repeat {repeat.repeat}: {components.sign(repeat.lenient_side)} {repeat.lenient_side or 'no verdict'}"
            )
            components.source(_marked_difference(answered[0], repeat))


def _marked_difference(first: RepeatOutcome, other: RepeatOutcome) -> str:
    """The other text with signs around the words that the first one does not have there."""
    if first.repeat == other.repeat:
        return other.reply.text
    before, after = first.reply.text.split(" "), other.reply.text.split(" ")
    parts = []
    for kind, _, _, start, end in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        words = " ".join(after[start:end])
        parts += [words] if kind == "equal" else [f"▸{words}◂"]
    return " ".join(part for part in parts if part)


def draw_configuration(judge: JudgeReport, run_id: str) -> None:
    """The judge as a file, and its versions with what changed between them; of a recorded one, that there is none."""
    if judge.recorded:
        st.text(recorded_sentence(judge.recorded))
        st.caption("It cannot be exported as a judge: that takes the judge's own file, measured by a run.")
        return
    text = judge_to_text(resources.judge_of(run_id, judge.name))
    st.caption(
        "The judge as it was asked; its calibration belongs to exactly this", help=glossary.meaning("fingerprint")
    )
    components.source(text)
    versions = judge_resources.versions_of(judge.name)
    st.caption(f"Versions stored under this name: {len(versions)}")
    for newer, older in zip(reversed(versions[1:]), reversed(versions[:-1]), strict=True):
        with st.expander(f"Version {newer.version} against version {older.version}"):
            components.source(judge_resources.difference_between(older.id, newer.id))


st.title("One judge")
frame.draw_notice()
run_id = state.get(state.RUN)
if run_id is None:
    components.empty_page("No judge has been measured yet.", (pagelist.RUN, "Start a run"))
frame.draw_run_banner(run_id)
report = measured.report(run_id)
name = frame.choose_judge([judge.name for judge in report.judges])
judge = next(judge for judge in report.judges if judge.name == name)
components.standing(judge)
st.text(headline(judge, report.dataset))
if judge.recorded:
    rule = "the words themselves" if judge.rule == RECORDED else judge.rule
    st.caption(components.escaped(f"{recorded_sentence(judge.recorded)} Read by: {rule}."))
else:
    st.caption(components.escaped(f"{judge.model} · read by {judge.rule}, as {judge.reader} does"))
replies, flips, doctor, configuration = st.tabs(
    [REPLIES, FLIPS, DOCTOR, CONFIGURATION], key=state.TAB, on_change="rerun", bind="query-params"
)
if replies.open:
    with replies:
        draw_replies(judge, run_id)
if flips.open:
    with flips:
        draw_flips(judge, run_id)
if doctor.open:
    with doctor:
        if judge.recorded:
            st.info("What this judge said was recorded elsewhere: there is nothing to ask.")
        else:
            judge_doctor.draw(resources.judge_of(run_id, name), resources.set_and_criterion(run_id)[0])
if configuration.open:
    with configuration:
        draw_configuration(judge, run_id)
