"""Who works on a run: a name for each start of a process, that no other process anywhere has."""

from __future__ import annotations

import hashlib
import os
import re
import socket
import uuid
from functools import cache
from pathlib import Path

_THIS_START = os.urandom(4).hex()
"""Another for every start of a process: two containers may have the same host name and number their processes alike."""
_NAME = re.compile(r"(?P<place>(?P<host>.+)/[0-9a-f]+)/[0-9a-f]+:(?P<pid>[1-9]\d*)")


def this_process(*, start: str = _THIS_START) -> str:
    """Name of this process as the owner of a lease, ``host/place/start:process id``.

    Parameters
    ----------
    start
        Hexadecimal digits by chance that stand for this start of the process.
    """
    return f"{place()}/{start}:{os.getpid()}"


def is_gone(owner: str) -> bool:
    """Whether the owner was a process of this place that no longer lives; False where nobody can tell."""
    named = _NAME.fullmatch(owner)
    # Windows has no signal 0: asking whether a process lives would end it.
    if named is None or named["place"] != place() or os.name != "posix":
        return False
    try:
        os.kill(int(named["pid"]), 0)
    except (ProcessLookupError, OverflowError):
        return True
    except PermissionError:
        return False
    return False


def owner_in_words(owner: str) -> str:
    """The owner as people look for it: ``host:process id``."""
    named = _NAME.fullmatch(owner)
    return f"{named['host']}:{named['pid']}" if named else owner


@cache
def place() -> str:
    """Where a process id means the same process: the host's name, and what tells it from others of that name.

    Containers have process ids of their own; a machine that was started anew gives the old ones to other processes.
    """
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        told = f"{boot} {Path('/proc/self/ns/pid').readlink()}"
    except OSError:  # not Linux, so that all processes of the machine are numbered together
        told = str(uuid.getnode())
    return f"{socket.gethostname()}/{hashlib.sha256(told.encode()).hexdigest()[:8]}"
