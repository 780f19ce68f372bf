"""``evalcore label new``: make a session on a stored set."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from evalcore.cli import numbers
from evalcore.cli.output import DONE, print_json
from evalcore.cli.stored import add_store_argument, clock, note_newer_set, opened_store
from evalcore.cli.unused import refuse_unused
from evalcore.errors import InputError, LabellingError

if TYPE_CHECKING:
    from evalcore.domain import Scale
    from evalcore.domain.labelling import Session
    from evalcore.labelling import CaseChoice, RunVerdicts, SessionDraft
    from evalcore.store import Store, StoredDataset

_AGREEMENTS = 50
_OF_SECOND_LOOK = ("--judge", "--agreements", "--disagreements")
_NOT_OF_SECOND_LOOK = ("--slice", "--unlabelled", "--sample", "--shared", "--pilot", "--pairs")
_QUEUES = ("calibration", "judges-disagree", "uncertain", "second-look")


def register(actions: Any) -> None:
    """Add the action."""
    new = actions.add_parser("new", help="make a session on a stored set")
    new.add_argument("set_name", metavar="SET", help="a stored set, or a file, which is imported")
    new.add_argument("--name", metavar="NAME", required=True, help="what people call the session")
    new.add_argument("--criterion", metavar="C", required=True, help="what is judged; may be new to the set")
    new.add_argument("--question", metavar="TEXT", help="what has to be decided (default: is the answer CRITERION?)")
    new.add_argument("--guidelines", metavar="FILE", help="a text file that stands beside each case")
    _add_scale(new)
    _add_cases(new)
    new.add_argument(
        "--annotators", metavar="N", type=numbers.whole(0, 100), default=1, help="people per shared case (default 1)"
    )
    new.add_argument(
        "--shared",
        metavar="N",
        type=numbers.cases_or_none,
        help="so many cases are shared, the rest has one (default all)",
    )
    new.add_argument("--again", metavar="P", type=float, default=0.1, help="share shown again (default 0.1)")
    new.add_argument(
        "--pilot", metavar="N", type=numbers.cases_or_none, help="cases that everybody labels first, no gold"
    )
    new.add_argument(
        "--seed", metavar="N", type=numbers.seed, default=0, help="seed of order, sample and sides (default 0)"
    )
    new.add_argument("--json", action="store_true", help="one JSON document on standard output")
    add_store_argument(new)
    new.set_defaults(run=_new)


def _add_scale(new: argparse.ArgumentParser) -> None:
    new.add_argument(
        "--values", metavar="A,B,…", help="the scale (default: the criterion's in the set, else pass,fail)"
    )
    new.add_argument("--passing", metavar="A,…", help="with --values: which of them pass")
    new.add_argument("--ordered", action="store_true", help="with --values: they go from lowest to highest")
    new.add_argument(
        "--pairs", action="store_true", help="the first two values are sides: column answer_b is the second"
    )


def _add_cases(new: argparse.ArgumentParser) -> None:
    new.add_argument("--slice", metavar="KEY=VALUE", help="only the cases of a slice")
    new.add_argument("--unlabelled", action="store_true", help="only cases without a label under the criterion")
    new.add_argument("--sample", metavar="N", type=numbers.cases_or_none, help="a random sample of so many of these")
    new.add_argument("--queue", choices=_QUEUES, default=_QUEUES[0], help="random order, or one that judges make")
    new.add_argument("--run", dest="run_id", metavar="ID", help="for a queue that judges make: what they said")
    new.add_argument("--judge", metavar="NAME", help="for a second look: which judge of the run")
    new.add_argument(
        "--agreements",
        metavar="N",
        type=numbers.cases_or_none,
        help=f"second look: drawn so many (default {_AGREEMENTS})",
    )
    new.add_argument(
        "--disagreements", metavar="N", type=numbers.cases_or_none, help="second look: drawn so many (default all)"
    )


def _new(arguments: argparse.Namespace) -> int:
    from evalcore.cli.labelling_tables import print_session
    from evalcore.cli.stored import stored_cases
    from evalcore.labelling import as_document

    _refuse_unused(arguments)
    with opened_store(arguments) as store:
        stored = stored_cases(store, arguments.set_name, recipe_file=None)
        session = _made(store, stored, arguments)
    if arguments.json:
        print_json(as_document(session))
    else:
        print_session(session, [])
    return DONE


def _refuse_unused(arguments: argparse.Namespace) -> None:
    if arguments.values is None:
        refuse_unused(arguments, ("--passing", "--ordered"), goes_with="--values")
    if arguments.queue == "calibration":
        refuse_unused(arguments, ["--run"], goes_with=f"a queue that judges make: --queue {', '.join(_QUEUES[1:])}")
    if arguments.queue == "second-look":
        because = "a second look draws its cases by what judge and gold say, and everybody named labels each of them"
        refuse_unused(arguments, _NOT_OF_SECOND_LOOK, because=because)
    else:
        refuse_unused(arguments, _OF_SECOND_LOOK, goes_with="--queue second-look")
    if arguments.annotators == 1:
        refuse_unused(arguments, ["--shared"], goes_with="--annotators of more than one")


def _made(store: Store, stored: StoredDataset, arguments: argparse.Namespace) -> Session:
    from evalcore.labelling import create_session, judges_disagree_first, uncertain_first

    draft = _draft(stored, arguments)
    if arguments.queue == "calibration":
        return create_session(store, stored.id, draft, at=clock())
    verdicts = _verdicts(store, arguments.run_id)
    _refuse_other_set(store, stored, verdicts)
    if arguments.queue == "second-look":
        return _second_look(store, draft, verdicts, arguments)
    disagreeing = arguments.queue == "judges-disagree"
    ordered = replace(
        draft,
        queue="judges disagree first" if disagreeing else "uncertain first",
        first=(judges_disagree_first if disagreeing else uncertain_first)(verdicts),
        about=verdicts.run_id,
    )
    return create_session(store, stored.id, ordered, at=clock())


def _refuse_other_set(store: Store, stored: StoredDataset, verdicts: RunVerdicts) -> None:
    of_run = next(one.name for one in store.list_datasets() if one.id == verdicts.dataset_id)
    if of_run != stored.name:
        raise InputError(f"expected a run on the set {stored.name}, found {verdicts.run_id}, which is on {of_run}")


def _second_look(store: Store, draft: SessionDraft, verdicts: RunVerdicts, arguments: argparse.Namespace) -> Session:
    from evalcore.labelling import SecondLookChoice, create_second_look

    name, passes = verdicts.of(arguments.judge)
    if draft.criterion != verdicts.criterion:
        raise InputError(f"expected --criterion {verdicts.criterion}, which the run judged, found {draft.criterion}")
    agreements = _AGREEMENTS if arguments.agreements is None else arguments.agreements
    choice = SecondLookChoice(agreements=agreements, disagreements=arguments.disagreements)
    about = f"{name} in {verdicts.run_id}"
    return create_second_look(store, verdicts.dataset_id, draft, passes, choice, about=about, at=clock())


def _verdicts(store: Store, run_id: str | None) -> RunVerdicts:
    from evalcore.labelling import run_verdicts

    if run_id is None:
        raise LabellingError("expected --run with what judges said, found none: this queue is made by it")
    verdicts = run_verdicts(store, run_id)
    note_newer_set(store, run_id)
    return verdicts


def _draft(stored: StoredDataset, arguments: argparse.Namespace) -> SessionDraft:
    from evalcore.cli.labelling import read_text
    from evalcore.labelling import SessionDraft

    return SessionDraft(
        name=arguments.name,
        criterion=arguments.criterion,
        question=arguments.question or f"Is the answer {arguments.criterion}?",
        guidelines=read_text(arguments.guidelines) if arguments.guidelines else "",
        scale=_scale(stored, arguments),
        pairs=arguments.pairs,
        choice=_choice(arguments),
        annotators_per_case=arguments.annotators,
        shared_cases=arguments.shared,
        again_share=arguments.again,
        pilot_cases=arguments.pilot or 0,
        seed=arguments.seed,
    )


def _choice(arguments: argparse.Namespace) -> CaseChoice:
    from evalcore.labelling import CaseChoice

    key, equals, value = (arguments.slice or "").partition("=")
    if arguments.slice and not equals:
        raise InputError(f"expected --slice KEY=VALUE, found {arguments.slice!r}")
    return CaseChoice(
        in_slice=(key, value) if equals else None, unlabelled=arguments.unlabelled, sample=arguments.sample
    )


def _scale(stored: StoredDataset, arguments: argparse.Namespace) -> Scale:
    from evalcore.domain import PASS_FAIL, Scale

    if arguments.values is None:
        if arguments.pairs:
            return Scale(values=("A", "B", "tie"), passing=())
        return stored.criteria.get(arguments.criterion, PASS_FAIL)
    values, passing = _listed(arguments.values), _listed(arguments.passing or "")
    if not set(passing) <= set(values):
        raise InputError(f"expected --passing with some of {', '.join(values)}, found {arguments.passing}")
    return Scale(values=values, level="ordinal" if arguments.ordered else "nominal", passing=passing)


def _listed(text: str) -> tuple[str, ...]:
    return tuple(filter(None, (part.strip() for part in text.split(","))))
