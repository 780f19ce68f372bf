"""Cases that are too old or too long for what is to be done with them."""

from __future__ import annotations

from datetime import date

from evalcore.domain import Case
from evalcore.health.finding import MOST_ROWS, Finding, Material, cases_in_words, verb


def old_cases(material: Material, before: date) -> Finding | None:
    """Cases whose answer was given before a date; those without one are counted."""
    dated = [(case, _day(case)) for case in material.dataset.cases]
    old = [(case, day) for case, day in dated if day is not None and day < before]
    unknown = sum(day is None for _, day in dated)
    if not old:
        return None
    n = len(old)
    remark = f" {cases_in_words(unknown)} {verb(unknown, 'has', 'have')} no date that can be read." if unknown else ""
    return Finding(
        kind="old-case",
        title=f"Older than {before.isoformat()}",
        found=f"{cases_in_words(n)} {verb(n, 'is', 'are')} from before {before.isoformat()}: the application may "
        f"answer otherwise now.{remark}",
        advice="Draw fresh cases from production, and compare the two as slices before the old ones are dropped.",
        cases=tuple(case.id for case, _ in old),
        columns=("case", "dated"),
        rows=tuple((case.id, day.isoformat()) for case, day in old[:MOST_ROWS]),
    )


def too_long(material: Material, window_tokens: int) -> Finding | None:
    """Cases that do not fit a window, by an estimate that leaves out the prompt's own words."""
    long = [
        (case, tokens)
        for case in material.dataset.cases
        if _may_exceed(case, window_tokens) and (tokens := case_tokens(case)) > window_tokens
    ]
    if not long:
        return None
    n = len(long)
    long.sort(key=lambda one: -one[1])
    return Finding(
        kind="too-long",
        title="Too long for a judge's window",
        found=f"{cases_in_words(n)} {verb(n, 'has', 'have')} about more than {window_tokens:,} tokens in question, "
        "evidence and answer alone: a server would cut the prompt, often without a word.",
        advice="Use a judge with a larger window (num_ctx), or bring fewer or shorter documents; the Run page counts "
        "the prompts that do not fit before anything is asked.",
        cases=tuple(case.id for case, _ in long),
        columns=("case", "tokens, about"),
        rows=tuple((case.id, f"{tokens:,}") for case, tokens in long[:MOST_ROWS]),
    )


def case_tokens(case: Case) -> int:
    """About how many tokens the texts of a case have."""
    # Loaded here: the providers take a tenth of a second to load, and most sets have no long case.
    from evalcore.providers.tokens import estimate_tokens

    texts = (case.question, case.answer, *(document.text for document in case.evidence))
    return sum(map(estimate_tokens, texts))


def _may_exceed(case: Case, window_tokens: int) -> bool:
    """Whether to count at all: no sign has more than four bytes, so no text has more tokens than signs."""
    signs = len(case.question) + len(case.answer)
    for document in case.evidence:
        signs += len(document.text)
    return signs > window_tokens


def _day(case: Case) -> date | None:
    try:
        return date.fromisoformat((case.dated or "").strip()[:10])
    except ValueError:
        return None
