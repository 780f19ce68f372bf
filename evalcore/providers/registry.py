"""Every provider by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from evalcore.errors import JudgeError
from evalcore.providers.base import Provider
from evalcore.providers.progress import Progress, no_progress
from evalcore.providers.retrying import Retrying


class Providers:
    """Makes each provider when it is first needed, and keeps it.

    Parameters
    ----------
    progress
        Told how far a download is that a provider needs first.
    retrying
        How often a call is asked again, and how long to wait; tests give one that does not wait.
    """

    def __init__(self, *, progress: Progress | None = None, retrying: Retrying | None = None) -> None:
        self._progress = progress or no_progress
        self._retrying = retrying or Retrying()
        self._made: dict[str, Provider] = {}

    def get(self, name: str) -> Provider:
        """The provider of this name.

        Raises
        ------
        JudgeError
            When there is none.
        """
        if name not in _MAKERS:
            raise JudgeError(f"there is no provider {name!r}; the providers are {', '.join(_MAKERS)}")
        if name not in self._made:
            self._made[name] = _MAKERS[name](self._progress, self._retrying)
        return self._made[name]


# Imports wait until a provider is used: httpx and llama.cpp are slow to load.


def _ollama(progress: Progress, retrying: Retrying) -> Provider:  # noqa: ARG001
    from evalcore.providers.ollama import OllamaProvider

    return OllamaProvider(retrying)


def _openai(progress: Progress, retrying: Retrying) -> Provider:  # noqa: ARG001
    from evalcore.providers.openai import OpenAIProvider

    return OpenAIProvider(retrying)


def _embedded(progress: Progress, retrying: Retrying) -> Provider:  # noqa: ARG001
    from evalcore.providers.embedded import EmbeddedProvider

    return EmbeddedProvider(progress)


def _rules(progress: Progress, retrying: Retrying) -> Provider:  # noqa: ARG001
    from evalcore.providers.rules import RuleProvider

    return RuleProvider()


_MAKERS: Mapping[str, Callable[[Progress, Retrying], Provider]] = {
    "ollama": _ollama,
    "openai": _openai,
    "embedded": _embedded,
    "rules": _rules,
}
