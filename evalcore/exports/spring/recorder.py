"""The target ``spring-recorder``: a class that records what a Spring application answers, to be imported here."""

from __future__ import annotations

from evalcore.exports.spring.java_text import comment, filled
from evalcore.exports.spring.shape import JAVA, PACKAGE
from evalcore.exports.target import Files, Material, Target

CLASS = "AnswerRecorder"
FILE = f"{JAVA}/{CLASS}.java"

_HEADING = (
    "Records questions, retrieved documents and answers of a Spring AI application (1.1 and 2.0) as JSON Lines.",
    f"Goes to {JAVA}, or beside the tests; for another package change the package line. It asks no model by itself.",
    'Use: builder.defaultAdvisors(new AnswerRecorder(Path.of("answers.jsonl")), ...), then put every question of the',
    "golden set to the application, as a test may. Lines are appended: delete the file to begin anew.",
    "Then: evalcore import answers.jsonl --join golden.csv --on question",
    "It holds what people asked: keep the file as you keep the application's log.",
)


def write(_material: Material) -> Files:
    """The one source; it is the same whatever was measured."""
    return {FILE: comment(_HEADING) + filled(CLASS, package=PACKAGE)}


TARGETS = (
    Target(
        name="spring-recorder",
        title="Spring AI 1.1 and 2.0: a class that records questions, documents and answers, to be imported",
        exactness="document",
        about="nothing",
        write=write,
        proof="compiled and run with the JDK against stubs of Spring AI's signatures; its file imported and judged",
    ),
)
