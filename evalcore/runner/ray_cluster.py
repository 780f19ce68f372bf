"""A run's calls put to the nodes of a Ray cluster; everything else of the run stays in the driver.

The cluster stands where a provider stands: the same workers draw the same planned calls, count and
save the same replies under the same lease. Only the asking itself happens elsewhere.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager, contextmanager, nullcontext, redirect_stdout
from dataclasses import dataclass, replace
from typing import Any

import evalcore
from evalcore.errors import MissingPart, ProviderError, RunError, Unreachable
from evalcore.judges import Judge
from evalcore.providers import Answer, Connection, Outlook, Provider, Request
from evalcore.providers.retrying import stay
from evalcore.runner.prepare import ProviderLookup
from evalcore.runner.ray_node import NodeAsker, Unfit

MOST_LOST = 3
"""A call that so many workers in a row were lost over is noted as failed: it may be what ends them."""
REACH_S = 5.0
_RESTART_POLL_S = 0.5

_START_ONE = "start one with `ray start --head` and name it in RAY_ADDRESS (host:port)"


@contextmanager
def ray_cluster(providers: ProviderLookup) -> Iterator[RayCluster]:
    """Join the running cluster that ``RAY_ADDRESS`` names, or else the one on this machine; leave it at the end.

    Parameters
    ----------
    providers
        Where the driver finds providers: to resolve judges, and for judges that ask no model.

    Raises
    ------
    MissingPart
        When Ray is not installed.
    RunError
        When there is no cluster.
    """
    # Ray reads it when it is imported; a cluster that people started has settings of its own.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ModuleNotFoundError as error:
        raise MissingPart(
            "--engine ray needs Ray, which is not installed: pip install 'judge-calibration-workbench[ray]'"
        ) from error
    _check_reachable(os.environ.get("RAY_ADDRESS", ""))
    # Ray tells of lost nodes on standard output, where a command's own document goes.
    with redirect_stdout(sys.stderr):
        try:
            ray.init(address="auto", log_to_driver=False, logging_level=logging.ERROR)
        except (ConnectionError, RuntimeError, ValueError) as error:
            raise RunError(
                f"expected a running Ray cluster, found none that answers ({error}); {_START_ONE}"
            ) from error
        try:
            yield RayCluster(ray, providers)
        except ray.exceptions.LocalRayletDiedError as error:
            raise RunError("this machine's own node of the Ray cluster ended; start it, then go on") from error
        finally:
            ray.shutdown()


def _check_reachable(address: str) -> None:
    """Refuse at once what Ray would try to reach for minutes."""
    if not address or address == "auto":
        return
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or "/" in host:
        raise RunError(f"expected RAY_ADDRESS to be host:port, such as 10.0.0.5:6379, found {address!r}")
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=REACH_S).close()
    except (OSError, OverflowError) as error:
        raise RunError(f"no Ray cluster answers at RAY_ADDRESS {address} ({error}); {_START_ONE}") from error


@dataclass(frozen=True, slots=True, kw_only=True)
class _Seat:
    """The actor on one node."""

    node_id: str
    address: str
    actor: Any


class RayCluster:
    """Where a run finds providers whose calls are asked on the cluster's nodes."""

    def __init__(self, ray: Any, providers: ProviderLookup) -> None:
        self._ray = ray
        self._gone = (ray.exceptions.ActorDiedError, ray.exceptions.ActorUnschedulableError)
        """What Ray raises when a node is dead, or its process ended too often to be started anew."""
        self._providers = providers
        self._seats: dict[str, _Seat] = {}
        self._welcome: set[str] = set()
        """Ids of nodes that have the same version as the driver."""
        self._lost: dict[str, str] = {}
        """Id of a node that died during this run → what Ray said."""

    def get(self, name: str, /) -> Provider:
        """The provider of this name on every node that is there now; rules ask nobody, so they stay in the driver."""
        provider = self._providers.get(name)
        if name == "rules":
            return provider
        self._take_seats()
        return _RayProvider(self, provider, nodes=len(self._seats))

    async def ask(self, worker: int, request: Request) -> Answer:
        """Put one call to the node of a worker; when the node is lost meanwhile, to another one."""
        reason = ""
        for _ in range(MOST_LOST):
            seat = await self._seat_that_answers(worker)
            try:
                return await self._ask_there(seat, request)
            except self._ray.exceptions.RayTaskError:
                raise  # not the cluster: something that nobody foresaw, in our own code there
            except self._ray.exceptions.RayError as error:
                reason = _first_line(error)
                self._note_loss(seat, error)
        raise Unreachable(f"{MOST_LOST} workers of the Ray cluster were lost over this call: {reason}")

    async def _ask_there(self, seat: _Seat, request: Request) -> Answer:
        # Stepping aside is for workers of this process: a node keeps a call until it has its answer.
        answering = seat.actor.ask.remote(replace(request, aside=stay))
        try:
            said: Answer | ProviderError | Unfit = await answering
        except asyncio.CancelledError:
            self._ray.cancel(answering)
            raise
        if isinstance(said, Unfit):
            raise RunError(f"node {seat.address} of the Ray cluster cannot ask {request.judge.name}: {said.reason}")
        if isinstance(said, ProviderError):
            raise said
        return said

    async def _seat_that_answers(self, worker: int) -> _Seat:
        """The seat of a worker, once its process is up, or started anew, and found to be of this version."""
        while True:
            seat = self._seat_of(worker)
            if seat.node_id in self._welcome:
                return seat
            try:
                found = await seat.actor.version.remote()
            except self._ray.exceptions.ActorUnavailableError:
                await asyncio.sleep(_RESTART_POLL_S)
                continue
            except self._gone as error:
                self._note_loss(seat, error)
                continue
            if found != evalcore.__version__:
                raise RunError(
                    f"expected judge-calibration-workbench {evalcore.__version__} on node {seat.address} of the Ray "
                    f"cluster, found {found}: install the same version on every node"
                )
            self._welcome.add(seat.node_id)

    def _note_loss(self, seat: _Seat, error: Exception) -> None:
        """A node that is gone is asked no more; its workers go on at the others. A process alone is started anew."""
        self._welcome.discard(seat.node_id)
        if isinstance(error, self._gone):
            self._lost[seat.node_id] = f"{seat.address}: {_first_line(error)}"
            self._seats.pop(seat.node_id, None)

    def _seat_of(self, worker: int) -> _Seat:
        if not self._seats:
            self._take_seats()
        if not self._seats:
            said = "; ".join(self._lost.values()) or "none has a processor to work with"
            raise RunError(f"no node of the Ray cluster is left to ask on ({said}); the same command goes on from here")
        seats = tuple(self._seats.values())
        return seats[worker % len(seats)]

    def _take_seats(self) -> None:
        """One on each live node that offers processors; ``ray start --num-cpus=0`` keeps a node out."""
        for node in self._ray.nodes():
            node_id = node["NodeID"]
            if node["Alive"] and node["Resources"].get("CPU") and node_id not in {*self._seats, *self._lost}:
                actor = self._actor_on(node_id)
                self._seats[node_id] = _Seat(node_id=node_id, address=node["NodeManagerAddress"], actor=actor)

    def _actor_on(self, node_id: str) -> Any:
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        # A process that ends by itself is started anew, but never on another node, which has an actor of its own.
        options = {
            "num_cpus": 0,
            "max_restarts": MOST_LOST,
            "max_task_retries": 0,
            "scheduling_strategy": NodeAffinitySchedulingStrategy(node_id, soft=False),
        }
        return self._ray.remote(**options)(NodeAsker).remote()


class _RayProvider:
    """A provider whose calls are asked on every node at once."""

    def __init__(self, cluster: RayCluster, provider: Provider, *, nodes: int) -> None:
        self._cluster = cluster
        self._provider = provider
        self._workers = itertools.count()
        # A limit, such as one call at a time for a model in the process, holds on each node.
        self.max_concurrency = provider.max_concurrency and provider.max_concurrency * max(nodes, 1)

    async def resolve(self, judge: Judge) -> Judge:
        """As the driver sees it; each node holds its own model against this digest before its first call."""
        return await self._provider.resolve(judge)

    async def digest_now(self, judge: Judge) -> str | None:
        """As the driver sees it."""
        return await self._provider.digest_now(judge)

    async def outlook(self, judge: Judge) -> Outlook:
        """As the driver sees it."""
        return await self._provider.outlook(judge)

    def connect(self) -> AbstractAsyncContextManager[Connection]:
        """One worker's line to a node of the cluster."""
        return nullcontext(_RayConnection(self._cluster, next(self._workers)))


class _RayConnection:
    def __init__(self, cluster: RayCluster, worker: int) -> None:
        self._cluster = cluster
        self._worker = worker

    async def ask(self, request: Request) -> Answer:
        return await self._cluster.ask(self._worker, request)


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]
