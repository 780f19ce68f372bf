"""Short ways to build a judge and put one prompt to it through a real provider."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from random import Random
from typing import Any

from evalcore.domain import Case
from evalcore.judges import Judge, ModelRef, Options, Prompt, RuleSpec
from evalcore.providers import Answer, Providers, Request, Retrying


@dataclass
class Waits:
    """A sleep that only writes down how long it was asked to wait."""

    seconds: list[float] = field(default_factory=list)

    async def __call__(self, wait_s: float) -> None:
        self.seconds.append(wait_s)


def without_waiting(waits: Waits | None = None, **policy: Any) -> Retrying:
    """The usual policy, with waits that take no time."""
    return Retrying(sleep=waits or Waits(), random=Random(1), **policy)


def judge_of(provider: Any, name: str, *, options: Options | None = None, **model: Any) -> Judge:
    """A judge whose prompt is whatever the request holds."""
    return Judge(
        name="j",
        criterion="grounded",
        model=ModelRef(provider=provider, name=name, **model),
        prompt=None if provider == "rules" else Prompt(template="{answer}"),
        options=options or Options(),
        rule=RuleSpec(name="lenient"),
        reader="test",
    )


def ask(judge: Judge, *prompts: str, retrying: Retrying | None = None, case: Case | None = None) -> list[Answer]:
    """Put prompts to a judge, one after the other over one connection."""

    async def work() -> list[Answer]:
        provider = Providers(retrying=retrying or without_waiting()).get(judge.model.provider)
        asked = case or Case(id="c", question="q", answer="a")
        async with provider.connect() as connection:
            return [await connection.ask(Request(judge=judge, case=asked, prompt=prompt)) for prompt in prompts]

    return asyncio.run(work())


def resolve(judge: Judge) -> Judge:
    """The judge as its provider pins it."""
    return asyncio.run(Providers(retrying=without_waiting()).get(judge.model.provider).resolve(judge))
