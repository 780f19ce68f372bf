"""What is to be kept with a set about the files that it was imported from."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import file_digest, sha256
from pathlib import Path

from evalcore.domain.origins import Origin, SourceFile
from evalcore.errors import InputError
from evalcore.importing.imported import Imported
from evalcore.importing.recipe_text import recipe_to_text


def origin_of(imported: Imported, files: Sequence[tuple[str, Path | bytes]]) -> Origin:
    """The origin of an imported set.

    Parameters
    ----------
    files
        The name and the content, or the path, of each file, the first one first.

    Raises
    ------
    InputError
        A file can no longer be read.
    """
    left_out = sum(problem.count for problem in imported.left_out)
    rows = "a row" if left_out == 1 else f"{left_out:,} rows"
    recipe = imported.understood.recipe
    return Origin(
        what=f"imported without {rows} that cannot be used" if left_out else "imported",
        files=tuple(_file(name, content) for name, content in files),
        tool=imported.understood.tool,
        recipe=recipe_to_text(recipe) if recipe else None,
    )


def _file(name: str, content: Path | bytes) -> SourceFile:
    if isinstance(content, bytes):
        return SourceFile(name=name, sha256=sha256(content).hexdigest(), size_bytes=len(content))
    try:
        with content.open("rb") as opened:
            digest = file_digest(opened, "sha256").hexdigest()
            return SourceFile(name=name, sha256=digest, size_bytes=opened.tell())
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", file=name) from error
