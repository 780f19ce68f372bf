"""What every target of an export has in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from evalcore.domain import CalibrationReport, Case, Label
from evalcore.errors import ExportError
from evalcore.exports.examples import Example
from evalcore.judges import Judge

Files = Mapping[str, str]
"""Texts by file name, relative to the folder they are written to."""

Exactness = Literal["exact", "adapted", "document"]
"""``exact``: the same request and the same reading as measured, so that the calibration holds. ``adapted``: the tool
asks or reads in a way of its own, so that the calibration is void until that is measured. ``document``: no judge."""

TRANSPORT = frozenset({"stream", "keep_alive", "truncate"})
"""Fields of a request that say how a reply travels, and change nothing about what is asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """What an export may use."""

    report: CalibrationReport | None
    """None: nothing was measured; :attr:`measured` is for targets that need it."""
    date: str
    """ISO 8601 date of the measurement, or of the export where nothing was measured."""
    judge: Judge | None = None
    """The chosen judge; a document needs none."""
    cases: tuple[Case, ...] = ()
    """The cases that the report is about."""
    labels: tuple[Label, ...] = ()
    """What people said of them."""
    with_examples: bool = False
    """Whether the owner agreed that a document for people quotes cases."""
    examples: tuple[Example, ...] = ()
    """The cases that may then be quoted."""

    @property
    def measured(self) -> CalibrationReport:
        """The report.

        Raises
        ------
        ExportError
            When nothing was measured.
        """
        if self.report is None:
            raise ExportError("expected a judge that a run has measured, found none; `evalcore run` measures it")
        return self.report

    @property
    def chosen(self) -> Judge:
        """The judge to write.

        Raises
        ------
        ExportError
            When none was chosen.
        """
        if self.judge is None:
            raise ExportError("expected a judge to export, found none; name one of the report's judges")
        return self.judge


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """A judge as written files carry it, read back from nothing but their text."""

    bodies: Callable[[Sequence[Case]], Sequence[Mapping[str, Any]]]
    """The JSON bodies that the tool would send about some cases, in their order."""
    readings: Callable[[Sequence[str]], Sequence[str | None]]
    """The values of the scale that the tool would read from some replies, in their order; None: no verdict."""


def _nothing(_judge: Judge) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A thing that a measured judge or its report can be written as."""

    name: str
    title: str
    exactness: Exactness
    """What it is at best; :meth:`standing` says what it is for one judge."""
    write: Callable[[Material], Files]
    proof: str = ""
    """How it is shown that the tool does the same: which real tool ran the files, or what was checked instead."""
    losses: Callable[[Judge], tuple[str, ...]] = _nothing
    """What the tool asks or reads otherwise, one sentence each; empty where it is the measured judge."""
    carried: Callable[[Files, Judge], Carried] | None = None
    """Reads the written files back, to be compared with what was sent and read. The judge says what cannot stand in
    the files, such as the values of its scale; None: there is nothing to compare."""
    for_rules: bool = False
    """Whether a judge that is a rule, and asks no model, can be written as it."""
    about: Literal["judge", "run", "nothing"] = "judge"
    """What it needs: one judge of a run, a run, or neither."""

    def standing(self, judge: Judge) -> Exactness:
        """What the export of one judge is: a single loss makes it adapted."""
        return "adapted" if self.exactness == "exact" and self.losses(judge) else self.exactness

    def suits(self, judge: Judge) -> bool:
        """Whether a judge can be written as it.

        One that is a rule has nothing that a tool could send; of one that was recorded elsewhere nobody knows it.
        """
        return judge.prompt is not None or (self.for_rules and not judge.is_recorded) or self.exactness == "document"
