"""What commands share about the store: opening it and finding the set, the run or the judge that was named."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from evalcore.cli.output import note
from evalcore.errors import InputError, RunError
from evalcore.places import default_store_url

if TYPE_CHECKING:
    from evalcore.domain import Dataset
    from evalcore.importing import Imported, Recipe
    from evalcore.store import RunInfo, Store, StoredDataset


def clock() -> datetime:
    """The time now, in UTC; the only clock of the command line."""
    return datetime.now(UTC)


def add_store_argument(parser: argparse.ArgumentParser, *, dest: str = "db") -> None:
    """Add ``--db``."""
    parser.add_argument(
        "--db", metavar="URL", dest=dest, help="the store (default: EVALCORE_DB, else the user's data folder)"
    )


@contextmanager
def opened_store(arguments: argparse.Namespace, *, url: str | None = None) -> Iterator[Store]:
    """Open the store that the arguments name, or that has this address, and close it at the end of the block."""
    from evalcore.store import Store

    store = Store.open(url or getattr(arguments, "db", None) or default_store_url())
    try:
        yield store
    finally:
        store.close()


def stored_cases(store: Store, named: str, *, recipe_file: str | None) -> StoredDataset:
    """The set that ``--cases`` names: a file, which is imported; a stored set; or ``demo``."""
    from evalcore.cli.importing import refuse_left_out
    from evalcore.importing import DEMO_ORIGIN, demo_dataset, read_cases
    from evalcore.importing.demo_name import refuse_demo_name

    path = Path(named)
    if path.is_file():
        recipe = read_recipe_file(recipe_file)
        imported = read_cases(path, recipe=recipe)
        refuse_left_out(imported, file=named)
        refuse_demo_name(imported.dataset, file=named)
        return _stored_file(store, imported, path)
    if recipe_file:
        raise InputError(f"--map goes with a file, and {named!r} is not one; leave it out", file=recipe_file)
    found = store.find_dataset(named)
    if found is None and named == "demo":
        found = store.save_dataset(demo_dataset(), at=clock(), origin=DEMO_ORIGIN)
    if found is None:
        raise _neither_file_nor_set(store, named)
    return found


def _stored_file(store: Store, imported: Imported, path: Path) -> StoredDataset:
    from evalcore.importing import origin_of

    versions = store.history(imported.dataset.name)
    newest = versions[0] if versions else None
    # A file that was stored before does not take the place of what people made of it here since, as by labelling.
    made_here = newest is not None and bool(newest.origins) and not newest.origins[0].origin.files
    stored = store.save_dataset(
        imported.dataset, at=clock(), origin=origin_of(imported, [(path.name, path)]), renew=not made_here
    )
    note_replaced(store, newest.stored if newest else None, stored.name)
    return stored


def dataset_named(store: Store, named: str) -> Dataset:
    """The stored set of this name, or the demo set; nothing is stored.

    Raises
    ------
    InputError
        There is no such set.
    """
    from evalcore.importing import demo_dataset

    found = store.find_dataset(named)
    if found is not None:
        return store.load_dataset(found.id)
    if named == "demo":
        return demo_dataset()
    raise _neither_file_nor_set(store, named)


def refuse_unknown_set(store: Store, named: str) -> NoReturn:
    """Say that there is no stored set of this name, and which there are."""
    known = _known(store)
    raise InputError(f"expected a stored set, found none called {named!r}; stored sets: {known}", file=named)


def _known(store: Store) -> str:
    return ", ".join(dict.fromkeys(stored.name for stored in store.list_datasets())) or "none yet"


def _neither_file_nor_set(store: Store, named: str) -> InputError:
    message = f"expected a file or a stored set, found neither under {named!r}; stored sets: {_known(store)}"
    return InputError(message, file=named)


def read_recipe_file(file: str | None) -> Recipe | None:
    """The recipe that ``--map`` names, if any."""
    if not file:
        return None
    from evalcore.importing import read_recipe

    return read_recipe(Path(file))


def note_calibration(spec: str) -> None:
    """Say what the calibration is worth that the judge file of this name holds, if it is one and holds one."""
    from evalcore.judges import read_calibrated

    if Path(spec).is_file():
        for remark in read_calibrated(spec).remarks:
            note(f"{spec}: {remark}")


def note_newer_set(store: Store, run_id: str) -> None:
    """Say of a run that it rests on an older version of its set, where it does."""
    from evalcore.runner.newer_set import newer_set

    found = newer_set(store, run_id)
    if found:
        note(f"evalcore: {found.sentence}")


def note_replaced(store: Store, before: StoredDataset | None, name: str) -> None:
    """Say what gold is left behind where the newest version of a set is no longer the one that was it before."""
    from evalcore.runner.newer_set import replaced_in_words

    newest = store.find_dataset(name)
    if newest and (sentence := replaced_in_words(store, before, newest)):
        note(f"evalcore: {sentence}")


def named_run(store: Store, run_id: str | None) -> RunInfo:
    """The run with this id, or the newest one."""
    runs = store.list_runs()
    if not runs:
        raise RunError("there is no run in this store yet: `evalcore run` makes one, or `evalcore demo`")
    found = next((run for run in runs if run_id in (None, run.id)), None)
    if found is None:
        raise RunError(f"expected a run of this store, such as the newest, {runs[0].id}; found none called {run_id!r}")
    return found
