"""A guess at the number of tokens, for plans."""

from __future__ import annotations

BYTES_PER_TOKEN = 4


def estimate_tokens(text: str) -> int:
    """About how many tokens a text has: a quarter of its UTF-8 bytes, rounded up.

    Right within a third or so for prose; what a model's chat template adds is not in it. A
    reply's own ``prompt_tokens`` is the fact.
    """
    return -(-len(text.encode("utf-8", "surrogatepass")) // BYTES_PER_TOKEN)
