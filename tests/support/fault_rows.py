"""The faults of the matrix: when each befalls a run, what then becomes of it, and in which words."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from tests.support.model_faults import Fault
from tests.support.model_server import ModelServer, ScriptedReply

CASES = 24
MODEL = "smollm2:135m"
BEFALLEN = (3, 7)
"""Numbers of the cases whose calls meet a fault, where it does not befall the whole server."""
YES = ScriptedReply("YES")

Provider = Literal["ollama", "openai"]
When = Literal[
    "first try of two calls", "every try of two calls", "all, from the sixth call", "all, in the second repeat"
]
ONCE: When = "first try of two calls"
ALWAYS: When = "every try of two calls"
SIXTH: When = "all, from the sixth call"
SECOND: When = "all, in the second repeat"
FROM_CALL: Mapping[When, int] = {SIXTH: 5, SECOND: CASES + 16}
"""How many calls the whole server answers before."""


@dataclass(frozen=True)
class Row:
    """One fault, and what it may do to a run of 24 calls."""

    name: str
    when: When
    answer: ScriptedReply | Fault = YES
    """What the server does in place of an answer."""
    befall: Callable[[ModelServer], None] | None = None
    """What becomes of the server, under its answer."""
    heal: Callable[[ModelServer], None] = lambda _server: None
    answered: int | None = CASES
    """Calls that are answered when the run ends; None: it depends on what was under way."""
    words: str = ""
    """A pattern of what is said; empty where nothing went wrong in the end."""
    tries: int | None = 1
    """The most tries that a stored call took; None: it depends on what was under way."""
    read_timeout_s: float = 30.0
    latency_s: float = 0.0
    providers: tuple[Provider, ...] = ("ollama", "openai")

    @property
    def repeats(self) -> int:
        """How often each case is asked."""
        return 4 if self.when == SECOND else 1


_LATER = Fault.status(429, headers={"Retry-After": "1"})


def passing(name: str, answer: Fault) -> Row:
    """It befalls the first try of two calls, which are asked again at once."""
    return Row(name, ONCE, answer, tries=2)


def lasting(name: str, answer: Fault, words: str, *, tries: int = 1, read_timeout_s: float = 30.0) -> Row:
    """It befalls two calls however often they are asked, until somebody mends it."""
    return Row(name, ALWAYS, answer, answered=22, words=words, tries=tries, read_timeout_s=read_timeout_s)


ROWS = (
    Row(
        "connection refused",
        SIXTH,
        Fault.restart(60),
        heal=lambda server: server.bring_back(),
        answered=None,
        words=r"asked no more after 5 failures in a row: .* is not answering at .*: start it",
        tries=4,
    ),
    lasting("reset in mid-body", Fault.reset(), r"2 × .* broke the connection before its answer was complete", tries=4),
    passing("reset in mid-body, once", Fault.reset()),
    Row("slow first byte", ALWAYS, ScriptedReply("YES", first_byte_s=0.3)),
    lasting("never answering", Fault.stall(), r"2 × .* gave no answer within 0.2 s", tries=4, read_timeout_s=0.2),
    passing("429 with Retry-After, once", _LATER),
    lasting("429 with Retry-After", _LATER, r"2 × .* answered 429: scripted", tries=4),
    lasting("429 without Retry-After", Fault.status(429), r"2 × .* answered 429: scripted", tries=4),
    lasting("500", Fault.status(500), r"2 × .* answered 500: scripted", tries=4),
    passing("503, then recovery", Fault.status(503)),
    Row(
        "404 for the model in mid-run",
        SIXTH,
        befall=lambda server: server.models.clear(),
        heal=lambda server: server.models.append(MODEL),
        answered=None,
        words=rf"has no model '{MODEL}'",
    ),
    lasting("malformed JSON", Fault.malformed(), r"2 × .* is not a JSON object: '{\"message\""),
    lasting("NDJSON for a single object", Fault.stream(), r"2 × .* a stream of JSON objects, although one object"),
    lasting("empty body", Fault.malformed(""), r"2 × .* sent an empty answer"),
    lasting("HTML error page", Fault.page(), r"2 × .* sent a web page in place of an answer"),
    Row("wrong content type", ALWAYS, ScriptedReply("YES", content_type="text/html")),
    lasting("huge body (64 MB)", Fault.huge(64 * 1024**2), r"2 × .* more than 16 MB in one answer, and the rest was"),
    lasting("invalid UTF-8", Fault.not_utf8(), r"2 × .* is not valid UTF-8"),
    Row("server restarts", SIXTH, Fault.restart(0.05), answered=None, tries=None),
    Row(
        "digest changes between repeats",
        SECOND,
        befall=lambda server: server.replace_model(MODEL),
        heal=lambda server: server.restore_model(MODEL),
        answered=None,
        words=rf"{MODEL} is another model now: it was digest \w+ and is digest \w+",
        latency_s=0.03,
        providers=("ollama",),
    ),
    Row(
        "another model answers",
        SIXTH,
        ScriptedReply("YES", served_model="another:1b"),
        answered=5,
        words=rf"{MODEL} is another model now: it was {MODEL} and is another:1b",
        providers=("openai",),
    ),
)


def befalls(row: Row, prompt: str, nth: int, *, asked: int) -> bool:
    """Whether a fault befalls a call: by its case, its try, and how many calls the server was asked before."""
    if row.when in FROM_CALL:
        return asked >= FROM_CALL[row.when]
    return number_in(prompt) in BEFALLEN and (row.when == ALWAYS or nth == 0)


def number_in(prompt: str) -> int:
    """The number of the case that a prompt is about."""
    return int(json.loads(prompt.partition(" is ")[0]))
