"""Evidence that the evidence arrived: before a run, in every reply, and in every figure that rests on one."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from evalcore.judges import Judge, ModelRef, Options, find_judge, request_fingerprint
from evalcore.providers import Answer, Providers, Request, estimate_tokens
from evalcore.report import cut_cases, finding, read_calls, to_document
from evalcore.report.document_reading import from_document
from evalcore.runner import (
    JudgePlan,
    draft_run,
    execute,
    load_run_columns,
    over_window_in_words,
    prepare_run,
    run_report,
    run_standing,
)
from evalcore.store import Store
from tests.support.asking import ask, judge_of
from tests.support.captures import Capture, load_capture
from tests.support.faulty_runs import numbered_cases
from tests.support.model_server import Fault, ModelServer, ScriptedReply, always
from tests.support.runs import run
from tests.support.scripted_provider import ScriptedProvider
from tests.support.things import NOON, make_dataset, make_judge

MODEL = "smollm2:135m"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store.open(f"sqlite:///{(tmp_path / 'store.db').as_posix()}")
    yield opened
    opened.close()


def judge_at(server: ModelServer, provider: str, **options: object) -> Judge:
    model = ModelRef(provider=provider, name=MODEL, base_url=server.url)  # type: ignore[arg-type]
    made = make_judge(template="{answer} is supported by {evidence}? YES or NO")
    return replace(made, model=model, options=Options(**options))  # type: ignore[arg-type]


def planned(store: Store, judge: Judge, *, repeats: int = 1) -> JudgePlan:
    stored = store.save_dataset(numbered_cases(), at=NOON)
    (plan,) = asyncio.run(draft_run(store, stored, [judge], providers=Providers(), repeats=repeats)).plan.judges
    return plan


def asked(store: Store, judge: Judge, *, repeats: int = 1) -> str:
    providers, stored = Providers(), store.save_dataset(numbered_cases(), at=NOON)

    async def ask_all() -> str:
        prepared = await prepare_run(store, stored, [judge], providers=providers, clock=lambda: NOON, repeats=repeats)
        done = await execute(prepared, store=store, providers=providers, clock=lambda: NOON, owner="tests")
        return done.run_id

    return asyncio.run(ask_all())


# Every reply


def test_a_reply_of_ollama_by_its_openai_style_interface_knows_its_window_and_whether_it_was_cut() -> None:
    with ModelServer(always(ScriptedReply("YES", prompt_tokens=5000))) as server:
        [cut] = ask(judge_of("openai", MODEL, base_url=server.openai_url), "hi")
        server.script = always(ScriptedReply("YES", prompt_tokens=4095))
        [whole] = ask(judge_of("openai", MODEL, base_url=server.openai_url), "ho")
    assert (cut.prompt_tokens, cut.window_tokens, cut.truncated) == (4096, 4096, True)
    assert (whole.prompt_tokens, whole.window_tokens, whole.truncated) == (4095, 4096, False)


def test_no_other_server_is_asked_for_what_only_ollama_has() -> None:
    with ModelServer(kind="openai") as server:
        [answer] = ask(judge_of("openai", MODEL, base_url=server.openai_url), "hi")
    assert (answer.window_tokens, answer.truncated) == (None, False)
    assert [request.path for request in server.requests] == ["/v1/chat/completions"]


def test_the_window_is_looked_up_again_once_the_server_has_failed() -> None:
    """It may have been started anew, with another one."""

    def smaller_after_a_fault(prompt: str, nth: int) -> ScriptedReply | Fault:
        if prompt == "ho" and nth == 0:
            server.window_tokens = 2048
            return Fault.drop()
        return ScriptedReply("YES")

    with ModelServer(smaller_after_a_fault) as server:
        answers = ask(judge_of("ollama", MODEL, base_url=server.url), "hi", "ho")
    assert [answer.window_tokens for answer in answers] == [4096, 2048]


# Before a run


def test_a_plan_says_what_does_not_fit_by_an_estimate_while_nothing_was_counted(store: Store) -> None:
    """The window is the one that the server has loaded the model with."""
    with ModelServer(window_tokens=10) as server:
        plan = planned(store, judge_at(server, "ollama"))
    assert (plan.window_tokens, plan.counted_prompts, plan.over_window) == (10, 0, 24)
    assert "24 of 24 prompts probably do not fit the window of 10 tokens" in over_window_in_words(plan)
    assert "by an estimate" in over_window_in_words(plan)


def test_a_plan_goes_by_the_servers_own_counts_as_soon_as_there_are_any(store: Store) -> None:
    """Every prompt counts 100 there, ten times the estimate: with num_ctx 150 and 64 for the reply, too long."""
    with ModelServer(always(ScriptedReply("YES", prompt_tokens=100))) as server:
        judge = judge_at(server, "ollama", num_ctx=150, max_tokens=64)
        before = planned(store, judge, repeats=2)
        asked(store, judge)
        after = planned(store, judge, repeats=2)
    assert (before.over_window, before.counted_prompts) == (0, 0)
    assert (len(after.to_ask), after.over_window, after.counted_prompts) == (24, 24, 24)
    assert after.prompt_tokens == 24 * 100
    assert "as the server counted 24 of them" in over_window_in_words(after)


def test_what_the_server_counted_corrects_the_estimate_of_other_prompts(store: Store) -> None:
    """Two cases are asked and count 40 each; the third is estimated like them, so by their ratio."""
    answer = Answer(text="YES", prompt_tokens=40)
    provider, dataset = ScriptedProvider(script=lambda _: answer), make_dataset(3)
    run(store, provider, dataset, limit=2)
    stored = store.save_dataset(dataset, at=NOON)
    (plan,) = asyncio.run(draft_run(store, stored, [make_judge()], providers=provider, repeats=1)).plan.judges
    ((_, prompt),) = plan.material.of([planned.position for planned in plan.to_ask])
    assert prompt is not None
    assert estimate_tokens(prompt) < plan.prompt_tokens == 40


def test_a_plan_says_that_ollamas_openai_style_interface_takes_no_window_and_offers_the_native_one(
    store: Store,
) -> None:
    with ModelServer() as server:
        plan = planned(store, judge_at(server, "openai"))
        native = planned(store, judge_at(server, "ollama"))
    assert plan.window_tokens == 4096
    assert plan.remark is not None
    assert "takes no window (num_ctx) and cuts a prompt longer than 4,096 tokens without a word" in plan.remark
    assert f"name the model ollama:{MODEL} in place of openai:{MODEL}, with OLLAMA_HOST={server.url}" in plan.remark
    assert native.remark is None
    assert native.instead is None


def test_the_native_judge_that_is_offered_differs_in_nothing_but_where_it_is_asked(store: Store) -> None:
    with ModelServer() as server:
        judge = judge_at(server, "openai", max_tokens=5, seed=7)
        other = planned(store, judge).instead
        assert other is not None
        again = planned(store, other)
    assert other == replace(judge, name=f"{judge.name}-ollama", model=other.model)
    assert other.model == ModelRef(provider="ollama", name=MODEL, base_url=server.url)
    assert (again.remark, again.instead, len(again.to_ask)) == (None, None, 24)


@pytest.mark.parametrize(
    ("name", "template", "offered"),
    [
        (f"yes-no@openai:{MODEL}", None, f"yes-no@ollama:{MODEL}"),
        (f"yes-no@openai:{MODEL}", "Is {answer} right?", "yes-no-2"),  # as the other name means the preset
        ("mine", None, "mine-ollama"),
    ],
)
def test_the_native_judge_has_a_name_that_means_nothing_else(
    store: Store, name: str, template: str | None, offered: str
) -> None:
    judge = find_judge(f"yes-no@openai:{MODEL}")
    prompt = replace(judge.prompt, template=template) if judge.prompt and template else judge.prompt
    with ModelServer() as server:
        model = replace(judge.model, base_url=server.url)
        other = planned(store, replace(judge, name=name, prompt=prompt, model=model)).instead
    assert other is not None
    assert other.name == offered


def test_a_server_that_is_not_ollama_is_not_taken_for_it(store: Store) -> None:
    with ModelServer(kind="openai") as server:
        plan = planned(store, judge_at(server, "openai"))
    assert (plan.window_tokens, plan.remark) == (None, None)


def test_the_window_that_vllm_lists_is_taken(store: Store) -> None:
    listed = '{"data": [{"id": "smollm2:135m", "max_model_len": 12}]}'
    models = Capture("GET", "/v1/models", None, 200, "application/json", listed)
    with ModelServer(kind="openai", replay=[models]) as server:
        plan = planned(store, judge_at(server, "openai"))
    assert (plan.window_tokens, plan.over_window) == (12, 24)


def test_a_real_ollama_is_recognised_behind_its_openai_style_interface(shared: Path, store: Store) -> None:
    captures = [load_capture(shared, name) for name in ("v1_models", "version", "tags", "ps_loaded")]
    with ModelServer(replay=captures) as server:
        plan = planned(store, judge_at(server, "openai"))
    assert plan.remark is not None
    assert plan.window_tokens == 4096


# After a run


def half_cut(request: Request) -> Answer:
    """Cases 0 and 1 are cut, and the judge says YES to all; of a set whose even cases are good."""
    return Answer(text="YES", prompt_tokens=9, truncated=request.case.id in ("c0", "c1"))


def test_every_figure_over_a_cut_prompt_says_so_and_the_others_are_shown_apart(store: Store) -> None:
    """YES to 8 cases of which 4 are good: 4 of 8 agree; without the two that were cut, one good and one bad, 3 of 6."""
    outcome = run(store, ScriptedProvider(script=half_cut), make_dataset(8), repeats=2)
    report = run_report(store, outcome.run_id)
    (judge,) = report.judges
    assert (judge.calls.answered, judge.calls.truncated) == (16, 4)
    assert judge.as_deployed.agreement.note == "2 of the 8 verdicts rest on a prompt that was cut"
    assert judge.without_cut is not None
    assert (judge.without_cut.n, judge.without_cut.agreement.k, judge.without_cut.agreement.note) == (6, 3, "")
    said = finding(judge, report.dataset)
    assert (
        "4 of its 16 replies rest on a prompt that was cut; without those cases it agrees with people on 3 of 6" in said
    )
    assert from_document(to_document(report)) == report


def test_which_verdicts_rest_on_a_cut_prompt_can_be_listed(store: Store) -> None:
    outcome = run(store, ScriptedProvider(script=half_cut), make_dataset(8))
    columns = load_run_columns(store, outcome.run_id)
    cut = cut_cases(columns, read_calls(columns.judges[0]))
    assert [columns.cases[position].id for position in cut.listed] == ["c0", "c1"]
    (standing,) = run_standing(store, outcome.run_id)
    assert (standing.answered, standing.cut) == (8, 2)


def test_a_report_without_a_cut_prompt_has_nothing_of_it(store: Store) -> None:
    outcome = run(store, ScriptedProvider(), make_dataset(4))
    (judge,) = run_report(store, outcome.run_id).judges
    assert judge.without_cut is None
    assert "without_cut" not in str(to_document(run_report(store, outcome.run_id)))
    assert "cut" not in finding(judge, run_report(store, outcome.run_id).dataset)


def test_replies_that_ollama_cut_are_found_in_the_report_of_a_real_run(store: Store) -> None:
    """By the OpenAI-style interface nothing refuses them: of 24 cases those from number 20 on are too long."""

    def script(prompt: str, _nth: int) -> ScriptedReply:
        return ScriptedReply("YES", prompt_tokens=9000 if int(prompt.split()[0]) >= 20 else 50)

    with ModelServer(script) as server:
        judge = judge_at(server, "openai")
        run_id = asked(store, judge)
        pinned = judge.pinned(base_url=server.openai_url)
    assert sum(reply.truncated for reply in store.replies_for(request_fingerprint(pinned), 0).values()) == 4
    (measured,) = run_report(store, run_id).judges
    assert measured.calls.truncated == 4
