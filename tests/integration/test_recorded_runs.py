"""What judges said elsewhere becomes a run: measured like any other, marked, stored once, and never asked."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from evalcore.errors import JudgeError, RunError
from evalcore.importing import Imported, read_cases, read_recipe
from evalcore.judges import find_judge, judge_from_text, request_fingerprint
from evalcore.providers import Providers
from evalcore.report import to_document
from evalcore.report.recorded_import import report_on_recorded
from evalcore.runner import continue_run, draft_run, run_report, run_standing
from evalcore.runner.recording import RecordedRun, recording_of, store_recording
from evalcore.store import Store
from tests.support.command import Command
from tests.support.things import NOON

# Of six answers people pass a, c, e. By spring-2.0, "chatty" passes a and c; "YES." is not literal, so that e fails by
# default; "No" of b and d is a no; f is blank in the file, so that its reply is an empty one, and fails by default.
REPLIES = """id,question,answer,human,chatty,terse,score
a,When?,On 3 May.,yes,Yes,yes,1
b,How much?,Lots.,no,No,no,0
c,Who?,The tenant.,yes,yes,no,1
d,Where?,There.,no,No,no,1
e,Why?,By law.,yes,YES.,yes,1
f,How?,By post.,no,,no,n.a.
"""
RECIPE = """schema: evalcore-recipe/1
name: replies
columns:
  id: id
  question: question
  answer: answer
  labels:
    - column: human
      source: human
  recorded:
    - column: chatty
      judge: chatty:7b
      rule: spring-2.0
    - column: terse
      rule: lenient
    - column: score
"""
WHERE = "replies.csv (column 'chatty')"


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """The file and its recipe."""
    return written(tmp_path, REPLIES, RECIPE)


def written(folder: Path, rows: str, recipe: str) -> tuple[Path, Path]:
    (folder / "replies.csv").write_text(rows, encoding="utf-8")
    (folder / "recipe.yaml").write_text(recipe, encoding="utf-8")
    return folder / "replies.csv", folder / "recipe.yaml"


def imported(files: tuple[Path, Path]) -> Imported:
    return read_cases(files[0], recipe=read_recipe(files[1]))


def recorded(store: Store, found: Imported) -> tuple[RecordedRun, ...]:
    stored = store.save_dataset(found.dataset, at=NOON)
    return store_recording(store, stored, recording_of(found, file="replies.csv"), at=NOON)


def test_recorded_replies_are_measured_as_they_would_be_by_their_rule(store: Store, files: tuple[Path, Path]):
    """Of 6, chatty is right on a, b, c, d, f; terse on a, b, d, e, f; score on a, b, d, e."""
    (run,) = recorded(store, imported(files))
    report = run_report(store, run.run_id or "")
    right = {judge.name: (judge.as_deployed.agreement.k, judge.as_deployed.agreement.n) for judge in report.judges}
    assert right == {"chatty:7b (recorded)": (5, 6), "terse (recorded)": (5, 6), "score (recorded)": (4, 6)}
    chatty, _, score = report.judges
    assert (chatty.rule, chatty.replies_as_deployed.literal, chatty.recorded) == ("spring-2.0", 4, WHERE)
    assert (score.rule, score.as_deployed.confusion.no_verdict) == ("recorded", (0, 1, 0))


def test_the_run_has_the_figures_that_score_has(store: Store, files: tuple[Path, Path]):
    """Every figure but the names, which say what is recorded, and the digest, which tells recordings apart."""
    found = imported(files)
    (run,) = recorded(store, found)
    scored, stored = (to_document(one)["judges"] for one in (report_on_recorded(found), run_report(store, run.run_id)))
    own = {"name", "recorded", "digest", "config_sha256", "agreement_among_all"}
    for one, other in zip(scored, stored, strict=True):
        assert {key: one[key] for key in one if key not in own} == {key: other[key] for key in other if key not in own}


RATINGS = """id,answer,human,rated
a,A,5,Rating: 5
b,B,1,Rating: 2
c,C,1,cannot say
d,D,4,Rating: 4
e,E,3,cannot say
"""
BY_RATING = """schema: evalcore-recipe/1
criteria:
  human: {scale: rating, values: [1, 2, 3, 4, 5], passing: [4, 5]}
columns:
  id: id
  answer: answer
  labels: [{column: human, criterion: human}]
  recorded: [{column: rated, rule: rating, params: {low: 1, high: 5}}]
"""


def test_a_raw_reply_that_cannot_be_read_is_no_fail_on_ratings_in_score_and_in_a_stored_run(
    store: Store, tmp_path: Path
):
    """At 4 and up, a, b and d are right; c and e were not said, of which as fails both would be right."""
    found = imported(written(tmp_path, RATINGS, BY_RATING))
    (run,) = recorded(store, found)
    for report in (report_on_recorded(found), run_report(store, run.run_id or "")):
        (judge,) = report.judges
        assert (judge.as_deployed.agreement.k, judge.as_deployed.agreement.n) == (3, 5)
        assert judge.as_deployed.confusion.matrix == ((2, 0, 0), (0, 1, 2), (0, 0, 0))
        assert judge.unread == "class"


def test_the_same_import_twice_stores_nothing_twice(store: Store, files: tuple[Path, Path]):
    (run,), (again,) = recorded(store, imported(files)), recorded(store, imported(files))
    assert again.run_id == run.run_id
    assert len(store.list_runs()) == 1
    assert len(store.list_judges()) == 3


def test_a_changed_recording_is_a_new_version_of_its_judge_and_the_old_one_stays(store: Store, tmp_path: Path):
    (before,) = recorded(store, imported(written(tmp_path, REPLIES, RECIPE)))
    changed = REPLIES.replace("YES.", "yes")
    (after,) = recorded(store, imported(written(tmp_path, changed, RECIPE)))
    right = [run_report(store, run.run_id or "").judges[0].as_deployed.agreement.k for run in (before, after)]
    assert right == [5, 6]
    assert sorted(judge.version for judge in store.list_judges() if judge.name.startswith("chatty")) == [1, 2]


def test_columns_of_one_judge_are_its_repeats_and_what_is_not_recorded_is_missing(store: Store, tmp_path: Path):
    """Two repeats of six cases are planned, and two cells are blank; of the 4 cases with two verdicts one flips."""
    rows = "id,answer,human,one,two\na,A,yes,yes,yes\nb,B,no,no,yes\nc,C,yes,yes,yes\nd,D,no,no,no\n"
    rows += "e,E,yes,yes,\nf,F,no,,no\n"
    recipe = """schema: evalcore-recipe/1
columns:
  id: id
  answer: answer
  labels: [{column: human}]
  recorded: [{column: one, judge: m}, {column: two, judge: m}]
"""
    (run,) = recorded(store, imported(written(tmp_path, rows, recipe)))
    (judge,) = run_report(store, run.run_id or "").judges
    assert (judge.repeats, judge.calls.planned, judge.calls.answered, judge.calls.missing) == (2, 12, 10, 2)
    assert (judge.as_deployed.flips.cases, judge.as_deployed.flips.n) == (1, 4)
    (standing,) = run_standing(store, run.run_id or "")
    assert (standing.answered, standing.missing) == (10, 2)


ROWS = "id,answer,human,said\na,A,yes,yes\na,A,yes,no\na,A,yes,yes\nb,B,no,no\nb,B,no,no\n"
BY_ROWS = """schema: evalcore-recipe/1
columns: {id: id, answer: answer, labels: [{column: human}], recorded: [{column: said%s}]}
"""


def test_rows_are_repeats_where_the_recipe_says_so(store: Store, tmp_path: Path):
    """Case a has three verdicts of which two of three pairs differ; b has two that are the same: (2/3 + 0) / 2."""
    (run,) = recorded(store, imported(written(tmp_path, ROWS, BY_ROWS % ", combine: repeats")))
    (judge,) = run_report(store, run.run_id or "").judges
    assert (judge.repeats, judge.calls.answered, judge.calls.missing) == (3, 5, 1)
    assert judge.as_deployed.flips.rate.value == pytest.approx(1 / 3)


def test_rows_that_differ_and_are_not_said_to_be_repeats_are_called_out(tmp_path: Path):
    recording = recording_of(imported(written(tmp_path, ROWS, BY_ROWS % "")), file="replies.csv")
    assert recording.runs[0].repeats == 1
    (sentence,) = recording.left_out
    assert "column 'said' holds different things in several rows of 1 case; that of the first row counts" in sentence


def test_rows_of_several_annotators_are_no_repeats(tmp_path: Path):
    rows = "id,answer,human,who,said\na,A,yes,ines,yes\na,A,no,tom,yes\nb,B,no,ines,no\nb,B,no,tom,no\n"
    recipe = BY_ROWS.replace("column: human", "column: human, annotator_column: who") % ""
    recording = recording_of(imported(written(tmp_path, rows, recipe)), file="replies.csv")
    assert (recording.runs[0].repeats, recording.left_out) == (1, ())


def test_columns_of_one_judge_that_are_read_differently_are_not_its_repeats(tmp_path: Path):
    recipe = RECIPE.replace("- column: terse\n", "- column: terse\n      judge: chatty:7b\n")
    recording = recording_of(imported(written(tmp_path, REPLIES, recipe)), file="replies.csv")
    assert [one.judge.name for one in recording.runs[0].judges] == ["score (recorded)"]
    assert "columns 'chatty' and 'terse' are both of the judge 'chatty:7b'" in recording.left_out[0]


def test_identical_cases_of_which_different_things_are_recorded_make_no_run(tmp_path: Path):
    """A call is named by what is asked: one of the two verdicts would stand for both cases."""
    rows = "id,answer,human,said\na,same,yes,yes\nb,same,yes,no\nc,other,no,no\n"
    recording = recording_of(imported(written(tmp_path, rows, BY_ROWS % "")), file="replies.csv")
    assert recording.runs == ()
    assert "cases a and b are the same, word for word, and different things are recorded" in recording.left_out[0]


def test_every_criterion_has_a_run_of_what_was_said_about_it(store: Store, tmp_path: Path):
    """``any`` is said about neither by name, so that it is measured under both."""
    rows = "id,answer,true,polite,t,any,tone\na,A,yes,no,yes,yes,no\nb,B,no,no,no,no,no\n"
    recipe = """schema: evalcore-recipe/1
columns:
  id: id
  answer: answer
  labels: [{column: "true", criterion: true-to-fact}, {column: polite, criterion: polite}]
  recorded: [{column: t, criterion: true-to-fact}, {column: any}, {column: tone, criterion: tone}]
"""
    found = imported(written(tmp_path, rows, recipe))
    runs = {run.criterion: [one.judge.name for one in run.judges] for run in recorded(store, found)}
    assert runs == {"true-to-fact": ["t (recorded)", "any (recorded)"], "polite": ["any (recorded)"]}
    (sentence,) = recording_of(found, file="replies.csv").left_out
    assert "tone" in sentence
    assert "the criteria of the set are 'true-to-fact', 'polite'" in sentence


def test_a_recorded_judge_is_never_asked(store: Store, files: tuple[Path, Path]):
    found = imported(files)
    (run,) = recorded(store, found)
    judge = store.load_judge(store.load_run(run.run_id or "").spec.judge_ids[0])
    with pytest.raises(RunError, match=r"chatty:7b \(recorded\) was recorded elsewhere"):
        asyncio.run(continue_run(store, run.run_id or "", providers=Providers(), retry_failed=True))
    stored = store.save_dataset(found.dataset, at=NOON)
    with pytest.raises(RunError, match="cannot be asked"):
        asyncio.run(draft_run(store, stored, [judge], providers=Providers(), repeats=1))
    with pytest.raises(JudgeError, match="there is no provider 'recorded'"):
        Providers().get("recorded")


def test_what_was_recorded_is_never_taken_for_a_reply_to_a_call(store: Store, files: tuple[Path, Path]):
    """Even where a person calls the column as a judge is called: another name, another request."""
    files[1].write_text(files[1].read_text().replace("chatty:7b", "ollama:chatty:7b"), encoding="utf-8")
    (run,) = recorded(store, imported(files))
    judge = store.load_judge(store.load_run(run.run_id or "").spec.judge_ids[0])
    asked = find_judge("ollama:chatty:7b", criterion=judge.criterion)
    assert request_fingerprint(judge) != request_fingerprint(asked)
    assert store.latest_epoch(request_fingerprint(asked)) is None
    assert asked.name not in {one.name for one in store.list_judges()}


def test_no_judge_file_can_claim_to_be_recorded():
    text = "schema: evalcore-judge/1\nname: x\ncriterion: c\nmodel: {provider: recorded, name: x}\n"
    text += "reading: {rule: json, reader: r}\n"
    with pytest.raises(JudgeError, match=r"model\.provider"):
        judge_from_text(text, file="x.yaml")
    recorded_rule = text.replace("provider: recorded", "provider: rules").replace("rule: json", "rule: recorded")
    with pytest.raises(JudgeError, match="reading rule 'recorded' is unknown"):
        judge_from_text(recorded_rule, file="x.yaml")


def test_the_commands_take_a_recorded_run_for_a_run(command: Command, files: tuple[Path, Path], tmp_path: Path):
    """Import, report, gate and card; and nothing that would need the judge itself."""
    ended = command("import", files[0], "--map", files[1])
    assert "run r-0001 holds what was recorded under 'grounded': chatty:7b (recorded) on 6 cases" in ended.out
    report_md = command("report", "--format", "md").out
    assert f"not asked here; prompts and models are not known: chatty:7b (recorded) in {WHERE}; terse" in report_md
    report = tmp_path / "report.json"
    report.write_text(command("report", "--json").out, encoding="utf-8")
    gates = tmp_path / "gates.yaml"
    gates.write_text(
        "schema: evalcore-gates/1\njudge: {overall: {agreement: {at_least: 0.1}}}\n",
        encoding="utf-8",
    )
    gated = command("gate", "--report", report, "--gates", gates, "--judge", "chatty:7b (recorded)")
    assert (gated.code, WHERE in gated.out + gated.err) == (0, True), gated
    for target in ("judge.yaml", "spring-ai", "curl"):
        refused = command("export", "--judge", "chatty:7b (recorded)", "--to", target, "--out", tmp_path / target)
        assert (refused.code, "was recorded elsewhere" in refused.err) == (3, True)
    for judge in ("chatty:7b (recorded)", "score (recorded)"):
        card = command("export", "--judge", judge, "--to", "card.md", "--out", tmp_path)
        assert card.code == 0
        assert "its prompt and model are not known" in (tmp_path / "card.md").read_text(encoding="utf-8")


def test_a_recording_without_labels_is_kept(store: Store, tmp_path: Path):
    rows = "id,answer,said\na,A,yes\nb,B,no\n"
    recipe = "schema: evalcore-recipe/1\ncolumns: {id: id, answer: answer, recorded: [{column: said}]}\n"
    found = imported(written(tmp_path, rows, recipe))
    (run,) = recorded(store, found)
    (judge,) = run_report(store, run.run_id or "").judges
    assert (judge.calls.answered, judge.as_deployed.agreement.value) == (2, None)
