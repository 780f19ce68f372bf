"""Whoever signed in with an OpenID Connect provider: what they are known by, and which seats only they may take."""

from __future__ import annotations

import re
from collections.abc import Mapping

from evalcore.domain.labelling import Seat, name_key
from evalcore.errors import LabellingError


def known_by(claims: Mapping[str, object]) -> str | None:
    """What somebody who signed in is known by: their verified e-mail address, else their name; None without either.

    An address that the provider did not verify may be anybody's, and so may a name that reads as an address: neither
    counts. Some providers write the mark of verification as text.
    """
    address, name = (str(claims.get(claim) or "") for claim in ("email", "name"))
    if is_address(address) and str(claims.get("email_verified")).lower() == "true":
        return address
    return name if name_key(name) and not is_address(name) else None


def is_address(name: str) -> bool:
    """Whether a name is an e-mail address, by the same folding that makes two ways of writing it one person."""
    return re.fullmatch(r"[^@\s]+@[^@\s]+", name_key(name)) is not None


def check_may_take(seat: Seat, name: str | None) -> None:
    """Check that whoever signed in under a name, or nobody (None), may take a seat where sign-in is configured.

    Raises
    ------
    LabellingError
        When the seat was made for an e-mail address and this is not who signed in with it.
    """
    if not is_address(seat.name):
        return
    if name is None:
        raise LabellingError("this seat was made for an e-mail address: sign in with it, a code alone does not open it")
    if name_key(name) != name_key(seat.name):
        raise LabellingError(f"this seat was made for another e-mail address, and you are signed in as {name}")
