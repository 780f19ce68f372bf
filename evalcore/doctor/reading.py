"""What came back for a probe, read as everywhere else."""

from __future__ import annotations

from evalcore.doctor.planning import Probe
from evalcore.doctor.report import Exchange
from evalcore.domain import How
from evalcore.domain.reply_columns import ReplyForm
from evalcore.errors import ProviderError, RequestRefused
from evalcore.providers import Answer
from evalcore.report import ReplyReader


def exchange_of(probe: Probe, human: str | None, answer: Answer, reader: ReplyReader, *, by_side: bool) -> Exchange:
    """An answered probe.

    The verdict is what the reply says to a lenient reader, so that a judge's wording counts once, in the finding on
    its form, and not again in every other one.

    Parameters
    ----------
    by_side
        Whether verdicts are told apart as pass or fail; else by the value itself.
    """
    form = ReplyForm(text=answer.text, thinking=answer.thinking, finish_reason=answer.finish_reason)
    read = reader.read(form) if probe.of_case else None
    return Exchange(
        probe=probe.kind,
        case_id=probe.case.id if probe.of_case else None,
        sent=probe.sent,
        prompt=probe.prompt,
        human=human,
        verdict=None if read is None else read.lenient_side if by_side else read.lenient_verdict,
        literal=read is not None and read.deployed.how is How.LITERAL,
        text=answer.text,
        thinking=answer.thinking,
        finish_reason=answer.finish_reason,
        completion_tokens=answer.completion_tokens,
        failure=None,
    )


def failed_exchange(probe: Probe, human: str | None, error: ProviderError) -> Exchange:
    """A probe that brought no reply."""
    return Exchange(
        probe=probe.kind,
        case_id=probe.case.id if probe.of_case else None,
        sent=probe.sent,
        prompt=probe.prompt,
        human=human,
        verdict=None,
        literal=False,
        text="",
        thinking=None,
        finish_reason=None,
        completion_tokens=None,
        failure=str(error),
        refused=isinstance(error, RequestRefused),
    )
