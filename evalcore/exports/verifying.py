"""Whether written files still are the judge that was measured: its requests compared, its replies read again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Literal, NamedTuple

from evalcore.domain import Case
from evalcore.errors import EvalcoreError
from evalcore.exports.made_up import MADE_UP_CASES, made_up_replies
from evalcore.exports.target import TRANSPORT, Carried, Exactness, Files, Target
from evalcore.judges import Judge, request_fingerprint
from evalcore.prompts import fill, variables
from evalcore.providers.bodies import request_body
from evalcore.replies import read
from evalcore.report import JudgeColumns, RunColumns
from evalcore.report.formatting import counted

MOST_DIFFERENCES = 10
"""How many differences of each kind are kept; the others are counted."""

Outcome = Literal["exact", "adapted", "differs", "undecided"]


class Asked(NamedTuple):
    """One answered call: what was asked about, what came back, and the verdict that was measured."""

    case: Case
    request: str
    """Fingerprint of the request that was sent."""
    text: str
    verdict: str | None
    """As deployed; None: none was read."""


class Difference(NamedTuple):
    """One thing in which the files are another judge."""

    case_id: str
    """The case it shows on, made up or of the run."""
    where: str
    """Field of the request, or the reply that is read."""
    measured: str
    exported: str
    also: int = 0
    """Further calls with the same reply."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """What came of comparing written files with what was sent and read."""

    standing: Exactness
    """What the target says of itself for this judge."""
    requests: int = 0
    """Cases of the run whose request was compared."""
    requests_equal: int = 0
    verdicts: int = 0
    """Saved replies that were replayed."""
    verdicts_equal: int = 0
    made_up: int = 0
    """Made-up cases and replies that were compared beside those of the run."""
    made_up_equal: int = 0
    left_out: Mapping[str, int] = field(default_factory=dict)
    """Replies that could not be compared, by reason."""
    differences: tuple[Difference, ...] = ()
    """The first of each kind."""
    more: int = 0
    """Differences beyond those."""
    unreadable: str = ""
    """Why the files hold no judge any more."""
    not_compared: str = ""
    """Why nothing could be compared."""

    @property
    def outcome(self) -> Outcome:
        """``exact`` only where every comparison was made and came out equal."""
        if self.unreadable:
            return "differs"
        if self.standing == "adapted":
            return "adapted"
        if self.differences:
            return "differs"
        return "undecided" if self.not_compared or self.left_out or not self.requests or not self.verdicts else "exact"

    @property
    def sentence(self) -> str:
        """The outcome with its counts, in words."""
        if self.unreadable or self.not_compared:
            return f"{self.outcome}: {self.unreadable or self.not_compared}"
        counts = (
            f"{self.requests_equal} of {counted(self.requests, 'request')} and {self.verdicts_equal} of"
            f" {counted(self.verdicts, 'verdict')} of the run are equal, as are {self.made_up_equal} of"
            f" {self.made_up} made-up ones"
        )
        left = "".join(f"; not compared: {count} ({reason})" for reason, count in self.left_out.items())
        return f"{self.outcome}: {counts}{left}"


def asked_of(run: RunColumns, judge: JudgeColumns) -> Iterator[Asked]:
    """Every answered call of one judge of a run, with the verdict by its own rule."""
    calls, request = judge.calls, request_fingerprint(judge.calls.judge)
    for case, forms in zip(run.texts, calls.form.tolist(), strict=True):
        for form in forms:
            if form >= 0:
                yield Asked(case, request, calls.forms[form].text, judge.reads[form].deployed_verdict)


def verify(target: Target, files: Files, judge: Judge, asked: Iterable[Asked]) -> Verification:
    """Compare what written files would send and read with what was sent and read.

    Parameters
    ----------
    target
        What the files were written as.
    files
        Their text as it stands now.
    judge
        As it was asked, its model's digest pinned.
    asked
        The answered calls of a run; those of another request than this judge's are counted, not compared.

    Returns
    -------
    Verification
        Files that cannot be read back differ; a target without :attr:`Target.carried` is undecided.
    """
    standing = target.standing(judge)
    if target.carried is None:
        return Verification(standing=standing, not_compared=f"nothing reads {target.name} back")
    try:
        return _compare(target.carried(files, judge), judge, list(asked), standing)
    except EvalcoreError as error:
        return Verification(standing=standing, unreadable=str(error))
    except (ValueError, LookupError, TypeError) as error:
        # The files may hold anything by now, and a reader of a target may trip over it.
        return Verification(standing=standing, unreadable=f"{type(error).__name__}: {error}")


def _compare(carried: Carried, judge: Judge, asked: Sequence[Asked], standing: Exactness) -> Verification:
    own = request_fingerprint(judge)
    known = [call for call in asked if call.request == own]
    cases = list({id(call.case): call.case for call in known}.values())
    requests = list(_requests(carried, judge, cases))
    verdicts = list(_verdicts(carried, known))
    invented = made_up_replies(judge)
    measured = [Asked(_made_up(text), own, text, _verdict(judge, text)) for text in invented]
    odd = [*_requests(carried, judge, MADE_UP_CASES), *_verdicts(carried, measured)]
    other = len(asked) - len(known)
    shown = tuple(one for kind in (requests, verdicts, odd) for one in islice(kind, MOST_DIFFERENCES))
    return Verification(
        standing=standing,
        requests=len(cases),
        requests_equal=len(cases) - len(requests),
        verdicts=len(known),
        verdicts_equal=len(known) - sum(1 + one.also for one in verdicts),
        made_up=len(MADE_UP_CASES) + len(invented),
        made_up_equal=len(MADE_UP_CASES) + len(invented) - len(odd),
        left_out={"replies to another request": other} if other else {},
        differences=shown,
        more=len(requests) + len(verdicts) + len(odd) - len(shown),
    )


def sent_body(judge: Judge, case: Case) -> Mapping[str, Any]:
    """What was sent about a case, transport fields aside; of a rule, its name."""
    if judge.prompt is None:
        return {"rule": judge.model.name}
    return _asked_in(request_body(judge, fill(judge.prompt.template, judge.prompt.dialect, variables(case))))


def _requests(carried: Carried, judge: Judge, cases: Sequence[Case]) -> Iterator[Difference]:
    """One difference per case whose request differs: the first field that does."""
    for case, body in zip(cases, carried.bodies(cases), strict=True):
        was, would_be = sent_body(judge, case), _asked_in(body)
        # The same JSON is the same request, and is seen at a fifth of the time.
        if json.dumps(was) == json.dumps(would_be):
            continue
        found = _first_difference(was, would_be, "")
        if found:
            where, sent, exported = found
            yield Difference(case.id, f"request {where}", *_around(sent, exported))


def _verdicts(carried: Carried, asked: Sequence[Asked]) -> Iterator[Difference]:
    """One difference per distinct reply that is read otherwise, named by the first case that brought it."""
    calls: dict[tuple[str, str | None], list[Asked]] = {}
    for call in asked:
        calls.setdefault((call.text, call.verdict), []).append(call)
    exported = carried.readings([text for text, _ in calls])
    for ((text, verdict), found), now in zip(calls.items(), exported, strict=True):
        if now != verdict:
            where = f"reply {_short(text)}"
            yield Difference(found[0].case.id, where, _value(verdict), _value(now), also=len(found) - 1)


def _made_up(text: str) -> Case:
    return Case(id=f"made up: {text!r}", question="", answer="")


def _verdict(judge: Judge, text: str) -> str | None:
    return judge.verdict(read(judge.rule.name, text, params=judge.rule.params))


def _asked_in(body: Mapping[str, Any]) -> Mapping[str, Any]:
    return {name: value for name, value in body.items() if name not in TRANSPORT}


_ABSENT = object()


def _first_difference(sent: Any, exported: Any, where: str) -> tuple[str, Any, Any] | None:
    """The first field in which two bodies differ; 0 and 0.0 are one number, 1 and true are not one value."""
    if isinstance(sent, Mapping) and isinstance(exported, Mapping):
        return next(
            (
                found
                for name in dict.fromkeys((*sent, *exported))
                if (found := _first_difference(sent.get(name, _ABSENT), exported.get(name, _ABSENT), f"{where}.{name}"))
            ),
            None,
        )
    if isinstance(sent, list) and isinstance(exported, list) and len(sent) == len(exported):
        pairs = enumerate(zip(sent, exported, strict=True))
        return next((found for i, (a, b) in pairs if (found := _first_difference(a, b, f"{where}[{i}]"))), None)
    if isinstance(sent, bool) is isinstance(exported, bool) and sent == exported:
        return None
    return where.removeprefix("."), sent, exported


def _around(sent: Any, exported: Any) -> tuple[str, str]:
    """Two values as they are shown: long texts from a little before the first character that differs."""
    if not isinstance(sent, str) or not isinstance(exported, str):
        return _value(sent), _value(exported)
    shorter = min(len(sent), len(exported))
    first = next((i for i in range(shorter) if sent[i] != exported[i]), shorter)
    start = max(0, first - 20)
    return _short(sent[start:]), _short(exported[start:])


def _short(text: str, most: int = 60) -> str:
    return repr(text if len(text) <= most else f"{text[:most]}…")


def _value(value: Any) -> str:
    if value is _ABSENT:
        return "nothing"
    return "no verdict" if value is None else _short(value) if isinstance(value, str) else str(value)
