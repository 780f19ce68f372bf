"""Placeholder of runner."""
