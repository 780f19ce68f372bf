"""What a second look says, in plain sentences."""

from __future__ import annotations

from evalcore.domain import Estimate
from evalcore.labelling.second_look import SecondLook, Stratum
from evalcore.report.formatting import counted, percent, share

_PARTS: tuple[Stratum, ...] = ("agree", "disagree")


def second_look_sentences(look: SecondLook) -> tuple[str, ...]:
    """How much was looked at, how many labels are in error, and what the judge is worth for it; each a sentence.

    Where a figure is undefined, its sentence says why.
    """
    before, after = look.before, look.after
    said = [_looked_at(look), _errors(look.label_errors)]
    if after.agreement.value is not None:
        said += [
            _turned("The judge agrees with people on", "of cases", before.agreement, after.agreement),
            _turned("It accepts", "of good answers", before.tpr, after.tpr),
            _turned("It catches", "of bad answers", before.tnr, after.tnr),
        ]
    alone = look.only_disagreements
    if alone.value is not None:
        said.append(
            f"Correcting disagreements alone would say that the judge agrees on {percent(alone.value, alone.n)}:"
            " every error that counts in its favour would stay."
        )
    return tuple(said)


def _looked_at(look: SecondLook) -> str:
    agree, disagree = (f"{look.looked_at[name]} of the {counted(look.of[name], 'case')}" for name in _PARTS)
    return f"Looked at again: {agree} where judge and label agree, and {disagree} where they differ."


def _errors(errors: Estimate) -> str:
    if errors.value is None:
        return f"How many labels are in error, and what the judge is worth for it, cannot be said yet: {errors.note}."
    return f"About {share(errors)} of the labels are in error."


def _turned(verb: str, of_what: str, before: Estimate, after: Estimate) -> str:
    seemed = "undefined before" if before.value is None else f"{share(before)} by the labels as they were"
    if after.value is None:
        return f"{verb} an unknown share {of_what} ({after.note}); {seemed}."
    return f"{verb} {share(after)} {of_what}; {seemed}."
