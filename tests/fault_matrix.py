"""The fault matrix: what becomes of a run that meets each fault, printed by ``python -m tests.fault_matrix``.

The tests in ``tests/integration/test_fault_matrix.py`` make the same runs and check every line.
"""

from __future__ import annotations

import re
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evalcore.providers import http as provider_http
from evalcore.runner import Progress, patience, saving, watching
from evalcore.store import Store, database
from tests.support.fault_rows import ROWS, Provider, Row, befalls
from tests.support.faulty_runs import FaultyRun, Told
from tests.support.full_disk import small_disk
from tests.support.model_faults import Fault
from tests.support.model_server import ModelServer, Script, ScriptedReply

STORE = "the store, from the sixth call"
PROVIDERS: tuple[Provider, ...] = ("ollama", "openai")
ONE_BATCH_S = 60.0
"""Longer than a slow machine takes for the first six calls, so that they are stored with the others, in one batch."""
HEADINGS = ("fault", "befalls", "provider", "requests", "answered", "failed", "missing", "run", "says", "asked again")


@dataclass(frozen=True, kw_only=True)
class Line:
    """One fault under one provider: the run that met it, and the run once the fault was over."""

    name: str
    when: str
    provider: Provider
    first: Told
    sent: dict[int, int]
    """How often a proper answer left for the call on a case, in the first go."""
    left: tuple[int, int]
    """Calls that continuing would ask: those missing, and those that failed besides."""
    again: list[int]
    """Numbers of the cases that the server was asked about then."""
    last: Told

    def cells(self) -> tuple[str, ...]:
        """As the matrix shows it."""
        first = self.first
        said = (first.words or "\n".join(first.waited_for) or "nothing: every call was answered").splitlines()[0]
        return (
            self.name,
            self.when,
            self.provider,
            *(str(count) for count in (first.requests, first.answered, first.failed, first.missing)),
            "ended, but could not note it" if first.state == "running" else first.state,
            _without_places(said),
            f"{len(self.again)}, then {self.last.answered} answered",
        )


def _without_places(said: str) -> str:
    """Without what is another in every run and every provider."""
    said = re.sub(r"(Ollama|The model server)( is not answering)? at http://[\d.:]+\d(/v1)?", r"SERVER\2", said)
    return re.sub(r"sqlite:\S+", "STORE", said).replace("|", "\\|")


def server_misbehaving(row: Row, server: ModelServer) -> Script:
    """What a server does whom a fault befalls."""
    befallen: list[int] = []

    def misbehave(prompt: str, nth: int) -> ScriptedReply | Fault:
        if not befalls(row, prompt, nth, asked=len(server.prompts) - 1):
            return ScriptedReply("YES")
        again = bool(befallen)
        befallen.append(len(server.prompts))
        if row.befall and not again:
            row.befall(server)
        is_back = again and isinstance(row.answer, Fault) and row.answer.kind == "restart" and not server.is_down
        return ScriptedReply("YES") if is_back else row.answer

    return misbehave


def server_fault(row: Row, provider: Provider, folder: Path) -> Line:
    """A run whose server misbehaves."""
    with ExitStack() as stack:
        stack.enter_context(changed(provider_http, READ_TIMEOUT_S=row.read_timeout_s))
        stack.enter_context(changed(watching, TICK_S=0.02))
        server = stack.enter_context(ModelServer(kind=provider, latency_s=row.latency_s))
        store = stack.enter_context(opened(folder / "store.db"))
        run = FaultyRun(
            provider=provider,
            store=store,
            server=server,
            misbehave=server_misbehaving(row, server),
            repeats=row.repeats,
        )
        return line(row.name, row.when, run, run.first_go(), heal=lambda: row.heal(server))


def full_disk(provider: Provider, folder: Path, *, room_comes: bool) -> Line:
    """A run whose store's disk fills with the sixth call; room comes while it waits, or only after it has ended."""
    with ExitStack() as stack:
        stack.enter_context(changed(patience, AGAIN_S=0.02, PATIENCE_S=30.0 if room_comes else 0.3))
        stack.enter_context(changed(saving, SAVE_EVERY_S=ONE_BATCH_S))
        stack.enter_context(changed(watching, TICK_S=0.02))
        disk = stack.enter_context(small_disk(folder / "disk"))
        server = stack.enter_context(ModelServer(kind=provider))
        store = stack.enter_context(opened(disk.folder / "store.db"))

        def watch(progress: Progress) -> None:
            if room_comes and progress.message:
                disk.make_room()

        run = FaultyRun(provider=provider, store=store, server=server, misbehave=with_the_sixth(server, disk.fill))
        name = f"disk fills ({disk.how}){'' if room_comes else ' and stays full'}"
        first = run.first_go(on_progress=watch)
        return line(name, STORE, run, first, heal=lambda: None if room_comes else disk.make_room())


def locked_database(provider: Provider, folder: Path, *, let_go: bool) -> Line:
    """A run whose store another connection holds from the sixth call; it lets go while the run waits, or only after."""
    with ExitStack() as stack:
        stack.enter_context(changed(database, _BUSY_TIMEOUT_MS=50))
        stack.enter_context(changed(patience, AGAIN_S=0.02, PATIENCE_S=30.0 if let_go else 0.3))
        stack.enter_context(changed(saving, SAVE_EVERY_S=ONE_BATCH_S))
        stack.enter_context(changed(watching, TICK_S=0.02))
        server = stack.enter_context(ModelServer(kind=provider))
        store = stack.enter_context(opened(folder / "store.db"))
        other = sqlite3.connect(folder / "store.db", isolation_level=None, check_same_thread=False)
        stack.callback(other.close)

        def watch(progress: Progress) -> None:
            if let_go and progress.message and other.in_transaction:
                other.execute("ROLLBACK")

        def hold() -> None:
            other.execute("BEGIN IMMEDIATE")

        run = FaultyRun(provider=provider, store=store, server=server, misbehave=with_the_sixth(server, hold))
        first = run.first_go(on_progress=watch)
        name = f"database is locked{'' if let_go else ' and stays locked'}"
        return line(name, STORE, run, first, heal=lambda: None if let_go else other.execute("ROLLBACK"))


STORE_FAULTS: dict[str, Callable[[Provider, Path], Line]] = {
    "disk fills": lambda provider, folder: full_disk(provider, folder, room_comes=True),
    "disk fills and stays full": lambda provider, folder: full_disk(provider, folder, room_comes=False),
    "database is locked": lambda provider, folder: locked_database(provider, folder, let_go=True),
    "database is locked and stays locked": lambda provider, folder: locked_database(provider, folder, let_go=False),
}


def line(name: str, when: str, run: FaultyRun, first: Told, *, heal: Callable[[], object]) -> Line:
    """End the fault, and resume: what is missing, and what failed."""
    sent = dict(run.sent)
    heal()
    run.mended = True
    left = run.continued(retry_failed=False).plan.calls_to_ask, run.continued(retry_failed=True).plan.calls_to_ask
    again, last = run.resumed()
    return Line(
        name=name,
        when=when,
        provider=run.provider,
        first=first,
        sent=sent,
        left=(left[0], left[1] - left[0]),
        again=again,
        last=last,
    )


def with_the_sixth(server: ModelServer, happen: Callable[[], None]) -> Callable[[str, int], ScriptedReply]:
    """Answer everything, and let something happen with the sixth call."""

    def script(_prompt: str, _nth: int) -> ScriptedReply:
        if len(server.prompts) == 6:
            happen()
        return ScriptedReply("YES")

    return script


@contextmanager
def changed(module: Any, **values: object) -> Iterator[None]:
    """Other waits than a person would like, for as long as it lasts."""
    before = {name: getattr(module, name) for name in values}
    for name, value in values.items():
        setattr(module, name, value)
    try:
        yield
    finally:
        for name, value in before.items():
            setattr(module, name, value)


@contextmanager
def opened(file: Path) -> Iterator[Store]:
    """A store in a file."""
    store = Store.open(f"sqlite:///{file.as_posix()}")
    try:
        yield store
    finally:
        store.close()


def matrix(folder: Path) -> Iterator[Line]:
    """Every fault, under every provider that it can befall."""
    for provider in PROVIDERS:
        for number, row in enumerate(ROWS):
            if provider in row.providers:
                yield server_fault(row, provider, _fresh(folder / f"{provider}-{number}"))
        for number, make in enumerate(STORE_FAULTS.values()):
            yield make(provider, _fresh(folder / f"{provider}-store-{number}"))


def markdown(lines: Sequence[Line]) -> str:
    """The matrix as a Markdown table; lines that differ in the provider alone are one."""
    merged: dict[tuple[str, ...], list[str]] = {}
    for one in lines:
        before, provider, after = (cells := one.cells())[:2], cells[2], cells[3:]
        merged.setdefault((*before, *after), []).append(provider)
    rows = [(*cells[:2], ", ".join(providers), *cells[2:]) for cells, providers in merged.items()]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (HEADINGS, ["---"] * len(HEADINGS), *rows))


def _fresh(folder: Path) -> Path:
    folder.mkdir()
    return folder


def main() -> None:
    """Print the matrix."""
    with tempfile.TemporaryDirectory() as folder:
        sys.stdout.write(markdown(list(matrix(Path(folder)))) + "\n")


if __name__ == "__main__":
    main()
