"""Placeholder of importing."""
