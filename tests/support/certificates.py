"""Certificates for servers on loopback, good ones and bad ones, each its own authority."""

from __future__ import annotations

import ipaddress
import ssl
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


@dataclass(frozen=True)
class Certificate:
    """A certificate with its key in one file, which SSL_CERT_FILE can name too."""

    file: Path

    def server_side(self) -> ssl.SSLContext:
        """What a server speaks TLS with."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.file)
        return context


def write_certificate(folder: Path, *, address: str = "127.0.0.1", from_days: int = -1, days: int = 3) -> Certificate:
    """A certificate for an IP address, valid from so many days after today, for so many days."""
    key, start = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC) + timedelta(days=from_days)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "made for a test")])
    addresses = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(address))])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(start)
        .not_valid_after(start + timedelta(days=days))
        .add_extension(addresses, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file = folder / f"certificate-{address}-{from_days}.pem"
    file.write_bytes(certificate.public_bytes(serialization.Encoding.PEM) + private)
    return Certificate(file)
