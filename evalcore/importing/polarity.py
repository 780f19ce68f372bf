"""Columns and criteria that are called for what is wrong with an answer, so that a yes in them may mean a fail."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping

from evalcore.importing.label_words import PROPOSAL, normal_word

_BEGINNINGS = (
    # English
    "hallucinat, confabulat, fabricat, made_up, invented, unfaithful, unsupported, ungrounded, unverif, unsafe, "
    "unhelpful, untrue, unrelated, unanswer, unjustif, toxic, harmful, offensive, abusive, incorrect, irrelevan, "
    "inconsisten, inaccura, incomplete, inappropriate, insufficien, invalid, error, mistake, fault, defect, deficien, "
    "flaw, problem, failed, failure, violat, wrong, contradict, conflict, mislead, off_topic, omission, omitted, "
    "reject, "
    # German
    "halluzin, erfunden, fehler, falsch, unbelegt, unwahr, unvollstandig, ungenau, unzutreffend, unpassend, "
    "unzulassig, irrefuhrend, widerspr, verstoss, mangel, mangelhaft, schlecht, schadlich, beleidig, "
    # French
    "erreur, faux, fausse, inexact, trompeu, defaut, defaillan, contredi, mauvais, echec, nuisible, non_pertinent, "
    # Spanish and Italian
    "alucina, allucina, errone, errat, sbagliat, falso, falsa, fallo, falla, fallid, engan, contradi, mentira"
)
"""How words of a fault begin, without accents; where they stand in the name does not count."""
_WORDS = (
    "fake, false, bad, poor, bug, bugs, buggy, issue, issues, fail, fails, fails_to, biased, bias, leak, leaks, missing"
)
_DENIALS = "not_, isnt_, nicht_, keine?_, pas_, no_es_, no_(?=(relevan|correct|pertinen|fundad|sustentad))"
"""Words that turn what follows them, such as *not relevant*."""


def _any_of(words: str) -> str:
    return f"({'|'.join(words.split(', '))})"


_FAULT = re.compile(rf"(^|_)({_any_of(_BEGINNINGS)}|{_any_of(_WORDS)}(_|$)|{_any_of(_DENIALS)})")
_WITHOUT = (
    "no, non, not, isnt, without, zero, free_of, free_from, kein, keine, nicht, ohne, frei_von, sans, pas_de, pas_d, "
    "aucun, aucune, sin, senza, nessun"
)
_OVERCOME = (
    "free, less, resolved, solved, fixed, corrected, addressed, frei, los, gelost, behoben, resolue?, corrigee?, "
    "resuelto, corregido, risolto"
)
_A_FAULT = rf"({_any_of(_BEGINNINGS)}[a-z]*?|{_any_of(_WORDS)})"
_ABSENCE = re.compile(
    rf"(?<![a-z0-9])({_any_of(_WITHOUT)}_(any_)?{_A_FAULT}|(?<!not_){_A_FAULT}_?{_any_of(_OVERCOME)})(?![a-z0-9])"
)
"""A fault that is said not to be there, such as *no errors*, *error-free* or *issue resolved*: its yes is good."""
_FREE_OF = re.compile(r"(no|free of|without|kein|keine|ohne|frei von|sans|sin|senza)\b", re.IGNORECASE)
"""What a criterion begins with that is the absence of a fault; so it is called by whoever has turned it round."""
_AFFIRMATIONS = "yes, y, true, t, 1, ja, j, wahr, oui, vrai, si, sí, sì, verdadero, x"
_NEGATIONS = "no, n, false, f, 0, nein, falsch, non, faux, falso"
_SAID_OF_THE_NAME: Mapping[str, str] = {
    **dict.fromkeys(_AFFIRMATIONS.split(", "), "pass"),
    **dict.fromkeys(_NEGATIONS.split(", "), "fail"),
}
"""Words that say only whether what the column is called for is so → what they mean where that is something good."""


def names_a_fault(column: str) -> bool:
    """Whether a column is called for what is wrong with an answer, so that its yes is probably a fail."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", column)
    plain = "".join(sign for sign in unicodedata.normalize("NFKD", apart.casefold()) if not unicodedata.combining(sign))
    name = re.sub(r"[\W_]+", "_", plain)
    # German writes umlauts as two letters where it has none.
    return any(_FAULT.search(_ABSENCE.sub("", form)) for form in (name, re.sub(r"(?<=[aou])e", "", name)))


def fault_in(column: str, criterion: str) -> str | None:
    """The name by which labels are of a fault: that of their column, or of their criterion unless it is *no …*."""
    if names_a_fault(column):
        return column
    return criterion if names_a_fault(criterion) and not _FREE_OF.match(criterion) else None


def doubtful_words(taken: Iterable[tuple[str, str | None]]) -> list[tuple[str, str]]:
    """The words, with what they were taken for, that are turned where the name of their column is one of a fault.

    A yes that passes, these first, and a no that fails are; a word that is a verdict by itself, such as *pass*, is not.
    """
    found = [
        (word, meaning)
        for word, meaning in taken
        if meaning in ("pass", "fail") and _SAID_OF_THE_NAME.get(normal_word(word)) == meaning
    ]
    return sorted(found, key=lambda one: one[1] != "pass")


def doubtful_verdicts(words: Iterable[str]) -> list[tuple[str, str]]:
    """The same of words that are taken for pass and fail as they are proposed."""
    return doubtful_words((word, PROPOSAL.get(normal_word(word))) for word in words)
