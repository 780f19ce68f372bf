"""How large an upload may be, in megabytes; data files may have what ``server.maxUploadSize`` allows."""

from __future__ import annotations

SETTINGS_MB = 1
"""Judges, gates and recipes: YAML that people write."""
PACKET_MB = 50
JAR_MB = 100
