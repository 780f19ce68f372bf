"""The plot of two releases: a ring for the run before, a dot for the run after, with intervals."""

from __future__ import annotations

import altair as alt
import pandas as pd

from evalcore.domain import Estimate
from evalcore.report.release_sentences import name_of
from evalcore.report.releases import ReleaseComparison
from pages.ui.charts import PASS, UNKNOWN, Spec

_BEFORE, _AFTER = "before", "after"
_WHEN = [_BEFORE, _AFTER]
_SHARE = alt.Scale(domain=[0, 1])


def rates_plot(comparison: ReleaseComparison) -> Spec | None:
    """A row for all cases and one per slice, each with the rate before and after; a rate of no case is left out.

    None where there is nothing to draw.
    """
    changes = (comparison.overall, *comparison.slices)
    rows = [
        _row(name_of(change), when, estimate)
        for change in changes
        for when, estimate in ((_BEFORE, change.before), (_AFTER, change.after))
        if estimate.value is not None
    ]
    if not rows:
        return None
    colour = alt.Scale(domain=_WHEN, range=[UNKNOWN, PASS])
    base = alt.Chart(pd.DataFrame(rows)).encode(
        y=alt.Y("slice:N", sort=[name_of(change) for change in changes], title=None, axis=alt.Axis(labelLimit=260)),
        yOffset=alt.YOffset("when:N", sort=_WHEN),
        tooltip=["slice", "when", *(alt.Tooltip(f"{end}:Q", format=".1%") for end in ("value", "low", "high")), "n"],
    )
    lines = base.mark_rule(strokeWidth=2.5).encode(
        x=alt.X("low:Q", scale=_SHARE, axis=alt.Axis(format=".0%", title=None, grid=True, tickCount=5)),
        x2="high:Q",
        color=alt.Color("when:N", scale=colour, legend=None),
    )
    # A ring and a disc, so that the two differ without colour.
    dots = base.mark_point(size=90, strokeWidth=2).encode(
        x=alt.X("value:Q", scale=_SHARE),
        stroke=alt.Stroke("when:N", scale=colour, legend=None),
        fill=alt.Fill("when:N", scale=alt.Scale(domain=_WHEN, range=["transparent", PASS]), legend=None),
    )
    specification: Spec = (lines + dots).properties(height=alt.Step(17)).to_dict(validate=False)
    return specification


def _row(name: str, when: str, estimate: Estimate) -> dict[str, object]:
    return {
        "slice": name,
        "when": when,
        "value": estimate.value,
        "low": estimate.low,
        "high": estimate.high,
        "n": estimate.n,
    }
