"""Verification: files that are the judge pass, and whatever was changed in them is found and named by its case."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.errors import ExportError
from evalcore.exports import TARGETS, Carried, Material, Target, asked_of, verify
from evalcore.exports.verifying import MOST_DIFFERENCES, Asked
from evalcore.judges import Judge, ModelRef, Options, RuleSpec, builtin_judges, request_fingerprint
from evalcore.report import build_report, read_calls, run_columns
from tests.support.reports import FAILED, judged
from tests.support.things import make_dataset, make_judge

FILE = TARGETS["judge.yaml"]
PLAIN = make_dataset(4)
DATASET = replace(
    PLAIN, cases=tuple(replace(case, must_mention=("fact",), must_retrieve=("d",)) for case in PLAIN.cases)
)
"""Cases that every rule has something to say about."""
TEXTS = [["YES", "YES"], ["NO\n", "NO"], ["Yes.", FAILED], ["Hm.", "NO"]]
SPRING = make_judge("spring", rule=RuleSpec(name="spring-2.0"), reader="Spring AI 2.0")


def asked(judge: Judge) -> list[Asked]:
    run = run_columns(DATASET, [judged(judge, DATASET, TEXTS)], criterion="grounded", repeats=2)
    return list(asked_of(run, read_calls(run.judges[0])))


def written(judge: Judge) -> Mapping[str, str]:
    report = build_report(DATASET, [judged(judge, DATASET, TEXTS)], criterion="grounded", repeats=2)
    return FILE.write(Material(report=report, judge=judge, date="2026-09-14"))


def tampered(judge: Judge, old: str, new: str) -> Mapping[str, str]:
    """The file with one change, and without the hash that would give a changed prompt away at once."""
    text = re.sub(r"\n  sha256: .*", "", written(judge)["judge.yaml"], count=1)
    assert old in text
    return {"judge.yaml": text.replace(old, new, 1)}


def test_the_answered_calls_of_a_run_carry_the_verdict_that_was_measured():
    """Seven of eight calls were answered; "NO\\n" is a fail that was said, and "Hm." is one by default."""
    calls = asked(SPRING)
    assert [(call.case.id, call.verdict) for call in calls] == [
        *(("c0", "pass"), ("c0", "pass"), ("c1", "fail"), ("c1", "fail")),
        *(("c2", "fail"), ("c3", "fail"), ("c3", "fail")),
    ]
    assert {call.request for call in calls} == {request_fingerprint(SPRING)}


def test_an_unchanged_file_is_exact_with_every_call_counted():
    found = verify(FILE, written(SPRING), SPRING, asked(SPRING))
    assert found.outcome == "exact"
    assert (found.requests, found.requests_equal, found.verdicts, found.verdicts_equal) == (4, 4, 7, 7)
    assert found.made_up_equal == found.made_up > 50
    assert found.sentence.startswith("exact: 4 of 4 requests and 7 of 7 verdicts of the run are equal")


JUDGES = {
    **{name: judge for name, judge in builtin_judges().items() if judge.prompt is None},
    **{
        name: replace(judge, model=ModelRef(provider="ollama", name="small:1b", digest="d1"))
        for name, judge in builtin_judges().items()
        if judge.prompt is not None
    },
    "embedded": replace(SPRING, model=ModelRef(provider="embedded", name="smollm2-135m", digest="d1")),
    "openai": replace(SPRING, model=ModelRef(provider="openai", name="m", base_url="http://localhost:1/v1")),
    "every option": replace(SPRING, options=Options(temperature=None, seed=1, max_tokens=9, num_ctx=512, think="low")),
    "a rule with parameters": make_judge("st", rule=RuleSpec(name="json", params={"field": "ok"})),
}


@pytest.mark.parametrize("name", JUDGES)
def test_every_kind_of_judge_comes_back_from_its_file_exactly(name: str):
    assert verify(FILE, written(JUDGES[name]), JUDGES[name], asked(JUDGES[name])).outcome == "exact"


@pytest.mark.parametrize(
    ("old", "new", "case", "where"),
    [
        ("Is {answer}", "Is  {answer}", "c0", "request messages[0].content"),
        ("YES or NO", "YES or NO ", "c0", "request messages[0].content"),
        ("temperature: 0.0", "temperature: 0.1", "c0", "request options.temperature"),
        ("seed: 42", "seed: 43", "c0", "request options.seed"),
        ("max_tokens: 8", "max_tokens: null", "c0", "request options.num_predict"),
        ("think: null", "think: false", "c0", "request think"),
        ('role: "user"', 'role: "system"', "c0", "request messages[0].role"),
        ('name: "small:1b"', 'name: "small:2b"', "c0", "request model"),
        ('rule: "spring-2.0"', 'rule: "lenient"', "c2", "reply 'Yes.'"),
        ('rule: "spring-2.0"', 'rule: "spring-1.0.2"', "made up: ' YES \\n'", "reply ' YES \\n'"),
    ],
)
def test_one_change_in_the_file_is_found_and_named_by_the_first_case_that_shows_it(old, new, case, where):
    """The run has no "yes" with white space around it: only the made-up replies tell 1.0.2 from 2.0."""
    found = verify(FILE, tampered(SPRING, old, new), SPRING, asked(SPRING))
    assert found.outcome == "differs"
    assert (found.differences[0].case_id, found.differences[0].where) == (case, where)


def test_a_changed_prompt_names_every_case_and_shows_the_text_around_the_change():
    found = verify(FILE, tampered(SPRING, "Is {answer}", "is {answer}"), SPRING, asked(SPRING))
    of_the_run = [one for one in found.differences if not one.case_id.startswith("made up")]
    assert [one.case_id for one in of_the_run] == ["c0", "c1", "c2", "c3"]
    assert (of_the_run[0].measured[:12], of_the_run[0].exported[:12]) == ("'Is Answer 0", "'is Answer 0")
    assert found.sentence.startswith("differs: 0 of 4 requests and 7 of 7 verdicts")


def test_a_reply_that_is_read_otherwise_says_both_verdicts_and_counts_its_calls():
    """The lenient rule takes "Yes." for a pass and finds nothing in "Hm."; both were fails."""
    found = verify(FILE, tampered(SPRING, 'rule: "spring-2.0"', 'rule: "lenient"'), SPRING, asked(SPRING))
    first, second = found.differences[:2]
    assert (first.case_id, first.measured, first.exported) == ("c2", "'fail'", "'pass'")
    assert (second.case_id, second.measured, second.exported) == ("c3", "'fail'", "no verdict")
    assert (found.verdicts, found.verdicts_equal) == (7, 5)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('passing: ["pass"]', 'passing: ["fail"]', "verdicts.passing was measured as ('pass',)"),
        ('digest: "d1"', 'digest: "d2"', "model.digest was measured as d1"),
        ('provider: "ollama"', 'provider: "openai"', "model.provider"),
        ('schema: "evalcore-judge/1"', 'schema: "evalcore-judge/2"', "newer file"),
        ("reading:", "reeding:", "did you mean reading?"),
        ("{answer}", "{anser}{", ""),
    ],
)
def test_what_no_request_and_no_reading_would_show_differs_too(old, new, said):
    found = verify(FILE, tampered(SPRING, old, new), SPRING, asked(SPRING))
    assert found.outcome == "differs"
    assert said in found.sentence


def test_the_hash_in_the_file_gives_a_changed_prompt_away():
    text = written(SPRING)["judge.yaml"].replace("Is {answer}", "is {answer}")
    found = verify(FILE, {"judge.yaml": text}, SPRING, asked(SPRING))
    assert (found.outcome, found.requests) == ("differs", 0)
    assert "its hash is not prompt.sha256" in found.sentence


def test_nothing_is_exact_without_replies_or_with_replies_to_another_request():
    files = written(SPRING)
    assert verify(FILE, files, SPRING, []).outcome == "undecided"
    other = [*asked(SPRING), asked(SPRING)[0]._replace(request="another")]
    found = verify(FILE, files, SPRING, other)
    assert (found.outcome, found.verdicts) == ("undecided", 7)
    assert found.sentence.endswith("not compared: 1 (replies to another request)")


def _target(**changes: object) -> Target:
    values: dict[str, object] = {"name": "tool", "title": "A tool", "exactness": "exact", "write": lambda _: {}}
    return Target(**{**values, **changes})  # type: ignore[arg-type]


def _carried(body: Mapping[str, object]) -> Target:
    """A tool that sends one body and reads whatever it reads as a fail."""
    return _target(
        carried=lambda _files, _judge: Carried(
            bodies=lambda cases: [body for _ in cases], readings=lambda texts: ["fail" for _ in texts]
        )
    )


def test_a_target_that_nobody_reads_back_is_undecided_and_one_with_losses_adapted_however_equal():
    assert verify(_target(), {}, SPRING, asked(SPRING)).outcome == "undecided"
    lossy = replace(FILE, losses=lambda _judge: ("It drops the seed.",))
    assert verify(lossy, written(SPRING), SPRING, asked(SPRING)).outcome == "adapted"


def test_files_that_a_targets_reader_trips_over_differ_and_end_nothing():
    def trip(_files: object, _judge: object) -> Carried:
        raise KeyError("judge.yaml")

    found = verify(_target(carried=trip), {}, SPRING, asked(SPRING))
    assert (found.outcome, found.sentence) == ("differs", "differs: KeyError: 'judge.yaml'")


def test_transport_fields_may_differ_and_numbers_are_compared_as_numbers_and_never_as_booleans():
    from evalcore.exports.verifying import sent_body

    case = DATASET.cases[0]
    one = [call for call in asked(SPRING) if call.case is case]
    sent = dict(sent_body(SPRING, case))
    assert {"stream", "keep_alive", "truncate"}.isdisjoint(sent)
    options = dict(sent["options"])
    for body, differs in (
        ({**sent, "stream": True, "keep_alive": 0}, None),
        ({**sent, "options": {**options, "temperature": 0}}, None),
        ({**sent, "options": {**options, "temperature": False}}, "request options.temperature"),
        ({**sent, "format": "json"}, "request format"),
        ({name: value for name, value in sent.items() if name != "model"}, "request model"),
    ):
        found = verify(_carried(body), {}, SPRING, one)
        first = found.differences[0]
        assert (first.where if first.case_id == "c0" and first.where.startswith("request") else None) == differs


def test_of_very_many_differences_the_first_are_kept_and_the_others_counted():
    """30 cases differ in their requests: ten are listed, as are three made-up cases; 20 are left."""
    dataset = make_dataset(30)
    run = run_columns(dataset, [judged(SPRING, dataset, [["NO"]] * 30)], criterion="grounded", repeats=1)
    found = verify(_carried({"model": "x"}), {}, SPRING, asked_of(run, read_calls(run.judges[0])))
    listed = [one for one in found.differences if one.where.startswith("request")]
    assert (len(listed), found.requests_equal) == (MOST_DIFFERENCES + 3, 0)
    assert found.more >= 20


@settings(max_examples=40)
@given(template=st.text(min_size=1), answer=st.text())
def test_any_prompt_and_any_answer_survive_the_file(template: str, answer: str):
    """Lone surrogates included: hypothesis makes them, and the file escapes them."""
    judge = make_judge("any", template=template + "{answer}", rule=RuleSpec(name="spring-2.0"))
    case = replace(DATASET.cases[0], answer=answer)
    report = build_report(DATASET, [judged(judge, DATASET, TEXTS)], criterion="grounded", repeats=2)
    try:
        files = FILE.write(Material(report=report, judge=judge, date="2026-09-14"))
    except ExportError:
        raise AssertionError("a judge that can be asked can be written") from None
    call = Asked(case, request_fingerprint(judge), "YES", "pass")
    assert verify(FILE, files, judge, [call]).outcome == "exact"
