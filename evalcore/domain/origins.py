"""Where a version of a set came from."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFile:
    """A file that a set was made from."""

    name: str
    sha256: str
    """Of its bytes, 64 hexadecimal digits."""
    size_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """How a version of a set came about."""

    what: str
    """In words that need nothing else, such as "imported" or "the labels of the session s-0001, frozen"."""
    files: tuple[SourceFile, ...] = ()
    """The first, then those that were joined to it."""
    tool: str | None = None
    """Whose export the first was taken for."""
    recipe: str | None = None
    """The recipe file that reads these files in the same way; None where the file itself says what is what."""

    @property
    def sentence(self) -> str:
        """What was done, with the files by name."""
        names = " and ".join(file.name for file in self.files)
        taken = f", taken for a {self.tool} export" if self.tool else ""
        return f"{self.what} from {names}{taken}" if names else self.what
