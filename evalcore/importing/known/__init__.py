"""Exports of labelling and tracing tools, told by their content and laid out as a table with a recipe."""

from evalcore.importing.known.registry import Known, is_known_object, recognised

__all__ = ["Known", "is_known_object", "recognised"]
