"""A model server that answers everything alike after a given time: ``python -m benchmarks.client_server``.

It prints its port and serves until its standard input ends. It reads no more of a request than it must, so that what
is measured against it is the client.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from functools import partial

MODEL, DIGEST = "scripted:1b", "0" * 64


def answers(text: str) -> dict[bytes, bytes]:
    """What stands behind each path, as whole HTTP answers; ``text`` is what the model says."""
    listed = {"name": MODEL, "model": MODEL, "digest": DIGEST, "size": 1, "context_length": 4096}
    usage = {"prompt_tokens": 250, "completion_tokens": 2, "total_tokens": 252}
    message = {"role": "assistant", "content": text}
    bodies = {
        b"/api/tags": {"models": [listed]},
        b"/api/ps": {"models": [listed]},
        b"/api/version": {"version": "0.24.0"},
        b"/v1/models": {"object": "list", "data": [{"id": MODEL, "object": "model"}]},
        b"/api/chat": {
            "model": MODEL,
            "created_at": "2026-09-14T12:00:00Z",
            "message": message,
            "done": True,
            "done_reason": "stop",
            "total_duration": 20_000_000,
            "load_duration": 1_000_000,
            "prompt_eval_count": 250,
            "eval_count": 2,
        },
        b"/v1/chat/completions": {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1789387200,
            "model": MODEL,
            "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
            "usage": usage,
        },
    }
    return {path: _http(body) for path, body in bodies.items()}


def _http(body: object) -> bytes:
    data = json.dumps(body).encode()
    head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
    return head.encode() + data


_MISSING = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"


class Connection(asyncio.Protocol):
    """One client's connection, kept open; a client here never sends a request before the last was answered."""

    def __init__(self, served: dict[bytes, bytes], latency_s: float) -> None:
        self._served = served
        self._latency_s = latency_s
        self._loop = asyncio.get_running_loop()
        self._received = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the way back."""
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Answer once the request is whole: a list at once, a chat when the time is up."""
        self._received += data
        end = self._received.find(b"\r\n\r\n")
        if end < 0 or len(self._received) < end + 4 + self._length(end):
            return
        path = self._received.split(b" ", 2)[1]
        self._received = b""
        delay_s = self._latency_s if path.endswith((b"/chat", b"/completions")) else 0.0
        self._loop.call_later(delay_s, partial(self._transport.write, self._served.get(path, _MISSING)))

    def _length(self, end: int) -> int:
        head = self._received[:end].lower()
        at = head.find(b"content-length:")
        return int(head[at + 15 :].split(b"\r\n", 1)[0]) if at >= 0 else 0


async def serve(latency_s: float, text: str) -> None:
    """Serve until standard input ends."""
    loop = asyncio.get_running_loop()
    served = answers(text)
    server = await loop.create_server(lambda: Connection(served, latency_s), "127.0.0.1", 0, backlog=1024)
    sys.stdout.write(f"{server.sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    await loop.run_in_executor(None, sys.stdin.read)
    server.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--latency-ms", type=float, default=20.0)
    parser.add_argument("--text", default="YES")
    chosen = parser.parse_args()
    asyncio.run(serve(chosen.latency_ms / 1000, chosen.text))
