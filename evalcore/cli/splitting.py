"""``evalcore split``: keep cases of a set back, to confirm on them the judge that was chosen on the others."""

from __future__ import annotations

import argparse
from typing import Any

from evalcore.cli import numbers
from evalcore.cli.output import DONE, print_json, say
from evalcore.cli.stored import add_store_argument, clock, opened_store
from evalcore.errors import InputError
from evalcore.plurals import counted, verb


def register(commands: Any) -> None:
    """Add the command."""
    split = commands.add_parser("split", help="keep cases back, to confirm the chosen judge on them; once for a set")
    split.add_argument("set_name", metavar="SET", help="a stored set")
    split.add_argument("--criterion", metavar="C", help="whose gold to spread evenly (default: the set's only one)")
    split.add_argument("--share", type=float, default=0.5, metavar="P", help="of the cases to keep back (default 0.5)")
    split.add_argument("--seed", type=numbers.seed, default=0, metavar="N", help="seed of the shuffling (default 0)")
    split.add_argument("--json", action="store_true", help="one JSON document on standard output")
    add_store_argument(split)
    split.set_defaults(run=_split)


def _split(arguments: argparse.Namespace) -> int:
    from evalcore.report.splitting import split_set

    with opened_store(arguments) as store:
        stored = store.find_dataset(arguments.set_name)
        if stored is None:
            known = ", ".join(sorted({one.name for one in store.list_datasets()})) or "none yet"
            raise InputError(f"expected a stored set ({known}), found {arguments.set_name!r}")
        criterion = _criterion(tuple(stored.criteria), arguments.criterion)
        dataset = store.load_dataset(stored.id)
        split = split_set(dataset, criterion, share=arguments.share, seed=arguments.seed)
        store.save_split(stored.name, criterion, split, at=clock())
        seen_before = store.judges_tried(stored.name, criterion)
    confirm = len(split.confirm)
    if arguments.json:
        choose = len(dataset.cases) - confirm
        print_json(
            {
                "set": stored.name,
                "criterion": criterion,
                "choose": choose,
                "confirm": confirm,
                "seed": split.seed,
                "seen_before": seen_before,
            }
        )
        return DONE
    say(
        f"{counted(len(dataset.cases) - confirm, 'case')} of {stored.name} to choose on, {confirm} kept back"
        f" (seed {split.seed})."
    )
    if seen_before:
        say(
            f"{counted(seen_before, 'judge')} {verb(seen_before, 'was', 'were')} tried on all of them before:"
            " what is kept back is not quite unseen."
        )
    return DONE


def _criterion(known: tuple[str, ...], named: str | None) -> str:
    found = [criterion for criterion in known if named in (None, criterion)]
    if len(found) != 1:
        raise InputError(f"expected --criterion with one of {', '.join(known)}, found {named or 'none'}")
    return found[0]
