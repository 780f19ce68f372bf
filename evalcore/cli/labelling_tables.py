"""What ``evalcore label`` prints for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from evalcore.cli.output import print_table, say
from evalcore.plurals import counted, verb

if TYPE_CHECKING:
    from evalcore.domain import Estimate
    from evalcore.domain.labelling import Session
    from evalcore.labelling import FreezePlan, SecondLook, SessionAgreement, SessionProgress


def print_sessions(sessions: Sequence[Session]) -> None:
    """One row per session."""
    rows = [(one.id, one.spec.name, one.set_name, one.spec.criterion, one.spec.queue, one.state) for one in sessions]
    print_table(["session", "name", "set", "criterion", "queue", "state"], rows)


def print_session(session: Session, names: Sequence[str]) -> None:
    """What a session asks, of whom."""
    spec = session.spec
    shared = "all" if spec.shared_cases is None else str(spec.shared_cases)
    facts = [
        ("session", session.id),
        ("name", spec.name),
        ("set", session.set_name),
        ("criterion", spec.criterion),
        ("question", spec.question),
        ("scale", ", ".join(spec.scale.values)),
        ("passing", ", ".join(spec.scale.passing)),
        ("cases", f"{session.cases}: {spec.chosen}, {spec.population} to choose from (seed {spec.seed})"),
        ("pilot cases", str(session.pilot_cases)),
        ("people per case", f"{spec.annotators_per_case} on shared cases ({shared}), 1 on others"),
        ("shown again", f"{spec.again_share:.0%}"),
        ("queue", f"{spec.queue}{f', by {spec.about}' if spec.about else ''}"),
        ("state", session.state),
        ("people", ", ".join(names) or "nobody yet: evalcore label invite"),
    ]
    print_table(["what", "value"], facts)
    if session.guidelines:
        say(f"\nGuidelines, version {session.guideline_version}:\n{session.guidelines.rstrip()}")


def print_progress(progress: SessionProgress) -> None:
    """Who is how far, and how far people agree."""
    session = progress.session
    say(
        f"{session.id} ({session.state}): {progress.labelled} of"
        f" {counted(session.cases - session.pilot_cases, 'case')} labelled,"
        f" {progress.complete} as many as they want;\n{progress.unresolved} unresolved, {progress.decided} decided,"
        f" {len(progress.flagged)} flagged.\n"
    )
    rows = [
        (seat.name + (", left" if seat.released else ""), str(pace.labelled), str(pace.skipped), str(pace.left))
        for seat, pace in progress.people
    ]
    print_table(["who", "labelled", "skipped", "left"], rows, right=(1, 2, 3))
    for a, b in progress.without_shared:
        say(f"{a} and {b} share no case.")
    for agreement in filter(None, (progress.pilot, progress.main)):
        _print_agreement(agreement)


def _print_agreement(agreement: SessionAgreement) -> None:
    if not agreement.labels:
        return
    say(
        f"\n{agreement.round} round: {counted(agreement.labels, 'label')},"
        f" {counted(agreement.shared_cases, 'case')} by two or more people"
    )
    everybody = agreement.everybody
    rows = [
        ("pairs of people agree", estimate(everybody.pairs)),
        ("alpha", estimate(everybody.alpha)),
        ("AC1", estimate(everybody.ac1)),
        ("agree with themselves", estimate(agreement.self_agreement)),
        *((f"{one.a} ~ {one.b}", f"{estimate(one.agreement)}; kappa {estimate(one.kappa)}") for one in agreement.pairs),
        *((f"alpha, {key} = {value}", estimate(part.alpha)) for (key, value), part in agreement.slices.items()),
    ]
    print_table(["agreement", "value, 95 % interval, cases"], rows)
    say()
    people = [
        (
            one.name,
            "" if one.median_s is None else f"{one.median_s:.1f} s",
            str(one.under_a_second),
            estimate(one.agreement_drift),
            estimate(one.pass_drift),
        )
        for one in agreement.people
    ]
    print_table(
        ["who", "per label", "under 1 s", "agreement, 2nd half less 1st", "pass rate, same"], people, right=(1, 2)
    )
    if agreement.older_guideline:
        say(
            f"{counted(agreement.older_guideline, 'label')} {verb(agreement.older_guideline, 'was', 'were')}"
            " made under an older version of the guidelines."
        )


def print_second_look(look: SecondLook) -> None:
    """The judge before and after, weighted."""
    say(
        f"\nsecond look at {look.looked_at['agree']} of {look.of['agree']} agreements and"
        f" {look.looked_at['disagree']} of {look.of['disagree']} disagreements"
    )
    rows = [
        ("labels in error", "", estimate(look.label_errors)),
        ("agreement", estimate(look.before.agreement), estimate(look.after.agreement)),
        ("good answers accepted", estimate(look.before.tpr), estimate(look.after.tpr)),
        ("bad answers caught", estimate(look.before.tnr), estimate(look.after.tnr)),
    ]
    print_table(["", "before", "after, weighted by how cases were drawn"], rows)
    if look.only_disagreements.value is not None:
        say(f"Looking at disagreements alone would say {look.only_disagreements.value:.0%}, which flatters the judge.")


def print_plan(plan: FreezePlan) -> None:
    """What freezing makes."""
    rows = [("labels", str(plan.labels)), ("decisions", str(plan.decisions)), ("cases with gold", str(plan.gold))]
    print_table(["what", "count"], rows, right=(1,))
    for said in plan.notes:
        say(said)


def estimate(found: Estimate) -> str:
    """A value with its interval and n, or why there is none."""
    if found.value is None:
        return f"undefined: {found.note}"
    if found.low is None or found.high is None:
        return f"{found.value:.2f} (n {found.n})"
    return f"{found.value:.2f} ({found.low:.2f} to {found.high:.2f}, n {found.n})"
