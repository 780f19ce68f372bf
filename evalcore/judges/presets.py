"""The built-in judges: files in the bundled data, judge files like any other."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from evalcore.judges.files import bundled_judge
from evalcore.judges.judge import Judge
from evalcore.places import bundled_data


@cache
def builtin_judges() -> Mapping[str, Judge]:
    """The built-in judges by name: those that ask a model first, then the rules; each by alphabet.

    A preset that asks a model names none: it is used as ``preset@provider:model``, or given one
    with :func:`evalcore.judges.with_model`.
    """
    judges = [bundled_judge(path) for path in sorted((bundled_data() / "judges").glob("*.yaml"))]
    judges.sort(key=lambda judge: (judge.prompt is None, judge.name))
    return MappingProxyType({judge.name: judge for judge in judges})
