"""Placeholder of replies."""
