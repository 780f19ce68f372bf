"""llama.cpp in process with the real SmolLM2-135M, its weights fetched as a user's are."""

from __future__ import annotations

import asyncio
import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from evalcore import places
from evalcore.domain import Case
from evalcore.errors import BadAnswer, MissingPart, ModelMissing, PromptTooLong
from evalcore.judges import Judge, Options, Prompt
from evalcore.providers import Providers, Request, estimate_tokens
from evalcore.providers.embedded import close_models, fetch_weights
from tests.support.asking import ask, judge_of, resolve

slow = pytest.mark.slow
PROMPT = (
    "Answer YES or NO. " + "An invoice is due within thirty days of the day it was sent. " * 8 + "Is it due at once?"
)


def judge_with(name: str = "smollm2-135m", **options: Any) -> Judge:
    return judge_of("embedded", name, options=Options(**options))


@pytest.fixture(scope="module")
def weights() -> Iterator[Path]:
    """The weights, from the environment's or the user's cache, so that they are fetched once."""
    yield fetch_weights()
    close_models()


@slow
def test_two_runs_are_bit_identical_and_every_figure_is_reported(weights: Path) -> None:
    judge = resolve(judge_with(max_tokens=12))
    prompts = [f"{PROMPT} ({number})" for number in range(4)]
    first, second = ask(judge, *prompts), ask(judge, *reversed(prompts))
    assert [answer.text for answer in first] == [answer.text for answer in reversed(second)]
    for prompt, answer in zip(prompts, first, strict=True):
        assert answer.text
        assert answer.finish_reason in ("stop", "length")
        assert answer.prompt_tokens is not None
        assert 0.6 < estimate_tokens(prompt) / answer.prompt_tokens < 1.7
        assert (answer.window_tokens, answer.truncated, answer.attempts) == (4096, False, 1)
        assert answer.served_digest == judge.model.digest is not None
        assert (answer.server_version or "").startswith("xllamacpp 20")
    assert first[0].load_ms != 0.0
    assert second[0].load_ms is not None
    assert second[0].load_ms < 5  # loaded once a process


@slow
def test_max_tokens_ends_the_reply(weights: Path) -> None:
    [answer] = ask(judge_with(max_tokens=3), "Tell me a long story about a dog.")
    assert (answer.finish_reason, answer.completion_tokens) == ("length", 3)


@slow
def test_a_prompt_beyond_the_window_is_too_long(weights: Path) -> None:
    with pytest.raises(PromptTooLong, match=r"tokens, the window of smollm2-135m 512.*num_ctx"):
        ask(judge_with(num_ctx=512), "word " * 600)


@slow
def test_a_system_prompt_replaces_the_templates_own(weights: Path) -> None:
    judge = judge_with(max_tokens=2)
    [as_user] = ask(judge, "Say yes.")
    [as_system] = ask(replace(judge, prompt=Prompt(template="{answer}", role="system")), "Say yes.")
    assert as_system.prompt_tokens is not None
    assert as_user.prompt_tokens is not None
    assert as_system.prompt_tokens < as_user.prompt_tokens


@slow
def test_broken_text_is_asked_all_the_same(weights: Path) -> None:
    for answer in ask(judge_with(max_tokens=2), "half \ud83d a pair", "nul \x00 here", ""):
        assert answer.finish_reason in ("stop", "length")


@slow
def test_calls_of_several_workers_wait_for_each_other(weights: Path) -> None:
    async def one(prompt: str) -> str:
        async with provider.connect() as connection:
            case = Case(id="c", question="q", answer="a")
            return (await connection.ask(Request(judge=judge, case=case, prompt=prompt))).text

    async def all_at_once() -> list[str]:
        return await asyncio.gather(*(one(prompt) for prompt in prompts))

    judge = judge_with(max_tokens=6)
    provider = Providers().get("embedded")
    prompts = [f"{PROMPT} ({number})" for number in range(4)]
    assert asyncio.run(all_at_once()) == [answer.text for answer in ask(judge, *prompts)]


@slow
def test_any_gguf_can_be_named_by_its_path(weights: Path) -> None:
    by_path, by_name = resolve(judge_with(str(weights))), resolve(judge_with())
    assert by_path.model.digest == by_name.model.digest


@slow
def test_an_interpreter_with_a_loaded_model_ends_quietly(weights: Path) -> None:
    program = (
        "from tests.support.asking import ask, judge_of\n"
        "print(ask(judge_of('embedded', 'smollm2-135m'), 'Say hi.')[0].finish_reason)\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip() in ("stop", "length")


needs_llama = pytest.mark.skipif(importlib.util.find_spec("xllamacpp") is None, reason="xllamacpp is not installed")


@needs_llama
def test_a_damaged_model_file_is_said_in_words(tmp_path: Path) -> None:
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(b"GGUF and nothing more")
    with pytest.raises(BadAnswer, match=r"cannot load .*broken.gguf"):
        ask(judge_with(str(broken)), "hi")
    close_models()


@needs_llama
def test_an_unknown_name_says_what_there_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(ModelMissing, match=r"no embedded model 'nope': name smollm2-135m, or the path of a GGUF"):
        resolve(judge_with("nope"))


@needs_llama
def test_a_judge_pinned_to_another_file_is_not_measured(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("EVALCORE_CACHE", str(tmp_path))
    (tmp_path / "own.gguf").write_bytes(b"GGUF one")
    with pytest.raises(ModelMissing, match="pinned to sha256:0123"):
        resolve(judge_of("embedded", str(tmp_path / "own.gguf"), digest="sha256:0123"))


def test_without_xllamacpp_nothing_is_fetched_and_the_install_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("EVALCORE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    with pytest.raises(MissingPart, match=r"pip install '\.\[embedded\]'"):
        resolve(judge_with())
    assert not places.cache_folder().exists()
