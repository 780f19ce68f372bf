"""A program that labels without end, to be killed: ``python -m tests.support.killable_labelling URL SESSION CODE LOG``.

Every label that was acknowledged is a line in the log, written after the store said so: case and value.
"""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime, timedelta

from evalcore.domain.labelling import Accepted, Nothing
from evalcore.store import Store


def main(url: str, session_id: str, code: str, log: str) -> None:
    lines = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    store = Store.open(url)
    seat = store.labelling.join(code)
    while not isinstance(
        shown := store.labelling.next_case(session_id, seat.person_id, now=datetime.now(UTC)), Nothing
    ):
        value = "pass" if shown.turn % 3 else "fail"
        # Nobody waits here; the clock of the press is that of somebody who took a second.
        pressed = datetime.now(UTC) + timedelta(seconds=1)
        said = store.labelling.label(
            session_id, seat.person_id, shown.turn, value, case_fingerprint=shown.case_fingerprint, now=pressed
        )
        assert isinstance(said, Accepted), said
        os.write(lines, f"{shown.case.id} {value}\n".encode())
    store.close()
    os.close(lines)


if __name__ == "__main__":
    main(*sys.argv[1:5])
