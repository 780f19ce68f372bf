"""Providers: request → answer."""

from evalcore.providers.base import Answer, Connection, Provider, Request

__all__ = ["Answer", "Connection", "Provider", "Request"]
