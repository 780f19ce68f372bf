"""What buttons do. Everything here is a callback: it finishes even when the next click comes early."""

from __future__ import annotations

from pathlib import Path

from evalcore.cli.demo import MODEL_JUDGE, REPEATS, RULE_JUDGES
from evalcore.errors import EvalcoreError
from evalcore.importing import DEMO_ORIGIN, Imported, demo_dataset, origin_of
from evalcore.importing.demo_name import refuse_demo_name
from evalcore.plurals import counted
from evalcore.providers.weights import weights_present
from evalcore.runner.newer_set import replaced_in_words
from evalcore.runner.recording import Recording, store_recording
from pages.ui import resources, run_actions, state
from pages.ui.run_actions import RunChoice


def open_demo() -> None:
    """Store the bundled set, ask the judges that are at hand, and look at the result."""
    store = resources.store()
    bundled = store.save_dataset(demo_dataset(), at=resources.clock(), origin=DEMO_ORIGIN, renew=False)
    # What people have labelled since is the demo set as well.
    stored = store.find_dataset(bundled.name) or bundled
    judges = (*RULE_JUDGES, MODEL_JUDGE) if weights_present() else RULE_JUDGES
    choice = RunChoice(
        dataset=stored,
        criterion=next(iter(stored.criteria)),
        judges=judges,
        repeats=REPEATS,
        limit=None,
        concurrency=1,
        fresh=False,
        retry_failed=False,
    )
    state.put(**{state.SET: stored.name})
    try:
        run_actions.begin(choice)
    except EvalcoreError as error:
        state.warn(str(error))
        return
    state.tell("The demo set is here: 60 labelled answers of an invented shop's assistant, judged three times each.")


def store_set(imported: Imported, recording: Recording, files: list[tuple[str, Path | bytes]]) -> None:
    """Store an imported set, with the names and digests of its files and what judges said in them, and look at it."""
    try:
        refuse_demo_name(imported.dataset, file=files[0][0])
        origin = origin_of(imported, files)
        store = resources.store()
        before = store.find_dataset(imported.dataset.name)
        stored = store.save_dataset(imported.dataset, at=resources.clock(), origin=origin)
        replaced = replaced_in_words(store, before, stored)
        runs = store_recording(store, stored, recording, at=resources.clock())
    except EvalcoreError as error:
        state.warn(str(error))
        return
    state.put(**{state.SET: stored.name})
    verb = "is" if stored.cases == 1 else "are"
    held = f"{counted(stored.cases, 'case')} with {counted(stored.labels, 'label')}"
    said = f"{held} {verb} stored as {stored.name}."
    of_runs = [f"{run.sentence[0].upper()}{run.sentence[1:]}." for run in runs]
    state.tell(" ".join(filter(None, [said, *of_runs, replaced])))
