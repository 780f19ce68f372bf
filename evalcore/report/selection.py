"""What choosing one judge of many does to its figures."""

from __future__ import annotations

from dataclasses import replace

from evalcore.domain import JudgeReport, Selection
from evalcore.domain.reply_columns import Ints
from evalcore.report.compared import Compared
from evalcore.report.counted import share_of, shared_only
from evalcore.report.measures import with_note
from evalcore.stats import simultaneous_level


def among_all(judge: JudgeReport, deployed: Compared, clusters: Ints | None, selection: Selection) -> JudgeReport:
    """The judge with the interval that its agreement has if it was chosen among all that were tried on these cases.

    On the cases kept back of a split set nobody chose, but each further look there is one more chance: the interval
    is that of as many judges as were looked at.

    Parameters
    ----------
    deployed
        The judge against gold, as its agreement counts it.
    clusters
        Per case the number of its cluster; None where no two share one.
    """
    judges = selection.looks if selection.part == "confirm" else selection.candidates
    agreement, kept = judge.as_deployed.agreement, deployed.kept[:, 0]
    if judges < 2 or agreement.k is None:
        return judge
    level = simultaneous_level(agreement.level, judges)
    wider = share_of(deployed.right[kept, 0], shared_only(clusters, kept), level=level)
    wider = with_note(wider, f"holds for all {judges} judges at once at {agreement.level:.0%}")
    return replace(judge, agreement_among_all=replace(wider, method=f"{wider.method}, at Šidák's level"))
