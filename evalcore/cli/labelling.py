"""``evalcore label``: sessions in which people label, from making one to freezing its labels."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evalcore.cli import labelling_new, labelling_packet
from evalcore.cli.labelling_tables import print_plan, print_progress, print_second_look, print_session, print_sessions
from evalcore.cli.output import DONE, print_json, print_table, say
from evalcore.cli.stored import add_store_argument, clock, opened_store
from evalcore.cli.unused import refuse_unused
from evalcore.errors import InputError, LabellingError
from evalcore.plurals import counted

if TYPE_CHECKING:
    from evalcore.domain.labelling import Seat
    from evalcore.store import Store

_ADDRESS = "http://127.0.0.1:8501"


def register(commands: Any) -> None:
    """Add the command and its actions."""
    label = commands.add_parser("label", help="sessions in which people label: make, invite, follow, decide, freeze")
    actions = label.add_subparsers(title="actions", metavar="ACTION", required=True)
    labelling_new.register(actions)
    _action(actions, "list", "list the sessions, newest first", _list, session=False, json=True)
    _action(actions, "show", "what a session asks, of whom, with its guidelines", _show, json=True)
    invite = _action(actions, "invite", "give people a code each, with the address to open", _invite, json=True)
    invite.add_argument("names", metavar="NAME", nargs="+", help="a person; however written, a name is one person")
    invite.add_argument("--address", metavar="URL", default=_ADDRESS, help=f"of the workbench (default {_ADDRESS})")
    _action(actions, "progress", "who is how far, and how far people agree", _progress, json=True)
    _action(actions, "open", "end the pilot round and open the main one", _open)
    guidelines = _action(actions, "guidelines", "store a new version of the guidelines", _guidelines)
    guidelines.add_argument("file", metavar="FILE", help="a text file with all of the new guidelines")
    release = _action(actions, "release", "give to others what somebody who left has not labelled", _release)
    release.add_argument("name", metavar="NAME", help="who left; their labels stay")
    _action(actions, "conflicts", "the cases on which people differ, undecided ones first", _conflicts, json=True)
    decide = _action(actions, "decide", "settle a case on which people differ", _decide)
    decide.add_argument("case", metavar="CASE", help="id of the case")
    decide.add_argument("--value", metavar="V", required=True, help="a value of the scale; for pairs about the answers")
    decide.add_argument("--reason", metavar="TEXT", required=True, help="why; it is kept with the decision")
    decide.add_argument("--by", metavar="NAME", required=True, help="who decides")
    freeze = _action(
        actions, "freeze", "make the labels a new version of the set, and take no more", _freeze, json=True
    )
    freeze.add_argument("--plan", action="store_true", help="only say what freezing would make")
    freeze.add_argument(
        "--marked", action="store_true", help="also where judges chose or ordered the cases; it is said"
    )
    packet = _action(
        actions, "packet", "write cases for somebody who cannot reach the workbench", labelling_packet.write
    )
    back = "take the labels of a packet that came back"
    labelling_packet.register(packet, _action(actions, "take", back, labelling_packet.take, session=False, json=True))


def _action(
    actions: Any, name: str, help: str, run: Any, *, session: bool = True, json: bool = False
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = actions.add_parser(name, help=help)
    if session:
        parser.add_argument("session", metavar="SESSION", help="id of a session, such as s-0001")
    if json:
        parser.add_argument("--json", action="store_true", help="one JSON document on standard output")
    add_store_argument(parser)
    parser.set_defaults(run=run)
    return parser


def _list(arguments: argparse.Namespace) -> int:
    from evalcore.labelling import as_document

    with opened_store(arguments) as store:
        sessions = store.labelling.list_sessions()
    if arguments.json:
        print_json(as_document(sessions))
    else:
        print_sessions(sessions)
    return DONE


def _show(arguments: argparse.Namespace) -> int:
    from evalcore.labelling import as_document

    with opened_store(arguments) as store:
        session = store.labelling.load_session(arguments.session)
        seats = store.labelling.seats(arguments.session)
    if arguments.json:
        print_json({**as_document(session), "people": [seat.name for seat in seats]})
    else:
        print_session(session, [seat.name for seat in seats])
    return DONE


def _invite(arguments: argparse.Namespace) -> int:
    from evalcore.labelling import invite, join_address

    with opened_store(arguments) as store:
        seats = [invite(store, arguments.session, name, at=clock()) for name in arguments.names]
    rows = [(seat.name, seat.code, join_address(arguments.address, seat.code)) for seat in seats]
    if arguments.json:
        print_json([{"name": name, "code": code, "address": address} for name, code, address in rows])
    else:
        print_table(["name", "code", "address to open"], rows)
    return DONE


def _progress(arguments: argparse.Namespace) -> int:
    from evalcore.labelling import as_document, second_look_of, session_progress

    with opened_store(arguments) as store:
        progress = session_progress(store, arguments.session)
        is_second = progress.session.spec.queue == "second look"
        second = second_look_of(store, arguments.session) if is_second else None
    if arguments.json:
        document = as_document(progress)
        document["people"] = [{"name": seat.name, **as_document(pace)} for seat, pace in progress.people]
        print_json({**document, "second_look": as_document(second)})
        return DONE
    print_progress(progress)
    if second is not None:
        print_second_look(second)
    return DONE


def _open(arguments: argparse.Namespace) -> int:
    with opened_store(arguments) as store:
        session = store.labelling.open_main_round(arguments.session)
    say(f"{session.id} is {session.state}.")
    return DONE


def _guidelines(arguments: argparse.Namespace) -> int:
    text = read_text(arguments.file)
    with opened_store(arguments) as store:
        version = store.labelling.add_guidelines(arguments.session, text, at=clock())
    say(f"{arguments.session} is labelled under version {version} of its guidelines.")
    return DONE


def _release(arguments: argparse.Namespace) -> int:
    with opened_store(arguments) as store:
        seat = seat_named(store, arguments.session, arguments.name)
        store.labelling.release(arguments.session, seat.person_id)
    say(f"What {seat.name} has not labelled is open to the others.")
    return DONE


def _conflicts(arguments: argparse.Namespace) -> int:
    from evalcore.labelling import as_document, conflict_queue

    with opened_store(arguments) as store:
        conflicts = conflict_queue(store, arguments.session)
    if arguments.json:
        print_json(as_document(conflicts))
        return DONE
    rows = [
        (
            one.case.id,
            "; ".join(
                f"{vote.annotator}: {vote.value}" + (f" ({vote.note})" if vote.note else "") for vote in one.votes
            ),
            one.gold.how,
            one.gold.value or "",
        )
        for one in conflicts
    ]
    print_table(["case", "who said what", "settled", "gold"], rows)
    return DONE


def _decide(arguments: argparse.Namespace) -> int:
    from evalcore.domain.labelling import Refused

    with opened_store(arguments) as store:
        said = store.labelling.adjudicate(
            arguments.session, arguments.by, arguments.case, arguments.value, arguments.reason, now=clock()
        )
    if isinstance(said, Refused):
        raise LabellingError(f"{arguments.session}, case {arguments.case!r}: {said.message}")
    say(f"{arguments.case}: {arguments.value}, decided by {arguments.by}.")
    return DONE


def _freeze(arguments: argparse.Namespace) -> int:
    from evalcore.labelling import as_document, freeze, plan_freeze

    stored = None
    if arguments.plan:
        refuse_unused(
            arguments, ["--marked"], because="with --plan nothing is frozen, and the plan is the same with it"
        )
    with opened_store(arguments) as store:
        if arguments.plan:
            plan = plan_freeze(store, arguments.session)
        else:
            frozen = freeze(store, arguments.session, at=clock(), include_marked=arguments.marked)
            plan, stored = frozen.plan, frozen.stored
    if arguments.json:
        document = as_document(plan)
        document["dataset"] = plan.dataset.name
        print_json({**document, "notes": list(plan.notes), "stored": as_document(stored)})
        return DONE
    print_plan(plan)
    if stored:
        say(
            f"\n{stored.name} has a new version: {counted(stored.cases, 'case')} and {counted(stored.labels, 'label')}."
        )
    return DONE


def read_text(file: str) -> str:
    """A text file that a person wrote."""
    try:
        return Path(file).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(f"expected a text file; {error.strerror}", file=file) from error
    except UnicodeDecodeError as error:
        raise InputError("expected text in UTF-8, found another encoding", file=file) from error


def seat_named(store: Store, session_id: str, name: str) -> Seat:
    """The seat of the person of this name, however it is written."""
    from evalcore.domain.labelling import name_key

    store.labelling.load_session(session_id)
    seats = store.labelling.seats(session_id)
    found = next((seat for seat in seats if name_key(seat.name) == name_key(name)), None)
    if found is None:
        known = ", ".join(seat.name for seat in seats) or "nobody yet"
        raise LabellingError(f"expected somebody who was invited to {session_id} ({known}), found {name!r}")
    return found
