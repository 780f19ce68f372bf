"""Whether verdicts that a change turned all turned the same way, whatever people say of the cases."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from evalcore.doctor.pairs import Pairs
from evalcore.doctor.report import Exchange
from evalcore.domain import Case, Estimate, Scale
from evalcore.report.formatting import difference, p_value

NO_VERDICT = "no verdict"


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """How many verdicts turned one way, held against those that turned the other."""

    there: str
    """The way, in words: ``to pass``."""
    back: str
    towards: int
    away: int
    change: Estimate
    """The share of cases that turned this way less the share that turned the other."""
    p: float | None
    """Exact; None where none turned either way."""

    @property
    def sentence(self) -> str:
        """What it shows, with its numbers."""
        tested = f", exact {p_value(self.p)}" if self.p is not None else ""
        ways = f"{self.towards} {self.there} and {self.away} {self.back}"
        return f"Verdicts turned one way: {ways}, {difference(self.change)}{tested}."


def turn_of(read: Sequence[tuple[Exchange, Exchange]], cases: Sequence[Case], scale: Scale, *, by_side: bool) -> Turn:
    """The way that verdicts turned most clearly, and what chance says of it.

    A judge that does as it is told turns right verdicts into wrong ones and wrong ones into right ones: where it did
    either as often, agreement stays what it was. So the verdicts are held against each other, not against people: of n
    that turned, k one way, each is a fair coin if the change does not sway the judge, and p = 2 · P(X ≥ k) with
    X ~ Binomial(n, 1/2), at most 1. Of a scale in order, the ways are up and down; of any other, to a value and away
    from it, for each value. Of two values these are one question; of more they are several, and p is multiplied by
    their number (Bonferroni).

    Parameters
    ----------
    read
        Each case as it is and with the change, at least one.
    cases
        The same cases, for those that share a source.
    scale, by_side
        The judge's own scale, and whether verdicts are pass or fail instead of its values.

    References
    ----------
    Dixon and Mood (1946), Journal of the American Statistical Association 41, 557-566 (the sign test); McNemar (1947),
    Psychometrika 12, 153-157 (the same for two shares of paired cases); the interval is Tango's (1998), as everywhere.
    """
    ways = list(_up_and_down(read, scale) if scale.level == "ordinal" and not by_side else _by_value(read))
    # Two values: what turns to one turns away from the other.
    questions = 1 if len(ways) <= 2 else len(ways)
    return min((_turn(way, cases, questions) for way in ways), key=_clearest)


@dataclass(frozen=True, slots=True)
class _Way:
    there: str
    back: str
    towards: list[bool]
    away: list[bool]


def _turn(way: _Way, cases: Sequence[Case], questions: int) -> Turn:
    change, p = Pairs(before=np.array(way.away), after=np.array(way.towards), cases=cases).difference()
    return Turn(
        there=way.there,
        back=way.back,
        towards=sum(way.towards),
        away=sum(way.away),
        change=change,
        p=None if p is None else min(1.0, p * questions),
    )


def _clearest(turn: Turn) -> tuple[float, int]:
    return (1.0 if turn.p is None else turn.p, turn.away - turn.towards)


def _by_value(read: Sequence[tuple[Exchange, Exchange]]) -> Iterator[_Way]:
    said = [(before.verdict or NO_VERDICT, after.verdict or NO_VERDICT) for before, after in read]
    for value in sorted({value for pair in said for value in pair}):
        yield _Way(
            f"to {value}",
            "away from it",
            [before != value == after for before, after in said],
            [before == value != after for before, after in said],
        )


def _up_and_down(read: Sequence[tuple[Exchange, Exchange]], scale: Scale) -> Iterator[_Way]:
    """One that turns into no verdict goes neither way."""
    places = {value: place for place, value in enumerate(scale.values)}
    steps = [places[str(after.verdict)] - places[str(before.verdict)] if after.verdict else 0 for before, after in read]
    up, down = [step > 0 for step in steps], [step < 0 for step in steps]
    yield _Way("up", "down", up, down)
    yield _Way("down", "up", down, up)
