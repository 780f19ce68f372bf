"""Charts: blue passes, orange fails, grey is unknown, and a shape or a word says it too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import altair as alt
import pandas as pd

from evalcore.domain import Confusion, DatasetSummary, Estimate, JudgeReport, SliceMeasures

PASS, FAIL, UNKNOWN = "#3b82c4", "#e07b24", "#8c9199"
_DEPLOYED, _LENIENT = "as deployed", "lenient"
_PERCENT = alt.Axis(format=".0%", title=None, grid=True, tickCount=5)
_SHARE = alt.Scale(domain=[0, 1])


@dataclass(frozen=True, slots=True, kw_only=True)
class FlipCell:
    """One repeat of a flipped case."""

    case: str
    repeat: int
    verdict: str
    """pass, fail or no verdict."""
    mark: str
    """The verdict's first letter, with a dot where the words differ from those of repeat 0."""
    text: str


Spec = dict[str, Any]
"""A Vega-Lite specification, ready to be drawn."""


def specification(chart: alt.LayerChart | alt.Chart) -> Spec:
    """The chart as a specification; checking it against the schema would take longer than drawing the page."""
    written: Spec = chart.to_dict(validate=False)
    return written


def interval_plot(judges: Sequence[JudgeReport], dataset: DatasetSummary) -> Spec:
    """A row per judge: agreement as deployed (filled dot) and lenient (open dot), with intervals.

    A grey tick is what always saying the commonest label gets on the same cases; the grey band is
    how often two people agree with each other, where they labelled the same cases.
    """
    order = [judge.name for judge in judges]
    rows = [
        _interval_row(judge.name, way, measures.agreement)
        for judge in judges
        for way, measures in ((_DEPLOYED, judge.as_deployed), (_LENIENT, judge.lenient))
    ]
    baselines = [
        {"judge": judge.name, "value": judge.baseline.agreement.value, "is": f"always “{judge.baseline.value}”"}
        for judge in judges
    ]
    ticks = alt.Chart(pd.DataFrame(baselines)).mark_tick(thickness=3, size=24, color=UNKNOWN)
    plot = _with_intervals(rows, row="judge", order=order) + ticks.encode(
        x=alt.X("value:Q", scale=_SHARE),
        y=alt.Y("judge:N", sort=order),
        tooltip=["judge", "is", alt.Tooltip("value:Q", format=".1%")],
    )
    people = dataset.human_agreement["pairs"]
    return specification(plot if people.value is None else _people_band(people) + plot)


def _people_band(people: Estimate) -> alt.LayerChart:
    frame = pd.DataFrame(
        [{"low": people.low, "high": people.high, "value": people.value, "is": f"people, {people.n} shared cases"}]
    )
    base = alt.Chart(frame).encode(tooltip=["is", alt.Tooltip("value:Q", format=".1%")])
    band = base.mark_rect(color=UNKNOWN, opacity=0.16).encode(x=alt.X("low:Q", scale=_SHARE), x2="high:Q")
    return band + base.mark_rule(color=UNKNOWN, strokeDash=[4, 4]).encode(x="value:Q")


def slice_plot(slices: Sequence[SliceMeasures], *, lenient: bool) -> Spec:
    """A row per slice: the judge's agreement there, with its interval and its n."""
    rows = []
    for measured in slices:
        measures = measured.lenient if lenient else measured.as_deployed
        name = f"{slice_name(measured)} ({measures.n})"
        rows.append(_interval_row(name, _LENIENT if lenient else _DEPLOYED, measures.agreement))
    return specification(_with_intervals(rows, row="slice", order=[str(row["row"]) for row in rows]))


def slice_name(measured: SliceMeasures) -> str:
    """``key = value`` of a slice."""
    return ", ".join(f"{key} = {value}" for key, value in measured.slice.items())


def confusion_chart(confusion: Confusion, *, selection: str) -> Spec:
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
    numbers = base.mark_text(fontSize=22 if len(confusion.labels) < 4 else 15, fontWeight="bold").encode(
        text="cases:Q", color=alt.condition(alt.datum.cases > most * 0.45, alt.value("white"), alt.value(UNKNOWN))
    )
    cell = alt.selection_point(name=selection, fields=["human", "judge"])
    height = max(190, 38 * len(confusion.labels))
    return specification((tiles.add_params(cell) + numbers).properties(height=height))


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
    ways = [way for way in (_DEPLOYED, _LENIENT) if way in set(frame["way"])]
    base = alt.Chart(frame).encode(
        y=alt.Y(f"{row}:N", sort=list(order), title=None, axis=alt.Axis(labelLimit=260)),
        yOffset=alt.YOffset("way:N", sort=ways),
        tooltip=[
            row,
            "way",
            *(alt.Tooltip(f"{end}:Q", format=".1%") for end in ("value", "low", "high")),
            "n",
            "method",
        ],
    )
    lines = base.mark_rule(strokeWidth=2.5, color=PASS).encode(
        x=alt.X("low:Q", scale=_SHARE, axis=_PERCENT),
        x2="high:Q",
        opacity=alt.Opacity("way:N", scale=alt.Scale(domain=ways, range=[1.0, 0.5][: len(ways)]), legend=None),
    )
    # The filled dot covers its line; the open dot is a ring, so that the two ways differ without colour.
    fills = {_DEPLOYED: PASS, _LENIENT: "transparent"}
    dots = base.mark_point(size=90, strokeWidth=2, stroke=PASS).encode(
        x=alt.X("value:Q", scale=_SHARE),
        fill=alt.Fill(
            "way:N",
            scale=alt.Scale(domain=ways, range=[fills[way] for way in ways]),
            legend=alt.Legend(title=None, orient="top", columns=1, symbolStrokeColor=PASS) if len(ways) > 1 else None,
        ),
    )
    return (lines + dots).properties(height=alt.Step(17))


def forms_bar(judges: Sequence[JudgeReport]) -> Spec:
    """A bar per judge: how its replies gave their verdict, by the lenient rule; one judge alone needs no name."""
    rows = []
    for judge in judges:
        forms = judge.replies
        parts = [("literal", "literal", forms.literal)]
        parts += [("recovered", f"recovered: {step}", count) for step, count in forms.recovered.items()]
        parts += [("unread", f"unread: {reason}", count) for reason, count in forms.unread.items()]
        parts.append(("failed", "failed calls", judge.calls.failed))
        rows += [{"judge": judge.name, "kind": kind, "what": what, "replies": count} for kind, what, count in parts]
    kinds = alt.Scale(domain=["literal", "recovered", "unread", "failed"], range=[PASS, "#9cc4e8", UNKNOWN, FAIL])
    names = alt.Axis(labelLimit=260) if len(judges) > 1 else None
    return specification(
        alt.Chart(pd.DataFrame([row for row in rows if row["replies"]]))
        .mark_bar(cornerRadius=2)
        .encode(
            x=alt.X("replies:Q", title="calls", axis=alt.Axis(tickMinStep=1)),
            y=alt.Y("judge:N", title=None, axis=names),
            color=alt.Color("kind:N", scale=kinds, legend=alt.Legend(title=None, orient="top", columns=2)),
            order=alt.Order("kind:N"),
            tooltip=["judge", "what", "replies"],
        )
        .properties(height=alt.Step(26))
    )


def flip_strips(rows: Sequence[FlipCell]) -> Spec:
    """A strip per flipped case: a column per repeat, colour and letter by verdict, a dot where the words differ."""
    frame = pd.DataFrame([asdict(row) for row in rows])
    base = alt.Chart(frame).encode(
        x=alt.X("repeat:O", title="repeat", axis=alt.Axis(orient="top", labelAngle=0)),
        y=alt.Y("case:N", title=None, sort=list(dict.fromkeys(row.case for row in rows))),
        tooltip=["case", "repeat", "verdict", "text"],
    )
    colours = alt.Scale(domain=["pass", "fail", "no verdict"], range=[PASS, FAIL, UNKNOWN])
    tiles = base.mark_rect(cornerRadius=3, stroke="white", strokeWidth=1, strokeOpacity=0.3).encode(
        color=alt.Color("verdict:N", scale=colours, legend=alt.Legend(title=None, orient="top", columns=2))
    )
    letters = base.mark_text(color="white", fontWeight="bold").encode(text="mark:N")
    return specification((tiles + letters).properties(height=alt.Step(24)))
