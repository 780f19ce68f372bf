"""A recipe from column names alone: only names that leave no doubt, and one column per part."""

from __future__ import annotations

import re
from dataclasses import replace

from evalcore.errors import InputError
from evalcore.importing.imported import Problems
from evalcore.importing.recipe import LabelColumn, Recipe
from evalcore.importing.recipe_text import recipe_to_text
from evalcore.importing.tables import named

_NAMES = {
    "id": "id, case_id, caseid, question_id",
    "question": "question, query, prompt, user, input, user_input, message, user_message",
    "evidence": "evidence, context, contexts, knowledge, document, documents, source_text, retrieved_context, "
    "retrieved_contexts, passage, passages",
    "answer": "answer, response, output, claim",
    "label": "label, verdict, human, human_label, human_verdict, gold, gold_label, grounded, is_grounded, correct, "
    "is_correct, supported",
    "annotator": "annotator, annotator_id, annotated_by, labeller, labeler, rater, reviewer",
    "criterion": "criterion, metric",
    "note": "note, notes, comment, comments",
    "dated": "dated, date",
    "cluster": "cluster",
    "must_mention": "must_mention, mustmention, required_mention, required_mentions",
    "must_retrieve": "must_retrieve, mustretrieve, expected_source, expectedsource, expected_sources, expectedsources, "
    "required_source, required_sources",
    "expects_evidence": "expects_evidence",
}
_PARTS = {name: part for part, names in _NAMES.items() for name in names.split(", ")}
_MADE_BY = {
    "application_model": "application model",
    "app_model": "application model",
    "prompt_version": "prompt version",
    "index_snapshot": "index snapshot",
}
_SLICES = ("slice", "topic", "category", "model_name")
_COUNT = r" \(\d+\)$"
"""What a repeated header is told apart by: ``verdict (2)`` could be the label as well."""


def guess_recipe(columns: tuple[str, ...], *, file: str | None, problems: Problems) -> Recipe:
    """The recipe that the column names suggest.

    Raises
    ------
    InputError
        No column can be the answer, or two columns could be the same part; the message shows
        the recipe to write.
    """
    found = parts_of(columns)
    if "answer" not in found:
        raise InputError(_no_answer(columns), file=file)
    recipe = _recipe(columns, found)
    doubtful = {part: names for part, names in found.items() if len(names) > 1}
    if doubtful:
        raise InputError(_in_doubt(doubtful, recipe), file=file)
    _remark_on_missing(recipe, columns, problems)
    return recipe


def parts_of(columns: tuple[str, ...]) -> dict[str, list[str]]:
    """Part of a case, such as ``answer`` → the columns whose names say that they are it."""
    found: dict[str, list[str]] = {}
    for column in columns:
        if part := _PARTS.get(_plain(column)):
            found.setdefault(part, []).append(column)
    return found


def _plain(column: str) -> str:
    """The name alone: without a count, and without a hint in brackets, as in ``Label (Y/N)``."""
    without_hint = re.sub(r"\s*[(\[][^()\[\]]*[)\]]$", "", re.sub(_COUNT, "", column))
    return re.sub(r"[\W_]+", "_", (without_hint or column).casefold()).strip("_")


def _recipe(columns: tuple[str, ...], found: dict[str, list[str]]) -> Recipe:
    first = {part: names[0] for part, names in found.items()}
    label = LabelColumn(
        column=first.get("label", ""),
        criterion_column=first.get("criterion"),
        annotator_column=first.get("annotator"),
        note_column=first.get("note"),
    )
    return Recipe(
        id=first.get("id"),
        question=first.get("question"),
        evidence=tuple(found.get("evidence", ())),
        answer=first["answer"],
        labels=tuple(replace(label, column=column) for column in found.get("label", ())),
        slices={_plain(column): column for column in columns if _plain(column) in _SLICES},
        cluster=first.get("cluster"),
        dated=first.get("dated"),
        must_mention=first.get("must_mention"),
        must_retrieve=first.get("must_retrieve"),
        made_by={_MADE_BY[_plain(column)]: column for column in columns if _plain(column) in _MADE_BY},
        expects_evidence=first.get("expects_evidence"),
    )


def _no_answer(columns: tuple[str, ...]) -> str:
    example = Recipe(
        question="the column of questions",
        evidence=("the column of evidence",),
        answer="the column of answers",
        labels=(LabelColumn(column="the column of human labels"),),
    )
    return (
        f"no column can be taken for the answer (expected one of {_NAMES['answer']}). The file has the columns "
        f"{named(columns)}. Say which is which in a recipe file:\n\n{recipe_to_text(example)}"
    )


def _in_doubt(doubtful: dict[str, list[str]], recipe: Recipe) -> str:
    choices = "; ".join(f"{named(tuple(names))} could each be the {part}" for part, names in doubtful.items())
    repeated = any(re.search(_COUNT, name) for names in doubtful.values() for name in names)
    counted = " A header that is there twice is counted: '… (2)' is the second column of that name." if repeated else ""
    return (
        f"{choices}.{counted} Say which is meant in a recipe file. Start from this one and change what is wrong; "
        "evidence may be a list, and so may labels, where they are several people's:\n\n"
        f"{recipe_to_text(recipe)}"
    )


def _remark_on_missing(recipe: Recipe, columns: tuple[str, ...], problems: Problems) -> None:
    used = {column for _, column in recipe.uses()}
    unused = tuple(column for column in columns if column not in used)
    left = f" Columns that were not used: {named(unused)}." if unused else ""
    missing = {
        "question": (recipe.question, "Cases have no question."),
        "evidence": (recipe.evidence, "Cases have no evidence, and none is expected."),
        "label": (recipe.labels, "No case has a label."),
    }
    for part, (found, consequence) in missing.items():
        if not found:
            message = f"No column can be taken for the {part}. {consequence}{left}"
            problems.add(f"no-{part}-column", f"{message} A recipe file can name one.", row=None)
