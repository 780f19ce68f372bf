"""What the buttons of labelling do; all of it is callbacks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from evalcore.domain.labelling import QueueKind, Refused, Seat, Session, Shown
from evalcore.domain.labelling_events import ChangeAnswer
from evalcore.errors import EvalcoreError
from evalcore.labelling import (
    SecondLookChoice,
    SessionDraft,
    create_second_look,
    create_session,
    freeze,
    invite,
    judges_disagree_first,
    take_packet,
    uncertain_first,
)
from evalcore.plurals import counted
from evalcore.store.labelling import LabellingStore
from pages.ui import label_choice, label_resources, label_seat, resources, state


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """The kind of queue, and what it is made from."""

    queue: QueueKind
    run_id: str | None = None
    judge: str | None = None
    look: SecondLookChoice | None = None

    @property
    def is_complete(self) -> bool:
        """Whether everything is there that such a queue is made from."""
        if self.queue == "second look":
            return self.look is not None
        return self.queue == "calibration" or self.run_id is not None


def _labelling() -> LabellingStore:
    return resources.store().labelling


def label(seat: Seat, shown: Shown, value: str) -> None:
    """Store a verdict on the case that was on the screen; the store refuses every other."""
    _say(
        _labelling().label(
            seat.session_id,
            seat.person_id,
            shown.turn,
            value,
            case_fingerprint=shown.case_fingerprint,
            now=resources.clock(),
        )
    )


def skip(seat: Seat, shown: Shown) -> None:
    """Pass a case on."""
    _say(
        _labelling().skip(
            seat.session_id,
            seat.person_id,
            shown.turn,
            case_fingerprint=shown.case_fingerprint,
            now=resources.clock(),
        )
    )


def flag(seat: Seat, shown: Shown) -> None:
    """Flag a case, or take the flag back."""
    _say(_labelling().flag(seat.session_id, seat.person_id, shown.turn, on=not shown.flagged, now=resources.clock()))


def undo(seat: Seat) -> None:
    """Take the last label or skip back."""
    _say(_labelling().undo(seat.session_id, seat.person_id, now=resources.clock()))


def note(seat: Seat, shown: Shown, key: str) -> None:
    """Store a note; the field is made anew, which takes the cursor out of it."""
    _say(_labelling().note(seat.session_id, seat.person_id, shown.turn, state.get(key) or "", now=resources.clock()))
    state.put(**{state.NOTES_SAVED: (state.get(state.NOTES_SAVED) or 0) + 1})


def answer_change(seat: Seat, turn: int, answer: ChangeAnswer) -> None:
    """Say what becomes of a label that was made under an older guideline."""
    said = _labelling().answer_change(seat.session_id, seat.person_id, turn, answer, now=resources.clock())
    _say(said)
    state.put(**{state.CHANGES: None})


def look_later() -> None:
    """Put off what is to be looked at again, until the guidelines change once more or the person comes back."""
    version, _ = state.get(state.CHANGES)
    state.put(**{state.CHANGES: (version, ())})


def _say(said: object) -> None:
    state.put(**{state.CASE_MESSAGE: said.message if isinstance(said, Refused) else ""})


def join() -> None:
    """Take the seat whose code was typed."""
    label_seat.take(state.get(state.JOIN_CODE) or "")


def sit(seat: Seat) -> None:
    """Take a seat that is at hand."""
    label_seat.take(seat.code)


def unblind(set_name: str, names: Sequence[str]) -> None:
    """Open the results of a set; it is recorded, and these people label no more in their sessions on it."""
    for name in names:
        _labelling().unblind(set_name, name, now=resources.clock())


def create(dataset_id: int, draft: SessionDraft, order: Order, names: Sequence[str]) -> None:
    """Make a session, invite people to it, and look at it."""
    try:
        session = _made(dataset_id, draft, order)
        for name in names:
            invite(resources.store(), session.id, name, at=resources.clock())
    except EvalcoreError as error:
        state.warn(str(error))
        return
    state.put(**{state.PART: label_seat.SESSIONS_PART})
    label_choice.look_at(session.id)
    state.tell(
        f"{session.id} is made: {counted(session.cases, 'case')}. Open the address of a person to label as them."
    )


def _made(dataset_id: int, draft: SessionDraft, order: Order) -> Session:
    store, now = resources.store(), resources.clock()
    if order.run_id is None:
        return create_session(store, dataset_id, draft, at=now)
    verdicts = label_resources.verdicts(order.run_id)
    if order.look is not None:
        name, passes = verdicts.of(order.judge)
        about = f"{name} in {order.run_id}"
        return create_second_look(store, verdicts.dataset_id, draft, passes, order.look, about=about, at=now)
    first = judges_disagree_first if order.queue == "judges disagree first" else uncertain_first
    return create_session(store, dataset_id, replace(draft, first=first(verdicts), about=order.run_id), at=now)


def invite_named(session_id: str) -> None:
    """Invite the people whose names were typed."""
    try:
        for name in listed(state.get(state.INVITED)):
            invite(resources.store(), session_id, name, at=resources.clock())
    except EvalcoreError as error:
        state.warn(str(error))
        return
    state.put(**{state.INVITED: ""})


def open_main_round(session_id: str) -> None:
    """End the pilot round."""
    _labelling().open_main_round(session_id)
    state.tell(f"The main round of {session_id} is open.")


def add_guidelines(session_id: str, key: str) -> None:
    """Store the edited guidelines as a new version."""
    version = _labelling().add_guidelines(session_id, state.get(key) or "", at=resources.clock())
    state.tell(f"{session_id} is labelled under version {version} of its guidelines.")


def release(seat: Seat) -> None:
    """Give to others what a person who left has not labelled."""
    _labelling().release(seat.session_id, seat.person_id)
    state.tell(f"What {seat.name} has not labelled is open to the others.")


def freeze_session(session_id: str, *, include_marked: bool) -> None:
    """Make the labels a new version of the set."""
    try:
        frozen = freeze(resources.store(), session_id, at=resources.clock(), include_marked=include_marked)
    except EvalcoreError as error:
        state.warn(str(error))
        return
    state.tell(
        f"{frozen.stored.name} has a new version: {counted(frozen.stored.cases, 'case')},"
        f" {counted(frozen.stored.labels, 'label')}."
    )


def decide(session_id: str, case_id: str, value_key: str, reason_key: str) -> None:
    """Settle a conflict."""
    value, reason, name = state.get(value_key), state.get(reason_key) or "", (state.get(state.DECIDER) or "").strip()
    if not name or value is None:
        state.warn("A decision needs your name and a value; nothing was stored.")
        return
    said = _labelling().adjudicate(session_id, name, case_id, value, reason, now=resources.clock())
    if isinstance(said, Refused):
        state.warn(said.message)
        return
    state.tell(f"{case_id}: {value}, decided by {name}.")


def take_uploaded_packet(session_id: str) -> None:
    """Take the labels of the packet that was uploaded, and keep what became of its lines to be shown."""
    uploaded = state.get(state.PACKET_FILE)
    try:
        taken = take_packet(resources.store(), uploaded.getvalue(), now=resources.clock())
    except EvalcoreError as error:
        state.put(**{state.PACKET_TAKEN: (session_id, uploaded.name, str(error))})
        return
    state.put(**{state.PACKET_TAKEN: (session_id, uploaded.name, taken)})


def listed(text: str | None) -> list[str]:
    """What a person typed with commas between."""
    return [part.strip() for part in (text or "").split(",") if part.strip()]
