"""What goes with the package for people: a README and an example that runs."""

from __future__ import annotations

from collections.abc import Sequence

from evalcore import __version__
from evalcore.exports.example_case import EXAMPLE
from evalcore.exports.inert import markdown_text, one_line
from evalcore.exports.losses import MODEL_PLACEHOLDER, UNCALIBRATED
from evalcore.exports.target import Material
from evalcore.judges import Judge, config_sha256, needs_model

VOID = "the calibration is void until the judge is measured through these files"
OTHERWISE = "these files do not ask and read quite as the judge would be measured"


def readme(material: Material, *, losses: Sequence[str]) -> str:
    """The README of the folder, in Markdown."""
    judge = material.chosen
    sections = (
        f"# {markdown_text(judge.name)}, in plain Python",
        _standing(material, losses),
        _FILES,
        _USE,
        _REFINE,
        _server(judge),
        _pattern_engine(judge),
        _VOID,
    )
    return "\n\n".join(section for section in sections if section) + "\n"


def example(material: Material, *, losses: Sequence[str]) -> str:
    """A script that judges one made-up case, and refines an answer."""
    evidence = "".join(
        f'        {{"id": {one.id!r}, "source": {one.source!r}, "text": {one.text!r}}},\n' for one in EXAMPLE.evidence
    )
    return _EXAMPLE.format(
        header="\n".join(f"# {line}" for line in header_lines(material, losses=losses)),
        question=EXAMPLE.question,
        answer=EXAMPLE.answer,
        evidence=evidence,
        must_mention=EXAMPLE.must_mention,
    )


def header_lines(material: Material, *, losses: Sequence[str]) -> list[str]:
    """What a file is, in lines for a comment of any language: whose, exact or adapted, and its hash last."""
    judge = material.chosen
    lines = [
        f"Judge {one_line(judge.name)}, written by the judge calibration workbench {__version__}, {material.date}."
    ]
    measured = material.report is not None and not needs_model(judge)
    if losses:
        lines += [f"ADAPTED: {VOID if measured else OTHERWISE}.", *(f"- {loss}" for loss in losses)]
    elif measured:
        lines.append("Exact: the same request and the same reading as measured, so the calibration holds.")
    if not measured:
        lines.append(f"{UNCALIBRATED[0].upper()}{UNCALIBRATED[1:]}.")
    return [*lines, f"config_sha256 of the judge: {config_sha256(judge)}"]


def _standing(material: Material, losses: Sequence[str]) -> str:
    first, *rest = header_lines(material, losses=losses)
    return "\n".join(
        [markdown_text(first), "", *(line if line.startswith("- ") else f"{markdown_text(line)}  " for line in rest)]
    )


_FILES = """\
## Files

| file | what it is |
| --- | --- |
| `judge.yaml` | the judge: model, prompt, options, reading rule, and what was measured of it |
| `evalcore_judge/` | the package; copy it, with `judge.yaml`, into the application |
| `example.py` | judges one made-up case: `python example.py` |

Python 3.11 or newer, and nothing beyond its standard library. The modules that fill the prompt, build the request and
read the reply are those that the judge was measured with, copied; the package's own part is the HTTP request and the
loop below."""

_USE = """\
## Use

```python
from evalcore_judge import Case, load

judge = load("judge.yaml")
judge.check()                     # is the server's model the one that was measured? raises JudgeCallError if not
verdict = judge.ask(Case(question="…", evidence=("…", "…"), answer="…"))
verdict.passed                    # True, False, or None: the reply could not be read, which is neither
verdict.value, verdict.how        # the value of the scale; literal, recovered, by default or unread
verdict.reason, verdict.reply     # why nothing was read; the reply word for word
```

`ask` makes one request and does not try again; it may be called from several threads. Where no reply came it raises
`JudgeCallError`, whose `kind` says why: that is no verdict, and must not be counted as a pass or a fail. A prompt that
does not fit the model's window is such an error too. Cases that should have had evidence and had none were left out
when the judge was measured; `ask` does ask them."""

_REFINE = """\
## Write again until it passes

```python
from evalcore_judge import refine

refined = refine(judge, generate, case, attempts=3, on_exhausted="best")   # or "raise"
```

`generate(case, feedback)` returns an answer; `feedback` is None at first, and then the verdict on the previous answer.
The loop ends with the first answer that passes, or after `attempts`. With "best" the best attempt is handed on with its
verdict, which is no pass; with "raise" `Exhausted` is raised. Every attempt gives the judge another chance to let a bad
answer through: its figures are for one call."""


def _server(judge: Judge) -> str:
    lines = ["## Server"]
    if judge.model.provider == "openai":
        lines.append(
            "An OpenAI-style server: `model.base_url` in `judge.yaml`, else `OPENAI_BASE_URL`. The key is read from "
            f"the environment variable `{judge.model.api_key_env or 'OPENAI_API_KEY'}` and written nowhere. "
            "These servers report no digest, so that nothing shows whether the model is the one that was measured. "
            "Ollama's OpenAI-style interface takes no window and cuts a prompt that is too long without a word; its "
            "counts give that away, and `ask` raises `JudgeCallError`, where the run counted such verdicts apart."
        )
    else:
        lines.append(
            "Ollama: `model.base_url` in `judge.yaml`, else `OLLAMA_HOST`, else port 11434 of this machine; another "
            "address does not void the calibration, another digest does (`judge.check()`). `truncate: false` is sent, "
            "so that a prompt that does not fit is refused; a server too old to know it is found out by its counts."
        )
    if needs_model(judge) or judge.model.provider == "embedded":
        lines.append(f"Put the name of a model in place of `{MODEL_PLACEHOLDER}` in `judge.yaml` first.")
    return "\n\n".join(lines)


def _pattern_engine(judge: Judge) -> str:
    if judge.rule.name != "regex":
        return ""
    return (
        "## RE2\n\nThis judge reads replies with patterns, which run on RE2 as they were measured: "
        "`pip install google-re2`. Without it `load` refuses, because no other engine reads quite the same."
    )


_VOID = """\
## What voids the calibration

Another model or digest, another prompt, other options, another reading rule or scale: `load` then warns, and
`judge.calibration_is_valid` is False. Editing the package does so too, and nothing can warn of that."""

_EXAMPLE = '''\
{header}
"""Judge one made-up case: python example.py (or: python example.py --refine)."""

import sys
from pathlib import Path

from evalcore_judge import Case, JudgeCallError, load, refine

CASE = Case(
    question={question!r},
    evidence=(
{evidence}    ),
    answer={answer!r},
    must_mention={must_mention!r},
)


def generate(case, feedback):
    """Stands in for the application: writes another answer when the first one did not pass."""
    return case.answer if feedback is None else " ".join(document["text"] for document in case.evidence)


def main():
    judge = load(Path(__file__).with_name("judge.yaml"))
    print(judge.name, "| the calibration belongs to it:", judge.calibration_is_valid)
    try:
        print(judge.check())
        if "--refine" in sys.argv:
            refined = refine(judge, generate, CASE, attempts=3)
            print(len(refined.attempts), "attempts, passed:", refined.verdict.passed, "| answer:", refined.answer)
        else:
            verdict = judge.ask(CASE)
            print("passed:", verdict.passed, "|", verdict.value, verdict.how, verdict.reason or "")
            print("reply:", repr(verdict.reply))
    except JudgeCallError as error:
        sys.exit(f"no verdict ({{error.kind}}): {{error}}")


if __name__ == "__main__":
    main()
'''
