"""Providers: request → answer. Each provider's own module is imported when it is first used."""

from evalcore.providers.base import Answer, Connection, Outlook, Provider, Request
from evalcore.providers.downloads import Download, Downloads
from evalcore.providers.progress import Progress, no_progress
from evalcore.providers.registry import Providers
from evalcore.providers.retrying import Retrying
from evalcore.providers.tokens import estimate_tokens

__all__ = [
    "Answer",
    "Connection",
    "Download",
    "Downloads",
    "Outlook",
    "Progress",
    "Provider",
    "Providers",
    "Request",
    "Retrying",
    "estimate_tokens",
    "no_progress",
]
