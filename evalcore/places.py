"""Where things lie: the bundled data, the app's files, and the user's own folders."""

from __future__ import annotations

import os
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_APP_NAME = "judge-calibration-workbench"


def bundled_data() -> Path:
    """The folder of the demo set and the built-in judges, in a wheel or a source tree."""
    return _first_existing(_PACKAGE / "_data", _PACKAGE.parent / "data")


def app_folder() -> Path:
    """The folder that holds ``app.py`` and ``pages``, in a wheel or a source tree."""
    return _first_existing(_PACKAGE / "_app", _PACKAGE.parent)


def cache_folder() -> Path:
    """The user's cache folder (model weights); not created here. ``EVALCORE_CACHE`` overrides it."""
    override = os.environ.get("EVALCORE_CACHE")
    if override:
        return Path(override)
    import platformdirs

    return Path(platformdirs.user_cache_dir(_APP_NAME, appauthor=False))


def default_store_url() -> str:
    """The store to use when none is named: ``EVALCORE_DB``, else a file in the user's data folder."""
    from_environment = os.environ.get("EVALCORE_DB")
    if from_environment:
        return from_environment
    import platformdirs

    folder = Path(platformdirs.user_data_dir(_APP_NAME, appauthor=False))
    return f"sqlite:///{(folder / 'workbench.db').as_posix()}"


def _first_existing(*candidates: Path) -> Path:
    return next((path for path in candidates if path.exists()), candidates[-1])
