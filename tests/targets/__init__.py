"""Exported files run by the real tools, each in an environment of its own; see ``install``."""
