"""Placeholder of store."""
