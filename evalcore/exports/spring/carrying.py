"""The written files read back: the judge that a Spring application would ask, from nothing but their text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from evalcore.domain import Case
from evalcore.errors import ExportError
from evalcore.exports.spring.java_text import filled, without_comment
from evalcore.exports.spring.lines import Line
from evalcore.exports.spring.rule_source import classes_for, mark_in
from evalcore.exports.spring.settings import FILE, settings_in
from evalcore.exports.spring.shape import JAVA, PACKAGE, RESOURCES, Shape, sources
from evalcore.exports.target import Carried, Files
from evalcore.judges import Judge
from evalcore.prompts import fill, variables
from evalcore.replies import read


def carried(files: Files, judge: Judge, line: Line) -> Carried:
    """The judge that the files hold.

    Raises
    ------
    ExportError
        When a source is not one that was proven, or the settings hold other keys.
    """
    del judge
    written = {
        path.removeprefix(f"{JAVA}/").removesuffix(".java"): without_comment(text)
        for path, text in files.items()
        if path.startswith(f"{JAVA}/")
    }
    shape = _shape_in(written.get("JudgeConfig", ""), written, line)
    mark = mark_in(written.get("JudgeRule", ""), PACKAGE)
    _compare(written, shape, mark)
    settings = settings_in(files[FILE])
    template = files[f"{RESOURCES}/{shape.prompt}"]

    def bodies(cases: Sequence[Case]) -> Sequence[Mapping[str, Any]]:
        return [_body(shape, settings, fill(template, shape.dialect, _variables(case))) for case in cases]

    def readings(texts: Sequence[str]) -> Sequence[str | None]:
        return [_value(mark, text) for text in texts]

    return Carried(bodies=bodies, readings=readings)


def _shape_in(configuration: str, written: Mapping[str, str], line: Line) -> Shape:
    prompt = re.search(r'PROMPT = "([a-z0-9/.-]+)";', configuration)
    bean = re.search(r"public Evaluator ([A-Za-z0-9]+)\(", configuration)
    if prompt and bean:
        for shape in _shapes(line, prompt[1], bean[1]):
            known = sources(shape, PACKAGE)
            if all(written.get(name) == source for name, source in known.items()):
                return shape
    raise ExportError(
        "expected JudgeConfig.java and the classes beside it as they were written, found a changed one; export the"
        " judge again"
    )


def _shapes(line: Line, prompt: str, bean: str) -> Iterator[Shape]:
    servers = ((False, "num_predict"), (True, "max_tokens"), (True, "max_completion_tokens"))
    for evaluator, dialect, role, (openai, limit), think, needs in product(
        ("judge", "relevancy", "fact-check"),
        ("brace", "stringtemplate"),
        ("user", "system"),
        servers,
        (False, True),
        (False, True),
    ):
        yield Shape(
            line=line,
            evaluator=evaluator,  # type: ignore[arg-type]
            dialect=dialect,  # type: ignore[arg-type]
            role=role,  # type: ignore[arg-type]
            openai=openai,
            limit=limit,
            think=think,
            needs_documents=needs,
            prompt=prompt,
            bean=bean,
        )


def _compare(written: Mapping[str, str], shape: Shape, mark: Mapping[str, Any]) -> None:
    known = sources(shape, PACKAGE) | {name: filled(name, package=PACKAGE) for name in classes_for(mark["rule"])}
    changed = sorted(name for name in {*known, *written} - {"JudgeRule"} if written.get(name) != known.get(name))
    if changed:
        raise ExportError(
            f"expected the sources as they were written, found others: {', '.join(changed)}; export the judge again"
        )


def _variables(case: Case) -> Mapping[str, str]:
    """What an EvaluationRequest has room for: no required mentions."""
    return variables(case) | {"must_mention": ""}


def _body(shape: Shape, settings: Mapping[str, Any], prompt: str) -> dict[str, Any]:
    """What Spring AI's model classes send; they leave out what is not set."""
    body: dict[str, Any] = {
        "model": settings.get("model"),
        "messages": [{"role": shape.role, "content": prompt}],
        "stream": False,
    }
    names = {"temperature": "temperature", "seed": "seed", "max-tokens": shape.limit}
    names |= {"think": "reasoning_effort"} if shape.openai and shape.think else {}
    names |= {} if shape.openai else {"num-ctx": "num_ctx"}
    options = {name: settings[key] for key, name in names.items() if key in settings}
    if shape.openai:
        return body | options
    think = {"true": True, "false": False}.get(settings.get("think", ""), settings.get("think"))
    return body | {"options": options} | ({"think": think} if shape.think else {})


def _value(mark: Mapping[str, Any], text: str) -> str | None:
    token = read(mark["rule"], text, params=mark["params"]).token
    if token is None:
        return None
    value: str = mark["tokens"].get(token, token)
    return value if value in mark["values"] else None
