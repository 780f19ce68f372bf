"""The targets: every file of a Spring export, and what is lost."""

from __future__ import annotations

from collections.abc import Iterable

from evalcore.errors import ExportError
from evalcore.exports.losses import refuse_rule_judge, server_losses, truncation_notes
from evalcore.exports.python import for_a_server, header_lines
from evalcore.exports.spring import settings
from evalcore.exports.spring.carrying import carried
from evalcore.exports.spring.java_text import comment, filled, slug, template
from evalcore.exports.spring.labelled import labelled_cases
from evalcore.exports.spring.lines import SPRING_1, SPRING_2, Line
from evalcore.exports.spring.readme import readme
from evalcore.exports.spring.rule_source import classes_for, mark_of, rule_source
from evalcore.exports.spring.shape import JAVA, PACKAGE, RESOURCES, shape_of, sources
from evalcore.exports.target import Files, Material, Target
from evalcore.judges import Judge
from evalcore.prompts import placeholders

TESTS = JAVA.replace("/main/", "/test/")
TEST_RESOURCES = RESOURCES.replace("/main/", "/test/")


def losses(judge: Judge) -> tuple[str, ...]:
    """What a Spring application asks or reads otherwise."""
    found = list(server_losses(judge))
    if judge.prompt is not None and "must_mention" in placeholders(judge.prompt.template, judge.prompt.dialect):
        found.append("{must_mention} is filled with nothing: an EvaluationRequest has no place for required mentions.")
    if judge.model.provider == "openai" and isinstance(judge.options.think, bool):
        found.append("think is not sent: Spring AI's OpenAI options have no chat_template_kwargs.")
    if judge.rule.name == "regex":
        found.append(
            "Its patterns are run by java.util.regex and not by RE2: \\b takes letters beyond ASCII for part of a word."
        )
    return tuple(found)


def _write(material: Material, line: Line) -> Files:
    judge = material.chosen
    refuse_rule_judge(judge, "Spring AI")
    served = for_a_server(judge)
    shape = shape_of(served, line)
    heads = [*header_lines(material, losses=losses(judge)), *truncation_notes(served)]
    cases = labelled_cases(material, served)
    files = {
        "README.md": readme(material, shape, heads, with_test=cases is not None),
        settings.FILE: settings.settings_text(served, [*heads, *_WHERE_SETTINGS]),
        f"{RESOURCES}/{shape.prompt}": _template(served),
    }
    for name, source in (sources(shape, PACKAGE) | _reading(served)).items():
        files[f"{JAVA}/{name}.java"] = comment([*heads, *_WHERE_SOURCES]) + source
    if cases is not None:
        place = f"judge/{slug(judge.name)}-labelled.json"
        files[f"{TESTS}/JudgeCalibrationTest.java"] = comment([*heads, *_WHERE_TEST]) + _test(served, place)
        files[f"{TEST_RESOURCES}/{place}"] = cases
    return files


def _reading(judge: Judge) -> dict[str, str]:
    """The classes that read a reply."""
    fixed = {name: filled(name, package=PACKAGE) for name in classes_for(judge.rule.name)}
    return {"JudgeRule": rule_source(mark_of(judge), PACKAGE)} | fixed


def _test(judge: Judge, cases: str) -> str:
    has_digest = judge.model.provider == "ollama" and judge.model.digest is not None
    text = filled(
        "JudgeCalibrationTest", package=PACKAGE, cases=cases, digest=template("ModelDigestTest") if has_digest else ""
    )
    return text if has_digest else _without(text, _ONLY_FOR_DIGEST)


def _without(text: str, lines: Iterable[str]) -> str:
    for line in lines:
        text = text.replace(f"{line}\n", "")
    return text


def _template(judge: Judge) -> str:
    assert judge.prompt is not None
    text = judge.prompt.template
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise ExportError("the prompt holds half a surrogate pair, which no UTF-8 file can; remove it")
    return text


_WHERE_SOURCES = (f"Goes to {JAVA}; for another package change the package lines.",)
_WHERE_TEST = (f"Goes to {TESTS}; it asks the model, and is tagged eval.",)
_WHERE_SETTINGS = (
    f"Goes to {RESOURCES}, for the profile judge. Nothing here stands under spring.ai: that is the application's own.",
)
_ONLY_FOR_DIGEST = (
    "import static org.junit.jupiter.api.Assertions.assertEquals;",
    "import java.net.URI;",
    "import java.net.http.HttpClient;",
    "import java.net.http.HttpRequest;",
    "import java.net.http.HttpResponse;",
)

_PROOF = (
    "rendered with the real StringTemplate, type-checked with the JDK against stubs of Spring AI's signatures, and run:"
    " the written Java reads replies and fills prompts as the judge was measured"
)


def _target(line: Line) -> Target:
    return Target(
        name=line.name,
        title=f"Spring AI {line.versions}: sources, settings, calibration test",
        exactness="exact",
        write=lambda material: _write(material, line),
        proof=_PROOF,
        losses=losses,
        carried=lambda files, judge: carried(files, judge, line),
    )


TARGETS = (_target(SPRING_2), _target(SPRING_1))
