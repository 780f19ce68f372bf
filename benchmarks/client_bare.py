"""The least that a client in Python can be, in three kinds: bare httpx, bare aiohttp, and plain sockets.

Each asks an OpenAI-style server a number of prompts over one connection per worker, reads the text of each reply, and
stores nothing. Started by :mod:`benchmarks.client` in whichever Python has the library, so it imports nothing of ours.
"""

from __future__ import annotations

import asyncio
import json
import resource
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from urllib.parse import urlsplit

Ask = Callable[[dict], Awaitable[str]]
MODEL = "scripted:1b"
PROMPT = "Is the claim supported by the document? Answer YES or NO. " + "The refund is paid within thirty days. " * 20


def bodies(count: int) -> Iterator[dict]:
    """As many requests of about 900 bytes, each with a prompt of its own."""
    for number in range(count):
        prompt = f"{PROMPT} Claim {number}."
        yield {"model": MODEL, "messages": [{"role": "user", "content": prompt}], "temperature": 0.0, "max_tokens": 16}


def text_of(answer: dict) -> str:
    """What the model said."""
    text: str = answer["choices"][0]["message"]["content"]
    return text


async def httpx_worker(url: str, work: Iterator[dict], said: list[str]) -> None:
    """One client with one connection."""
    import httpx

    limits = httpx.Limits(max_connections=1, max_keepalive_connections=1)
    async with httpx.AsyncClient(limits=limits, timeout=60, trust_env=False, verify=False) as client:
        for body in work:
            response = await client.post(url, json=body)
            response.raise_for_status()
            said.append(text_of(response.json()))


async def aiohttp_worker(url: str, work: Iterator[dict], said: list[str]) -> None:
    """One session with one connection."""
    import aiohttp

    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=1)) as session:
        for body in work:
            async with session.post(url, json=body) as response:
                response.raise_for_status()
                said.append(text_of(await response.json()))


async def socket_worker(url: str, work: Iterator[dict], said: list[str]) -> None:
    """One connection, and no more of HTTP than the length of a body: the floor."""
    parts = urlsplit(url)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    for body in work:
        data = json.dumps(body).encode()
        head = f"POST {parts.path} HTTP/1.1\r\nHost: {parts.netloc}\r\nContent-Length: {len(data)}\r\n\r\n"
        writer.write(head.encode() + data)
        answer_head = await reader.readuntil(b"\r\n\r\n")
        length = int(answer_head.lower().split(b"content-length:", 1)[1].split(b"\r\n", 1)[0])
        said.append(text_of(json.loads(await reader.readexactly(length))))
    writer.close()


WORKERS = {"httpx": httpx_worker, "aiohttp": aiohttp_worker, "sockets": socket_worker}


async def ask_all(kind: str, url: str, calls: int, in_flight: int) -> int:
    """Ask with so many workers, and count the replies."""
    work, said = bodies(calls), list[str]()
    async with asyncio.TaskGroup() as group:
        for _ in range(in_flight):
            group.create_task(WORKERS[kind](url, work, said))
    return len(said)


def cpu_s() -> float:
    """Processor time of this process so far."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def main(kind: str, url: str, calls: int, in_flight: int) -> None:
    """Measure the asking, and print it as JSON."""
    if kind != "sockets":
        __import__(kind)
    cpu_before_s, started_s = cpu_s(), time.perf_counter()
    replies = asyncio.run(ask_all(kind, url, calls, in_flight))
    found = {"cpu_s": cpu_s() - cpu_before_s, "wall_s": time.perf_counter() - started_s, "replies": replies}
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
