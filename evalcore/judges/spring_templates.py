"""Spring AI's own evaluator prompts: known by their hash, never by their wording.

The wording belongs to Spring AI and is not in this project. A person brings it, as the library's
jar or as pasted text; the hash says which versions it is the default of.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from evalcore.domain import sha256_of
from evalcore.errors import InputError, TemplateError
from evalcore.judges.class_file import string_constants
from evalcore.prompts import placeholders

if TYPE_CHECKING:
    import zipfile

_LARGEST_CLASS_BYTES = 1_000_000
_MOST_CLASSES = 16
"""A jar holds each evaluator once; more of the name are looked at, but not without end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownTemplate:
    """A default prompt of a released version, by the hash of its bytes."""

    evaluator: str
    """The class it belongs to; the Bespoke form is a factory method of the fact checker."""
    versions: str
    sha256: str
    preset: str
    """The built-in judge that asks in the same form."""
    rule: str
    """How the newest of these versions reads the reply (for milestones: as 1.0.0 does)."""
    reader: str

    @property
    def known_as(self) -> str:
        """What the template is called wherever it is shown."""
        return f"Spring AI {self.evaluator} {self.versions}"


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundTemplate:
    """A prompt found in a jar."""

    entry: str
    """The class file's path in the jar."""
    text: str
    known: KnownTemplate | None
    """None for a version that is not in the list; the text is used all the same."""


_RELEVANCY = ("RelevancyEvaluator", "spring-relevancy")
_FACT_CHECK = ("FactCheckingEvaluator", "spring-fact-check")
_BESPOKE = ("FactCheckingEvaluator.forBespokeMinicheck", "bespoke-minicheck")

_NOW = ("spring-2.0", "Spring AI 2.0")
_AT_1_0 = ("spring-1.0.2", "Spring AI 1.0")
_FIRST_RELEVANCY = ("spring-1.0.0-relevancy", "Spring AI 1.0.0")

KNOWN_TEMPLATES: tuple[KnownTemplate, ...] = tuple(
    KnownTemplate(evaluator=evaluator, preset=preset, versions=versions, rule=rule, reader=reader, sha256=sha256)
    for (evaluator, preset), versions, (rule, reader), sha256 in (
        (_RELEVANCY, "1.0.0 to 2.0.1", _NOW, "a7802488b803002bc8d713ff8a29a59dc27394a6fa7d7af063879cbfc2c88548"),
        (
            _RELEVANCY,
            "1.0.0-M4 to RC1",
            _FIRST_RELEVANCY,
            "f6dd9cfcaf61b0458487027eabe842b7ae5150c76e4300c4b9175b0297d8c5ce",
        ),
        (
            _RELEVANCY,
            "1.0.0-M1 to M3",
            _FIRST_RELEVANCY,
            "502e1f7a9e5e98beec162a32b55e863c70e3dd8924b65abe8a703a2e502e07e8",
        ),
        (_FACT_CHECK, "1.1.0-M4 to 2.0.1", _NOW, "9a87a396519db3afd6a34f2ff8a20c6500db31da90dade9b6c24145dfdd67926"),
        (_FACT_CHECK, "1.0.0-M5 to 1.0.9", _AT_1_0, "1e2b07c0a8835b384e2375095e770fea8f0ab6150307730097cef4c687ae4eb8"),
        (_BESPOKE, "1.1.0-M4 to 2.0.1", _NOW, "465f003cfcebbdea59410d353f3c8ccd9575b64bab46f1001ac35ffcd8c677f3"),
        (_BESPOKE, "1.0.0-M4 to 1.0.9", _AT_1_0, "01751fb4605ea3ba27c0d06c203cb9843ee96ce34778b8827bf3d6ee36471c94"),
        (_BESPOKE, "1.0.0-M3", _AT_1_0, "f4546e05fbf0d6e1c408740619e3190be71ad7bf399bf7c6f612e12dcc457322"),
    )
)
"""SHA-256 of the UTF-8 bytes of every default template, computed from the tagged sources."""


def recognise_template(text: str, *, known: Sequence[KnownTemplate] = KNOWN_TEMPLATES) -> KnownTemplate | None:
    """The released default that this text is, byte for byte, or None."""
    sha256 = sha256_of(text)
    return next((template for template in known if template.sha256 == sha256), None)


def as_published(text: str, *, known: Sequence[KnownTemplate] = KNOWN_TEMPLATES) -> str:
    """Pasted text with the white space of the default that it is a copy of; else the text unchanged.

    Copying a prompt from a page loses the tab at the start of its lines or the newline at its end,
    and a prompt without them is another prompt. Only a form whose hash is listed is restored.
    """
    return next((form for form in _white_space_forms(text) if recognise_template(form, known=known)), text)


def templates_in_jar(
    path: str | Path, *, known: Sequence[KnownTemplate] = KNOWN_TEMPLATES
) -> tuple[FoundTemplate, ...]:
    """The evaluators' default prompts in a Spring AI jar, those that are recognised first.

    Raises
    ------
    InputError
        When the file is not a jar, or no evaluator with a prompt is in it.
    """
    import zipfile  # for this alone, and other commands start without it
    import zlib

    file = str(path)
    try:
        with zipfile.ZipFile(path) as jar:
            found = [template for entry in _evaluator_entries(jar) for template in _templates(jar, entry, known)]
    except InputError as error:
        raise InputError(str(error), file=file) from error
    except (OSError, zipfile.BadZipFile, zlib.error, RuntimeError, EOFError) as error:
        raise InputError(f"expected a jar that can be read: {error}", file=file) from error
    if not found:
        raise InputError(
            "no prompt of RelevancyEvaluator or FactCheckingEvaluator in this jar; bring spring-ai-client-chat "
            "(in an application's jar it lies in BOOT-INF/lib), or paste the template",
            file=file,
        )
    return tuple(sorted(found, key=lambda template: template.known is None))


def _white_space_forms(text: str) -> Iterator[str]:
    yield text
    lines = text.replace("\r\n", "\n").strip("\n").split("\n")
    bare = [line.strip(" \t") for line in lines]
    for form in (lines, bare, [line and f"\t{line}" for line in bare]):
        yield "\n".join(form)
        yield "\n".join(form) + "\n"


def _evaluator_entries(jar: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    names = ("RelevancyEvaluator.class", "FactCheckingEvaluator.class")
    return [entry for entry in jar.infolist() if entry.filename.rpartition("/")[2] in names][:_MOST_CLASSES]


def _templates(jar: zipfile.ZipFile, entry: zipfile.ZipInfo, known: Sequence[KnownTemplate]) -> Iterator[FoundTemplate]:
    with jar.open(entry) as stream:
        data = stream.read(_LARGEST_CLASS_BYTES + 1)
    if len(data) > _LARGEST_CLASS_BYTES:
        raise InputError(f"{entry.filename} is larger than any class of Spring AI; it was not read")
    for text in dict.fromkeys(string_constants(data)):
        recognised = recognise_template(text, known=known)
        if recognised or _looks_like_a_prompt(text):
            yield FoundTemplate(entry=entry.filename, text=text, known=recognised)


def _looks_like_a_prompt(text: str) -> bool:
    try:
        return len(placeholders(text, "stringtemplate")) > 1
    except TemplateError:
        return False
