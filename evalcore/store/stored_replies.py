"""The replies of a store, as the other parts see them."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from evalcore.bulk import uncollected
from evalcore.domain import Failure, Reply
from evalcore.errors import StoreError
from evalcore.store import replies
from evalcore.store.database import Database
from evalcore.store.records import Known, Pace

if TYPE_CHECKING:
    from evalcore.domain.reply_columns import ReplyColumns


class StoredReplies:
    """The part of :class:`evalcore.store.Store` that holds replies."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def save_replies(self, landed: Iterable[Reply]) -> int:
        """Store replies in one transaction and count those newly stored.

        A call that has a reply keeps it; a stored failure gives way to a newer result.
        """
        with self._database.writing() as connection:
            return replies.save(connection, landed)

    def replies_for(self, request_fingerprint: str, epoch: int) -> dict[tuple[str, int], Reply]:
        """All replies to one request in one epoch, failures included, by (case fingerprint, repeat)."""
        with self._database.reading() as connection:
            return replies.load(connection, request_fingerprint, epoch)

    def known_calls(self, request_fingerprint: str, epoch: int) -> dict[tuple[str, int], Known]:
        """What a plan has to know of the same replies, without their texts."""
        with self._database.reading() as connection, uncollected():
            return replies.load_known(connection, request_fingerprint, epoch)

    def answered_among(
        self, request_fingerprint: str, epoch: int, cases: Iterable[str], repeats: Iterable[int]
    ) -> dict[tuple[str, int], bool]:
        """Of some hundred cases and repeats, those that are stored: whether they were answered, or failed."""
        with self._database.reading() as connection:
            return replies.answered_among(connection, request_fingerprint, epoch, cases, repeats)

    def replies_to_case(
        self, request_fingerprint: str, epoch: int, case_fingerprint: str, *, repeats: int
    ) -> dict[tuple[str, int], Reply]:
        """Those of these replies that are on one case, up to a number of repeats."""
        with self._database.reading() as connection:
            return replies.load(connection, request_fingerprint, epoch, on=(case_fingerprint, repeats))

    def reply_columns(self, request_fingerprint: str, epoch: int, *, pack: bool = False) -> ReplyColumns:
        """The same replies as columns, for whoever counts them.

        Parameters
        ----------
        pack
            Keep them packed if they are many, so that the next reading is ten times as fast.
        """
        from evalcore.store import reply_packs

        with self._database.reading() as connection, uncollected():
            packed = reply_packs.find(connection, request_fingerprint, epoch)
            if packed is not None:
                return packed
            revision = replies.revision(connection, request_fingerprint, epoch)
            columns = replies.load_columns(connection, request_fingerprint, epoch)
        if pack and reply_packs.is_worth_it(columns):
            # A pack only saves time: a store that may not be written to is read as it is.
            with suppress(StoreError), self._database.writing() as connection:
                reply_packs.save(connection, request_fingerprint, epoch, columns, of=revision)
        return columns

    def answered_cases(self, request_fingerprint: str, epoch: int, repeat: int) -> list[str]:
        """Fingerprints of the cases of which one repeat was answered."""
        with self._database.reading() as connection, uncollected():
            return replies.answered_cases(connection, request_fingerprint, epoch, repeat)

    def cut_calls(self, request_fingerprint: str, epoch: int) -> set[tuple[str, int]]:
        """The answered calls whose prompt was cut, as (case fingerprint, repeat)."""
        with self._database.reading() as connection:
            return replies.cut_calls(connection, request_fingerprint, epoch)

    def served_models(self, request_fingerprint: str, epoch: int) -> frozenset[str]:
        """The names that servers gave the models that answered a request in an epoch."""
        with self._database.reading() as connection:
            return replies.served_models(connection, request_fingerprint, epoch)

    def failures(self, request_fingerprint: str, epoch: int) -> dict[tuple[str, int], Failure]:
        """The stored failures of one request in one epoch, by (case fingerprint, repeat)."""
        with self._database.reading() as connection:
            return replies.failures(connection, request_fingerprint, epoch)

    def pace(self, request_fingerprint: str, digest: str | None, *, most: int = 200) -> tuple[Pace, ...]:
        """What the newest replies to a request took; else, those of the model with this digest to anything."""
        with self._database.reading() as connection:
            return replies.pace(connection, request_fingerprint, digest, most=most)

    def latest_epoch(self, request_fingerprint: str) -> int | None:
        """The newest epoch in which a request was asked; None when it never was."""
        with self._database.reading() as connection:
            return replies.latest_epoch(connection, request_fingerprint)
