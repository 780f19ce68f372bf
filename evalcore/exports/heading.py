"""What a file says about itself before anything else, in lines of plain text."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from evalcore.exports.python import header_lines
from evalcore.exports.target import Material

WIDTH = 118


def heading_lines(
    material: Material, *, what: str, losses: Sequence[str], notes: Sequence[str], width: int = WIDTH
) -> tuple[str, ...]:
    """The lines that a file begins with, to be written as comments.

    Parameters
    ----------
    material
        Names the judge and the date of its measurement.
    what
        What the file is and where it goes, in a sentence.
    losses
        What the tool asks or reads otherwise; none where it is the measured judge.
    notes
        What a reader should know besides.
    width
        Longest line, in characters, where words allow it.
    """
    texts = (what, *header_lines(material, losses=losses), *notes)
    return tuple(line for text in texts for line in _lines(text, width))


def standing_sentences(material: Material, *, losses: Sequence[str]) -> tuple[str, ...]:
    """Exact, adapted or uncalibrated, in sentences; each loss is one that begins with a dash."""
    _who, *standing, _hash = header_lines(material, losses=losses)
    return tuple(standing)


def _lines(text: str, width: int) -> list[str]:
    return wrap(text, width, subsequent_indent="  " if text.startswith("- ") else "", break_on_hyphens=False)
