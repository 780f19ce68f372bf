"""Gates as a chart: the interval of every figure beside its threshold; outcome by colour and shape."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt
import pandas as pd

from evalcore.gate import FIGURES, Line, Outcome
from evalcore.report.gate_sentences import demand_in_words, part_in_words
from pages.ui.charts import FAIL, PASS, UNKNOWN, Spec, specification

_ORDER = [Outcome.PASSED, Outcome.FAILED, Outcome.UNDECIDED]
_COLOURS = [PASS, FAIL, UNKNOWN]
_SHAPES = ["circle", "triangle-up", "square"]
_TICK = 16


def threshold_plot(lines: Sequence[Line]) -> Spec | None:
    """A row per gate on a share: its interval, and its threshold as a tick; None where there is no such row."""
    rows = [_row(line) for line in lines if _drawable(line)]
    if not rows:
        return None
    order = [row["gate"] for row in rows]
    y = alt.Y("gate:N", sort=order, title=None, axis=alt.Axis(labelLimit=330, grid=False))
    axis = alt.Axis(format=".0%", title=None, grid=True, tickCount=5)
    scale, domain = alt.Scale(domain=[0, 1]), [outcome.value for outcome in _ORDER]
    # In two columns, because it starts where the names of the gates end, which is late in a narrow window.
    legend = alt.Legend(title=None, orient="top", columns=2, symbolStrokeWidth=0, symbolSize=90)
    ends = [alt.Tooltip(f"{end}:Q", format=".1%") for end in ("value", "low", "high", "threshold")]
    base = alt.Chart(pd.DataFrame(rows)).encode(
        y=y,
        color=alt.Color("outcome:N", scale=alt.Scale(domain=domain, range=_COLOURS), legend=legend),
        tooltip=["gate", "outcome", *ends],
    )
    intervals = base.mark_rule(strokeWidth=2.5).encode(x=alt.X("low:Q", scale=scale, axis=axis), x2="high:Q")
    shape = alt.Shape("outcome:N", scale=alt.Scale(domain=domain, range=_SHAPES), legend=legend)
    points = base.mark_point(size=80, filled=True, opacity=1).encode(x=alt.X("value:Q", scale=scale), shape=shape)
    thresholds = alt.Chart(pd.DataFrame(rows)).mark_tick(thickness=3, size=_TICK, color=UNKNOWN)
    thresholds = thresholds.encode(x=alt.X("threshold:Q", scale=scale), y=y, tooltip=["gate", ends[-1]])
    return specification((intervals + thresholds + points).properties(height=alt.Step(24)))


def _drawable(line: Line) -> bool:
    share = not (line.rule.against_baseline or FIGURES[line.rule.figure].coefficient)
    return share and line.estimate.value is not None and line.estimate.low is not None


def _row(line: Line) -> dict[str, object]:
    part = part_in_words(line)
    return {
        "gate": demand_in_words(line.rule) + ("" if part == "all" else f" · {part}"),
        "outcome": line.outcome.value,
        "value": line.estimate.value,
        "low": line.estimate.low,
        "high": line.estimate.high,
        "threshold": line.rule.threshold,
    }
