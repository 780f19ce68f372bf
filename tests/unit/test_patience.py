"""Waiting for a store: what a person who looks is told, however long one try takes."""

from __future__ import annotations

import asyncio
import time

import pytest

from evalcore.errors import StoreError
from evalcore.runner import patience
from evalcore.runner.patience import Patience


@pytest.fixture(autouse=True)
def shorter_than_a_try(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "PATIENCE_S", 0.005)
    monkeypatch.setattr(patience, "AGAIN_S", 0.0)


def test_a_store_whose_first_try_takes_longer_than_the_patience_is_told_and_tried_again() -> None:
    told: list[str] = []
    tries: list[int] = []

    def held() -> str:
        tries.append(len(tries))
        time.sleep(0.02)
        if len(tries) == 1:
            raise StoreError("held")
        return "done"

    assert asyncio.run(Patience(told.append).until_done(held)) == "done"
    assert told == ["held", ""]


def test_the_end_is_at_the_second_try_at_the_earliest_and_is_not_put_off_after_the_patience() -> None:
    told: list[str] = []

    def held() -> None:
        time.sleep(0.02)
        raise StoreError("held")

    with pytest.raises(StoreError, match="held"):
        asyncio.run(Patience(told.append).until_done(held))
    assert told == ["held"]
