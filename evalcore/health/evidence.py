"""Evidence that did not arrive, or arrived in the wrong place."""

from __future__ import annotations

import re
from collections.abc import Iterator

from evalcore.domain import Case
from evalcore.health.finding import Finding, Material, cases_in_words, plain, verb

_SHORTEST_PASSAGE = 40
"""Characters of a document below which it may stand in a question by chance."""
_FEWEST_COPIED_WORDS = 8
"""An answer of fewer words may be right in the very words of the evidence."""
_MARKED = re.compile(
    r"^\s*(?:context|evidence|documents?|passages?|sources?|knowledge|background|article|retrieved \w+)\s*\d*\s*:"
    r"\s*\S.{79}|<(?:context|documents?|evidence|passages?|sources?|knowledge)>",
    re.IGNORECASE | re.MULTILINE | re.DOTALL,
)
_NOTHING = frozenset({"", "null", "none", "[]", "{}", '""', "undefined", "n/a"})


def findings(material: Material) -> Iterator[Finding | None]:
    """What each check of the evidence finds; one walk for all of them, as it is the walk that takes long."""
    missing: list[str] = []
    in_question: list[str] = []
    without_result: list[str] = []
    copied: list[str] = []
    for case in material.dataset.cases:
        if case.lacks_evidence:
            missing.append(case.id)
        if _holds_evidence(case):
            in_question.append(case.id)
        if _lacks_tool_result(case):
            without_result.append(case.id)
        if _is_copied(case):
            copied.append(case.id)
    yield _missing_evidence(missing)
    yield _evidence_in_question(in_question)
    yield _missing_tool_results(without_result)
    yield _copied_answers(copied)


def _missing_evidence(cases: list[str]) -> Finding | None:
    """Cases that expect evidence and have none."""
    return _finding(
        cases,
        kind="no-evidence",
        title="No evidence where some is expected",
        found="{cases} {have} no evidence, or blank documents only, and {expect} some: a judge is not asked about "
        "{them}, which is counted as a failure of retrieval.",
        advice="If the evidence was lost on the way, map its column and import again; if none is needed, as for an "
        "honest refusal, say so with expects_evidence: false.",
    )


def _evidence_in_question(cases: list[str]) -> Finding | None:
    """Cases whose question holds the evidence."""
    return _finding(
        cases,
        kind="evidence-in-question",
        title="Evidence in the question",
        found="{cases} {seem} to hold the evidence in the question: a document stands in it word for word, or it is "
        "marked as context and there is no other.",
        advice="Split the two at import, so that a judge's prompt gets each in its place; otherwise the evidence is "
        "taken for part of what was asked, or is there twice.",
    )


def _missing_tool_results(cases: list[str]) -> Finding | None:
    """Cases with a tool's document that holds nothing."""
    return _finding(
        cases,
        kind="no-tool-result",
        title="Missing tool results",
        found="{cases} {have} a document of a tool that holds nothing: what the tool answered was not recorded.",
        advice="Record what tools return with the case; without it a grounded answer looks made up.",
    )


def _copied_answers(cases: list[str]) -> Finding | None:
    """Cases whose answer stands word for word in the evidence."""
    return _finding(
        cases,
        kind="copied-answer",
        title="Answers copied from the evidence",
        found="{cases} {have} an answer that stands word for word in the evidence. Whether {they} {are} grounded is "
        "no question, so every judge looks good on {them}.",
        advice="Count them apart, as a slice, if they are many; answers in the application's own words are what a "
        "judge is for.",
    )


def _holds_evidence(case: Case) -> bool:
    has_evidence, may_hold = False, len(case.question) >= _SHORTEST_PASSAGE
    for document in case.evidence:
        if may_hold and len(text := document.text.strip()) >= _SHORTEST_PASSAGE and text in case.question:
            return True
        has_evidence = has_evidence or not (document.text.isspace() or not document.text)
    return not has_evidence and _MARKED.search(case.question) is not None


def _lacks_tool_result(case: Case) -> bool:
    return any(document.kind == "tool" and document.text.strip().casefold() in _NOTHING for document in case.evidence)


def _is_copied(case: Case) -> bool:
    words = case.answer.casefold().split(None, _FEWEST_COPIED_WORDS)
    if len(words) < _FEWEST_COPIED_WORDS:
        return False
    # The last of them may end in a full stop, which does not count.
    first = words[: _FEWEST_COPIED_WORDS - 1]
    for document in case.evidence:
        text = document.text.casefold()
        # That each word stands somewhere is found out fast, and spares most documents the rest.
        if all(map(text.__contains__, first)) and plain(case.answer).rstrip(".") in plain(text):
            return True
    return False


def _finding(cases: list[str], *, kind: str, title: str, found: str, advice: str) -> Finding | None:
    if not cases:
        return None
    n = len(cases)
    words = {"have": verb(n, "has", "have"), "expect": verb(n, "expects", "expect"), "seem": verb(n, "seems", "seem")}
    words |= {"them": verb(n, "it", "them"), "they": verb(n, "it", "they"), "are": verb(n, "is", "are")}
    return Finding(
        kind=kind, title=title, found=found.format(cases=cases_in_words(n), **words), advice=advice, cases=tuple(cases)
    )
