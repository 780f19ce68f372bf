"""A lease is never taken from a process that lives, although it looks like one of this machine, or like this one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from evalcore.errors import RunBusy
from evalcore.runner import identity, state_now, this_process
from evalcore.runner.leases import Lease
from evalcore.store import Store
from tests.support.command import ROOT
from tests.support.runs import prepared
from tests.support.scripted_provider import ScriptedProvider
from tests.support.things import NOON, make_dataset

A_DEAD_PID = 999_999_999


def refused(store: Store, holder: str, *, owner: str) -> str:
    """What somebody is told who wants a run that another holds; the other keeps it."""
    run_id = prepared(store, ScriptedProvider(), make_dataset(1)).run_id
    assert store.take_lease(run_id, owner=holder, now=NOON, for_s=15)
    store.set_run_state(run_id, "running", at=NOON)
    with pytest.raises(RunBusy) as told:
        Lease(store=store, run_id=run_id, owner=owner, clock=lambda: NOON).take()
    assert store.load_run(run_id).lease_owner == holder
    assert state_now(store.load_run(run_id), now=NOON) == "running"
    return str(told.value)


def test_a_process_of_the_same_host_and_number_is_another_one(store: Store) -> None:
    """Two containers of one image: host name and process id are the same, the start is not."""
    said = refused(store, this_process(start="aaaa"), owner=this_process(start="bbbb"))
    assert f"worked on by {identity.socket.gethostname()}:{os.getpid()};" in said


def test_a_process_that_is_not_here_may_live_in_another_container(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = identity.place()
    monkeypatch.setattr(identity, "place", lambda: f"{here.partition('/')[0]}/0123abcd")
    elsewhere = f"{this_process().rpartition(':')[0]}:{A_DEAD_PID}"
    monkeypatch.undo()
    refused(store, elsewhere, owner=this_process())
    assert identity.is_gone(f"{this_process().rpartition(':')[0]}:{A_DEAD_PID}")


def test_an_owner_named_by_an_older_version_is_waited_for(store: Store) -> None:
    refused(store, f"{identity.socket.gethostname()}:{A_DEAD_PID}", owner=this_process())


def test_every_start_of_a_process_has_a_name_of_its_own() -> None:
    said = [printed([]) for _ in range(2)]
    assert len({name.rpartition(":")[0] for name in (*said, this_process())}) == 3
    assert {name.rsplit("/", 1)[0] for name in said} == {identity.place()}


def test_a_process_of_another_namespace_is_in_another_place() -> None:
    """Really: under ``unshare`` the host has its name, and the first process is number 1, as in a container."""
    inside = ["unshare", "--pid", "--fork", "--mount-proc"]
    if (
        shutil.which("unshare") is None
        or subprocess.run([*inside, "true"], capture_output=True, check=False).returncode
    ):
        pytest.skip("unshare may make no namespace of process ids here: only root may, and not in every container")
    name = printed(inside)
    assert name.startswith(f"{identity.socket.gethostname()}/")
    assert name.endswith(":1")
    assert name.rsplit("/", 1)[0] != identity.place()


def printed(before: list[str]) -> str:
    """The name of a process that is started for it."""
    program = [sys.executable, "-c", "from evalcore.runner import this_process; print(this_process())"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [*before, *program], capture_output=True, check=True, text=True, env=environment
    ).stdout.strip()
