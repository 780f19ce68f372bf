"""Targets that are Python libraries: exact through a short adapter, or their own way and adapted."""

from evalcore.exports.adapters import gateways, measured, openai_graders, own_way

TARGETS = (
    *measured.TARGETS,
    *(adapter.target() for adapter in (*own_way.ADAPTERS, *gateways.ADAPTERS)),
    *openai_graders.TARGETS,
)

__all__ = ["TARGETS"]
