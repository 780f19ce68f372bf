"""Every deliberate error of the workbench.

::

    EvalcoreError                    anything a person can do something about
    ├── InputError                   a file or value that people brought (file, row, column)
    ├── JudgeError                   a judge that cannot be read, found or used
    │   └── TemplateError            a prompt template that its dialect cannot fill
    ├── ProviderError                a model server or in-process model that did not answer
    │   ├── Unreachable              no connection, or it broke; asking again may help
    │   ├── Overloaded               429 or 5xx; asking again may help (retry_after_s)
    │   ├── RequestRefused           any other 4xx: the same request will be refused again
    │   │   ├── ModelMissing         the server does not have this model
    │   │   └── PromptTooLong        the prompt does not fit the model's window
    │   └── BadAnswer                the server answered with something that is not an answer
    ├── StoreError                   the database cannot be opened, migrated or written
    ├── RunError                     a run that cannot be planned or continued
    │   └── RunBusy                  another process is working on this run
    ├── LabellingError               a labelling session that cannot be made, found or changed
    ├── ExportError                  a file that cannot be written as asked
    └── MissingPart                  an optional part (an extra, weights) is not installed

A message names what was expected, what was found and what to do. Anything else that
escapes is a bug, not an error for people.
"""

from __future__ import annotations


class EvalcoreError(Exception):
    """Base of every error that is meant to be read by a person."""


class InputError(EvalcoreError):
    """Something in a file that people brought cannot be used.

    Parameters
    ----------
    message
        What was expected, what was found, what to do.
    file, row, column
        Where; rows count from 1 as an editor shows them. Whatever is known is put in front
        of the message.
    """

    def __init__(
        self, message: str, *, file: str | None = None, row: int | None = None, column: str | None = None
    ) -> None:
        self.file, self.row, self.column = file, row, column
        known = (file, f"row {row}" if row else None, f"column {column!r}" if column else None)
        place = ", ".join(part for part in known if part)
        super().__init__(f"{place}: {message}" if place else message)


class JudgeError(EvalcoreError):
    """A judge cannot be read, found or used."""


class TemplateError(JudgeError):
    """A prompt template cannot be filled in its dialect."""


class ProviderError(EvalcoreError):
    """A provider did not answer a request.

    ``attempts`` counts how often it was asked, the first time included.
    """

    kind = "provider"
    worth_retrying = False

    def __init__(self, message: str, *, attempts: int = 1) -> None:
        super().__init__(message)
        self.attempts = attempts


class Unreachable(ProviderError):
    """No connection, a timeout, or a connection that broke before the answer was complete."""

    kind = "unreachable"
    worth_retrying = True


class TooSlow(Unreachable):
    """The server took the request, and no answer came in time."""


class Overloaded(ProviderError):
    """The server is busy or failing (429 or 5xx); ``retry_after_s`` is what it asked for."""

    kind = "overloaded"
    worth_retrying = True

    def __init__(self, message: str, *, attempts: int = 1, retry_after_s: float | None = None) -> None:
        super().__init__(message, attempts=attempts)
        self.retry_after_s = retry_after_s


class RequestRefused(ProviderError):
    """The server will not answer this request, however often it is asked."""

    kind = "refused"


class ModelMissing(RequestRefused):
    """The server does not have this model; ``installed`` lists those it has."""

    kind = "model-missing"

    def __init__(self, message: str, *, attempts: int = 1, installed: tuple[str, ...] = ()) -> None:
        super().__init__(message, attempts=attempts)
        self.installed = installed


class PromptTooLong(RequestRefused):
    """The prompt does not fit the model's window; nothing was cut, nothing was asked."""

    kind = "prompt-too-long"


class BadAnswer(ProviderError):
    """The server answered, but not with what its interface promises."""

    kind = "bad-answer"


class StoreError(EvalcoreError):
    """The database cannot be opened, migrated or written."""


class RunError(EvalcoreError):
    """A run cannot be planned or continued."""


class RunBusy(RunError):
    """Another process is working on this run; its lease has not run out."""


class LabellingError(EvalcoreError):
    """A labelling session cannot be made, found, joined or changed."""


class ExportError(EvalcoreError):
    """A file cannot be written as asked."""


class MissingPart(EvalcoreError):
    """An optional part is not installed; the message says which command brings it."""
