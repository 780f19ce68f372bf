"""Certificates of servers: what they are checked against, and what is wrong with one, in words."""

from __future__ import annotations

import os
import ssl

from evalcore.errors import JudgeError
from evalcore.providers.lean_httpx import httpx

_DATES = {9: "is not valid yet: is the clock of this machine right?", 10: "has expired: have it renewed"}
_OTHER_NAMES = (62, 64)
"""By the codes of OpenSSL (X509_V_ERR_…), as are those above."""


def certificate_checks() -> ssl.SSLContext:
    """Checks against the authorities that SSL_CERT_FILE or SSL_CERT_DIR name, else against those that come with httpx.

    Raises
    ------
    JudgeError
        When SSL_CERT_FILE names no file of certificates.
    """
    try:
        return httpx.create_ssl_context()
    except OSError as error:  # ssl.SSLError is one
        reason = "holds no certificate that can be read" if isinstance(error, ssl.SSLError) else error.strerror
        raise JudgeError(
            f"expected SSL_CERT_FILE to name a file of certificates (PEM), found {os.environ.get('SSL_CERT_FILE')}: "
            f"{reason}. Name another file, or unset it"
        ) from None


def tls_failure(error: BaseException | None) -> ssl.SSLError | None:
    """What TLS found wrong, among the causes of an error; None when it was something else, a broken connection too."""
    while error is not None and not isinstance(error, ssl.SSLError):
        error = error.__cause__ or error.__context__
    return None if isinstance(error, ssl.SSLEOFError | ssl.SSLZeroReturnError) else error


def tls_words(error: ssl.SSLError) -> str:
    """What is wrong with the other side, and what to do; continues a sentence that begins with its name."""
    if not isinstance(error, ssl.SSLCertVerificationError):
        return "does not speak TLS as expected: is its address one of http:// in place of https://?"
    if error.verify_code in _DATES:
        return f"has a certificate that {_DATES[error.verify_code]}"
    if error.verify_code in _OTHER_NAMES:
        return "has a certificate for another name: use the name that its certificate is for"
    return (
        f"has a certificate that this machine does not trust ({error.verify_message}): "
        "name the file of its authority's certificate in SSL_CERT_FILE"
    )
