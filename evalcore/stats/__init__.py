"""Placeholder of stats."""
