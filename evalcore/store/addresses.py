"""The password in a store's URL, which no message shows."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import quote, quote_plus

from sqlalchemy import URL

_SECRET_PARAMETERS = ("password", "sslpassword", "passfile")
_HIDDEN = "***"


def secrets_in(address: URL) -> tuple[str, ...]:
    """What is not to be shown of an address, longest first: passwords, as they are and as a URL writes them."""
    values = [address.password or ""]
    for name in _SECRET_PARAMETERS:
        found = address.query.get(name, ())
        values += [found] if isinstance(found, str) else found
    forms = {form for value in values if value for form in (str(value), quote(str(value), safe=""), quote_plus(value))}
    return tuple(sorted(forms, key=len, reverse=True))


def without_secrets(text: str, secrets: Iterable[str]) -> str:
    """A text with each of these blotted out; drivers quote what they were given."""
    for secret in secrets:
        text = text.replace(secret, _HIDDEN)
    return text


def shown(url: str) -> str:
    """What is no URL, as far as it can be shown: whatever may be meant as a password is blotted out."""
    url = re.sub(rf"(?i)\b({'|'.join(_SECRET_PARAMETERS)})=[^&\s]*", rf"\1={_HIDDEN}", url)
    # A password may hold any character, and an address that was cut off ends in one where a port could be.
    url = re.sub(r":(?!//).*@", f":{_HIDDEN}@", url, flags=re.DOTALL)
    return re.sub(r"(//[^/:@]*):[^/:@\]]*[^/:@\]\d][^/:@\]]*(?=[/?]|$)", rf"\1:{_HIDDEN}", url)
