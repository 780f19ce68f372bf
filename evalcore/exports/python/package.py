"""The package ``evalcore_judge``: the workbench's own modules with their imports renamed, so that the code that reads
replies and fills prompts in an export is the code that was measured."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from evalcore import __version__
from evalcore.exports.target import Files

PACKAGE = "evalcore_judge"

_RUNTIME = "exports/python/runtime"
_COPIED: Mapping[str, tuple[str, ...]] = {
    "domain": ("calls", "cases", "fingerprints"),
    "judges": ("judge",),
    "prompts": (),
    "providers": ("addresses", "bodies", "fields", "keys"),
    "replies": (),
}
"""Packages to copy, with the modules wanted of them; none named: all."""
_IMPORT = re.compile(r"^(\s*(?:from|import) )evalcore\b(\.exports\.python\.runtime)?", re.MULTILINE)
_OLDEST_PYTHON = """
import sys

if sys.version_info < (3, 11):  # before the imports, which an older Python could not read
    raise ImportError(f"{__name__} needs Python 3.11 or newer, found {sys.version.split()[0]}")
"""


@cache
def package_files() -> Files:
    """The texts of the package by their names in the export, the same for every judge."""
    found = {f"{PACKAGE}/{name}": _renamed(f"{_RUNTIME}/{name}") for name in _modules_of(_RUNTIME)}
    found[f"{PACKAGE}/__init__.py"] = _with_version_check(found[f"{PACKAGE}/__init__.py"])
    found[f"{PACKAGE}/errors.py"] = _renamed("errors.py")
    for package, wanted in _COPIED.items():
        for name in _modules_of(package):
            if not wanted or name.removesuffix(".py") in wanted:
                found[f"{PACKAGE}/{package}/{name}"] = _renamed(f"{package}/{name}")
        if wanted:
            found[f"{PACKAGE}/{package}/__init__.py"] = _renamed_init(package, wanted)
    return dict(sorted(found.items()))


def _modules_of(package: str) -> list[str]:
    return sorted(entry.name for entry in files("evalcore").joinpath(package).iterdir() if entry.name.endswith(".py"))


def _source(path: str) -> str:
    return files("evalcore").joinpath(path).read_text(encoding="utf-8")


def _renamed(path: str) -> str:
    return _headed(path, _IMPORT.sub(rf"\1{PACKAGE}", _source(path)))


def _headed(path: str, code: str) -> str:
    written = f"# Written by the judge calibration workbench {__version__} from evalcore/{path}, imports renamed.\n"
    measured = "# This is the code that the judge was measured with: edit it, and the calibration is void.\n"
    return written + ("" if path.startswith(_RUNTIME) else measured) + code


def _renamed_init(package: str, wanted: tuple[str, ...]) -> str:
    """What a package re-exports of the modules that were copied."""
    tree = ast.parse(_source(f"{package}/__init__.py"))
    kept = [
        node
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.module in {f"evalcore.{package}.{name}" for name in wanted}
    ]
    names = sorted(alias.name for node in kept for alias in node.names)
    lines = [f'"""{ast.get_docstring(tree)}"""', *(ast.unparse(node) for node in kept), f"__all__ = {names!r}"]
    return _headed(f"{package}/__init__.py", _IMPORT.sub(rf"\1{PACKAGE}", "\n\n".join(lines) + "\n"))


def _with_version_check(code: str) -> str:
    docstring, first, rest = code.partition("\nfrom ")
    return docstring + _OLDEST_PYTHON + first + rest
