"""The lenient rule: yes or no as a careful person would read it, and otherwise why not."""

from __future__ import annotations

from functools import lru_cache

from evalcore.domain import Reading
from evalcore.replies.labels import label_pattern
from evalcore.replies.vocabulary import NEW_CLAUSE, OPENS_WITH_WORD, vocabulary
from evalcore.replies.wording import read_wording

LABELS = r"verdict|(?:final\s)?answer|judge?ment|decision|conclusion|result|assessment|evaluation|label|grade|output"
# fmt: off
FIELDS = frozenset((
    "verdict", "pass", "passed", "answer", "final_answer", "judgement", "judgment", "decision", "conclusion",
    "result", "assessment", "label", "output", "response", "value", "grounded", "is_grounded", "supported",
    "is_supported", "relevant", "is_relevant", "faithful", "is_faithful", "correct", "is_correct", "consistent",
    "is_consistent",
))
# fmt: on
_YES_NO = vocabulary(
    {"yes": "yes", "no": "no", "pass": "yes", "fail": "no"},
    word_step="pass/fail word",
    labels=label_pattern(LABELS),
    fields=FIELDS,
    booleans={"true": "yes", "false": "no"},
    goes_on={"yes": OPENS_WITH_WORD, "no": NEW_CLAUSE},
)


# A Spring rule asks why a reply is not literal, and a report then asks for the lenient reading of the same reply.
@lru_cache(maxsize=8)
def read_lenient(text: str, *, thinking: str | None, finish_reason: str | None) -> Reading:
    """Read yes or no from whatever surrounds it; never from thinking text, never from a cut-off object."""
    return read_wording(text, _YES_NO, tokens=("yes", "no"), thinking=thinking, finish_reason=finish_reason)
