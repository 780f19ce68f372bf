"""Generate, judge, and generate again with the verdict at hand, a bounded number of times."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from evalcore.exports.python.runtime.cases import Case
from evalcore.exports.python.runtime.loaded import LoadedJudge, Verdict

MOST_ATTEMPTS = 20
"""More than this is no refining any more, but waiting for the judge to err."""


@dataclass(frozen=True)
class Attempt:
    """One answer and what the judge said of it."""

    answer: str
    verdict: Verdict


@dataclass(frozen=True)
class Refined:
    """The answer that is handed on; ``verdict.passed`` says whether the judge accepts it."""

    answer: str
    verdict: Verdict
    attempts: tuple[Attempt, ...]
    """All of them, in order."""


class Exhausted(RuntimeError):
    """No attempt passed; ``refined`` holds the best of them, and all."""

    def __init__(self, refined: Refined) -> None:
        super().__init__(
            f"no answer passed in {len(refined.attempts)} attempts; "
            f"the best was judged {refined.verdict.value or 'unread'}"
        )
        self.refined = refined


def refine(
    judge: LoadedJudge,
    generate: Callable[[Case, Verdict | None], str],
    case: Case,
    attempts: int = 3,
    on_exhausted: Literal["best", "raise"] = "best",
) -> Refined:
    """Have an answer written until the judge passes it, or the attempts are used up.

    Every further attempt gives the judge another chance to err in the answer's favour, so that more bad answers get
    through than the calibration's single-call figures say; keep ``attempts`` small.

    Parameters
    ----------
    judge
        Asked once per attempt.
    generate
        Writes an answer to the case; gets the verdict on the previous one, None at first.
    case
        Question and evidence; its own answer is not looked at.
    attempts
        At most so many answers, from 1 to 20.
    on_exhausted
        "best": hand on the best attempt with its verdict, which is no pass. "raise": raise ``Exhausted``.

    Raises
    ------
    Exhausted
        With "raise", when no answer passed.
    JudgeCallError
        When the judge gave no reply; that is neither a pass nor a fail, and ends the loop.
    ValueError
        When the arguments are none of those above.
    """
    if not 1 <= attempts <= MOST_ATTEMPTS:
        raise ValueError(f"expected from 1 to {MOST_ATTEMPTS} attempts, found {attempts}")
    if on_exhausted not in ("best", "raise"):
        raise ValueError(f'expected on_exhausted to be "best" or "raise", found {on_exhausted!r}')
    made: list[Attempt] = []
    while len(made) < attempts:
        answer = generate(case, made[-1].verdict if made else None)
        made.append(Attempt(answer, judge.ask(replace(case, answer=answer))))
        if made[-1].verdict.passed:
            return Refined(answer, made[-1].verdict, tuple(made))
    # Among equals the last: it was written with the most feedback.
    best = max(enumerate(made), key=lambda numbered: (*_rank(numbered[1].verdict), numbered[0]))[1]
    refined = Refined(best.answer, best.verdict, tuple(made))
    if on_exhausted == "raise":
        raise Exhausted(refined)
    return refined


def _rank(verdict: Verdict) -> tuple[bool, float]:
    """A verdict that was read before none, then by score."""
    return verdict.passed is not None, verdict.score if verdict.score is not None else 0.0
