"""The target ``python``: the judge in plain Python, for applications and for adapters to other tools."""

from evalcore.exports.python.readme import header_lines
from evalcore.exports.python.target import TARGETS, carried_by_runtime, for_a_server, runtime_files

__all__ = ["TARGETS", "carried_by_runtime", "for_a_server", "header_lines", "runtime_files"]
