"""How a set came about is kept with it, on each database."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from evalcore.domain.origins import Origin, SourceFile
from evalcore.store import Store, newest_recipe
from tests.support.things import NOON, make_dataset

FILE = SourceFile(name="Prüfung \x00\ud800.csv", sha256="ab" * 32, size_bytes=2_147_483_648)
IMPORTED = Origin(what="imported", files=(FILE,), tool="Prodigy", recipe="columns:\n  answer: 'Antwort \x00'\n")
MENDED = Origin(what="the version before with a finding mended")


def test_a_set_keeps_its_files_tool_and_recipe_through_every_later_version(store: Store) -> None:
    first, second = make_dataset(2), make_dataset(3)
    store.save_dataset(first, at=NOON, origin=IMPORTED)
    store.save_dataset(second, at=NOON + timedelta(hours=1), origin=MENDED)
    history = store.history(first.name)
    assert [version.stored.cases for version in history] == [3, 2]
    assert [[noted.origin for noted in version.origins] for version in history] == [[MENDED], [IMPORTED]]
    assert history[1].origins[0].at == NOON
    assert newest_recipe(history) == IMPORTED.recipe


def test_the_same_set_from_the_same_files_is_noted_once_and_from_others_again(store: Store) -> None:
    dataset, other = make_dataset(2), replace(IMPORTED, recipe=None)
    for origin in (IMPORTED, IMPORTED, other):
        store.save_dataset(dataset, at=NOON, origin=origin)
    (version,) = store.history(dataset.name)
    assert [noted.origin for noted in version.origins] == [other, IMPORTED]


def test_a_set_of_which_nothing_was_noted_says_so_and_another_name_has_its_own(store: Store) -> None:
    dataset = make_dataset(2)
    store.save_dataset(dataset, at=NOON)
    store.save_dataset(replace(dataset, name="another"), at=NOON, origin=IMPORTED)
    (version,) = store.history(dataset.name)
    assert version.origins == ()
    assert newest_recipe((version,)) is None
    assert store.history("nowhere") == ()


def test_what_was_done_is_said_in_words() -> None:
    files = (replace(FILE, name="answers.csv"), replace(FILE, name="labels.csv"))
    assert replace(IMPORTED, files=files).sentence == (
        "imported from answers.csv and labels.csv, taken for a Prodigy export"
    )
    assert MENDED.sentence == MENDED.what
