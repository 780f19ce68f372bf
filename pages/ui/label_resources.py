"""What labelling reads of judges, for whoever runs a session; once per revision, and never for an annotator."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from evalcore.labelling import RunVerdicts, SecondLook, Stratum, cases_to_draw_from, run_verdicts, second_look_of
from pages.ui import resources


def verdicts(run_id: str) -> RunVerdicts:
    """What the judges of a run said, as far as its replies have landed."""
    return _verdicts(run_id, resources.revision_of(run_id))


@st.cache_resource(max_entries=4, show_spinner="Reading the replies")
def _verdicts(run_id: str, revision: object) -> RunVerdicts:  # noqa: ARG001  (the revision is part of the key)
    return run_verdicts(resources.store(), run_id)


def cases_by_kind(run_id: str, judge: str) -> Mapping[Stratum, int]:
    """How many cases there are on which a judge of a run agrees with gold, and on which it does not."""
    return _cases_by_kind(run_id, judge, resources.revision_of(run_id))


@st.cache_resource(max_entries=16, show_spinner=False)
def _cases_by_kind(run_id: str, judge: str, revision: object) -> Mapping[Stratum, int]:
    said = _verdicts(run_id, revision)
    return cases_to_draw_from(resources.dataset_of(said.dataset_id), said.criterion, said.of(judge)[1])


def second_look(session_id: str) -> SecondLook:
    """The estimates from the labels that a second look has so far."""
    return _second_look(session_id, resources.store().labelling.event_count(session_id))


@st.cache_resource(max_entries=8, show_spinner="Estimating")
def _second_look(session_id: str, events: int) -> SecondLook:  # noqa: ARG001
    return second_look_of(resources.store(), session_id)
