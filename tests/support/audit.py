"""Known holes in what is installed: ``python -m tests.support.audit PIP_AUDIT``, as ``.ci/run`` calls it.

pip-audit says "no known vulnerabilities" with exit code 0 when the advisory service knows none of
the packages, as behind a mirror that carries packages and no advisories. So it is first asked for a
release with a published hole: only where it finds that one is its silence about the others worth
anything. There, a hole or a package that was not looked up fails. Elsewhere nothing can be said,
which is said; ``EVALCORE_AUDIT=required`` makes that a failure too.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

CANARY = "jinja2==3.1.2"
"""Has CVE-2024-22195, among others."""
OURS = "judge-calibration-workbench"
ACCEPTED: Mapping[str, str] = {}
"""Id of a known hole → why it does not matter here."""


def main(pip_audit: str, requirements: Sequence[str]) -> int:
    """Audit and say what was found; 0 for nothing, and for nothing that could be asked unless it is required."""
    canary = looked_up(pip_audit, [CANARY])
    if not canary or not holes(canary[0]):
        say(
            "NOT AUDITED: no advisory service answers from here "
            f"(it did not report the published holes of {CANARY}), so nothing is known of "
            f"{len(requirements)} installed packages. Run this step where one is reachable."
        )
        return 1 if os.environ.get("EVALCORE_AUDIT") == "required" else 0
    answers = looked_up(pip_audit, requirements)
    found = [hole for package in answers for hole in holes(package)]
    unknown = [f"{package['name']}: {package['skip_reason']}" for package in answers if "skip_reason" in package]
    if len(answers) < len(requirements):
        unknown.append(f"{len(requirements) - len(answers)} packages were left out of the answer")
    for line in (*found, *unknown):
        say(line)
    say(f"{len(requirements)} packages audited, {len(found)} known holes, {len(unknown)} not looked up")
    return 1 if found or unknown else 0


def looked_up(pip_audit: str, requirements: Sequence[str]) -> list[dict[str, Any]]:
    """What pip-audit answers for pinned requirements, one entry per package; empty where it cannot ask."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "requirements.txt"
        file.write_text("".join(f"{line}\n" for line in requirements), encoding="utf-8")
        ran = subprocess.run(
            [pip_audit, "-r", str(file), "--no-deps", "--disable-pip", "-f", "json", "--progress-spinner", "off"],
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
    try:
        answers: list[dict[str, Any]] = json.loads(ran.stdout)["dependencies"]
    except (ValueError, KeyError):
        say(ran.stderr.strip().rpartition("\n")[2])
        return []
    return answers


def holes(package: Mapping[str, Any]) -> list[str]:
    """One line for each known hole of a package that is not accepted."""
    return [
        f"{package['name']} {package['version']}: {hole['id']}, mended in {' or '.join(hole['fix_versions']) or 'none'}"
        for hole in package.get("vulns", ())
        if hole["id"] not in ACCEPTED
    ]


def installed() -> list[str]:
    """Every package of this environment but the project itself, pinned."""
    found = {(one.metadata["Name"].lower(), one.version) for one in distributions()}
    return sorted(f"{name}=={version}" for name, version in found if name != OURS)


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], installed()))
