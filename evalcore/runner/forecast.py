"""What a plan will probably take: seconds, reply tokens, and money where prices are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from evalcore.judges import Judge, request_fingerprint
from evalcore.runner.plan import JudgePlan, Plan
from evalcore.runner.prepare import ProviderLookup
from evalcore.store import Pace, Store

_TOKENS_PRICED = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeForecast:
    """What is left to ask of one judge will probably take."""

    judge: str
    seconds: float | None
    """None while the store holds no reply of this request or model that tells its time."""
    reply_tokens: int | None
    """From earlier replies, else the most that ``max_tokens`` allows; None where neither is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """What a plan will probably take, judge by judge."""

    judges: tuple[JudgeForecast, ...]

    @property
    def seconds(self) -> float | None:
        """For all judges, one after the other; None when it is not known of one of them."""
        known = [judge.seconds for judge in self.judges if judge.seconds is not None]
        return sum(known) if len(known) == len(self.judges) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """What a person says that a server asks, in US dollars per million tokens."""

    prompt_usd: float
    reply_usd: float


def forecast(store: Store, plan: Plan, *, providers: ProviderLookup, concurrency: int) -> Forecast:
    """Estimate from the store's own history what a plan will take.

    Parameters
    ----------
    concurrency
        Calls under way at once; a provider may allow fewer.

    Notes
    -----
    seconds = calls × mean latency / calls at once. The mean and not the median, because a few slow
    calls take their share of the whole. Latencies that were measured with as many calls under way
    as are meant now are preferred, because a busy server answers each of them later.
    """
    return Forecast(
        judges=tuple(_forecast_one(store, judge, providers=providers, concurrency=concurrency) for judge in plan.judges)
    )


def cost_usd(plan: Plan, expected: Forecast, prices: Prices) -> float | None:
    """What the calls to servers that take money will probably cost, in US dollars.

    Only judges of OpenAI-style servers count; the others run on machines of one's own. None when
    the length of their replies is not known.
    """
    total = 0.0
    for judge, ahead in zip(plan.judges, expected.judges, strict=True):
        if not may_cost(judge.judge) or not judge.to_ask:
            continue
        if ahead.reply_tokens is None:
            return None
        total += judge.prompt_tokens * prices.prompt_usd + ahead.reply_tokens * prices.reply_usd
    return total / _TOKENS_PRICED


def may_cost(judge: Judge) -> bool:
    """Whether somebody may ask money for the calls of a judge."""
    return judge.model.provider == "openai"


def _forecast_one(store: Store, plan: JudgePlan, *, providers: ProviderLookup, concurrency: int) -> JudgeForecast:
    judge, calls = plan.judge, len(plan.to_ask)
    if judge.prompt is None or not calls:
        return JudgeForecast(judge=judge.name, seconds=0.0, reply_tokens=0)
    at_once = min(concurrency, providers.get(judge.model.provider).max_concurrency or concurrency, calls)
    history = store.pace(request_fingerprint(judge), judge.model.digest)
    return JudgeForecast(
        judge=judge.name,
        seconds=calls * _latency_s(history, at_once) / at_once if history else None,
        reply_tokens=_reply_tokens(history, calls=calls, most=judge.options.max_tokens),
    )


def _latency_s(history: Sequence[Pace], at_once: int) -> float:
    as_busy = [pace.latency_ms for pace in history if pace.in_flight == at_once]
    return fmean(as_busy or [pace.latency_ms for pace in history]) / 1000


def _reply_tokens(history: Sequence[Pace], *, calls: int, most: int | None) -> int | None:
    told = [pace.completion_tokens for pace in history if pace.completion_tokens is not None]
    if told:
        return round(calls * fmean(told))
    return None if most is None else calls * most
