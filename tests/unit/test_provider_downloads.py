"""Downloads in the background: how far they are, and how they end."""

from __future__ import annotations

import threading
import time

from evalcore.errors import ModelMissing
from evalcore.providers import Download, Downloads, Progress


def ended(downloads: Downloads) -> Download:
    for _ in range(500):
        if not downloads.live:
            break
        time.sleep(0.01)
    return downloads.all()[-1]


def test_a_download_tells_how_far_it_is_and_then_that_the_model_is_here() -> None:
    downloads, told, go_on = Downloads(), threading.Event(), threading.Event()

    def fetch(progress: Progress) -> None:
        progress("layer 1", 50, 200)
        told.set()
        assert go_on.wait(10)

    downloads.start("small", fetch)
    assert told.wait(10)
    (download,) = downloads.all()
    assert (download.state, download.doing, download.share) == ("fetching", "layer 1", 0.25)  # 50 of 200
    go_on.set()
    assert ended(downloads).state == "here"


def test_a_model_that_is_being_fetched_is_not_fetched_twice() -> None:
    downloads, go_on, times = Downloads(), threading.Event(), []

    def fetch(progress: Progress) -> None:
        times.append(1)
        assert go_on.wait(10)

    downloads.start("small", fetch)
    downloads.start("small", fetch)
    go_on.set()
    ended(downloads)
    assert times == [1]


def test_a_failed_download_says_why_and_can_be_started_again() -> None:
    downloads = Downloads()

    def refused(progress: Progress) -> None:
        raise ModelMissing("no such model")

    downloads.start("small", refused)
    download = ended(downloads)
    assert (download.state, download.message) == ("failed", "no such model")
    downloads.start("small", lambda _progress: None)
    assert ended(downloads).state == "here"


def test_the_share_is_unknown_while_the_size_is() -> None:
    assert Download(model="small", state="fetching").share is None
