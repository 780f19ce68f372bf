"""Placeholder of exports."""
