"""Names of a package that are loaded when they are first used."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module


def loading(package: str, modules: Sequence[str], names: Sequence[str]) -> Callable[[str], object]:
    """The ``__getattr__`` of a package some of whose modules most commands do without.

    Parameters
    ----------
    modules
        Those, by their names within the package.
    names
        All that the package offers.
    """

    def load(name: str) -> object:
        if name in names:
            for module in map(import_module, (f"{package}.{one}" for one in modules)):
                if hasattr(module, name):
                    return getattr(module, name)
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return load
