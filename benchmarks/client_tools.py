"""Other tools put to the same number of judge calls, each in its own environment (``tests/targets/install.py``).

Each judges as it comes: Inspect AI by ``model_graded_qa``, DeepEval by ``GEval`` with given steps, promptfoo by
``llm-rubric``; one call a case, through its own client of OpenAI's interface.
"""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmarks.client_bare import MODEL, PROMPT
from tests.targets.install import folder_of, is_installed

_INSPECT = """
import json, resource, sys, time
from inspect_ai import Task, eval
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput, get_model
from inspect_ai.scorer import model_graded_qa
from inspect_ai.solver import solver

def cpu_s():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime

@solver
def answered():
    async def solve(state, generate):
        state.output = ModelOutput.from_content("none", state.metadata["answer"])
        return state
    return solve

model, calls, in_flight, prompt = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
samples = [Sample(input="When?", target=prompt, metadata={"answer": f"Claim {n}."}) for n in range(calls)]
cpu_before_s, started_s = cpu_s(), time.perf_counter()
scorer = model_graded_qa(model=get_model("openai/" + model, responses_api=False))
(log,) = eval(
    Task(dataset=samples, solver=answered(), scorer=scorer),
    model="none/none", max_connections=in_flight, max_samples=in_flight, log_dir="logs", display="none",
)
replies = sum(sample.scores["model_graded_qa"].value == "C" for sample in log.samples)
found = {"cpu_s": cpu_s() - cpu_before_s, "wall_s": time.perf_counter() - started_s, "replies": replies}
print(); print(json.dumps(found))
"""

_DEEPEVAL = """
import json, resource, sys, time
from deepeval import evaluate
from deepeval.evaluate.configs import AsyncConfig, CacheConfig, DisplayConfig
from deepeval.metrics import GEval
from deepeval.models import GPTModel
from deepeval.test_case import LLMTestCase
try:
    from deepeval.test_case import SingleTurnParams as Params
except ImportError:
    from deepeval.test_case import LLMTestCaseParams as Params

def cpu_s():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime

model, calls, in_flight, prompt = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
metric = GEval(
    name="grounded", evaluation_steps=[prompt], model=GPTModel(model=model),
    evaluation_params=[Params.INPUT, Params.ACTUAL_OUTPUT],
)
tests = [LLMTestCase(input="When?", actual_output=f"Claim {n}.") for n in range(calls)]
cpu_before_s, started_s = cpu_s(), time.perf_counter()
result = evaluate(
    tests, metrics=[metric], async_config=AsyncConfig(run_async=True, max_concurrent=in_flight, throttle_value=0),
    display_config=DisplayConfig(show_indicator=False, print_results=False),
    cache_config=CacheConfig(write_cache=False),
)
replies = sum(one.metrics_data[0].score is not None for one in result.test_results)
found = {"cpu_s": cpu_s() - cpu_before_s, "wall_s": time.perf_counter() - started_s, "replies": replies}
print(); print(json.dumps(found))
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rival:
    """How a tool is started."""

    reply: str
    """What the scripted server has to say for the tool to read a grade."""
    program: str = ""
    """For the tool's own Python."""


TOOLS: Mapping[str, Rival] = {
    "inspect-ai": Rival(reply="GRADE: C", program=_INSPECT),
    "deepeval": Rival(reply='{"score": 8, "reason": "It stands there."}', program=_DEEPEVAL),
    "promptfoo": Rival(reply='{"pass": true, "score": 1, "reason": "It stands there."}'),
}


def pythons() -> dict[str, str]:
    """For each bare client, a Python that has its library: this one, or that of a tool that brings it."""
    found = {"sockets": sys.executable, "httpx": sys.executable}
    if importlib.util.find_spec("aiohttp"):
        return found | {"aiohttp": sys.executable}
    for tool in ("litellm", "inspect-ai", "deepeval"):
        folder = folder_of(tool)
        if folder and is_installed(tool):
            return found | {"aiohttp": str(folder / "bin" / "python")}
    return found


def command_of_tool(
    tool: str, url: str, folder: Path, calls: int, in_flight: int
) -> tuple[list[str], Mapping[str, str]]:
    """What starts a tool on so many cases, and its environment; its files go into the folder."""
    home = folder_of(tool)
    if home is None or not is_installed(tool):
        raise SystemExit(f"{tool} is not installed: EVALCORE_TARGETS=FOLDER python -m tests.targets.install {tool}")
    from tests.targets.running import QUIET  # brings so much that the peak of a small child would be this process's

    environment = {
        **QUIET,
        "HOME": str(folder),
        "OPENAI_API_KEY": "none",
        "OPENAI_BASE_URL": f"{url}/v1",
        "PROMPTFOO_CONFIG_DIR": str(folder / ".promptfoo"),
        "PROMPTFOO_DISABLE_DEBUG_LOG": "1",  # its log files end it with an error when there is much to say
        "PROMPTFOO_DISABLE_ERROR_LOG": "1",
        "PROMPTFOO_DISABLE_TELEMETRY": "1",
        "PROMPTFOO_DISABLE_UPDATE": "1",
        "PROMPTFOO_DISABLE_REMOTE_GENERATION": "1",
    }
    if tool == "promptfoo":
        return _promptfoo(home, url, folder, calls, in_flight), environment
    program = folder / "asking.py"
    program.write_text(TOOLS[tool].program, encoding="utf-8")
    words = [MODEL if tool == "inspect-ai" else "gpt-4o-mini", str(calls), str(in_flight), PROMPT]
    return [str(home / "bin" / "python"), str(program), *words], environment


def _promptfoo(home: Path, url: str, folder: Path, calls: int, in_flight: int) -> list[str]:
    grader = {"id": f"openai:chat:{MODEL}", "config": {"apiBaseUrl": f"{url}/v1", "apiKey": "none"}}
    config = {
        "prompts": ["{{ claim }}"],
        "providers": ["echo"],
        "defaultTest": {"options": {"provider": grader}, "assert": [{"type": "llm-rubric", "value": PROMPT}]},
        "tests": [{"vars": {"claim": f"Claim {number}."}} for number in range(calls)],
    }
    file = folder / "promptfooconfig.json"
    file.write_text(json.dumps(config), encoding="utf-8")
    command = str(home / "node_modules" / ".bin" / "promptfoo")
    quiet = ["--no-cache", "--no-table", "--no-progress-bar", "--no-write"]
    return [command, "eval", "-c", str(file), "-j", str(in_flight), *quiet]
