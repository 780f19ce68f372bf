"""Charts in a narrow window: a legend above a plot starts where the names beside it end, and is not cut off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from evalcore.gate import evaluate, starting_gates
from pages.ui import charts, gate_charts, plan_resources
from tests.support.gating import answers, report_of
from tests.support.reports import fixed_report


def drawn() -> dict[str, Any]:
    report = fixed_report()
    gated = report_of(*answers(accepted=30, rejected=2, let_through=6, caught=12))
    gates = starting_gates(gated, gated.judges[0].name).gates
    cell = charts.FlipCell(case="c1", repeat=0, verdict="pass", mark="P", text="Yes")
    return {
        "forms of the replies": charts.forms_bar([report.judges[0]]),
        "flips": charts.flip_strips([cell]),
        "judges": charts.interval_plot(gated.judges, gated.dataset),
        "gates": gate_charts.threshold_plot(evaluate(gates, gated).lines),
        "retry loop": plan_resources.delivered_by_attempts(0.7, 0.9, 0.8, 3),
    }


def legends(spec: Any) -> Iterator[dict[str, Any]]:
    if isinstance(spec, dict):
        if isinstance(spec.get("legend"), dict):
            yield spec["legend"]
        for part in spec.values():
            yield from legends(part)
    elif isinstance(spec, list):
        for part in spec:
            yield from legends(part)


@pytest.mark.parametrize("name", ["forms of the replies", "flips", "judges", "gates", "retry loop"])
def test_a_legend_above_a_plot_has_at_most_two_columns(name: str) -> None:
    found = list(legends(drawn()[name]))
    assert found
    assert all(legend["columns"] <= 2 for legend in found if legend["orient"] == "top")


def test_the_bar_of_one_judge_is_as_wide_as_the_page() -> None:
    """Its name stands above it already."""
    judges = fixed_report().judges
    one, two = charts.forms_bar(judges[:1]), charts.forms_bar(judges)
    assert one["encoding"]["y"]["axis"] is None
    assert two["encoding"]["y"]["axis"]["labelLimit"] == 260
