"""Which exports are known, and how each is told and laid out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from evalcore.importing.imported import Row
from evalcore.importing.known import (
    argilla,
    deepeval,
    doccano,
    judgekeeper,
    label_studio,
    langsmith,
    openai_evals,
    opik,
    prodigy,
    promptfoo,
    ragas,
    spring_recorder,
    traces,
)
from evalcore.importing.known.sheet import Laid


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """An export of one tool."""

    tool: str
    tells: Callable[[Sequence[str], Mapping[str, object]], bool]
    """Whether the columns and the first row are its."""
    lay: Callable[[Sequence[Row]], Laid]
    scores: bool = False
    """It holds no answers, only what was said of them."""


_OBJECTS = (
    Known(tool=ragas.TOOL, tells=ragas.is_export, lay=ragas.lay),
    Known(tool=deepeval.TOOL, tells=deepeval.is_export, lay=deepeval.lay),
    Known(tool=promptfoo.TOOL, tells=promptfoo.is_results, lay=promptfoo.lay_results),
    Known(tool=traces.PHOENIX, tells=traces.is_phoenix, lay=traces.lay_phoenix, scores=True),
)
"""Those that are, or may be, one JSON object."""
_ROWS = (
    Known(tool=spring_recorder.TOOL, tells=spring_recorder.is_export, lay=spring_recorder.lay),
    Known(tool=label_studio.TOOL, tells=label_studio.is_tasks, lay=label_studio.lay_tasks),
    Known(tool=argilla.TOOL_2, tells=argilla.is_v2, lay=argilla.lay_v2),
    Known(tool=argilla.TOOL_1, tells=argilla.is_v1, lay=argilla.lay_v1),
    Known(tool=prodigy.TOOL, tells=prodigy.is_export, lay=prodigy.lay),
    Known(tool=doccano.TOOL, tells=doccano.is_export, lay=doccano.lay),
    Known(tool=traces.LANGFUSE, tells=traces.is_langfuse, lay=traces.lay_langfuse, scores=True),
    Known(tool=langsmith.TOOL, tells=langsmith.is_export, lay=langsmith.lay),
    Known(tool=langsmith.TOOL, tells=langsmith.is_table, lay=langsmith.lay_table),
    Known(tool=openai_evals.TOOL, tells=openai_evals.is_events, lay=openai_evals.lay_events),
    Known(tool=openai_evals.TOOL, tells=openai_evals.is_items, lay=openai_evals.lay_items),
    Known(tool=judgekeeper.TOOL, tells=judgekeeper.is_pairs, lay=judgekeeper.lay_pairs),
    Known(tool=judgekeeper.TOOL, tells=judgekeeper.is_records, lay=judgekeeper.lay_records),
    Known(tool=judgekeeper.TOOL, tells=judgekeeper.is_run, lay=judgekeeper.lay_run, scores=True),
    Known(tool=opik.TOOL, tells=opik.is_export, lay=opik.lay),
    Known(tool=label_studio.TOOL, tells=label_studio.is_flat, lay=label_studio.lay_flat),
    Known(tool=promptfoo.TOOL, tells=promptfoo.is_table, lay=promptfoo.lay_table),
)


def recognised(columns: Sequence[str], first: Mapping[str, object]) -> Known | None:
    """The export that the columns and the first row are of; None where they are no known one's."""
    return next((one for one in (*_OBJECTS, *_ROWS) if one.tells(columns, first)), None)


def is_known_object(whole: Mapping[str, object]) -> bool:
    """Whether one JSON object is by itself a known export."""
    return any(one.tells(tuple(whole), whole) for one in _OBJECTS)
