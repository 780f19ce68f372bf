"""Two real Ray nodes on loopback, in processes of their own: ``python -m tests.support.ray_nodes``.

Prints one JSON document, waits for the end of its input, and takes the nodes down. Each node has a
key of its own in its environment, so that a model server sees which node asked.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

KEY_VARIABLE = "NODE_KEY"
KEYS = ("key-of-the-first-node", "key-of-the-second-node")
ON_LOOPBACK = {
    "RAY_USAGE_STATS_ENABLED": "0",
    # Ray's own switch for machines where it is to stay on loopback; Linux is not among them by default.
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
}
TRIES = 3
"""Ray gives a node 30 s to start, which a busy machine may exceed."""
ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class RayNodes:
    """A running cluster."""

    address: str
    raylets: tuple[int, int]
    """Process ids; a node whose raylet is killed is gone."""
    folder: str
    """Where Ray keeps its sockets and logs."""

    @property
    def environment(self) -> dict[str, str]:
        """What a driver needs to join; its own key is that of the first node."""
        return {**ON_LOOPBACK, "RAY_TMPDIR": self.folder, "RAY_ADDRESS": self.address, KEY_VARIABLE: KEYS[0]}

    def workers(self, node: int) -> list[int]:
        """Process ids of the actors that ask on a node."""
        return [pid for pid, parent, name in _processes() if parent == self.raylets[node] and "NodeAsker" in name]


@contextmanager
def two_nodes() -> Iterator[RayNodes]:
    """Start them, and take down whatever is left of them at the end."""
    with (
        tempfile.TemporaryDirectory(prefix="ray", ignore_cleanup_errors=True) as folder,
        tempfile.TemporaryFile("w+") as said,
    ):
        for _ in range(TRIES):
            process = _start(said, folder)
            assert process.stdout is not None
            line = process.stdout.readline()
            if line:
                break
            process.communicate()
        said.seek(0)
        assert line, said.read()
        told = json.loads(line)
        try:
            yield RayNodes(told["address"], tuple(told["raylets"]), folder)
        finally:
            process.communicate(timeout=120)


def _start(said: IO[str], folder: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.support.ray_nodes"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), **ON_LOOPBACK, "RAY_TMPDIR": folder},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=said,
        encoding="utf-8",
    )


def _processes() -> Iterator[tuple[int, int, str]]:
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            name = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except (OSError, ValueError):
            continue  # it ended meanwhile
        yield int(folder.name), parent, name


def main() -> None:
    from ray.cluster_utils import Cluster

    node: dict[str, Any] = {"num_cpus": 1, "object_store_memory": 80_000_000, "node_ip_address": "127.0.0.1"}
    first, second = ({**node, "env_vars": {KEY_VARIABLE: key}} for key in KEYS)
    cluster = Cluster(initialize_head=True, head_node_args={**first, "include_dashboard": False})
    nodes = (cluster.head_node, cluster.add_node(**second))
    raylets = [node.all_processes["raylet"][0].process.pid for node in nodes]
    sys.stdout.write(json.dumps({"address": cluster.address, "raylets": raylets}) + "\n")
    sys.stdout.flush()
    sys.stdin.read()
    cluster.shutdown()


if __name__ == "__main__":
    main()
