"""The alternative annotator test in a report: only where three people by name labelled the same cases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from evalcore.domain import UNNAMED, AnnotatorTest, Dataset, Label, Scale, case_fingerprint
from evalcore.judges import RuleSpec
from evalcore.report import build_report, from_document, to_document
from evalcore.report.comparison_sentences import annotator_test_in_words
from evalcore.stats import alternative_annotator_test
from tests.support.reports import judged
from tests.support.things import make_dataset, make_judge

GOOD = ["pass" if number % 2 == 0 else "fail" for number in range(40)]


def labelled(people: dict[str, Sequence[str]], *, scale: Scale | None = None) -> Dataset:
    dataset = make_dataset(len(next(iter(people.values()))))
    labels = tuple(
        Label(
            case_id=case.id,
            case_fingerprint=case_fingerprint(case),
            criterion="grounded",
            annotator=name,
            value=value,
        )
        for name, values in people.items()
        for case, value in zip(dataset.cases, values, strict=True)
    )
    return replace(dataset, labels=labels, criteria={"grounded": scale} if scale else dataset.criteria)


def outcome(dataset: Dataset, texts: Sequence[str], **judge: object) -> AnnotatorTest | None:
    one = judged(make_judge(**judge), dataset, [[text] for text in texts])  # type: ignore[arg-type]
    report = build_report(dataset, [one], criterion="grounded", repeats=1)
    assert from_document(to_document(report)) == report
    return report.judges[0].annotator_test


def flipped(values: Sequence[str], every: int, start: int) -> list[str]:
    """Every so many labels turned round."""
    other = {"pass": "fail", "fail": "pass"}
    return [other[v] if n % every == start else v for n, v in enumerate(values)]


PEOPLE = {"ines": flipped(GOOD, 5, 0), "omar": flipped(GOOD, 5, 1), "yun": flipped(GOOD, 5, 2)}


def test_a_judge_that_is_right_may_take_the_place_of_people_who_err_now_and_then():
    """The judge is always right, each person errs on every fifth case, never two on one: it wins over all three."""
    found = outcome(labelled(PEOPLE), ["YES" if value == "pass" else "NO" for value in GOOD])
    assert found is not None
    assert (found.passes, found.winning_rate, found.advantage_probability) == (True, 1.0, 1.0)
    assert annotator_test_in_words(found) == (
        "may take the place of a person: shown to be as close to the others as 3 of 3 annotators are, allowing 0.2 for"
        " being cheaper; advantage probability 1.00."
    )


def test_it_is_the_test_of_evalcore_stats_on_what_the_judge_said():
    texts = ["YES"] * 40
    by_case = {name: {f"c{n}": value for n, value in enumerate(values)} for name, values in PEOPLE.items()}
    expected = alternative_annotator_test(by_case, {f"c{n}": "pass" for n in range(40)})
    found = outcome(labelled(PEOPLE), texts)
    assert found is not None
    assert [(one.n, one.advantage, one.p_adjusted) for one in found.people] == [
        (one.n, one.advantage, one.p_adjusted) for one in expected.annotators
    ]
    assert found.passes is False
    assert "is not shown to be as good as a person" in annotator_test_in_words(found)


def test_two_people_or_people_without_names_leave_it_out():
    two = {name: PEOPLE[name] for name in ("ines", "omar")}
    unnamed = {UNNAMED: PEOPLE["ines"], f"{UNNAMED} 2": PEOPLE["omar"], f"{UNNAMED} 3": PEOPLE["yun"]}
    for people in (two, unnamed):
        assert outcome(labelled(people), ["YES"] * 40) is None


def test_three_people_with_too_few_cases_are_told_so():
    few = {name: values[:10] for name, values in PEOPLE.items()}
    found = outcome(labelled(few), ["YES"] * 10)
    assert found is not None
    assert (found.passes, found.winning_rate) == (None, None)
    assert "cannot be tested against people" in annotator_test_in_words(found)


def test_ratings_are_compared_by_their_distance():
    scale = Scale(values=("1", "2", "3"), level="ordinal", passing=("3",))
    people = {name: [str(1 + (n + shift) % 3) for n in range(36)] for shift, name in enumerate("abc")}
    rule = RuleSpec(name="rating", params={"low": 1, "high": 3})
    found = outcome(labelled(people, scale=scale), ["2"] * 36, rule=rule, tokens={}, scale=scale)
    assert found is not None
    assert found.score == "negative rmse"


@pytest.mark.parametrize(("text", "cases"), [("Hm.", 40), ("NO", 40)])
def test_a_reply_without_a_verdict_fails_here_as_the_deployed_reader_has_it(text, cases):
    found = outcome(labelled(PEOPLE), [text] * 40, rule=RuleSpec(name="spring-2.0"))
    assert found is not None
    assert {one.n for one in found.people} == {cases}
