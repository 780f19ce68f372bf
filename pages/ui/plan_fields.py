"""The fields of a plan: bound to the address, and starting from what the chosen judge has shown."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from evalcore.report.plan_start import PlanStart
from evalcore.stats.planning import POWER
from pages.ui import glossary, state

_MOST_CASES, _MOST_ATTEMPTS = 100_000, 20
_WIDTH = 185  # pixels
HALF_WIDTH, THRESHOLD, ATTEMPTS = 0.05, 0.75, 3


def follow(start: PlanStart, run_id: str | None) -> frozenset[str]:
    """Where another judge was chosen, put its figures into the fields; says which fields were set.

    An address that names figures keeps them: only a change of judge replaces them.
    """
    now, before = (run_id, start.judge), state.get(state.PLAN_OF)
    state.put(**{state.PLAN_OF: now})
    if before in (None, now):
        return frozenset()
    values = _values(start)
    state.put(**values)
    return frozenset(values)


def _values(start: PlanStart) -> Mapping[str, float | int]:
    return {
        state.PLAN_RATE: start.rate,
        state.PLAN_OTHER_RATE: start.other_rate,
        state.PLAN_CASES: start.cases,
        state.PLAN_PASS_RATE: start.pass_rate,
        state.PLAN_TPR: start.tpr,
        state.PLAN_TNR: start.tnr,
    }


class Fields:
    """Fields that know the values they start from."""

    def __init__(self, start: PlanStart, just_set: frozenset[str]) -> None:
        self._start, self._just_set = _values(start), just_set
        self.start = start

    def rate(self, label: str = "True rate") -> float:
        """The assumed true rate of a judge."""
        return self._share(label, state.PLAN_RATE, "agreement")

    def other_rate(self) -> float:
        """The assumed true rate of the other one."""
        return self._share("True rate of the other", state.PLAN_OTHER_RATE, "agreement")

    def pass_rate(self) -> float:
        """Share of good answers among fresh ones."""
        return self._share("Good fresh answers", state.PLAN_PASS_RATE, "raw pass rate")

    def tpr(self) -> float:
        """Share of good answers that the judge accepts."""
        return self._share("Good ones accepted", state.PLAN_TPR, "tpr")

    def tnr(self) -> float:
        """Share of bad answers that the judge catches."""
        return self._share("Bad ones caught", state.PLAN_TNR, "tnr")

    def cases(self) -> int:
        """Labelled cases at hand."""
        key = state.PLAN_CASES
        return int(
            st.number_input(
                "Labelled cases at hand",
                1,
                _MOST_CASES,
                None if key in self._just_set else self._start[key],  # type: ignore[arg-type]
                key=key,
                bind="query-params",
                width=_WIDTH,
                help=glossary.meaning("label"),
            )
            or 1
        )

    def _share(self, label: str, key: str, word: str) -> float:
        # A value that was set just now must not have a default beside it.
        value = None if key in self._just_set else float(self._start[key])
        return float(
            st.slider(
                label,
                0.0,
                1.0,
                value,
                0.01,
                format="percent",
                width=_WIDTH,
                key=key,
                bind="query-params",
                help=glossary.meaning(word),
            )
        )


def half_width() -> float:
    """How far the true value may lie to either side."""
    return _inside("Half-width", state.PLAN_HALF, HALF_WIDTH, "half-width", low=0.01, high=0.3)


def threshold(label: str = "Threshold") -> float:
    """What a rate has to reach."""
    return _inside(label, state.PLAN_THRESHOLD, THRESHOLD, "threshold")


def power() -> float:
    """Chance of seeing what is true."""
    return _inside("Chance of seeing it", state.PLAN_POWER, POWER, "power", low=0.5)


def discordant(independent: float, start: PlanStart) -> float | None:
    """Share of cases on which exactly one of two is right; None: as if they erred independently."""
    ways = ["err independently", "differ on a known share"]
    chosen = st.segmented_control(
        "On the same cases the two",
        ways,
        default=ways[0],
        required=True,
        key=state.PLAN_DISCORDANCE,
        bind="query-params",
        help=glossary.meaning("discordant")
        + " Judges that find the same cases hard differ on fewer cases than independent ones.",
    )
    if chosen == ways[0]:
        return None
    measured = start.discordant
    return _inside(
        "Exactly one is right on",
        state.PLAN_DISCORDANT,
        round(independent if measured is None else measured, 2),
        "discordant",
    )


def attempts() -> int:
    """Attempts before a loop gives up."""
    return int(
        st.number_input(
            "Attempts at most",
            1,
            _MOST_ATTEMPTS,
            ATTEMPTS,
            key=state.PLAN_ATTEMPTS,
            bind="query-params",
            width=_WIDTH,
            help=glossary.meaning("retry loop"),
        )
    )


def _inside(label: str, key: str, default: float, word: str, *, low: float = 0.01, high: float = 0.99) -> float:
    return float(
        st.slider(
            label,
            low,
            high,
            min(max(default, low), high),
            0.01,
            format="percent",
            width=_WIDTH,
            key=key,
            bind="query-params",
            help=glossary.meaning(word),
        )
    )
