"""Two runs side by side: which cases are the same, what the rates are, and what may be claimed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from evalcore.domain import Document
from evalcore.errors import InputError
from evalcore.gate import Outcome, Why
from evalcore.report.gate_sentences import reason_in_words
from evalcore.report.release_sentences import fewest_turned, release_sentences
from evalcore.report.release_table import rate_rows
from evalcore.report.releases import ReleaseComparison, compare_releases, turned_list
from evalcore.stats import labels_for_paired, paired_difference
from tests.support.gating import Answers, gated, report_of
from tests.support.releasing import release, sliced_cases
from tests.support.reports import FAILED, MISSING
from tests.support.things import make_case, make_judge

BEFORE = {"billing": 19, "refunds": 18, "shipping": 20}
AFTER = {"billing": 19, "refunds": 15, "shipping": 20}


@pytest.fixture(scope="module")
def release_test() -> ReleaseComparison:
    old, new = sliced_cases(BEFORE), sliced_cases(AFTER, version="new")
    return compare_releases(release(*old), release(*new))


def cases(n: int, version: str = "old"):
    return [make_case(number, answer=f"{number} {version}") for number in range(n)]


def of(change) -> tuple[int | None, ...]:
    return change.before.k, change.before.n, change.after.k, change.after.n


class TestTheReleaseTest:
    """19, 18 and 20 of 20 against 19, 15 and 20 of 20: three newly failing, none newly passing."""

    def test_each_slice_has_both_rates_and_its_own_test(self, release_test: ReleaseComparison):
        found = {change.slice["topic"]: change for change in release_test.slices}
        assert {topic: of(change) for topic, change in found.items()} == {
            "billing": (19, 20, 19, 20),
            "refunds": (18, 20, 15, 20),
            "shipping": (20, 20, 20, 20),
        }
        # Three against none: 2 × 0.5³ = 0.25. The other slices have no case that turned, so nothing was tested there,
        # and Holm adjusts for one test.
        expected = {"billing": None, "refunds": pytest.approx(0.25), "shipping": None}
        assert {topic: change.p_value for topic, change in found.items()} == expected
        assert {topic: change.p_adjusted for topic, change in found.items()} == expected

    def test_nothing_is_claimed(self, release_test: ReleaseComparison):
        assert {change.claim for change in (release_test.overall, *release_test.slices)} == {"not shown"}
        assert release_test.overall.p_value == pytest.approx(0.25)

    def test_the_interval_is_the_one_for_the_same_cases(self, release_test: ReleaseComparison):
        # 15 pass in both, none only after, 3 only before, 2 in neither.
        assert release_test.slices[1].difference == paired_difference(15, 0, 3, 2)

    def test_the_three_cases_are_listed_and_none_newly_passes(self, release_test: ReleaseComparison):
        # Refunds are cases 20 to 39; the first 18 passed before, the first 15 pass after.
        assert [case.case_id for case in release_test.lost] == ["c35", "c36", "c37"]
        assert release_test.gained == ()

    def test_it_says_how_many_cases_would_show_it(self, release_test: ReleaseComparison):
        refunds = release_test.slices[1]
        assert refunds.needed == labels_for_paired(3 / 20, -3 / 20) == 52
        assert release_test.overall.needed == labels_for_paired(3 / 60, -3 / 60) == 157

    def test_the_sentences_say_what_the_data_can_and_cannot_show(self, release_test: ReleaseComparison):
        said = release_sentences(release_test)
        assert said.headline == (
            "A drop is not shown: 57 of 60 (95%) pass before, 54 of 60 (90%) after (-5 points, -14 to +1; p = 0.250)."
        )
        # Six against none: 2 × 0.5⁶ = 0.031; five: 2 × 0.5⁵ = 0.063.
        assert said.limits == (
            "If the change is as large as it looks, 157 cases, the same in both runs, would show it with a chance of"
            " 80%.",
            "3 are newly failing and none is newly passing; with none newly passing, a drop shows from 6 newly failing"
            " on.",
            "No slice is shown to have changed; the largest drop is in topic = refunds: 18 of 20 (90%) to 15 of 20"
            " (75%), adjusted p = 0.250 (Holm over 1 slice that could be tested); 52 such cases would be needed to show"
            " it.",
        )
        assert "what changed is the application, as this judge sees it" in said.remarks[0]

    def test_a_gate_at_90_percent_on_such_slices_is_undecided_unreachable_and_needs_35(self):
        answers = [
            Answers(n=n, human=None, said=said, topic=topic)
            for topic, good in AFTER.items()
            for n, said in ((good, "YES"), (20 - good, "NO"))
        ]
        gate = "application: {slices: {topic: {pass_rate: {at_least: 0.9}}}}\n"
        lines = gated(report_of(*answers), gate).lines
        assert {line.outcome for line in lines} == {Outcome.UNDECIDED}
        # 19 and 20 of 20: even 20 of 20 shows 20/(20 + 1.96²) = 0.839; n/(n + 3.84) reaches 0.9 from n = 34.6 on.
        assert [lines[at].needed_if_perfect for at in (0, 1, 2)] == [35, 35, 35]
        assert "Unreachable at this n (20 of 20 shows 84% or more): even a perfect result needs 35" in reason_in_words(
            lines[0]
        )
        # 15 of 20 is 53 to 89 %, by itself below 0.9; but P(at most 15 of 20 | 0.9) = 0.043, times three slices, is no
        # proof of that.
        assert lines[1].why is Why.BY_CHANCE


class TestWhatChanged:
    def test_one_judge_on_other_answers_compares_the_application_by_case_id(self):
        old, new = cases(4), list(reversed(cases(4, "new")))
        found = compare_releases(release(old, ["YES", "YES", "NO", "NO"]), release(new, ["YES", "NO", "NO", "YES"]))
        # After, in reverse: c3 yes, c2 no, c1 no, c0 yes.
        assert (found.changed, found.figure, found.paired) == ("answers", "pass rate", True)
        assert ([c.case_id for c in found.lost], [c.case_id for c in found.gained]) == (["c1"], ["c3"])
        assert (found.lost[0].before, found.lost[0].after) == (1, 2)

    def test_two_judges_on_the_same_cases_compare_agreement_with_people(self):
        labels = {"c0": "pass", "c1": "pass", "c2": "fail"}
        old = release(cases(4), ["YES", "NO", "YES", "YES"], labels=labels)
        new = release(cases(4), ["YES", "YES", "NO", "NO"], labels=labels, judge=make_judge(template="Other {answer}"))
        found = compare_releases(old, new)
        # Right before: c0. Right after: all three. c3 has no label.
        assert (found.changed, found.figure, of(found.overall)) == ("judge", "agreement", (1, 3, 3, 3))
        assert [case.case_id for case in found.gained] == ["c1", "c2"]
        assert found.left_out == {"no gold label": 1}

    def test_the_labels_of_the_run_after_count_for_both(self):
        old = release(cases(2), ["YES", "YES"], labels={"c0": "pass"})
        new = release(
            cases(2), ["NO", "YES"], labels={"c0": "fail", "c1": "pass"}, judge=make_judge(template="Other {answer}")
        )
        # Before: c0 says pass where people now say fail, c1 is right.
        assert of(compare_releases(old, new).overall) == (1, 2, 2, 2)

    def test_a_run_against_itself_turns_no_case_and_says_so(self):
        one = release(cases(3), ["YES", "NO", "YES"])
        found = compare_releases(one, one)
        assert (found.changed, found.lost, found.gained, found.overall.p_value) == ("nothing", (), (), None)
        assert found.overall.difference.value == 0
        assert "same run" in release_sentences(found, same_run=True).headline
        assert release_sentences(found).headline.startswith("No case turned: 2 of 3 (67%) pass in both")

    def test_the_same_answers_asked_again_of_the_same_judge_are_told_from_a_release(self):
        found = compare_releases(release(cases(3), ["YES", "NO", "YES"]), release(cases(3), ["NO", "NO", "YES"]))
        assert (found.changed, len(found.lost)) == ("nothing", 1)
        assert "Neither the judge nor the answers changed" in " ".join(release_sentences(found).all)

    def test_another_judge_on_other_answers_is_refused_and_so_is_another_criterion(self):
        old = release(cases(3), ["YES"] * 3)
        with pytest.raises(InputError, match="nobody can tell"):
            compare_releases(old, release(cases(3, "new"), ["YES"] * 3, judge=make_judge(template="Other {answer}")))
        with pytest.raises(InputError, match="one criterion"):
            compare_releases(old, release(cases(3), ["YES"] * 3, criterion="relevant"))

    def test_a_judge_whose_model_alone_is_another_is_another_release(self):
        labels = {"c0": "pass"}
        newer = make_judge()
        newer = replace(newer, model=replace(newer.model, digest="d2"))
        found = compare_releases(
            release(cases(1), ["YES"], labels=labels), release(cases(1), ["NO"], labels=labels, judge=newer)
        )
        assert (found.changed, len(found.lost)) == ("judge", 1)


class TestDifferentCases:
    def test_they_are_compared_unpaired_and_no_case_has_turned(self):
        old = [make_case(number, id=f"old{number}") for number in range(80)]
        new = [make_case(number, id=f"new{number}") for number in range(70)]
        found = compare_releases(release(old, ["YES"] * 48 + ["NO"] * 32), release(new, ["YES"] * 56 + ["NO"] * 14))
        difference = found.overall.difference
        # Newcombe (1998), Table II: 56 of 70 against 48 of 80 is 0.2, 0.0524 to 0.3339.
        assert (round(difference.low or 0, 4), round(difference.high or 0, 4)) == (0.0524, 0.3339)
        assert (found.paired, found.overall.lost, found.lost, found.overall.claim) == (False, None, (), "rose")
        assert "hold different cases" in " ".join(release_sentences(found).all)

    def test_an_id_that_stands_for_another_question_is_another_case(self):
        old = [make_case(number) for number in range(3)]
        new = [make_case(number, question=f"Something else {number}?") for number in range(3)]
        found = compare_releases(release(old, ["YES"] * 3), release(new, ["NO"] * 3))
        assert (found.paired, found.shared, found.only_before, found.only_after) == (False, 0, 3, 3)

    def test_a_difference_that_is_not_shown_says_the_cases_on_each_side(self):
        old = [make_case(number, id=f"old{number}") for number in range(20)]
        new = [make_case(number, id=f"new{number}") for number in range(20)]
        found = compare_releases(release(old, ["YES"] * 17 + ["NO"] * 3), release(new, ["YES"] * 16 + ["NO"] * 4))
        # 0.85 against 0.80 takes 906 on each side (tests/stats/test_planning.py).
        assert (found.overall.claim, found.overall.needed) == ("not shown", 906)
        assert "906 cases, on each side," in " ".join(release_sentences(found).all)

    def test_a_few_shared_cases_do_not_make_two_samples_one(self):
        old, new = cases(10), [*cases(2, "new"), *(make_case(number) for number in range(20, 28))]
        found = compare_releases(release(old, ["YES"] * 10), release(new, ["YES"] * 10))
        assert (found.paired, found.shared) == (False, 2)


class TestWhatIsLeftOut:
    def test_failed_missing_and_unasked_cases_of_either_run_are_counted_beside(self):
        # c3 lacks its evidence in the run after, c4 is only there, c5 only before.
        old = [*cases(4), make_case(5)]
        new = [*cases(3, "new"), make_case(3, evidence=(Document(id="d3", text=""),)), make_case(4)]
        before = release(old, [FAILED, "YES", "YES", "YES", "YES"])
        after = release(new, ["YES", MISSING, "NO", MISSING, "YES"])
        found = compare_releases(before, after)
        assert of(found.overall) == (1, 1, 0, 1)
        assert found.left_out == {
            "not answered before": 1,
            "not answered after": 1,
            "not asked (no evidence) after": 1,
        }
        assert (found.shared, found.only_before, found.only_after) == (4, 1, 1)
        said = release_sentences(found).remarks[-1]
        assert "1 not asked (no evidence) after" in said
        assert "1 only in the run before; 1 only in the run after" in said

    def test_every_case_is_accounted_for(self):
        old, new = cases(5), cases(5, "new")
        found = compare_releases(
            release(old, ["YES", FAILED, FAILED, "NO", "YES"]), release(new, ["YES", FAILED, "YES", "NO", MISSING])
        )
        assert found.left_out == {"not answered in both runs": 1, "not answered before": 1, "not answered after": 1}
        assert found.overall.before.n + sum(found.left_out.values()) == found.shared == 5

    def test_without_a_case_answered_in_both_nothing_can_be_said(self):
        found = compare_releases(release(cases(2), [FAILED, "YES"]), release(cases(2, "new"), ["YES", FAILED]))
        assert found.overall.difference.value is None
        assert release_sentences(found).headline == (
            "Nothing can be said of the pass rate: no case was answered in both runs."
        )
        assert rate_rows(found)[0]["before"] == "no case"

    def test_a_slice_of_one_run_shows_its_rate_and_is_not_compared(self):
        old = [*cases(4), make_case(8, slices={"topic": "gone"})]
        new = [*cases(4, "new"), make_case(9, slices={"topic": "new"})]
        found = compare_releases(release(old, ["YES"] * 5), release(new, ["YES"] * 4 + ["NO"]))
        by_topic = {change.slice["topic"]: change for change in found.slices}
        assert of(by_topic["gone"]) == (1, 1, None, 0)
        assert of(by_topic["new"]) == (None, 0, 0, 1)
        assert by_topic["gone"].difference.note == "only in the run before"
        assert by_topic["new"].difference.note == "only in the run after"
        assert [row["shown"] for row in rate_rows(found)[1:]] == ["only in the run after", "only in the run before"]

    def test_a_slice_that_neither_run_has_is_refused(self):
        one = release(cases(2), ["YES"] * 2)
        with pytest.raises(InputError, match="expected a slice"):
            compare_releases(one, one, slice_keys=["colour"])


class TestWhatIsClaimed:
    def test_a_drop_is_claimed_in_its_slice_after_holm_and_in_all(self):
        old, new = sliced_cases({"a": 20, "b": 20}), sliced_cases({"a": 12, "b": 19}, version="new")
        found = compare_releases(release(*old), release(*new))
        # a: eight against none, 2 × 0.5⁸ = 1/128, times two slices = 1/64. b: one against none, p = 1.
        assert [change.p_adjusted for change in found.slices] == pytest.approx([1 / 64, 1.0])
        assert [change.claim for change in found.slices] == ["fell", "not shown"]
        said = release_sentences(found)
        assert said.headline.startswith("The pass rate fell from 40 of 40 (100%) to 31 of 40 (78%)")
        assert said.limits == ("By slice, the pass rate fell in topic = a (Holm over 2 slices that could be tested).",)

    def test_holm_keeps_one_of_many_slices_from_being_found_by_luck(self):
        topics = [f"t{number}" for number in range(4)]
        old = sliced_cases(dict.fromkeys(topics, 20))
        new = sliced_cases({**dict.fromkeys(topics, 19), "t0": 14}, version="new")
        found = compare_releases(release(*old), release(*new))
        # Six against none is 1/32 by itself; times the four slices that were tested it is 1/8.
        assert (found.slices[0].p_value, found.slices[0].p_adjusted) == pytest.approx((1 / 32, 1 / 8))
        assert found.slices[0].claim == "not shown"

    def test_cases_of_one_cluster_are_not_counted_as_so_many_witnesses(self):
        """Six cases of one document that turned together are one witness: p = 2 × 0.5¹ = 1."""
        old = [make_case(number, cluster="one" if number < 6 else f"k{number}") for number in range(20)]
        new = [replace(case, answer="new") for case in old]
        found = compare_releases(release(old, ["YES"] * 20), release(new, ["NO"] * 6 + ["YES"] * 14))
        assert (found.clustered, found.overall.lost, found.overall.p_value) == (True, 6, 1.0)

    def test_a_case_that_wavers_between_repeats_is_marked(self):
        before = release(cases(3), [["YES", "NO"], ["YES", "YES"], ["YES", "YES"]], repeats=2)
        after = release(cases(3, "new"), [["NO", "NO"], ["NO", "NO"], ["YES", "YES"]], repeats=2)
        found = compare_releases(before, after)
        assert [(case.case_id, case.wavers) for case in found.lost] == [("c0", True), ("c1", False)]
        assert "Of 2 cases that turned, 1 also differs between the repeats" in " ".join(release_sentences(found).all)

    @pytest.mark.parametrize(("other_way", "fewest"), [(0, 6), (1, 8), (2, 10)])
    def test_how_one_sided_the_turned_cases_have_to_be(self, other_way: int, fewest: int):
        """One against eight: 2 × (1 + 9)/2⁹ = 0.039, against seven 2 × (1 + 8)/2⁸ = 0.070; two against ten:
        2 × (1 + 12 + 66)/2¹² = 0.039, against nine 2 × (1 + 11 + 55)/2¹¹ = 0.065."""
        assert fewest_turned(other_way) == fewest


def test_turned_cases_can_be_gone_through_as_a_list():
    after = release(cases(4, "new"), ["NO", "YES", "NO", "YES"])
    found = compare_releases(release(cases(4), ["YES"] * 4), after)
    listed = turned_list(after, found.lost)
    assert [listed.id_at(place) for place in range(len(listed))] == ["c0", "c2"]
