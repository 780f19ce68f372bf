"""When calls that fail one after the other fail for the same reason."""

from __future__ import annotations

import re

from evalcore.errors import PromptTooLong, ProviderError

FAILURES_TO_STOP = 5
"""A judge whose calls fail so often in a row, for the same reason, is asked no more: the rest would fail as well."""

_QUOTED = re.compile(
    r"""(?<!\w)(?P<mark>['"`]).*?(?:(?P=mark)(?!\w)|$)  # not the apostrophe of a word; a cut quotation has no end
    | [“„].*?(?:[”“]|$) | «.*?(?:»|$)""",
    re.VERBOSE | re.DOTALL,
)
_NUMBERED = re.compile(
    r"""(?<![\w-])[\w-]*?(?:\d|(?<![^\W_])[0-9a-f]{8,}(?![^\W_]))  # a word with a digit or a hexadecimal id in it,
    (?:[\w-]|[.,:](?=\w))*  # as a whole: 17, 0.25, req_01f9, deadbeef-cafe""",
    re.VERBOSE | re.IGNORECASE,
)
_LEFT_OUT = "…"


def fault_in(error: ProviderError) -> tuple[str, str]:
    """What went wrong, without what servers say of the single request: numbers, ids, and what they quote.

    >>> from evalcore.errors import RequestRefused
    >>> fault_in(RequestRefused("the server couldn't take request 17 ('c4')"))
    ('refused', "the server couldn't take request … (…)")
    """
    return error.kind, _NUMBERED.sub(_LEFT_OUT, _QUOTED.sub(_LEFT_OUT, str(error)))


class Failures:
    """Counts failures in a row of the same fault; a prompt that is too long says nothing of the next."""

    def __init__(self) -> None:
        self._fault = ("", "")
        self._times = 0

    def count(self, error: ProviderError) -> int:
        """How often in a row this fault was met, now included."""
        if isinstance(error, PromptTooLong):
            self.reset()
            return 0
        fault = fault_in(error)
        self._times = self._times + 1 if fault == self._fault else 1
        self._fault = fault
        return self._times

    def reset(self) -> None:
        """A call was answered."""
        self._fault, self._times = ("", ""), 0
