"""What judges of a run said, for queues that are ordered or drawn by it; it never reaches an annotator."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import mean

from evalcore.errors import LabellingError
from evalcore.judges import Judge, request_fingerprint
from evalcore.report import CaseOutcome, case_outcomes
from evalcore.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class RunVerdicts:
    """Whether each judge of a run passes each case, repeat by repeat, as deployed."""

    run_id: str
    dataset_id: int
    criterion: str
    passes: Mapping[str, Mapping[str, tuple[bool, ...]]]
    """By the judge's name and the case's id; a case without a verdict is missing."""

    def of(self, judge: str | None) -> tuple[str, dict[str, bool]]:
        """One judge's name and its verdicts at repeat 0; None: the only judge.

        Raises
        ------
        LabellingError
            When the run has no such judge, or several and none is named.
        """
        found = [name for name in self.passes if judge in (None, name)]
        if len(found) != 1:
            raise LabellingError(
                f"expected one judge of {self.run_id} ({', '.join(self.passes)}), found {judge or 'none'}"
            )
        return found[0], {case_id: verdicts[0] for case_id, verdicts in self.passes[found[0]].items()}


def run_verdicts(store: Store, run_id: str) -> RunVerdicts:
    """Read what the judges of a run said; no model is called."""
    spec = store.load_run(run_id).spec
    dataset = store.load_dataset(spec.dataset_id)
    passes: dict[str, dict[str, tuple[bool, ...]]] = {}
    for judge_id, epoch in zip(spec.judge_ids, spec.epochs, strict=True):
        judge = store.load_judge(judge_id)
        outcomes = case_outcomes(
            dataset,
            judge,
            store.replies_for(request_fingerprint(judge), epoch),
            criterion=spec.criterion,
            repeats=spec.repeats,
            ask_without_evidence=spec.ask_without_evidence,
        )
        passes[judge.name] = {outcome.case.id: said for outcome in outcomes if (said := _said(judge, outcome))}
    return RunVerdicts(run_id=run_id, dataset_id=spec.dataset_id, criterion=spec.criterion, passes=passes)


def judges_disagree_first(verdicts: RunVerdicts) -> tuple[str, ...]:
    """The cases in the order of how far the judges differ at repeat 0, most first."""
    firsts: dict[str, list[bool]] = {}
    for by_case in verdicts.passes.values():
        for case_id, said in by_case.items():
            firsts.setdefault(case_id, []).append(said[0])
    return _most_first({case_id: _unequal(said) for case_id, said in firsts.items()})


def uncertain_first(verdicts: RunVerdicts) -> tuple[str, ...]:
    """The cases in the order of how far judges differ from themselves when asked again, most first."""
    flips: dict[str, list[float]] = {}
    for by_case in verdicts.passes.values():
        for case_id, said in by_case.items():
            flips.setdefault(case_id, []).append(_unequal(said))
    return _most_first({case_id: mean(shares) for case_id, shares in flips.items()})


def _said(judge: Judge, outcome: CaseOutcome) -> tuple[bool, ...]:
    """Its verdicts in order; none where there is none at repeat 0, which figures rest on."""
    if outcome.first is None or outcome.first.deployed_verdict is None:
        return ()
    verdicts = (repeat.deployed_verdict for repeat in outcome.repeats)
    return tuple(judge.passes(verdict) for verdict in verdicts if verdict is not None)


def _unequal(said: Sequence[bool]) -> float:
    pairs = list(combinations(said, 2))
    return sum(a != b for a, b in pairs) / len(pairs) if pairs else 0.0


def _most_first(shares: Mapping[str, float]) -> tuple[str, ...]:
    return tuple(sorted(shares, key=lambda case_id: -shares[case_id]))
