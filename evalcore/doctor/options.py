"""Whether the judge repeats itself, and whether its server honours what it is asked with."""

from __future__ import annotations

from collections.abc import Sequence

from evalcore.doctor.planning import OPEN_TOKENS, SEEDS, TIMES
from evalcore.doctor.probed import Probed, finding, undefined_finding
from evalcore.doctor.report import Exchange, Finding, Mark
from evalcore.replies.thinking import without_thinking
from evalcore.report.formatting import counted, counted_share
from evalcore.stats import clopper_pearson

Said = tuple[str, str | None]
"""Text and thinking of a reply."""


def alone_finding(probed: Probed) -> Finding:
    """Whether the same call at temperature 0 brings the same words when nothing else is asked."""
    kind = "alone"
    why = probed.why_nothing(kind)
    if why:
        return undefined_finding(kind, why)
    by_case = _by_case(probed.made_for(kind))
    if not by_case:
        return undefined_finding(kind, "no case was answered twice")
    differ = [replies for replies in by_case if len(set(map(_said, replies))) > 1]
    own = probed.plan.judge.options.temperature
    aside = "" if own == 0 else f" (the judge's own temperature is {'the server’s' if own is None else f'{own:g}'})"
    share = clopper_pearson(len(differ), len(by_case))
    return finding(
        kind,
        Mark.LOOK if differ else Mark.OK,
        f"Cases that brought different replies when asked {TIMES} times, one after the other, at temperature 0{aside}: "
        f"{counted_share(share)}. "
        f"{_verdicts(differ)}".strip(),
        estimate=share,
        figure_is="cases whose replies differ",
        change="A gate on one call is then partly luck: fix a seed, switch the server's prompt cache and batching off, "
        "or ask several times and count the majority as a judge of its own. A run with repeats gives the flip rate.",
    )


def at_once_finding(probed: Probed) -> Finding:
    """Whether the same calls at once bring other words than alone."""
    kind = "at-once"
    why = probed.why_nothing(kind)
    if why:
        return undefined_finding(kind, why)
    alone = {replies[0].case_id: replies for replies in _by_case(probed.made_for("alone"))}
    if not alone or any(len(set(map(_said, replies))) > 1 for replies in alone.values()):
        return undefined_finding(kind, "it differs alone already, so a difference at once would say nothing")
    by_case = [[*alone[one[0].case_id], *one] for one in _by_case(probed.made_for(kind)) if one[0].case_id in alone]
    if not by_case:
        return undefined_finding(kind, "no case was answered twice")
    differ = [replies for replies in by_case if len(set(map(_said, replies))) > 1]
    share = clopper_pearson(len(differ), len(by_case))
    return finding(
        kind,
        Mark.LOOK if differ else Mark.OK,
        f"Cases that brought other replies when asked {TIMES} times at once than alone: {counted_share(share)}. "
        f"{_verdicts(differ)}".strip(),
        estimate=share,
        figure_is="cases whose replies differ",
        change="Replies depend on what else the server works on: run with --concurrency 1, or give the server one slot "
        "(Ollama: OLLAMA_NUM_PARALLEL=1), and measure with the load that production has.",
    )


def seed_finding(probed: Probed) -> Finding:
    """Whether the same seed brings the same text above temperature 0, and other seeds other texts."""
    kind = "seed"
    why = probed.why_nothing(kind)
    if why:
        return undefined_finding(kind, why)
    made = probed.made_for(kind)
    if any(exchange.failure for exchange in made):
        return undefined_finding(kind, "some of the calls failed")
    first, again, *others = map(_said, made)
    same = first == again
    apart = len({first, *others})
    honoured = same and apart > 1
    return finding(
        kind,
        Mark.OK if honoured else Mark.LOOK,
        f"At temperature 1 the same seed brought {'the same text' if same else 'two different texts'}, and "
        f"{len(set(SEEDS))} seeds brought {counted(apart, 'different text')} (an open question, {OPEN_TOKENS} tokens).",
        change=(
            "The server takes no notice of the seed or of the temperature: repeats of a run then measure nothing. Look "
            "up how your server takes them."
            if same
            else "The server takes no notice of the seed: a run cannot be repeated above temperature 0. Ask at "
            "temperature 0, and measure flips with repeats."
        ),
    )


def thinking_finding(probed: Probed) -> Finding:
    """Whether a reply that is asked for without thinking holds none."""
    kind = "thinking"
    why = probed.why_nothing(kind)
    if why:
        return undefined_finding(kind, why)
    (asked,) = probed.made_for(kind)
    thought = sum(map(_thinks, probed.plain.values()))
    if not thought and not _thinks(asked):
        return undefined_finding(kind, "no reply holds thinking, so there is none to switch off")
    usual = f"{thought} of {len(probed.plain)} replies as the judge is hold thinking"
    return finding(
        kind,
        Mark.LOOK if _thinks(asked) else Mark.OK,
        f"With think off, the reply holds {'thinking all the same' if _thinks(asked) else 'no thinking'}; {usual}.",
        change="The server takes no notice of think: leave room for the thinking in max_tokens, or use a model or a "
        "server that can switch it off.",
    )


def tokens_finding(probed: Probed) -> Finding:
    """Whether a reply of at most one token ends for its length."""
    kind = "tokens"
    why = probed.why_nothing(kind)
    if why:
        return undefined_finding(kind, why)
    (asked,) = probed.made_for(kind)
    tokens = asked.completion_tokens
    honoured = asked.finish_reason == "length" and (tokens is None or tokens <= 1)
    if not honoured and asked.finish_reason is None and tokens is None:
        return undefined_finding(kind, "the server says neither how a reply ended nor how long it is")
    return finding(
        kind,
        Mark.OK if honoured else Mark.LOOK,
        f"Asked an open question for at most 1 token, it ended with “{asked.finish_reason}” after "
        f"{'an unknown number of tokens' if tokens is None else counted(tokens, 'token')}"
        f"{'' if honoured else ', where “length” after 1 was due'}.",
        change="The server takes no notice of max_tokens, or counts another way: a wordy reply then costs what it "
        "likes and is cut by nothing. Look up what your server calls the limit.",
    )


def _by_case(made: Sequence[Exchange]) -> list[list[Exchange]]:
    """The answered calls of each case that was answered at least twice."""
    groups: dict[str | None, list[Exchange]] = {}
    for exchange in made:
        if exchange.failure is None:
            groups.setdefault(exchange.case_id, []).append(exchange)
    return [group for group in groups.values() if len(group) > 1]


def _verdicts(differ: Sequence[Sequence[Exchange]]) -> str:
    if not differ:
        return ""
    flipped = sum(len({one.verdict for one in replies}) > 1 for replies in differ)
    return f"The verdict itself differed on {flipped} of them."


def _said(exchange: Exchange) -> Said:
    return exchange.text, exchange.thinking


def _thinks(exchange: Exchange) -> bool:
    return bool(exchange.thinking and exchange.thinking.strip()) or without_thinking(exchange.text).thought
