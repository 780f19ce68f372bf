"""From files to a set that is stored: understood first, corrected where that is needed, stored by a button."""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256

import streamlit as st

from evalcore.errors import EvalcoreError
from evalcore.importing import Imported, Join, Layout, Recipe, proposing, read_recipe, recipe_to_text, samples
from evalcore.runner.recording import Recording
from pages.ui import (
    actions,
    components,
    glossary,
    import_columns,
    import_file,
    import_labels,
    import_layout,
    import_resources,
    import_scales,
    import_understood,
    state,
)
from pages.ui.import_fields import Fields
from pages.ui.import_file import Files, Joined
from pages.ui.import_resources import Reading

_HELPED = {"polarity", "label-not-understood", "model-made-label", "no-label-column"}
"""Problems that open the form by themselves, as only a person can settle them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Brought:
    """The files with what is said of them before any correction."""

    files: Files
    given: Recipe | None
    joined: Joined | None

    @property
    def layout(self) -> Layout:
        """How the first file is read, as far as that was said before the form."""
        return self.joined.first_layout if self.joined else (self.given and self.given.layout) or Layout()

    @property
    def join(self) -> Join | None:
        return self.joined.join if self.joined else None

    def read(self, recipe: Recipe | None, layout: Layout) -> Reading:
        further = ((self.files.further, self.join),) if self.files.further and self.join else ()
        return import_resources.read(self.files.first, further, recipe, layout)

    def recipe(self, recipe: Recipe, layout: Layout) -> Recipe:
        """The recipe with how the files are read and joined."""
        return replace(recipe, layout=layout if layout != Layout() else None, joins=(self.join,) if self.join else ())

    def sample(self, layout: Layout) -> samples.Sample:
        """The columns of the files with their first cells."""
        found: samples.Sample = import_resources.sample_of(self.files.first, layout)
        if self.files.further and self.join:
            further = import_resources.sample_of(self.files.further, self.join.layout)
            found = samples.beside(found, further, self.join)
        return samples.exploded(found, layout.each) if layout.each else found


def draw() -> None:
    """The whole of it."""
    files = import_file.draw()
    if files is None:
        return
    try:
        given = read_recipe(files.recipe) if files.recipe else None
    except EvalcoreError as error:
        st.error("The recipe cannot be used.")
        components.inert(str(error))
        return
    joined = import_file.draw_join(files, files.further, given) if files.further else None
    if files.further and joined is None:
        return
    brought = _Brought(files=files, given=given, joined=joined)
    plain = brought.read(given, brought.layout)
    understood = st.container()
    reading = _draw_form(brought, plain)
    with understood:
        _draw_reading(reading)
    if reading.imported:
        import_understood.draw_cases(reading.imported)
        _draw_end(reading.imported, reading.recording, brought)


def _draw_reading(reading: Reading) -> None:
    if reading.imported is None:
        st.error("This file was not understood. Nothing was stored.")
        components.inert(reading.error or "")
        return
    import_understood.draw(reading.imported, reading.recording)


def _draw_form(brought: _Brought, plain: Reading) -> Reading:
    """The form, and what is read by it; as long as nothing is corrected, what is read without it."""
    own = Fields(files=brought.files.name)
    wanted = plain.imported is None or any(problem.kind in _HELPED for problem in plain.imported.problems)
    form = components.on_demand("Correct how it was read", own.key("form"), expanded=wanted)
    with form:
        if not (form.open or own.touched):
            return plain
        return _corrected(brought, plain, own)


def _corrected(brought: _Brought, plain: Reading, own: Fields) -> Reading:
    if plain.imported is None:
        _draw_doubt(plain.error or "", recipe=brought.given is not None)
    seen = plain.imported or _tried(brought)
    understood = seen.understood if seen else None
    layout = brought.layout
    if brought.joined is None:
        layout = import_layout.draw(brought.files.first, layout, understood, own)
    layout = replace(layout, each=import_layout.draw_each(_lists(brought), brought.layout.each, own))
    base = plain if layout == brought.layout else brought.read(brought.given, layout)
    if base.imported and base.imported.understood.recipe is None:
        components.inert("The file says itself what each of its parts is; there is nothing to map.")
        return base
    try:
        sample = brought.sample(layout)
    except EvalcoreError as error:
        return Reading(error=str(error))
    columns = base.imported.understood.columns if base.imported else tuple(sample)
    start = _start(brought, base, sample)
    open_question = proposing.left_open(start, sample)
    if open_question:
        components.inert(open_question)
    fields = replace(own, part=_short(repr((columns, brought.join))))
    recipe = import_columns.draw(columns, start, fields, sample)
    if recipe is None:
        import_columns.draw_missing()
        return base if base.error else Reading(error="Choose the column that holds the answer.")
    recipe = brought.recipe(recipe, layout)
    recipe = replace(recipe, criteria=import_scales.draw(recipe, fields, sample))
    read = brought.read(recipe, Layout())
    if read.imported is None:
        return read
    scales = _short(repr(recipe.criteria))
    recipe = import_labels.draw(read.imported, recipe, replace(fields, part=f"{fields.part}{scales}"))
    return brought.read(recipe, Layout())


def _lists(brought: _Brought) -> tuple[str, ...]:
    """The columns of the files, before any of their lists is taken apart."""
    try:
        return tuple(brought.sample(replace(brought.layout, each=None)))
    except EvalcoreError:
        return ()


def _draw_doubt(error: str, *, recipe: bool) -> None:
    """Why the form is needed."""
    if recipe:
        st.warning("The recipe does not fit this file.")
        components.inert(error)
    st.info("What follows is a proposal by names and contents: look at it before you store it.")


def _short(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:8]


def _tried(brought: _Brought) -> Imported | None:
    """What a proposal makes of files whose columns say too little or too much."""
    try:
        proposed = proposing.proposed(brought.sample(brought.layout))
    except EvalcoreError:
        return None
    return brought.read(brought.recipe(proposed, brought.layout), Layout()).imported if proposed.answer else None


def _start(brought: _Brought, base: Reading, sample: samples.Sample) -> Recipe:
    """What the fields start from: what was understood, else a proposal by names and contents."""
    understood = base.imported.understood.recipe if base.imported else None
    if understood is None:
        return proposing.proposed(sample)
    if brought.given or base.imported is None or base.imported.understood.tool:
        return understood
    return proposing.with_labels(understood, sample)


def _draw_end(imported: Imported, recording: Recording, brought: _Brought) -> None:
    """The recipe to take along, and the button that stores the set."""
    count = len(imported.dataset.cases)
    agreed = import_understood.draw_left_out(imported.left_out, state.import_field("without", brought.files.name))
    with st.container(horizontal=True):
        st.button(
            f"Store {count:,} case{'' if count == 1 else 's'}",
            type="primary",
            disabled=not agreed,
            help=None if agreed else "Some rows cannot be used: say above that it may be stored without them.",
            on_click=actions.store_set,
            args=(imported, recording, brought.files.contents),
        )
        recipe = imported.understood.recipe
        if recipe is not None:
            st.download_button(
                "Recipe",
                data=recipe_to_text(recipe),
                file_name="recipe.yaml",
                icon=":material/download:",
                on_click="ignore",
                help=glossary.meaning("recipe"),
            )
