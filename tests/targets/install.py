"""Each real tool in an environment of its own, under the folder that ``EVALCORE_TARGETS`` names.

::

    EVALCORE_TARGETS=~/.cache/evalcore-targets python -m tests.targets.install promptfoo inspect-ai
    EVALCORE_TARGETS=~/.cache/evalcore-targets python -m tests.targets.install --quick    # those that CI takes
    EVALCORE_TARGETS=~/.cache/evalcore-targets python -m tests.targets.install            # all of them
    EVALCORE_TARGETS=~/.cache/evalcore-targets pytest -m targets

An environment is made only if it is missing or its requirements have changed since.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """What to install, from pip's index or from npm's."""

    kind: Literal["pip", "npm"] = "pip"
    requirements: tuple[str, ...]
    """As the installer takes them, with ranges."""


TOOLS: Mapping[str, Tool] = {
    "promptfoo": Tool(kind="npm", requirements=("promptfoo@0.121.20",)),  # the last for Node 20
    "inspect-ai": Tool(requirements=("inspect-ai>=0.3.285,<0.4", "openai")),
    "deepeval": Tool(requirements=("deepeval>=4.3,<5",)),
    "pydantic-evals": Tool(requirements=("pydantic-evals>=2.62,<3", "pydantic-ai-slim[openai]")),
    "phoenix": Tool(requirements=("arize-phoenix-evals>=3.9,<4", "openai")),
    "mlflow": Tool(requirements=("mlflow>=3.17,<4",)),
    "openevals": Tool(requirements=("openevals>=0.2.2,<0.3", "langchain-openai")),
    "litellm": Tool(requirements=("litellm>=1.110,<2",)),
    "any-llm": Tool(requirements=("any-llm-sdk[ollama,openai]>=1.40,<2",)),
}
"""Tool → what it needs; a row's name is the folder of its environment."""

QUICK = ("promptfoo", "deepeval", "pydantic-evals", "phoenix")
"""What installs within two minutes altogether; ``.ci/run`` takes these."""

_STAMP = "requirements-installed.txt"


def folder_of(name: str) -> Path | None:
    """Where a tool's environment belongs; None if ``EVALCORE_TARGETS`` is not set."""
    root = os.environ.get("EVALCORE_TARGETS")
    return Path(root).expanduser() / name if root else None


def is_installed(name: str) -> bool:
    """Whether the environment is there and was made from the requirements as they are now."""
    folder = folder_of(name)
    stamp = folder / _STAMP if folder else None
    return stamp is not None and stamp.is_file() and stamp.read_text(encoding="utf-8") == _stamp(name)


def install(name: str) -> None:
    """Make a tool's environment; one that is there already is brought up to date."""
    folder = folder_of(name)
    if folder is None:
        raise SystemExit("expected the environment variable EVALCORE_TARGETS to name a folder, found it unset")
    folder.mkdir(parents=True, exist_ok=True)
    tool = TOOLS[name]
    if tool.kind == "npm":
        _run("npm", "install", "--no-fund", "--no-audit", "--prefix", str(folder), *tool.requirements)
    else:
        if not (folder / "bin" / "python").exists():
            _run(sys.executable, "-m", "venv", str(folder))
        _run(str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", *tool.requirements)
    (folder / _STAMP).write_text(_stamp(name), encoding="utf-8")


def _stamp(name: str) -> str:
    return "\n".join((TOOLS[name].kind, *TOOLS[name].requirements)) + "\n"


def _run(*command: str) -> None:
    subprocess.run(command, check=True)


def main(names: Sequence[str]) -> None:
    """Install the named tools, the quick ones, or all."""
    if list(names) == ["--quick"]:
        names = QUICK
    unknown = [name for name in names if name not in TOOLS]
    if unknown:
        raise SystemExit(f"expected tools ({', '.join(TOOLS)}), found {', '.join(unknown)}")
    for name in names or TOOLS:
        if is_installed(name):
            sys.stdout.write(f"{name}: there\n")
        else:
            sys.stdout.write(f"{name}: installing\n")
            sys.stdout.flush()
            install(name)


if __name__ == "__main__":
    main(sys.argv[1:])
