"""A target that is a Python library: judge file, plain runtime, one file for the library, an example, a README."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evalcore.errors import ExportError
from evalcore.exports.adapters.resources import text_of
from evalcore.exports.heading import heading_lines
from evalcore.exports.inert import markdown_text
from evalcore.exports.judge_file import JUDGE_FILE
from evalcore.exports.losses import refuse_rule_judge, server_losses
from evalcore.exports.python import carried_by_runtime, header_lines, runtime_files
from evalcore.exports.target import Carried, Exactness, Files, Material, Target
from evalcore.judges import Judge, config_sha256

SETTINGS = "# <settings>\n"
"""The line of a text that the judge's settings are written in place of."""

Settings = Mapping[str, Any]
"""Names of constants with plain values."""


def _none(_judge: Judge) -> tuple[str, ...]:
    return ()


def _hash_only(judge: Judge) -> Settings:
    return {"CONFIG_SHA256": config_sha256(judge)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Adapter:
    """What one library needs to run the judge."""

    name: str
    title: str
    library: str
    """As people call it."""
    file: str
    """The library's own file; its text is the resource of this name."""
    example: str
    """Resource of the example."""
    requirements: str
    """What ``pip install`` takes."""
    use: str
    """How the file is used, in a sentence or two of Markdown."""
    counted: str
    """How a reply without a verdict is counted, and what becomes of a call without a reply; Markdown."""
    proof: str
    losses: Callable[[Judge], tuple[str, ...]] = _none
    """What the library does otherwise, whichever server is asked."""
    settings: Callable[[Judge], Settings] = _hash_only
    exactness: Exactness = "exact"
    runs_judge: bool = True
    """Whether its file fills prompts or reads replies with the runtime, which is shipped then."""

    def target(self) -> Target:
        """As it stands in the registry."""
        return Target(
            name=self.name,
            title=self.title,
            exactness=self.exactness,
            write=self.write,
            proof=self.proof,
            losses=self.all_losses,
            carried=self.carried if self.exactness == "exact" else None,
        )

    def all_losses(self, judge: Judge) -> tuple[str, ...]:
        """What is lost for one judge."""
        return (*server_losses(judge), *self.losses(judge))

    def write(self, material: Material) -> Files:
        """The files of the export."""
        judge = material.chosen
        refuse_rule_judge(judge, self.library)
        shipped = runtime_files(material)
        return {
            **(shipped if self.runs_judge else {JUDGE_FILE: shipped[JUDGE_FILE]}),
            self.file: self._file(material),
            "example.py": self._headed(material, text_of(self.example), what=f"An example for {self.library}."),
            "README.md": self._readme(material),
        }

    def carried(self, files: Files, judge: Judge) -> Carried:
        """The judge as the runtime carries it, once the library's file is known to be the one that was proven.

        Raises
        ------
        ExportError
            When the library's file is missing or another one.
        """
        found = files.get(self.file, "")
        if _without_comments(found) != _without_comments(self._code(judge)):
            raise ExportError(
                f"expected {self.file} as it was proven with {self.library}, found it changed; write the export again"
            )
        return carried_by_runtime(files, judge)

    def _file(self, material: Material) -> str:
        beside = "judge.yaml and evalcore_judge/" if self.runs_judge else "your own code; nothing else is needed"
        what = f"For {self.library}; goes beside {beside}."
        return self._headed(material, self._code(material.chosen), what=what)

    def _code(self, judge: Judge) -> str:
        written = "".join(f"{name} = {value!a}\n" for name, value in self.settings(judge).items())
        return text_of(self.file).replace(SETTINGS, written)

    def _headed(self, material: Material, code: str, *, what: str) -> str:
        losses = self.all_losses(material.chosen)
        lines = heading_lines(material, what=what, losses=losses, notes=())
        return "".join(f"# {line}\n" for line in lines) + "\n" + code

    def _header(self, material: Material) -> list[str]:
        return header_lines(material, losses=self.all_losses(material.chosen))

    def _readme(self, material: Material) -> str:
        judge = material.chosen
        key = f"\nThe key is read from the environment variable `{judge.model.api_key_env}` when the judge is asked.\n"
        return README.format(
            name=markdown_text(judge.name),
            library=self.library,
            standing=_in_markdown(self._header(material)),
            file=self.file,
            requirements=self.requirements,
            runtime=_RUNTIME if self.runs_judge else "",
            use=self.use,
            counted=self.counted,
            key=key if judge.model.api_key_env else "",
        )


README = """# {name} in {library}

{standing}

| file | |
| --- | --- |
| `judge.yaml` | the judge, with what was measured about it |
{runtime}| `{file}` | hands the judge to {library} |
| `example.py` | two made-up answers, judged |

Put them into one folder that Python finds (the folder you run from, or one on `PYTHONPATH`).

```bash
pip install '{requirements}'
python example.py
```

{use}
{key}
## What counts as what

{counted}
"""


_RUNTIME = "| `evalcore_judge/` | fills the prompt, asks, reads the reply: plain Python, no dependency |\n"


def _in_markdown(lines: Sequence[str]) -> str:
    """Each on a line of its own, a loss as an item of a list."""
    return "\n".join(line if line.startswith("- ") else f"\n{markdown_text(line)}  " for line in lines).strip()


def _without_comments(code: str) -> str:
    """The code without the comment lines that it begins with."""
    lines = code.splitlines(keepends=True)
    first = next((at for at, line in enumerate(lines) if line.strip() and not line.startswith("#")), len(lines))
    return "".join(lines[first:])
