"""In which order cases are labelled, and by which run and judge where judges make it."""

from __future__ import annotations

import streamlit as st

from evalcore.domain.labelling import QueueKind
from evalcore.errors import LabellingError
from evalcore.labelling import SecondLookChoice
from pages.ui import components, frame, glossary, label_resources, label_seat, resources, state
from pages.ui.label_actions import Order

_QUEUES: dict[str, QueueKind] = {
    "random": "calibration",
    "judges disagree first": "judges disagree first",
    "uncertain first": "uncertain first",
    "second look": "second look",
}
_DRAWN = 50
"""Agreements that are looked at again unless somebody says otherwise."""


def draw(set_name: str, criterion: str) -> Order:
    """The choice of an order, with the fields that it takes."""
    chosen = st.selectbox(
        "Order",
        list(_QUEUES),
        key=state.label_field("order"),
        help=glossary.meaning("calibration queue", "marked queue"),
    )
    queue = _QUEUES[chosen]
    if queue == "calibration":
        return Order(queue=queue)
    if queue == "second look":
        return _draw_second_look(set_name, criterion)
    st.caption(
        "A marked queue: cases that judges chose bias agreement, so these labels stay out of gold unless asked for."
    )
    return Order(queue=queue, run_id=_choose_run([run.id for run in resources.runs_of(set_name)], "on this set"))


def _draw_second_look(set_name: str, criterion: str) -> Order:
    st.caption(
        "Cases where judge and gold differ, and a random sample of those where they agree, mixed and labelled again."
        " Nobody who labels sees which is which; the labels never become labels of the set.",
        help=glossary.meaning("second look", "inclusion probability"),
    )
    nothing = Order(queue="second look")
    if label_seat.blind_here(set_name):
        st.info("You label in an open session on this set: let somebody else make the second look, from elsewhere.")
        return nothing
    runs = [run for run in resources.runs_of(set_name) if run.spec.criterion == criterion]
    run_id = _choose_run([run.id for run in runs], f"under “{criterion}”")
    if run_id is None:
        return nothing
    frame.draw_newer_set(run_id)
    names = resources.judge_names(next(run for run in runs if run.id == run_id))
    judge = st.selectbox("Judge", names, key=state.label_field(f"judge_{run_id}"))
    try:
        look = _draw_numbers(run_id, judge)
    except LabellingError as error:
        st.warning("There is nothing to look at again.")
        components.inert(str(error))
        return nothing
    return nothing if look is None else Order(queue="second look", run_id=run_id, judge=judge, look=look)


def _draw_numbers(run_id: str, judge: str) -> SecondLookChoice | None:
    there = label_resources.cases_by_kind(run_id, judge)
    if not any(there.values()):
        st.warning("No case of this run has gold and a verdict of this judge: there is nothing to look at again.")
        return None
    agree, disagree = there["agree"], there["disagree"]
    left, right = st.columns(2)
    with left:
        agreements = _number(f"Agreements, of {agree}", f"agreements_{run_id}_{judge}", agree, min(_DRAWN, agree))
    with right:
        disagreements = _number(f"Disagreements, of {disagree}", f"disagreements_{run_id}_{judge}", disagree, disagree)
    return SecondLookChoice(agreements=agreements, disagreements=disagreements)


def _number(label: str, field: str, most: int, start: int) -> int:
    """At least one where there is one: a kind that nobody looks at leaves the estimates undefined."""
    return int(st.number_input(label, min(1, most), most, start, step=1, key=state.label_field(field)))


def _choose_run(run_ids: list[str], where: str) -> str | None:
    if not run_ids:
        st.warning(components.escaped(f"This order takes a run, and there is none {where}."))
        return None
    chosen: str = st.selectbox("By the run", run_ids, key=state.label_field("run"))
    return chosen
