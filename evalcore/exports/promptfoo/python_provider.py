"""``promptfoo_judge.py``: a provider on the plain Python module, for reading rules that the script does not know."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from evalcore.errors import ExportError
from evalcore.exports import python
from evalcore.exports.places import meanings_used
from evalcore.exports.target import Carried, Files, Material
from evalcore.judges import Judge

FILE = "promptfoo_judge.py"
_SETTINGS = "# <settings>\n"


def provider(task: str) -> dict[str, str]:
    """What a configuration names to have this file called."""
    return {"id": f"file://{FILE}:{task}"}


def files_of(material: Material, heading: str) -> Files:
    """The provider, and the package and judge file it reads."""
    return {FILE: heading + "\n" + code(material.chosen), **python.runtime_files(material)}


def code(judge: Judge) -> str:
    """The file without its heading."""
    settings = f"RULE = {judge.rule.name!r}\nUSES = {meanings_used(judge)!r}\n"
    return _text().replace(_SETTINGS, settings)


def carried(found: Files, judge: Judge) -> Carried:
    """The judge as the package carries it, once the provider is known to be the one that was proven.

    Raises
    ------
    ExportError
        When it is another.
    """
    lines = found[FILE].splitlines(keepends=True)
    first = next((at for at, line in enumerate(lines) if not line.startswith("#")), len(lines))
    if "".join(lines[first:]) != "\n" + code(judge):
        raise ExportError(f"expected {FILE} as it was proven with promptfoo, found it changed; write the export again")
    return python.carried_by_runtime(found, judge)


@cache
def _text() -> str:
    return files("evalcore.exports.promptfoo").joinpath(f"{FILE}.txt").read_text(encoding="utf-8")
