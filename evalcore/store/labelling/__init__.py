"""Human labelling in the store: sessions, people, queues and events."""

from evalcore.store.labelling.labelling_store import LabellingStore
from evalcore.store.labelling.queue import LEASE_S
from evalcore.store.labelling.reading import SECOND_ANSWER

__all__ = ["LEASE_S", "SECOND_ANSWER", "LabellingStore"]
