"""Judges that are a few lines of code: baselines, and checks that need no model."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from evalcore import __version__
from evalcore.domain import Case
from evalcore.errors import JudgeError
from evalcore.judges import Judge
from evalcore.providers.base import Answer, Connection, Outlook, Request

Check = Callable[[Case], bool]

DEFAULT_OVERLAP = 0.7


class RuleProvider:
    """Rule judges; they reply "yes" or "no", literally."""

    max_concurrency: int | None = None

    async def resolve(self, judge: Judge) -> Judge:
        """The judge as it is, once its rule is known to exist."""
        find_check(judge.model.name)
        return judge

    async def digest_now(self, judge: Judge) -> str | None:  # noqa: ARG002
        """A rule is part of this program."""
        return None

    async def outlook(self, judge: Judge) -> Outlook:  # noqa: ARG002
        """A rule has no window."""
        return Outlook()

    def connect(self) -> AbstractAsyncContextManager[Connection]:
        """A connection to nowhere."""
        return self._connect()

    @asynccontextmanager
    async def _connect(self) -> AsyncIterator[Connection]:
        yield _RuleConnection()


class _RuleConnection:
    async def ask(self, request: Request) -> Answer:
        name = request.judge.model.name
        said = "yes" if find_check(name)(request.case) else "no"
        return Answer(text=said, finish_reason="stop", served_model=name, server_version=f"evalcore {__version__}")


def find_check(name: str) -> Check:
    """The check that a rule's name stands for; ``word-overlap:0.5`` gives its threshold, else 0.7.

    Raises
    ------
    JudgeError
        When there is no such rule, or the threshold is no number from 0 to 1.
    """
    rule, _, parameter = name.partition(":")
    if rule == "word-overlap":
        threshold = _threshold(parameter) if parameter else DEFAULT_OVERLAP
        return lambda case: _overlaps(case, threshold)
    if name not in CHECKS:
        known = ", ".join((*CHECKS, "word-overlap", "word-overlap:0.5"))
        raise JudgeError(f"there is no rule {name!r}; the rules are {known}")
    return CHECKS[name]


def word_overlap(case: Case) -> float | None:
    """Share of the answer's words that stand in the evidence.

    Words are the distinct lower-cased pieces between white space, with their punctuation. From 0
    (none) to 1 (all); None for an answer without words.
    """
    words = set(case.answer.lower().split())
    if not words:
        return None
    known = {word for document in case.evidence for word in document.text.lower().split()}
    return len(words & known) / len(words)


def _overlaps(case: Case, threshold: float) -> bool:
    share = word_overlap(case)
    return share is not None and share >= threshold


def _threshold(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0.0 <= value <= 1.0:
        raise JudgeError(f"the threshold of word-overlap must be a number from 0 to 1, found {text!r}")
    return value


def _always_yes(case: Case) -> bool:  # noqa: ARG001
    return True


def _always_no(case: Case) -> bool:  # noqa: ARG001
    return False


def _cites_source(case: Case) -> bool:
    """Whether the answer names the source or id of one of its documents, as a word of its own."""
    names = {name for document in case.evidence for name in (document.source, document.id) if name.strip()}
    return any(re.search(rf"(?<!\w){re.escape(_plain(name))}(?!\w)", _plain(case.answer)) for name in names)


def _mentions_all(case: Case) -> bool:
    """Whether the answer holds every required phrase, whatever its case and spacing."""
    return all(_plain(phrase) in _plain(case.answer) for phrase in case.must_mention)


def _retrieved_all(case: Case) -> bool:
    """Whether every required source is among the sources or ids of the evidence."""
    there = {name for document in case.evidence for name in (document.source, document.id)}
    return set(case.must_retrieve) <= there


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


CHECKS: Mapping[str, Check] = {
    "always-yes": _always_yes,
    "always-no": _always_no,
    "cites-source": _cites_source,
    "must-mention": _mentions_all,
    "must-retrieve": _retrieved_all,
}
