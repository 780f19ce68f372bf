"""Placeholder of report."""
