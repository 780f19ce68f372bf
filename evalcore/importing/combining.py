"""Several labels of one annotator on one case as one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from evalcore.domain import Scale
from evalcore.importing.recipe import Combine


def combined(values: Sequence[str], how: Combine, scale: Scale) -> str | None:
    """The one value that several make; None where they settle none.

    Parameters
    ----------
    values
        At least one, each of the scale.
    how
        ``maximum`` and ``minimum`` go by the order of an ordinal scale's values; on a scale of
        passing and failing values a pass is the higher one. ``all``: the lowest, so that it passes
        only where all do; ``any``: the highest. ``majority``: more than half must say it.
    """
    if how == "majority":
        value, count = Counter(values).most_common(1)[0]
        return value if 2 * count > len(values) else None
    places = {value: (scale.passes(value), _place(value, scale)) for value in values}
    by_place = sorted(values, key=places.__getitem__) if scale.level == "nominal" else _in_order(values, scale)
    return by_place[-1] if how in ("maximum", "any") else by_place[0]


def _place(value: str, scale: Scale) -> int:
    """Of two values that both pass or both fail, the one that the scale names first is the higher."""
    return -scale.values.index(value)


def _in_order(values: Sequence[str], scale: Scale) -> list[str]:
    return sorted(values, key=scale.values.index)
