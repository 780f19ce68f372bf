"""Judges that are being examined, and what an examination would ask."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from evalcore.doctor import (
    DoctorPlan,
    DoctorReport,
    Examinations,
    cases_to_probe,
    examine,
    plan_doctor,
    prepare_doctor,
    replies_of_runs,
)
from evalcore.doctor.asking import OnProgress
from evalcore.domain import Dataset
from evalcore.judges import Judge, config_sha256
from evalcore.providers.weights import KNOWN_WEIGHTS, weights_present
from pages.ui import resources


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What is examined: a judge on cases of a set, drawn by a seed."""

    judge: Judge
    set_name: str
    cases: int
    seed: int

    @property
    def key(self) -> tuple[int, bool, str, str, int, int]:
        """Changes with whatever the replies depend on."""
        stored = resources.stored_set(self.set_name)
        split = resources.store().is_split(self.set_name, self.judge.criterion)
        return stored.id, split, self.judge.criterion, config_sha256(self.judge), self.cases, self.seed

    @property
    def dataset(self) -> Dataset:
        """The set without what is kept back."""
        split = resources.store().find_split(self.set_name, self.judge.criterion)
        return cases_to_probe(resources.dataset_named(self.set_name), split)


@st.cache_resource(show_spinner=False)
def examinations() -> Examinations:
    """The examinations of this server; a thread each, and gone with the server."""
    return Examinations()


def plan(subject: Subject) -> DoctorPlan:
    """What would be asked, without a word to the judge's server.

    Raises
    ------
    RunError
        When no labelled case can be put to the judge.
    """
    return _plan(subject.key, subject)


@st.cache_resource(max_entries=16, show_spinner="Drawing the cases")
def _plan(key: object, _subject: Subject) -> DoctorPlan:  # noqa: ARG001  (the key stands for the subject)
    one_at_a_time = resources.providers().get(_subject.judge.model.provider).max_concurrency == 1
    return plan_doctor(
        _subject.judge, _subject.dataset, cases=_subject.cases, seed=_subject.seed, one_at_a_time=one_at_a_time
    )


def start(subject: Subject, calls: int) -> None:
    """Examine in the background."""
    # The thread is given all it needs, because nothing of Streamlit may be touched there.
    store, providers, dataset = resources.store(), resources.providers(), subject.dataset

    async def work(tell: OnProgress) -> DoctorReport:
        planned = await prepare_doctor(
            subject.judge, dataset, providers=providers, cases=subject.cases, seed=subject.seed
        )
        return await examine(
            planned, providers=providers, stored=replies_of_runs(store, planned.judge), on_progress=tell
        )

    examinations().start(str(subject.key), calls, work)


def obstacle(judge: Judge) -> str | None:
    """What keeps a judge from being asked at once; None: nothing that is known here."""
    weights = KNOWN_WEIGHTS.get(judge.model.name) if judge.model.provider == "embedded" else None
    if weights and not weights_present(weights):
        return "Fetch the embedded model first: Judges, under Models."
    return None
