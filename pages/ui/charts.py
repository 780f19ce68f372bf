"""Charts: blue passes, orange fails, grey is unknown, and a shape or a word says it too."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt
import pandas as pd

from evalcore.domain import Confusion, Estimate, JudgeReport, SliceMeasures

PASS, FAIL, UNKNOWN = "#3b82c4", "#e07b24", "#8c9199"
_DEPLOYED, _LENIENT = "as deployed", "lenient"
_PERCENT = alt.Axis(format=".0%", title=None, grid=True, tickCount=5)
_SHARE = alt.Scale(domain=[0, 1])


def interval_plot(judges: Sequence[JudgeReport]) -> alt.LayerChart:
    """A row per judge: agreement as deployed (filled dot) and lenient (open dot), with intervals.

    The grey tick is what always saying the commonest label gets on the same cases.
    """
    rows = [
        _interval_row(judge.name, way, measures.agreement)
        for judge in judges
        for way, measures in ((_DEPLOYED, judge.as_deployed), (_LENIENT, judge.lenient))
    ]
    baselines = [
        {"judge": judge.name, "value": judge.baseline.agreement.value, "way": f"always “{judge.baseline.value}”"}
        for judge in judges
    ]
    order = [judge.name for judge in judges]
    ticks = alt.Chart(pd.DataFrame(baselines)).mark_tick(thickness=3, size=22, color=UNKNOWN)
    return _with_intervals(rows, row="judge", order=order) + ticks.encode(
        x=alt.X("value:Q", scale=_SHARE),
        y=alt.Y("judge:N", sort=order),
        tooltip=["judge", "way", alt.Tooltip("value:Q", format=".1%")],
    )


def slice_plot(slices: Sequence[SliceMeasures]) -> alt.LayerChart:
    """A row per slice: the judge's agreement there, as deployed and lenient, with intervals."""
    rows = [
        _interval_row(slice_name(measured), way, measures.agreement)
        for measured in slices
        for way, measures in ((_DEPLOYED, measured.as_deployed), (_LENIENT, measured.lenient))
    ]
    return _with_intervals(rows, row="slice", order=[slice_name(measured) for measured in slices])


def slice_name(measured: SliceMeasures) -> str:
    """``key = value`` of a slice."""
    return ", ".join(f"{key} = {value}" for key, value in measured.slice.items())


def confusion_chart(confusion: Confusion, *, selection: str) -> alt.LayerChart:
    """The confusion matrix as tiles; a click selects the cell's ``human`` and ``judge`` values.

    Agreement is blue and disagreement orange; the counts are drawn so that they can be read in both themes.
    """
    cells = [
        {"human": human, "judge": judge, "cases": count, "kind": "agree" if human == judge else "differ"}
        for human, row in zip(confusion.labels, confusion.matrix, strict=True)
        for judge, count in zip(confusion.labels, row, strict=True)
    ]
    base = alt.Chart(pd.DataFrame(cells)).encode(
        x=alt.X("judge:N", sort=list(confusion.labels), axis=alt.Axis(orient="top", labelAngle=0, title="judge says")),
        y=alt.Y("human:N", sort=list(confusion.labels), axis=alt.Axis(title="people say")),
    )
    most = max((cell["cases"] for cell in cells), default=0) or 1
    tiles = base.mark_rect(cornerRadius=4, cursor="pointer").encode(
        color=alt.Color("kind:N", scale=alt.Scale(domain=["agree", "differ"], range=[PASS, FAIL]), legend=None),
        opacity=alt.Opacity("cases:Q", scale=alt.Scale(domain=[0, most], range=[0.12, 0.95]), legend=None),
        tooltip=["human", "judge", "cases"],
    )
    # Dark numbers on pale tiles vanish in the dark theme, so a number is white on strong tiles and grey on pale ones.
    numbers = base.mark_text(fontSize=22, fontWeight="bold").encode(
        text="cases:Q", color=alt.condition(alt.datum.cases > most * 0.45, alt.value("white"), alt.value(UNKNOWN))
    )
    cell = alt.selection_point(name=selection, fields=["human", "judge"])
    return (tiles.add_params(cell) + numbers).properties(height=190)


def _interval_row(name: str, way: str, estimate: Estimate) -> dict[str, object]:
    return {
        "row": name,
        "way": way,
        "value": estimate.value,
        "low": estimate.low,
        "high": estimate.high,
        "n": estimate.n,
        "method": estimate.method,
    }


def _with_intervals(rows: Sequence[dict[str, object]], *, row: str, order: Sequence[str]) -> alt.LayerChart:
    frame = pd.DataFrame(rows).rename(columns={"row": row})
    ways = alt.Scale(domain=[_DEPLOYED, _LENIENT])
    base = alt.Chart(frame).encode(
        y=alt.Y(f"{row}:N", sort=list(order), title=None, axis=alt.Axis(labelLimit=260)),
        yOffset=alt.YOffset("way:N", sort=[_DEPLOYED, _LENIENT]),
        tooltip=[
            row,
            "way",
            alt.Tooltip("value:Q", format=".1%"),
            alt.Tooltip("low:Q", format=".1%"),
            alt.Tooltip("high:Q", format=".1%"),
            "n",
            "method",
        ],
    )
    lines = base.mark_rule(strokeWidth=2, color=PASS).encode(
        x=alt.X("low:Q", scale=_SHARE, axis=_PERCENT),
        x2="high:Q",
        opacity=alt.Opacity("way:N", scale=alt.Scale(domain=ways.domain, range=[1.0, 0.45]), legend=None),
    )
    dots = base.mark_point(size=90, strokeWidth=2, color=PASS).encode(
        x=alt.X("value:Q", scale=_SHARE),
        fill=alt.Fill("way:N", scale=alt.Scale(domain=ways.domain, range=[PASS, "transparent"]), legend=_legend()),
    )
    return (lines + dots).properties(height=alt.Step(16))


def _legend() -> alt.Legend:
    return alt.Legend(title=None, orient="top", symbolStrokeColor=PASS)
