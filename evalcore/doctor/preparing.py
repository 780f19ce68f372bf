"""What the doctor needs beside a judge: its cases, its provider, and what runs have stored of it."""

from __future__ import annotations

from evalcore.doctor.planning import CASES, DoctorPlan, plan_doctor
from evalcore.domain import Dataset, Reply, Split
from evalcore.judges import Judge, request_fingerprint
from evalcore.runner import ProviderLookup
from evalcore.store import Store


async def prepare_doctor(
    judge: Judge, dataset: Dataset, *, providers: ProviderLookup, cases: int = CASES, seed: int = 0
) -> DoctorPlan:
    """Resolve the judge and lay out its probes; nothing is asked or stored.

    Raises
    ------
    ProviderError, MissingPart
        When the judge cannot be asked; the message says what to do.
    InputError
        When the set has no such criterion.
    RunError
        When no labelled case can be put to the judge.
    """
    provider = providers.get(judge.model.provider)
    return plan_doctor(
        await provider.resolve(judge),
        dataset,
        cases=cases,
        seed=seed,
        one_at_a_time=provider.max_concurrency == 1,
    )


def cases_to_probe(dataset: Dataset, split: Split | None) -> Dataset:
    """The set without the cases that are kept back to confirm with, whose replies nobody is to see before."""
    return split.part(dataset, "choose") if split else dataset


def replies_of_runs(store: Store, judge: Judge) -> dict[tuple[str, int], Reply]:
    """What is stored of exactly this judge's request, in its newest epoch, by case fingerprint and repeat."""
    request = request_fingerprint(judge)
    epoch = store.latest_epoch(request)
    return {} if epoch is None else store.replies_for(request, epoch)
