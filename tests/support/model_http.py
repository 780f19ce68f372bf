"""The HTTP side of the scripted model server: connections, handlers, and how a fault is carried out."""

from __future__ import annotations

import contextlib
import json
import socket
import struct
import sys
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, cast

from tests.support.model_faults import Fault

if TYPE_CHECKING:
    from tests.support.model_server import ModelServer

_CHUNK = b"x" * 65_536


class HttpServer(ThreadingHTTPServer):
    """Listens on loopback and knows its open connections."""

    daemon_threads = False  # server_close waits for every handler, so that nothing is left behind
    request_queue_size = 256

    def __init__(self, model_server: ModelServer, *, port: int = 0) -> None:
        self.model_server = model_server
        self._open: set[socket.socket] = set()
        super().__init__(("127.0.0.1", port), Handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        with self.model_server.lock:
            self._open.add(request)
            self.model_server.connections_opened += 1
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        with self.model_server.lock:
            self._open.discard(request)
        super().shutdown_request(request)

    def drop_all(self) -> None:
        """Wake every handler that waits for a next request on a kept connection."""
        with self.model_server.lock:
            for connection in self._open:
                with contextlib.suppress(OSError):  # the client may have gone already
                    connection.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is no news; anything else is a fault in this file."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class Handler(BaseHTTPRequestHandler):
    """One connection of a client."""

    protocol_version = "HTTP/1.1"
    wbufsize = -1  # headers and body leave in one piece
    disable_nagle_algorithm = True

    @property
    def scripted(self) -> ModelServer:
        return cast(HttpServer, self.server).model_server

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        self._handle("GET")

    def do_POST(self) -> None:
        self._handle("POST")

    def _handle(self, method: str) -> None:
        from tests.support import model_routes
        from tests.support.model_server import Recorded

        length = int(self.headers.get("Content-Length") or 0)
        raw = self.rfile.read(length)
        if len(raw) < length:  # the connection was dropped in the middle of it
            self.close_connection = True
            return
        body = json.loads(raw) if raw else None
        with self.scripted.lock:
            self.scripted.requests.append(Recorded(method, self.path, body, dict(self.headers)))
        captured = self.scripted.captured(method, self.path)
        if captured:
            self.send_body(captured.status, captured.raw_body, {"Content-Type": captured.content_type})
            return
        route = model_routes.route(self.scripted.kind, method, self.path)
        if route is None:
            self.send_body(404, "404 page not found", {"Content-Type": "text/plain"})
        elif self.path.startswith("/v1/") and not self._has_key():
            self.send_json({"error": {"message": "Incorrect API key provided", "type": "invalid_request_error"}}, 401)
        else:
            route(self, body)
            if method == "POST":
                self.wfile.write(self.scripted.afterwards)

    def _has_key(self) -> bool:
        return self.scripted.api_key in (None, (self.headers.get("Authorization") or "").removeprefix("Bearer "))

    def send_json(self, value: Any, status: int = 200, *, content_type: str = "application/json") -> None:
        """Send a JSON document."""
        self.send_body(status, json.dumps(value), {"Content-Type": f"{content_type}; charset=utf-8"})

    def send_body(self, status: int, body: str | bytes, headers: Mapping[str, str]) -> None:
        """Send a whole answer."""
        data = body.encode() if isinstance(body, str) else body
        self._send_head(status, {**headers, "Content-Length": str(len(data))})
        self.wfile.write(data)

    def send_fault(self, fault: Fault) -> None:
        """Do what the fault says."""
        match fault.kind:
            case "drop" | "stall":
                self.scripted.closing.wait(fault.seconds)
                self.close_connection = True
            case "reset":
                self._reset(fault)
            case "huge":
                self._send_without_end(fault.size)
            case "restart":
                self.close_connection = True
                self.scripted.restart(down_s=fault.seconds)
            case "status" | "malformed":
                self.send_body(fault.code, fault.body, {"Content-Type": "application/json", **fault.headers})

    def _send_head(self, status: int, headers: Mapping[str, str]) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()

    def _reset(self, fault: Fault) -> None:
        """Send half of what was announced; a socket that lingers for no time ends in a reset when it is closed."""
        assert isinstance(fault.body, str)
        self._send_head(200, {"Content-Type": "application/json", "Content-Length": str(2 * len(fault.body))})
        self.wfile.write(fault.body.encode())
        self.wfile.flush()
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close_connection = True

    def _send_without_end(self, size: int) -> None:
        """Send so many bytes and close; without a length, the end of the connection is the end of the body."""
        self._send_head(200, {"Content-Type": "application/json", "Connection": "close"})
        self.close_connection = True
        for _ in range(0, size, len(_CHUNK)):
            self.wfile.write(_CHUNK)
            self.scripted.sent_bytes += len(_CHUNK)
