"""Whether a person or a model gave a label, as its column, its row or a name says."""

from __future__ import annotations

from evalcore.domain import LabelSource
from evalcore.importing.cells import text_of
from evalcore.importing.imported import Problems
from evalcore.importing.label_sources import SOURCES, is_a_models_column, is_called_like_a_model
from evalcore.importing.label_words import normal_word
from evalcore.importing.recipe import LabelColumn
from evalcore.importing.vote_remarks import model_made


class VoteSources:
    """Says of each label whose it is, and remarks on those that count as a model's because of a name."""

    def __init__(self, problems: Problems) -> None:
        self._problems = problems
        self._known: dict[tuple[str | None, str], str] = {}
        """Annotator and column → what to remark; "" where there is nothing."""

    def of(self, label: LabelColumn, annotator: str | None, said: object, *, row: int) -> LabelSource:
        """Who labelled; a model's label counts as a person's only where the recipe says that it is one.

        Parameters
        ----------
        said
            What stands in the ``source_column``, where there is one.
        """
        if label.source:
            return label.source
        if label.source_column is not None:
            word = normal_word(text_of(said)).replace(" ", "_")
            if word in SOURCES:
                return SOURCES[word]
            if is_called_like_a_model(word):
                self._problems.add("model-made-label", model_made(word), row=row)
                return "model"
            message = f"Column {label.source_column!r} says neither human nor model; the label's source is import."
            self._problems.add("source-not-understood", message, row=row)
        return self._by_name(annotator, label.column, row)

    def _by_name(self, annotator: str | None, column: str, row: int) -> LabelSource:
        """By the name of the annotator, or of the column where nobody is named."""
        remark = self._known.get((annotator, column))
        if remark is None:
            is_a_model = is_called_like_a_model(annotator) if annotator else is_a_models_column(column)
            remark = self._known[annotator, column] = model_made(annotator or column) if is_a_model else ""
        if not remark:
            return "import"
        self._problems.add("model-made-label", remark, row=row)
        return "model"
