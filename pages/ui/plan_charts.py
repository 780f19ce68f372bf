"""The curves of a plan: a colour, a shape and a dash per series, a ringed point at what was asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

import altair as alt
import pandas as pd

from evalcore.report.plan_curves import (
    ANY_RATE,
    AT_LEAST,
    BAD,
    DIFFERENT,
    GOOD,
    LESS_THAN,
    NONE,
    SAME,
    Band,
    CurvePoint,
)
from pages.ui.charts import FAIL, PASS, UNKNOWN, Spec, specification

_HEIGHT = 230
_FACTORS = [step * 10**power for power in range(7) for step in (1, 2, 5)]
_TENS = [10**power for power in range(8)]
_SHARE = ".0%"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Style:
    colour: str
    shape: str
    dash: tuple[int, int]


_STYLES: Mapping[str, _Style] = {
    SAME: _Style(colour=PASS, shape="circle", dash=(1, 0)),
    DIFFERENT: _Style(colour=UNKNOWN, shape="square", dash=(5, 3)),
    AT_LEAST: _Style(colour=PASS, shape="circle", dash=(1, 0)),
    LESS_THAN: _Style(colour=FAIL, shape="triangle-up", dash=(5, 3)),
    GOOD: _Style(colour=PASS, shape="circle", dash=(1, 0)),
    BAD: _Style(colour=FAIL, shape="triangle-up", dash=(5, 3)),
    NONE: _Style(colour=UNKNOWN, shape="square", dash=(2, 2)),
    ANY_RATE: _Style(colour=UNKNOWN, shape="square", dash=(5, 3)),
}
_FIRST = _Style(colour=PASS, shape="circle", dash=(1, 0))


@dataclass(frozen=True, slots=True, kw_only=True)
class Axes:
    """What a chart of curves is about, and how its axes are written."""

    x: str
    y: str
    x_format: str = ",.0f"
    y_format: str = ",.0f"
    x_log: bool = False
    y_log: bool = False


def labels_by_half_width_chart(points: Sequence[CurvePoint], *, half_width: float, labels: float) -> Spec:
    """Labels needed for every half-width."""
    axes = Axes(x="half-width", y="labels needed", x_format=_SHARE, y_log=True)
    return specification(_curves(points, axes) + _asked(half_width, labels, axes))


def labels_by_rate_chart(points: Sequence[CurvePoint], *, threshold: float, rate: float, labels: float) -> Spec:
    """Labels that tell a judge from a threshold, for every true rate."""
    axes = Axes(x="true rate", y="labels needed", x_format=_SHARE, y_log=True)
    line = _vertical(threshold, f"threshold {threshold:.0%}", axes)
    style = _STYLES[AT_LEAST if rate > threshold else LESS_THAN]
    return specification(_curves(points, axes) + line + _asked(rate, labels, axes, style))


def labels_by_difference_chart(
    points: Sequence[CurvePoint], *, difference: float, same: float | None, different: float
) -> Spec:
    """Labels that tell two rates apart, for every difference; ``same`` is None where that cannot be planned."""
    axes = Axes(x="difference", y="cases needed, on each side", x_format=_SHARE, y_log=True)
    chart = _curves(points, axes) + _asked(difference, different, axes, _STYLES[DIFFERENT], above=False)
    return specification(chart if same is None else chart + _asked(difference, same, axes, _STYLES[SAME]))


def interval_by_cases_chart(bands: Sequence[Band], *, rate: float, cases: float) -> Spec:
    """The interval around a rate for every number of cases."""
    frame = pd.DataFrame([asdict(band) for band in bands])
    axes = Axes(x="cases", y="interval", y_format=_SHARE, x_log=True)
    base = alt.Chart(frame).encode(
        x=_x(axes, "cases"), tooltip=["cases", *(alt.Tooltip(f"{end}:Q", format=".1%") for end in ("low", "high"))]
    )
    band = base.mark_area(color=PASS, opacity=0.28).encode(y=_y(axes, "low", domain=(0, 1)), y2="high:Q")
    middle = alt.Chart(pd.DataFrame([{"y": rate}])).mark_rule(color=PASS, strokeDash=[5, 3]).encode(y="y:Q")
    return specification((band + middle + _vertical(cases, f"{cases:,.0f} cases", axes)).properties(height=_HEIGHT))


def bound_by_cases_chart(points: Sequence[CurvePoint], *, threshold: float, cases: float, bound: float) -> Spec:
    """What a perfect result shows at least, for every number of cases."""
    axes = Axes(x="cases", y="a perfect result shows", y_format=_SHARE, x_log=True)
    line = _horizontal(threshold, f"gate {threshold:.0%}", axes)
    return specification(_line(points, axes) + line + _asked(cases, bound, axes))


def chance_by_cases_chart(points: Sequence[CurvePoint], *, cases: float, chance: float) -> Spec:
    """Chance to pass a gate, for every number of cases."""
    axes = Axes(x="cases", y="chance to pass", y_format=_SHARE, x_log=True)
    return specification(_line(points, axes) + _asked(cases, chance, axes))


def delivered_by_attempts_chart(points: Sequence[CurvePoint], *, attempts: int) -> Spec:
    """What becomes of questions in a retry loop, for every number of attempts."""
    axes = Axes(x="attempts at most", y="share of questions", y_format=_SHARE)
    return specification(_curves(points, axes, whole=True) + _vertical(attempts, "", axes))


def _x(axes: Axes, field: str = "x", *, whole: bool = False) -> alt.X:
    ticks = {"values": _FACTORS} if axes.x_log else {"tickMinStep": 1} if whole else {"tickCount": 6}
    axis = alt.Axis(title=axes.x, format=axes.x_format, grid=False, **ticks)
    scale = alt.Scale(type="log", nice=False) if axes.x_log else alt.Scale(zero=False, nice=False, padding=6)
    return alt.X(f"{field}:Q", axis=axis, scale=scale)


def _y(axes: Axes, field: str = "y", *, domain: tuple[float, float] | None = None) -> alt.Y:
    ticks = {"values": _TENS} if axes.y_log else {"tickCount": 5}
    axis = alt.Axis(title=axes.y, format=axes.y_format, **ticks)
    scale = alt.Scale(type="log") if axes.y_log else alt.Scale(domain=list(domain or (0, 1)))
    return alt.Y(f"{field}:Q", axis=axis, scale=scale)


def _tooltip(axes: Axes) -> list[alt.Tooltip]:
    return [
        alt.Tooltip("x:Q", title=axes.x, format=axes.x_format),
        alt.Tooltip("y:Q", title=axes.y, format=axes.y_format),
    ]


def _line(points: Sequence[CurvePoint], axes: Axes) -> alt.LayerChart:
    frame = pd.DataFrame([asdict(point) for point in points])
    base = alt.Chart(frame).encode(x=_x(axes), y=_y(axes), tooltip=_tooltip(axes))
    return alt.layer(base.mark_line(color=PASS, point=False)).properties(height=_HEIGHT)


def _curves(points: Sequence[CurvePoint], axes: Axes, *, whole: bool = False) -> alt.LayerChart:
    """A line with points per series; the legend says which is which by colour and shape."""
    frame = pd.DataFrame([asdict(point) for point in points])
    names = list(dict.fromkeys(point.series for point in points))
    styles = [_STYLES.get(name, _FIRST) for name in names]
    # Each in a line of its own: side by side they are wider than a narrow window.
    legend = alt.Legend(title=None, orient="top", columns=1, labelLimit=300, symbolStrokeWidth=0, symbolSize=90)
    base = alt.Chart(frame).encode(
        x=_x(axes, whole=whole),
        y=_y(axes),
        color=alt.Color(
            "series:N", scale=alt.Scale(domain=names, range=[style.colour for style in styles]), legend=legend
        ),
        tooltip=[alt.Tooltip("series:N", title="curve"), *_tooltip(axes)],
    )
    lines = base.mark_line(strokeWidth=2).encode(
        strokeDash=alt.StrokeDash(
            "series:N", scale=alt.Scale(domain=names, range=[list(style.dash) for style in styles]), legend=None
        )
    )
    shapes = alt.Shape(
        "series:N", scale=alt.Scale(domain=names, range=[style.shape for style in styles]), legend=legend
    )
    dots = base.mark_point(size=36, filled=True, opacity=1).encode(shape=shapes)
    return (lines + dots).properties(height=_HEIGHT)


def _asked(x: float, y: float, axes: Axes, style: _Style = _FIRST, *, above: bool = True) -> alt.LayerChart:
    """What was asked, as a ring with its number above or below."""
    label = f"{y:.0%}" if axes.y_format == _SHARE else f"{y:,.0f}"
    base = alt.Chart(pd.DataFrame([{"x": x, "y": y, "label": label}])).encode(x="x:Q", y="y:Q")
    ring = base.mark_point(size=190, strokeWidth=2.5, color=style.colour, filled=False, opacity=1)
    text = base.mark_text(dy=-18 if above else 19, fontSize=14, fontWeight="bold", color=style.colour)
    return ring + text.encode(text="label:N")


def _vertical(x: float, label: str, axes: Axes) -> alt.LayerChart:
    base = alt.Chart(pd.DataFrame([{"x": x, "label": label}])).encode(x=_x(axes))
    rule = base.mark_rule(color=UNKNOWN, strokeWidth=1.5)
    text = base.mark_text(color=UNKNOWN, align="left", dx=5, dy=4, baseline="top", fontSize=12).encode(
        y=alt.value(0), text="label:N"
    )
    return rule + text


def _horizontal(y: float, label: str, axes: Axes) -> alt.LayerChart:
    base = alt.Chart(pd.DataFrame([{"y": y, "label": label}])).encode(y=_y(axes))
    rule = base.mark_rule(color=UNKNOWN, strokeWidth=1.5)
    text = base.mark_text(color=UNKNOWN, align="left", dx=4, dy=-7, fontSize=12).encode(x=alt.value(0), text="label:N")
    return rule + text
