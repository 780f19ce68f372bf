"""Judges: what they are, how they are named by content, and where they are read from."""

from evalcore.judges.judge import (
    PROVIDERS,
    YES_NO_TOKENS,
    Judge,
    ModelRef,
    Options,
    Prompt,
    RuleSpec,
    config_sha256,
    reason_not_to_ask,
    request_fingerprint,
)

__all__ = [
    "PROVIDERS",
    "YES_NO_TOKENS",
    "Judge",
    "ModelRef",
    "Options",
    "Prompt",
    "RuleSpec",
    "config_sha256",
    "reason_not_to_ask",
    "request_fingerprint",
]
