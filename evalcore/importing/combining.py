"""Several labels of one annotator on one case as one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from evalcore.domain import Scale
from evalcore.importing.recipe import Combine


def combined(values: Sequence[str], how: Combine, scale: Scale, *, unknown: int = 0) -> str | None:
    """The one value that several make; None where they settle none.

    Parameters
    ----------
    values
        At least one, each of the scale.
    how
        ``maximum`` and ``minimum`` go by the order of an ordinal scale's values; on a scale of
        passing and failing values a pass is the higher one. ``all``: the lowest, so that it passes
        only where all do; ``any``: the highest. ``majority``: more than half must say it.
    unknown
        How many there are besides whose value is not known. Each may be any of the scale, so that the lowest is settled
        only where it is the lowest of the scale (``all`` by a fail), and the highest where it is the highest.
    """
    if how == "majority":
        value, count = Counter(values).most_common(1)[0]
        return value if 2 * count > len(values) + unknown else None
    highest = how in ("maximum", "any")
    found, last = (_ordered(some, scale)[-1 if highest else 0] for some in (values, scale.values))
    return found if not unknown or found == last else None


def _ordered(values: Sequence[str], scale: Scale) -> list[str]:
    """From the lowest to the highest."""
    if scale.level == "ordinal":
        return sorted(values, key=scale.values.index)
    places = {value: (scale.passes(value), _place(value, scale)) for value in values}
    return sorted(values, key=places.__getitem__)


def _place(value: str, scale: Scale) -> int:
    """Of two values that both pass or both fail, the one that the scale names first is the higher."""
    return -scale.values.index(value)
