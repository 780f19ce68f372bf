"""Making many objects spares the search for cycles, and only then; what is made quickly is what is made slowly."""

from __future__ import annotations

import gc
from dataclasses import FrozenInstanceError

import pytest

from evalcore.bulk import quick, uncollected
from evalcore.domain import Case, Document, Gold, Label

MADE = (
    (Document, {"id": "d1", "text": "x"}),
    (Case, {"id": "a", "question": "q", "answer": "x", "evidence": (Document(id="d1", text="x"),)}),
    (Label, {"case_id": "a", "case_fingerprint": "f", "criterion": "c", "annotator": "ines", "value": "pass"}),
    (Gold, {"case_id": "a", "value": None, "how": "unlabelled"}),
)


@uncollected()
def fail_while_the_search_is_off() -> None:
    assert not gc.isenabled()
    raise KeyError


def test_the_search_is_off_inside_and_on_again_afterwards_whatever_happens() -> None:
    with pytest.raises(KeyError):
        fail_while_the_search_is_off()
    assert gc.isenabled()


def test_within_another_it_leaves_the_search_off_until_the_outer_one_ends() -> None:
    with uncollected():
        with uncollected():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()


@pytest.mark.parametrize(("kind", "values"), MADE)
def test_a_quick_object_is_one_of_its_class_with_the_same_values_and_defaults(
    kind: type, values: dict[str, object]
) -> None:
    made = quick(kind)(**values)
    assert type(made) is kind
    assert made == kind(**values)
    assert repr(made) == repr(kind(**values))


@pytest.mark.parametrize(("kind", "values"), MADE)
def test_a_quick_object_is_frozen_once_it_is_made(kind: type, values: dict[str, object]) -> None:
    made, name = quick(kind)(**values), next(iter(values))
    with pytest.raises(FrozenInstanceError):
        setattr(made, name, "other")


def test_a_default_that_can_change_is_not_shared() -> None:
    make = quick(Case)
    first, second = (make(id=name, question="", answer="") for name in "ab")
    assert first.slices is not second.slices


def test_a_missing_or_an_unknown_value_is_refused() -> None:
    with pytest.raises(TypeError, match="answer"):
        quick(Case)(id="a", question="q")
    with pytest.raises(TypeError, match="other"):
        quick(Document)(id="a", text="x", other="y")
