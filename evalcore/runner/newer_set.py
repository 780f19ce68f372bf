"""Whether a run rests on what its set says now, or on a version from before labels or cases changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from evalcore.domain import CaseOutline, Gold, OutlinedSet, Scale, gold_labels
from evalcore.plurals import counted
from evalcore.runner.prepare import first_cases
from evalcore.store import RunSpec, Store, StoredDataset

_SHOWN_DIGEST = 12
_Rests = tuple[CaseOutline, Gold, Scale | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class NewerSet:
    """What has become of a set since a run was made on it."""

    run_id: str
    rests_on: StoredDataset
    newest: StoredDataset
    differing: int
    """Cases that are in one version only, or differ in their content or their labels under the run's criterion."""
    gold_differs: int
    """Those of them whose gold differs."""

    @property
    def sentence(self) -> str:
        """The version that the run rests on, what differs in the newest one, and what to do."""
        case, differs = ("case", "differs") if self.differing == 1 else ("cases", "differ")
        gold = f", {self.gold_differs:,} in gold" if self.gold_differs else ", none in gold"
        return (
            f"Run {self.run_id} rests on {self.rests_on.name} as of {_version(self.rests_on)}, not on its newest"
            f" version of {_version(self.newest)}: {self.differing:,} {case} {differs}{gold}. Run the judges on the set"
            " again: calls that are stored already are not asked again, so it mostly costs nothing."
        )


def newer_set(store: Store, run_id: str, *, load: Callable[[int], OutlinedSet] | None = None) -> NewerSet | None:
    """The newest version of the set of a run, where the run rests on another one and something differs for it.

    Parameters
    ----------
    load
        Reads a version of a set by its number, where the caller keeps those that were read; None: the store does.

    Raises
    ------
    RunError
        When there is no such run.
    """
    spec = store.load_run(run_id).spec
    rests_on = next(stored for stored in store.list_datasets() if stored.id == spec.dataset_id)
    newest = store.find_dataset(rests_on.name)
    if newest is None or newest.id == rests_on.id:
        return None
    read = load or store.load_outlined
    before, now = (_by_case(read(stored.id), spec) for stored in (rests_on, newest))
    differing = [case_id for case_id in before | now if before.get(case_id) != now.get(case_id)]
    if not differing:
        return None
    return NewerSet(
        run_id=run_id,
        rests_on=rests_on,
        newest=newest,
        differing=len(differing),
        gold_differs=sum(_gold(before.get(case_id)) != _gold(now.get(case_id)) for case_id in differing),
    )


def replaced_in_words(store: Store, before: StoredDataset | None, now: StoredDataset) -> str:
    """What storing a set has put behind: gold of the version that was the newest before; empty where it is none.

    Parameters
    ----------
    before
        The newest version before, if there was one.
    """
    if before is None or before.id == now.id:
        return ""
    left, kept = store.load_outlined(before.id), store.load_outlined(now.id)
    lost = {case_id for criterion in left.criteria for case_id in _lost_gold(left, kept, criterion)}
    if not lost:
        return ""
    return (
        f"{now.name} had a version of {_version(before)} until now, with gold on {counted(len(lost), 'case')} that this"
        " one does not have, or has otherwise. That version stays stored with its runs; to go on with it, freeze its"
        " labelling session or import its file again."
    )


def _lost_gold(before: OutlinedSet, now: OutlinedSet, criterion: str) -> Iterator[str]:
    known = gold_labels(now, criterion)
    for case_id, gold in gold_labels(before, criterion).items():
        if gold.value is not None and (case_id not in known or known[case_id].value != gold.value):
            yield case_id


def _by_case(dataset: OutlinedSet, spec: RunSpec) -> dict[str, _Rests]:
    """What the figures of a run come from, by case."""
    asked = first_cases(dataset, spec.limit)
    gold, scale = gold_labels(asked, spec.criterion), asked.criteria.get(spec.criterion)
    return {case.id: (case, gold[case.id], scale) for case in asked.cases}


def _gold(found: _Rests | None) -> str | None:
    return found[1].value if found else None


def _version(stored: StoredDataset) -> str:
    return f"{stored.created_at:%Y-%m-%d %H:%M} UTC ({stored.fingerprint[:_SHOWN_DIGEST]})"
