"""A real OpenID Connect provider on loopback, at which one scripted person signs in without being asked anything."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import threading
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT, SECRET = "workbench", "a secret of the tests"


@dataclass
class _Asked:
    """What came with a request for a code, and whom the code is for."""

    redirect_uri: str
    nonce: str
    challenge: str
    claims: dict[str, Any]


@dataclass
class OpenIDProvider:
    """Discovery, codes with PKCE, tokens signed with RS256, keys, user info and sign-out; a context manager.

    ``person`` holds the claims of whoever signs in next.
    """

    person: dict[str, Any] = field(default_factory=dict)
    key: RSAKey = field(default_factory=lambda: RSAKey.generate_key(2048, {"use": "sig", "kid": "tests"}))
    codes: dict[str, _Asked] = field(default_factory=dict)
    tokens: dict[str, dict[str, Any]] = field(default_factory=dict)
    signed_out: list[str] = field(default_factory=list)
    """Subjects that the workbench signed out."""

    def __enter__(self) -> OpenIDProvider:
        provider = self

        class Handler(_Handler):
            its = provider

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def write_secrets(self, file: Path, workbench: str) -> None:
        """What Streamlit is told of this provider, as docs/labelling.md says."""
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(
            f"""[auth]
redirect_uri = "{workbench}/oauth2callback"
cookie_secret = "{secrets.token_hex(32)}"
client_id = "{CLIENT}"
client_secret = "{SECRET}"
server_metadata_url = "{self.url}/.well-known/openid-configuration"
"""
        )

    def metadata(self) -> dict[str, Any]:
        return {
            "issuer": self.url,
            "authorization_endpoint": f"{self.url}/authorize",
            "token_endpoint": f"{self.url}/token",
            "jwks_uri": f"{self.url}/keys",
            "userinfo_endpoint": f"{self.url}/userinfo",
            "end_session_endpoint": f"{self.url}/end",
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
            "code_challenge_methods_supported": ["S256"],
        }

    def give_code(self, asked: dict[str, str]) -> str:
        """Where the browser goes with its code, at once."""
        assert asked["client_id"] == CLIENT
        assert asked["response_type"] == "code"
        assert asked["code_challenge_method"] == "S256"
        code = secrets.token_urlsafe()
        self.codes[code] = _Asked(asked["redirect_uri"], asked["nonce"], asked["code_challenge"], dict(self.person))
        return f"{asked['redirect_uri']}?{urlencode({'code': code, 'state': asked['state']})}"

    def give_tokens(self, asked: dict[str, str], authorization: str) -> dict[str, Any] | None:
        """The tokens for a code, once; None for anything that is not right about the request."""
        known = "Basic " + base64.b64encode(f"{CLIENT}:{SECRET}".encode()).decode()
        kept = self.codes.pop(asked.get("code", ""), None)
        digest = hashlib.sha256(asked.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).decode().rstrip("=")
        if kept is None or (authorization, asked.get("redirect_uri"), challenge) != (
            known,
            kept.redirect_uri,
            kept.challenge,
        ):
            return None
        now, access = int(time.time()), secrets.token_urlsafe()
        self.tokens[access] = kept.claims
        identity = {"iss": self.url, "aud": CLIENT, "iat": now, "exp": now + 600, "nonce": kept.nonce, **kept.claims}
        signed = jwt.encode({"alg": "RS256", "kid": "tests"}, identity, self.key)
        return {"access_token": access, "token_type": "Bearer", "expires_in": 600, "id_token": signed}

    def end(self, asked: dict[str, str]) -> str:
        """Sign out whom the token names, and where the browser goes then."""
        self.signed_out.append(jwt.decode(asked["id_token_hint"], self.key).claims["sub"])
        return asked["post_logout_redirect_uri"]


class _Handler(BaseHTTPRequestHandler):
    its: OpenIDProvider

    def do_GET(self) -> None:
        address = urlsplit(self.path)
        asked = {name: values[0] for name, values in parse_qs(address.query).items()}
        match address.path:
            case "/.well-known/openid-configuration":
                self._say(self.its.metadata())
            case "/keys":
                self._say({"keys": [self.its.key.as_dict(private=False)]})
            case "/authorize":
                self._send_to(self.its.give_code(asked))
            case "/userinfo":
                claims = self.its.tokens.get(self.headers.get("Authorization", "").removeprefix("Bearer "))
                self._say(claims or {"error": "invalid_token"}, status=200 if claims else 401)
            case "/end":
                self._send_to(self.its.end(asked))
            case _:
                self._say({"error": "not found"}, status=404)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        asked = {name: values[0] for name, values in parse_qs(body).items()}
        tokens = self.its.give_tokens(asked, self.headers.get("Authorization", ""))
        self._say(tokens or {"error": "invalid_grant"}, status=200 if tokens else 400)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing of requests."""

    def _say(self, document: dict[str, Any], *, status: int = 200) -> None:
        body = json.dumps(document).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _send_to(self, address: str) -> None:
        self.send_response(302)
        self.send_header("Location", address)
        self.send_header("Content-Length", "0")
        self.end_headers()
