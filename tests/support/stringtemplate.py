"""The real StringTemplate, run with the Java of this machine."""

from __future__ import annotations

import os
import shutil
import subprocess
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.support.parts import missing

_PROBE = Path(__file__).with_name("StringTemplateProbe.java")


def real_fillings(cases: Sequence[tuple[str, Mapping[str, str]]]) -> list[tuple[str, str]]:
    """("filled" | "complained" | "refused", text) per case; skips the test where Java or the jar is missing."""
    jar = os.environ.get("EVALCORE_STRINGTEMPLATE_JAR")
    if not jar:
        missing("EVALCORE_STRINGTEMPLATE_JAR names no jar with StringTemplate 4.3 (npm's antlr4ng-cli carries one)")
    java = shutil.which("java")
    if not java or not shutil.which("javac"):
        missing("no Java development kit on this machine")
    lines = (
        " ".join(map(_encode, [template, *(word for pair in values.items() for word in pair)]))
        for template, values in cases
    )
    done = subprocess.run(
        [java, "-cp", jar, str(_PROBE)], input="\n".join(lines) + "\n", capture_output=True, text=True, check=True
    )
    answers = [line.partition(" ") for line in done.stdout.splitlines()]
    return [(kind, b64decode(text).decode()) for kind, _, text in answers]


def _encode(text: str) -> str:
    return b64encode(text.encode()).decode()
