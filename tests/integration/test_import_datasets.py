"""Real labelled sets come in from their raw files by a saved recipe, with the published counts and label figures.

The recipes are in tests/recipes; the figures are those of EXPECTED.md.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from evalcore.domain import CalibrationReport, gold_labels
from evalcore.importing import Further, Imported, read_cases, read_recipe
from evalcore.report.recorded_import import report_on_recorded
from tests.support.command import ROOT, Command

RECIPES = ROOT / "tests" / "recipes"


@pytest.fixture
def sets(shared: Path) -> Path:
    """The folder of labelled sets."""
    return shared / "datasets"


def read(sets: Path, file: str, recipe: str, *further: str) -> Imported:
    return read_cases(
        sets / file,
        recipe=read_recipe(RECIPES / recipe),
        further=[Further(source=sets / one) for one in further],
    )


def gold_counts(imported: Imported, criterion: str | None = None) -> Counter[str | None]:
    named = criterion or next(iter(imported.dataset.criteria))
    return Counter(entry.value for entry in gold_labels(imported.dataset, named).values())


def kinds(imported: Imported) -> dict[str, int]:
    return {problem.kind: problem.count for problem in imported.problems}


def agreement(report: CalibrationReport) -> dict[str, float | None]:
    return {
        name: None if found.value is None else round(found.value, 6)
        for name, found in report.dataset.human_agreement.items()
        if name != "pairs"
    }


def figures(report: CalibrationReport, judge: int) -> tuple[float, float]:
    measures = report.judges[judge].as_deployed
    return round(measures.agreement.value or 0, 6), round(measures.kappa.value or 0, 6)


PANDALM = (
    "01_pandalm/testset-v1.json",
    "pandalm.yaml",
    "01_pandalm/gpt-3.5-turbo-testset-v1.json",
    "01_pandalm/pandalm-7b-testset-v1.json",
)


def test_pandalm_comes_in_from_three_files_joined_by_key(sets: Path):
    imported = read(sets, *PANDALM)
    assert imported.problems == ()
    assert gold_counts(imported) == {"tie": 105, "A": 422, "B": 472}
    report = report_on_recorded(imported)
    assert agreement(report) == {
        "alpha": 0.864221,
        "fleiss": 0.864175,
        "kappa annotator1 ~ annotator2": 0.852023,
        "kappa annotator1 ~ annotator3": 0.878944,
        "kappa annotator2 ~ annotator3": 0.861661,
    }
    assert [figures(report, 0), figures(report, 1)] == [(0.697698, 0.492865), (0.667668, 0.435355)]
    assert len(report.dataset.made_by["application model"]) == 10


@pytest.mark.parametrize(
    ("part", "cases", "first", "other"),
    [
        ("Natural", 100, 80.00, 83.00),
        ("Neighbor", 134, 22.39, 16.42),
        ("GPTInst", 92, 27.17, 26.09),
        ("GPTOut", 47, 36.17, 46.81),
        ("Manual", 46, 39.13, 30.43),
    ],
)
def test_llmbar_takes_the_last_verdict_of_each_order_by_its_path(
    sets: Path, part: str, cases: int, first: float, other: float
):
    imported = read(sets, f"02_llmbar/{part}/ChatGPT_Vanilla/result.json", "llmbar.yaml")
    assert (len(imported.dataset.cases), sum(gold_counts(imported).values()), imported.problems) == (cases, cases, ())
    report = report_on_recorded(imported)
    assert [round(100 * figures(report, place)[0], 2) for place in (0, 1)] == [first, other]


def test_llmbar_verdicts_that_were_null_are_missing_and_not_a_class(sets: Path):
    imported = read(sets, "02_llmbar/Natural/PaLM2_Vanilla/result.json", "llmbar.yaml")
    # EXPECTED.md: 4 unparsed, over both orders.
    assert sum(100 - len(recorded.said) for recorded in imported.recorded) == 4


@pytest.mark.parametrize(
    ("judge", "accuracy", "kappas"),
    [
        ("gpt-3.5-turbo-0613", 0.34, (0.096757, 0.165824, 0.276474)),
        ("gpt-4-0613", 0.69, (0.433376, 0.478290, 0.549680)),
    ],
)
def test_wice_brings_three_chunks_to_a_claim_and_takes_the_best_verdict(
    sets: Path, judge: str, accuracy: float, kappas: tuple[float, ...]
):
    folder = "03_wice_claims"
    imported = read(sets, f"{folder}/claim_test.first300.jsonl", "wice.yaml", f"{folder}/{judge}.responses.jsonl")
    assert (imported.understood.rows, len(imported.dataset.cases), imported.problems) == (300, 100, ())
    assert gold_counts(imported) == {"partially_supported": 73, "supported": 22, "not_supported": 5}
    assert Counter(map(len, imported.recorded[0].said.values())) == {3: 100}
    measures = report_on_recorded(imported).judges[0].as_deployed.by_value
    assert measures is not None
    found = (measures.agreement, measures.kappa, measures.kappa_linear, measures.kappa_quadratic)
    values = [round(one.value or 0, 6) for one in found if one is not None]
    assert values == [accuracy, *kappas]


def test_xsum_brings_a_row_per_vote_together_with_votes_missing(sets: Path):
    imported = read(sets, "05_xsum_factuality/factuality_annotations_xsum_summaries.csv", "xsum.yaml")
    assert (imported.understood.rows, len(imported.dataset.cases)) == (5597, 1869)
    assert Counter(label.value for label in imported.dataset.labels) == {"fail": 4982, "pass": 582}
    assert kinds(imported)["no-label"] == 33
    gold = gold_labels(imported.dataset, "factual")
    assert Counter(entry.how if entry.value is None else entry.value for entry in gold.values()) == {
        "pass": 185,
        "fail": 1672,
        "unresolved": 1,
        "unlabelled": 11,
    }
    passed = Counter(case.slices["system"] for case in imported.dataset.cases if gold[case.id].value == "pass")
    assert passed == {"BERTS2S": 66, "PtGen": 25, "TConvS2S": 50, "TranS2S": 44}
    assert agreement(report_on_recorded(imported)) == {
        "alpha": 0.773606,
        "fleiss": 0.774363,
        "kappa wid_0 ~ wid_1": 0.781766,
        "kappa wid_0 ~ wid_2": 0.778542,
        "kappa wid_1 ~ wid_2": 0.762235,
    }
    assert {label.source for label in imported.dataset.labels} == {"human"}


RATINGS = {
    "grammar": 0.41512699786609375,
    "fluency": 0.43239839448968664,
    "verbosity": 0.3991422935197101,
    "structure": 0.3985577014111057,
    "success": 0.3627155704454662,
    "overall": 0.4351007794425691,
}
"""Criterion: the published ordinal alpha."""


def test_recipe_ratings_are_positional_votes_under_six_criteria(sets: Path):
    imported = read(sets, "06_recipe_ratings/meta_evaluation_recipes.json", "recipe-ratings.yaml")
    assert len(imported.dataset.cases) == 52
    assert Counter(label.criterion for label in imported.dataset.labels) == dict.fromkeys(RATINGS, 1056)
    assert all(scale.values == tuple("123456") for scale in imported.dataset.criteria.values())
    for criterion, alpha in RATINGS.items():
        found = report_on_recorded(imported, criterion=criterion).dataset.human_agreement
        assert found["alpha"].value == alpha
        # Position k is not one person across cases, so no two are compared.
        assert not [name for name in found if name.startswith("kappa")]


@pytest.mark.parametrize(
    ("file", "cases", "counts"),
    [
        ("begin_dev_wow.tsv", 430, {"fail": 250, "pass": 180}),
        ("begin_test_wow.tsv", 3607, {"fail": 2209, "pass": 1392, None: 6}),
    ],
)
def test_begin_maps_phrases_and_leaves_its_third_class_without_a_label(
    command: Command, sets: Path, file: str, cases: int, counts: dict[str | None, int]
):
    recipe = ROOT / "data" / "recipes" / "begin-wow.yaml"
    imported = read_cases(sets / "07_begin_wow" / file, recipe=read_recipe(recipe))
    assert (len(imported.dataset.cases), gold_counts(imported)) == (cases, counts)
    stored = command("import", sets / "07_begin_wow" / file, "--map", recipe, "--name", "begin")
    assert stored.out == f"begin: {cases} cases and {cases - counts.get(None, 0)} labels are stored\n"


@pytest.mark.parametrize(
    ("file", "cases", "passed", "documents"), [("scitldr", 466, 145, 17), ("sales_call", 520, 173, 18)]
)
def test_summedits_is_clustered_by_the_text_of_its_document(
    sets: Path, file: str, cases: int, passed: int, documents: int
):
    imported = read(sets, f"08_summedits/summedits_{file}.json", "summedits.yaml")
    assert gold_counts(imported) == {"pass": passed, "fail": cases - passed}
    clusters = {case.cluster for case in imported.dataset.cases}
    assert (len(clusters), max(len(cluster or "") for cluster in clusters) < 80) == (documents, True)


@pytest.mark.parametrize(
    ("file", "claims", "without", "all_entailed"),
    [
        ("chatgpt", {"Entailment": 506, "Contradiction": 69, "Neutral": 30}, 0, 81),
        ("gpt4", {"Entailment": 423, "Contradiction": 4, "Neutral": 5}, 8, 86),
        ("falcon_40B_instruct", {"Entailment": 371, "Contradiction": 67, "Neutral": 119}, 3, 56),
    ],
)
def test_refchecker_claims_are_cases_or_rolled_up_to_answers(
    sets: Path, file: str, claims: dict[str, int], without: int, all_entailed: int
):
    path = f"10_refchecker/dolly_{file}_answers.json"
    each = read(sets, path, "refchecker-claims.yaml")
    assert gold_counts(each) == claims
    assert kinds(each).get("no-element", 0) == without
    answers = read(sets, path, "refchecker-answers.yaml")
    counts = gold_counts(answers)
    # An answer without claims is an abstention, not a pass.
    assert (len(answers.dataset.cases), counts["pass"], counts[None]) == (100, all_entailed, without)


def test_what_a_recipe_records_is_scored_by_the_command(command: Command, sets: Path):
    first, recipe, *further = PANDALM
    joins = [word for file in further for word in ("--join", sets / file)]
    ended = command("score", sets / first, "--map", RECIPES / recipe, *joins, "--json")
    assert ended.code == 0, ended.err
    found = [round(judge["as_deployed"]["kappa"]["value"], 6) for judge in ended.json["judges"]]
    assert (found, [judge["name"] for judge in ended.json["judges"]]) == (
        [0.492865, 0.435355],
        ["gpt-3.5-turbo", "pandalm-7b"],
    )
    refused = command("score", sets / first, "--map", RECIPES / recipe, "--human", "annotator1")
    assert (refused.code, "leave --human out" in refused.err) == (3, True)


def test_a_recipe_that_joins_files_asks_for_them(command: Command, sets: Path):
    refused = command("check", sets / PANDALM[0], "--map", RECIPES / PANDALM[1])
    assert (refused.code, "the recipe joins 2 further files, 0 were given" in refused.err) == (3, True)
