"""Small charts as inline SVG; colours come from the page, so that they work in light and dark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evalcore.domain import Estimate
from evalcore.exports.inert import html_text

WIDTH, LEFT, RIGHT, ROW, TOP, BOTTOM = 720, 230, 20, 34, 8, 24
"""Pixels of the drawing; labels stand left of ``LEFT``."""
LABEL_CHARACTERS = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One row of an interval plot."""

    label: str
    filled: Estimate
    """Drawn with a filled dot: as deployed."""
    hollow: Estimate | None = None
    """Drawn below it with an open dot: lenient."""
    reference: float | None = None
    """A line across the row, in [0, 1]."""


def interval_plot(rows: Sequence[Row], *, title: str) -> str:
    """Shares in [0, 1] with their intervals, one row each; an undefined share is written as a word."""
    height = TOP + ROW * len(rows) + BOTTOM
    parts = [_axis(height), *(_row(row, TOP + ROW * index) for index, row in enumerate(rows))]
    return _svg(height, title, parts)


def stacked_bar(parts: Sequence[tuple[str, int, str]], *, title: str) -> str:
    """One bar split by counts; each part is its name, its count and the class that colours it."""
    total = sum(count for _, count, _ in parts)
    drawn, x = [], 0.0
    for name, count, colour in parts:
        width = WIDTH * count / total if total else 0
        if count:
            drawn.append(
                f'<rect class="{colour}" x="{x:.1f}" y="0" width="{width:.1f}" height="20">'
                f"<title>{html_text(name)}: {count}</title></rect>"
            )
        x += width
    return _svg(20, title, drawn)


def _svg(height: int, title: str, parts: Sequence[str]) -> str:
    name = html_text(title)
    return f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{name}">{"".join(parts)}</svg>'


def _x(share: float) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * share


def _axis(height: int) -> str:
    ticks = []
    for percentage in (0, 25, 50, 75, 100):
        x = _x(percentage / 100)
        ticks.append(
            f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{height - BOTTOM}"/>'
            f'<text class="tick" x="{x:.1f}" y="{height - 8}" text-anchor="middle">{percentage}%</text>'
        )
    return "".join(ticks)


def _row(row: Row, y: int) -> str:
    label = row.label if len(row.label) <= LABEL_CHARACTERS else row.label[: LABEL_CHARACTERS - 1] + "…"
    parts = [
        f'<text class="label" x="{LEFT - 10}" y="{y + ROW / 2 + 4:.1f}" text-anchor="end">'
        f"{html_text(label)}<title>{html_text(row.label)}</title></text>"
    ]
    if row.reference is not None:
        x = _x(row.reference)
        parts.append(f'<line class="reference" x1="{x:.1f}" x2="{x:.1f}" y1="{y}" y2="{y + ROW}"/>')
    if row.hollow is None:
        parts.append(_interval(row.filled, y + ROW / 2, "filled"))
    else:
        parts += [_interval(row.filled, y + ROW / 3, "filled"), _interval(row.hollow, y + 2 * ROW / 3, "hollow")]
    return "".join(parts)


def _interval(estimate: Estimate, y: float, kind: str) -> str:
    if estimate.value is None:
        return f'<text class="tick" x="{_x(0) + 6:.1f}" y="{y + 4:.1f}">undefined</text>'
    line = ""
    if estimate.low is not None and estimate.high is not None:
        line = (
            f'<line class="span" x1="{_x(estimate.low):.1f}" x2="{_x(estimate.high):.1f}" y1="{y:.1f}" y2="{y:.1f}"/>'
        )
    return f'{line}<circle class="{kind}" cx="{_x(estimate.value):.1f}" cy="{y:.1f}" r="5"/>'
