"""``evalcore run``: ask judges about cases, as often as wanted, and report."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from evalcore.cli import numbers
from evalcore.cli.ending import Ending
from evalcore.cli.output import DONE, FAILED, ProgressLine, megabytes, note, print_json
from evalcore.cli.stored import (
    add_store_argument,
    clock,
    note_calibration,
    note_newer_set,
    opened_store,
    stored_cases,
)
from evalcore.errors import InputError
from evalcore.plurals import counted

if TYPE_CHECKING:
    from evalcore.judges import Judge
    from evalcore.providers import Providers
    from evalcore.runner import JudgePlan, PreparedRun, Progress, ProviderLookup, RunOutcome
    from evalcore.store import Store, StoredDataset


LEFT = "Replies that arrived are stored; the same command goes on from there."


def register(commands: Any) -> None:
    """Add the command."""
    run = commands.add_parser("run", help="ask judges about cases and report how they agree with people")
    run.add_argument("--cases", required=True, metavar="FILE|SET", help="a file to import, a stored set, or demo")
    judge = "a file, preset, provider:model or preset@provider:model; may be repeated"
    run.add_argument("--judge", required=True, action="append", metavar="J", dest="judges", help=judge)
    run.add_argument(
        "--repeats",
        type=numbers.whole(1, 1_000),
        default=3,
        metavar="N",
        help="how often each case is asked (default 3)",
    )
    run.add_argument("--map", metavar="RECIPE", help="a recipe file that says which column is what")
    run.add_argument("--criterion", metavar="NAME", help="which criterion to judge, where a set has several")
    run.add_argument("--limit", type=numbers.cases, metavar="N", help="only the first N cases")
    run.add_argument(
        "--concurrency",
        type=numbers.whole(1, 1_000),
        default=4,
        metavar="C",
        help="calls under way at once (default 4)",
    )
    run.add_argument(
        "--engine",
        choices=("local", "ray"),
        default="local",
        help="where calls are asked: in this process, or on the Ray cluster that RAY_ADDRESS names (default local)",
    )
    run.add_argument("--fresh", action="store_true", help="ask everything again, to measure drift")
    run.add_argument("--retry-failed", action="store_true", help="ask failed calls again")
    run.add_argument("--ask-without-evidence", action="store_true", help="also ask cases whose evidence is missing")
    run.add_argument("--json", action="store_true", help="the report as one JSON document on standard output")
    add_store_argument(run)
    run.set_defaults(run=_run)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSettings:
    """What a person chose for a run."""

    repeats: int
    limit: int | None = None
    fresh: bool = False
    retry_failed: bool = False
    ask_without_evidence: bool = False
    concurrency: int = 4
    engine: str = "local"
    """``ray``: calls are asked on the nodes of a Ray cluster."""


def _run(arguments: argparse.Namespace) -> int:
    import asyncio

    from evalcore.runner import run_report

    settings = RunSettings(
        repeats=arguments.repeats,
        limit=arguments.limit,
        fresh=arguments.fresh,
        retry_failed=arguments.retry_failed,
        ask_without_evidence=arguments.ask_without_evidence,
        concurrency=arguments.concurrency,
        engine=arguments.engine,
    )
    with opened_store(arguments) as store:
        cases = stored_cases(store, arguments.cases, recipe_file=arguments.map)
        criterion = criterion_of(cases, arguments.criterion)
        judges = [judge_of(spec, criterion) for spec in arguments.judges]
        ending = Ending(left=LEFT)
        outcome = asyncio.run(ask_judges(store, cases, judges, settings, ending))
        report = run_report(store, outcome.run_id)
        note_newer_set(store, outcome.run_id)
        if arguments.json:
            from evalcore.report import to_document

            print_json(to_document(report))
        else:
            from evalcore.cli.tables import print_report

            print_report(report, run_id=outcome.run_id)
        return exit_code(outcome, ending)


def judge_of(spec: str, criterion: str) -> Judge:
    """The judge of this name, taken to judge the criterion; that its prompt was made for another one is said."""
    from evalcore.judges import find_judge

    judge = find_judge(spec)
    note_calibration(spec)
    if judge.criterion != criterion:
        note(
            f"evalcore: {judge.name} is made to judge {judge.criterion!r}; here it is held against {criterion!r} labels"
        )
    return replace(judge, criterion=criterion)


def criterion_of(cases: StoredDataset, asked_for: str | None) -> str:
    """The criterion to judge: the one asked for, or the only one that the set has."""
    known = ", ".join(cases.criteria)
    if asked_for and asked_for not in cases.criteria:
        raise InputError(f"the set {cases.name!r} has no labels under {asked_for!r}; its criteria: {known}")
    if not asked_for and len(cases.criteria) != 1:
        raise InputError(f"the set {cases.name!r} has several criteria ({known}): name one with --criterion")
    return asked_for or next(iter(cases.criteria))


async def ask_judges(
    store: Store, cases: StoredDataset, judges: Sequence[Judge], settings: RunSettings, ending: Ending
) -> RunOutcome:
    """Plan the missing calls, say what will be asked, and ask, for as long as nothing tells it to end."""
    from evalcore.providers import Providers
    from evalcore.runner import begin_run, draft_run, execute, left_behind, this_process, unfinished_run

    line = ProgressLine()
    providers = Providers(progress=lambda what, done, total: line.show(megabytes(what, done, total)))
    draft = await draft_run(
        store,
        cases,
        judges,
        providers=providers,
        repeats=settings.repeats,
        limit=settings.limit,
        fresh=settings.fresh,
        retry_failed=settings.retry_failed,
        ask_without_evidence=settings.ask_without_evidence,
    )
    line.end()
    # Ray has handlers of its own, so ours come after them; and where there is no cluster, no run is made.
    with _asked_on(settings.engine, providers) as askers:
        if (older := left_behind(store, draft)) and unfinished_run(store, draft) is None:
            note(_left_behind_in_words(older.id, [store.load_judge(at) for at in older.spec.judge_ids], draft.judges))
        prepared = begin_run(store, draft, at=clock())
        note(_plan_in_words(prepared))
        with ending.heeded():
            outcome = await execute(
                prepared,
                store=store,
                providers=askers,
                clock=clock,
                owner=this_process(),
                concurrency=settings.concurrency,
                on_progress=lambda progress: line.show(_progress_in_words(progress)),
                stop=ending.stop,
            )
    line.end()
    return outcome


def exit_code(outcome: RunOutcome, ending: Ending) -> int:
    """0: every call was answered. 1: some failed. Else the run did not come to its end, and the ending has the code."""
    if outcome.state != "done":
        note(f"evalcore: the run is {outcome.state}{_because(outcome.message)}. The same command asks what is missing.")
        return ending.code
    if outcome.failed:
        failed = counted(outcome.failed, "call")
        note(f"evalcore: {failed} failed{_because(outcome.message)}. --retry-failed asks them again.")
        return FAILED
    return DONE


def _asked_on(engine: str, providers: Providers) -> AbstractContextManager[ProviderLookup]:
    """Who answers the calls of a run: the providers of this process, or those on the nodes of a Ray cluster."""
    if engine == "local":
        return nullcontext(providers)
    from evalcore.runner.ray_cluster import ray_cluster

    return ray_cluster(providers)


def _left_behind_in_words(run_id: str, before: Sequence[Judge], now: Sequence[Judge]) -> str:
    models = ", ".join(
        f"{judge.model.name} (digest {_short(old.model.digest)} then, {_short(judge.model.digest)} now)"
        for old, judge in zip(before, now, strict=True)
        if old.model != judge.model
    )
    return (
        f"run {run_id} is unfinished and asks a model that is another one now, so a new run begins: {models}. Bring the"
        " model of then back, and the same command goes on with it"
    )


def _short(digest: str | None) -> str:
    return (digest or "unknown").removeprefix("sha256:")[:12]


def _plan_in_words(prepared: PreparedRun) -> str:
    plan = prepared.plan
    before = f"{plan.answered} already answered" + (f", {plan.failed} already failed" if plan.failed else "")
    lines = [f"run {prepared.run_id}: {plan.calls_to_ask} calls to ask, {before}"]
    return "\n".join((*lines, *(f"  {_judge_plan_in_words(judge)}" for judge in plan.judges)))


def _judge_plan_in_words(plan: JudgePlan) -> str:
    from evalcore.runner import over_window_in_words

    parts = [f"{len(plan.to_ask)} to ask", f"{plan.answered} answered"]
    if plan.failed:
        parts.append(f"{plan.failed} failed (--retry-failed asks them again)")
    parts += [f"{count} not asked ({reason})" for reason, count in plan.not_asked.items()]
    if plan.prompt_tokens:
        parts.append(f"about {plan.prompt_tokens:,} prompt tokens")
    if plan.over_window:
        parts.append(over_window_in_words(plan))
    lines = [f"{plan.judge.name}: {', '.join(parts)}"]
    if plan.remark:
        lines.append(plan.remark)
    if plan.instead:
        lines.append(_instead_in_words(plan.instead))
    return "\n  ".join(lines)


def _instead_in_words(instead: Judge) -> str:
    """How to name the other judge: by the command where its name says all, else by what a copy of its file says."""
    from evalcore.judges import name_for_copy

    model = instead.model
    if name_for_copy(instead.name) != instead.name:
        return f"→ OLLAMA_HOST={model.base_url} evalcore run … --judge {shlex.quote(instead.name)}"
    there = f"provider {model.provider}, base_url {model.base_url}"
    return f"→ in a copy of its file: name {instead.name}; under model: {there}"


def _progress_in_words(progress: Progress) -> str:
    left = f", {progress.eta_s:.0f} s left" if progress.eta_s is not None else ""
    failed = f", {progress.failed} failed" if progress.failed else ""
    rate = f", {progress.rate_per_s:.1f}/s" if progress.rate_per_s else ""
    waiting = f", waiting: {progress.message}" if progress.message else ""
    return f"{progress.judge}: {progress.done} of {progress.total}{failed}{rate}{left}{waiting}"


def _because(message: str) -> str:
    return f" ({message})" if message else ""
