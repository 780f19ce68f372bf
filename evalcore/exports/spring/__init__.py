"""The targets ``spring-ai`` and ``spring-ai-1``: the judge as sources, settings and a test of a Spring application."""

from evalcore.exports.spring.target import TARGETS

__all__ = ["TARGETS"]
