"""A Spring export compiled against the stubs of Spring AI's classes, and put to work in a Java of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from evalcore.domain import Case
from evalcore.exports import Files, write_files
from evalcore.exports.spring.settings import FILE, settings_in
from tests.support.parts import missing

STUBS = Path(__file__).parent / "spring_stubs"


def java_parts() -> Path:
    """The jar with StringTemplate; skips the test where it or a Java development kit is missing."""
    jar = os.environ.get("EVALCORE_STRINGTEMPLATE_JAR")
    if not jar:
        missing("EVALCORE_STRINGTEMPLATE_JAR names no jar with StringTemplate 4.3 (npm's antlr4ng-cli carries one)")
    if not shutil.which("java") or not shutil.which("javac"):
        missing("no Java development kit on this machine")
    return Path(jar)


def compile_java(sources: list[Path], into: Path, *classpath: Path) -> str:
    """Compile strictly; what the compiler complains of, empty where it does not."""
    into.mkdir(parents=True, exist_ok=True)
    command = ["javac", "-encoding", "US-ASCII", "--release", "17", "-Xlint:all,-serial,-options", "-Werror"]
    command += ["-cp", os.pathsep.join(map(str, classpath)), "-d", str(into), *map(str, sources)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0 or done.stderr
    return done.stderr


def compile_stubs(line: str, into: Path) -> None:
    """The stubs of one line of versions."""
    sources = [path for part in ("both", line) for path in sorted((STUBS / part).rglob("*.java"))]
    assert compile_java(sources, into, java_parts()) == ""


class Project:
    """An export in a folder of its own."""

    def __init__(self, files: Files, folder: Path, stubs: Path) -> None:
        self.folder, self.stubs = folder, stubs
        write_files(files, folder)
        self.settings = dict(settings_in(files[FILE]))

    def complaints(self) -> str:
        """What the compiler says about every source of the export; the harness is compiled with them."""
        sources = [*sorted(self.folder.rglob("src/**/*.java")), *sorted((STUBS / "harness").rglob("*.java"))]
        return compile_java(sources, self.folder / "classes", java_parts(), self.stubs)

    @contextmanager
    def running(self) -> Iterator[Harness]:
        """The classes, compiled and ready to be asked."""
        classes = self.folder / "classes"
        assert self.complaints() == ""
        resources = [self.folder / "src" / part / "resources" for part in ("main", "test")]
        path = os.pathsep.join(map(str, [classes, *resources, java_parts(), self.stubs]))
        command = ["java", "-XX:TieredStopAtLevel=1", "-cp", path, "com.example.judge.JudgeHarness"]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            yield Harness(process, self.settings)


class Harness:
    """Asks the exported classes, one line of JSON at a time."""

    def __init__(self, process: subprocess.Popen[str], settings: Mapping[str, Any]) -> None:
        self._process, self.settings = process, settings

    def ask(self, what: str, **values: Any) -> dict[str, Any]:
        """The answer; ``error`` in it where the classes threw an IllegalStateException."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps({"do": what, **values}) + "\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer

    def read(self, *texts: str) -> list[dict[str, Any]]:
        """What the rule makes of some replies, in their order."""
        found: list[dict[str, Any]] = self.ask("read", texts=texts)["readings"]
        return found

    def evaluate(self, case: Case) -> dict[str, Any]:
        """What the evaluator says of a case, asking the server of the settings."""
        evidence = [document.text for document in case.evidence]
        return self.ask(
            "evaluate", settings=self.settings, question=case.question, answer=case.answer, evidence=evidence
        )
