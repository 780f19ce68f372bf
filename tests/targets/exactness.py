"""The claims that every exact adapter is put to, with the real library."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from evalcore.exports import find_target
from evalcore.judges import Judge, Options
from tests.targets.hostile import (
    ERROR,
    at,
    expected_bodies,
    expected_verdicts,
    hostile_judge,
    hostile_server,
    material_for,
    sent_bodies,
)
from tests.targets.running import driven, run

JUDGES: Sequence[Judge] = (
    hostile_judge("spring-2.0"),
    hostile_judge("spring-1.0.2"),
    hostile_judge("spring-1.0.0-relevancy"),
    hostile_judge("lenient", provider="openai"),
    replace(
        hostile_judge("json"),
        options=Options(temperature=None, seed=7, max_tokens=64, num_ctx=2048, think=False),
    ),
)
"""The three readers of Spring AI, and two rules that leave replies unread; every option, both kinds of servers."""

NAMES = [judge.rule.name for judge in JUDGES]


def found_by(target: str, judge: Judge, folder: Path, *, driver: str) -> tuple[Judge, Mapping[str, Any], Any]:
    """The judge at its server, what the library made of the hostile cases, and the bodies that came."""
    with hostile_server(judge) as server:
        here = at(judge, server)
        files = find_target(target).write(material_for(here))
        found = driven(target, files, folder, driver=driver, environment={"OPENAI_API_KEY": "unused"})
        return here, found, sent_bodies(server)


def assert_as_measured(target: str, judge: Judge, folder: Path, *, driver: str) -> Mapping[str, Any]:
    """The library's verdict on every case is ours, and so is every request; what else the driver found."""
    here, found, sent = found_by(target, judge, folder, driver=driver)
    outcomes = found["outcomes"]
    assert sent == expected_bodies(here)
    assert {name: read_of(one) for name, one in outcomes.items()} == expected_verdicts(judge)
    for one in outcomes.values():
        if "error" not in one:
            assert one["passed"] == (one["value"] is not None and judge.passes(one["value"]))
    return found


def read_of(outcome: Mapping[str, Any]) -> str | None:
    """The value that was read, None for an unread reply, ``ERROR`` for a call without one."""
    value: str | None = ERROR if "error" in outcome else outcome["value"]
    return value


def passed_by_mean(judge: Judge) -> float:
    """The mean over all cases that got a reply, an unread one counted as a fail."""
    verdicts = [value for value in expected_verdicts(judge).values() if value != ERROR]
    return sum(value is not None and judge.passes(value) for value in verdicts) / len(verdicts)


def example_output(target: str, judge: Judge, folder: Path) -> str:
    """What the exported example prints, on a server whose every reply is YES."""
    from evalcore.exports import write_files
    from tests.support.model_server import ModelServer

    with ModelServer(models=(judge.model.name,)) as server:
        write_files(find_target(target).write(material_for(at(judge, server))), folder)
        return run(target, folder, "example.py", environment={"OPENAI_API_KEY": "unused"})
