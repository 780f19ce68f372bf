"""``evalcore score`` gives the published figures of real labelled sets, to the digits printed in their EXPECTED.md.

Each test brings a set into a tidy table first, where its own shape is not one that is read yet, and asks the command.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from tests.support.command import Command

Row = Mapping[str, Any]


@pytest.fixture
def sets(shared: Path) -> Path:
    """The folder of labelled sets."""
    return shared / "datasets"


class Scorer:
    """``evalcore score`` on rows that are written to a file of their own."""

    def __init__(self, command: Command, folder: Path) -> None:
        self._command = command
        self._folder = folder

    def __call__(self, rows: Sequence[Row], *words: str) -> Any:
        path = self._folder / "tidy.jsonl"
        path.write_text("".join(json.dumps(dict(row)) + "\n" for row in rows), encoding="utf-8")
        ended = self._command("score", path, *words, "--json")
        assert ended.code == 0, ended.err
        return ended.json


@pytest.fixture
def score(command: Command, tmp_path: Path) -> Scorer:
    return Scorer(command, tmp_path)


def value(estimate: Mapping[str, Any], digits: int = 6) -> float | None:
    found = estimate["value"]
    return None if found is None else round(found, digits)


def read_json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def read_table(path: Path, delimiter: str = ",") -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter=delimiter))


# 01_pandalm: 0 is a tie; the pair scale lists 1 (A), 2 (B), tie.

PEOPLE = ("annotator1", "annotator2", "annotator3")


def pandalm(sets: Path) -> list[Row]:
    folder = sets / "01_pandalm"
    gpt = {one["idx"]: one["gpt_result"] for one in read_json(folder / "gpt-3.5-turbo-testset-v1.json")}
    own = {one["idx"]: one["pandalm_result"] for one in read_json(folder / "pandalm-7b-testset-v1.json")}
    return [
        {**{name: one[name] for name in PEOPLE}, "gpt": gpt[one["idx"]], "pandalm": own[one["idx"]]}
        for one in read_json(folder / "testset-v1.json")
    ]


def human(names: Sequence[str]) -> list[str]:
    return [word for name in names for word in ("--human", name)]


def test_pandalm_people_agree_as_published(sets: Path, score: Scorer):
    dataset = score(pandalm(sets), *human(PEOPLE), "--scale", "pair")["dataset"]
    agreement = dataset["human_agreement"]
    assert (dataset["cases"], dataset["labelled"], dataset["unresolved"]) == (999, 999, 0)
    assert {name: value(estimate) for name, estimate in agreement.items() if name != "pairs"} == {
        "alpha": 0.864221,
        "fleiss": 0.864175,
        "kappa annotator1 ~ annotator2": 0.852023,
        "kappa annotator1 ~ annotator3": 0.878944,
        "kappa annotator2 ~ annotator3": 0.861661,
    }


def test_pandalm_two_people_agree_as_often_as_published(sets: Path, score: Scorer):
    found = [
        value(
            score(pandalm(sets), "--human", a, "--judge", b, "--scale", "pair")["judges"][0]["as_deployed"]["agreement"]
        )
        for a, b in combinations(PEOPLE, 2)
    ]
    assert found == [0.912913, 0.928929, 0.917918]


def test_pandalm_unusable_replies_of_gpt_are_shown_both_ways(sets: Path, score: Scorer):
    """974 usable, of which 697 right: 697 / 974 = 0.715606, and 697 / 999 = 0.697698 with the 25 counted as wrong."""
    report = score(pandalm(sets), *human(PEOPLE), "--judge", "gpt", "--scale", "pair")
    (judge,) = report["judges"]
    by_value = judge["as_deployed"]["by_value"]
    assert (by_value["n"], by_value["usable"]) == (999, 974)
    assert judge["replies_as_deployed"]["unread"] == {"not a value of the scale": 25}
    assert (value(judge["as_deployed"]["agreement"]), value(judge["lenient"]["agreement"])) == (0.697698, 0.715606)
    assert (value(judge["as_deployed"]["kappa"]), value(by_value["kappa"])) == (0.492865, 0.492865)
    macro = [value(by_value[f"macro_{name}"]) for name in ("precision", "recall", "f1")]
    assert macro == [0.536540, 0.541652, 0.533082]
    assert by_value["confusion"]["labels"] == ["A", "B", "tie"]
    assert by_value["confusion"]["matrix"] == [[332, 71, 13], [86, 360, 20], [42, 45, 5]]
    # 105 ties, 422 first and 472 second by the majority, less the usable ones above.
    assert by_value["confusion"]["no_verdict"] == [422 - 416, 472 - 466, 105 - 92]


def test_pandalm_7b_gives_the_published_figures(sets: Path, score: Scorer):
    measures = score(pandalm(sets), *human(PEOPLE), "--judge", "pandalm", "--scale", "pair")["judges"][0]["as_deployed"]
    by_value = measures["by_value"]
    assert (by_value["n"], by_value["usable"]) == (999, 999)
    assert (value(measures["agreement"]), value(measures["kappa"])) == (0.667668, 0.435355)
    macro = [value(by_value[f"macro_{name}"]) for name in ("precision", "recall", "f1")]
    assert macro == [0.573831, 0.574969, 0.574305]
    assert measures["confusion"]["matrix"] == [[298, 84, 40], [100, 337, 35], [35, 38, 32]]


@pytest.mark.parametrize(
    ("judge", "n", "agreement", "kappa"), [("gpt", 849, 0.815077, 0.629866), ("pandalm", 819, 0.775336, 0.549823)]
)
def test_pandalm_without_ties_on_either_side(
    sets: Path, score: Scorer, judge: str, n: int, agreement: float, kappa: float
):
    rows = [
        {"human": max(votes, key=votes.count), "judge": str(row[judge])}
        for row in pandalm(sets)
        if (votes := [row[name] for name in PEOPLE])
    ]
    kept = [row for row in rows if row["human"] != 0 and row["judge"] in ("1", "2")]
    measures = score(kept, "--human", "human", "--judge", "judge", "--values", "1,2")["judges"][0]["as_deployed"]
    assert (measures["n"], value(measures["agreement"]), value(measures["kappa"])) == (n, agreement, kappa)


# 02_llmbar: an unparsed verdict is a class of its own there, so it is declared as a value.

LLMBAR = {
    ("Natural", "GPT-4_Vanilla"): (100, 95.00, 96.00, 0.897709, 0.897709),
    ("Natural", "GPT-4_Swap"): (100, 94.00, 95.00, 0.877651, 0.938675),
    ("Natural", "ChatGPT_Vanilla"): (100, 80.00, 83.00, 0.602544, 0.428684),
    ("Natural", "PaLM2_Vanilla"): (100, 78.00, 88.00, 0.561753, 0.603489),
    ("Neighbor", "GPT-4_Vanilla"): (134, 77.61, 79.85, 0.547399, 0.865131),
    ("Neighbor", "GPT-4_Swap"): (134, 77.61, 77.61, 0.547399, 0.939978),
    ("Neighbor", "ChatGPT_Vanilla"): (134, 22.39, 16.42, -0.586160, 0.461620),
    ("Neighbor", "PaLM2_Vanilla"): (134, 61.19, 64.18, 0.215492, 0.353651),
    ("GPTInst", "GPT-4_Vanilla"): (92, 84.78, 88.04, 0.696083, 0.890995),
    ("GPTInst", "GPT-4_Swap"): (92, 86.96, 89.13, 0.739745, 0.912423),
    ("GPTInst", "ChatGPT_Vanilla"): (92, 27.17, 26.09, -0.446948, 0.316058),
    ("GPTInst", "PaLM2_Vanilla"): (92, 71.74, 75.00, 0.439944, 0.376198),
    ("GPTOut", "GPT-4_Vanilla"): (47, 74.47, 80.85, 0.495528, 0.868593),
    ("GPTOut", "GPT-4_Swap"): (47, 72.34, 74.47, 0.452018, 0.956762),
    ("GPTOut", "ChatGPT_Vanilla"): (47, 36.17, 46.81, -0.241197, 0.280419),
    ("GPTOut", "PaLM2_Vanilla"): (47, 57.45, 61.70, 0.176883, 0.369128),
    ("Manual", "GPT-4_Vanilla"): (46, 76.09, 84.78, 0.521739, 0.652174),
    ("Manual", "GPT-4_Swap"): (46, 78.26, 84.78, 0.566038, 0.870056),
    ("Manual", "ChatGPT_Vanilla"): (46, 39.13, 30.43, -0.188192, 0.216718),
    ("Manual", "PaLM2_Vanilla"): (46, 69.57, 60.87, 0.405904, 0.751351),
}
"""Slice and judge: cases, right in either order (%), kappa with the label, kappa of the two orders."""


def llmbar(sets: Path, part: str, judge: str) -> list[Row]:
    rows = []
    for one in read_json(sets / "02_llmbar" / part / judge / "result.json"):
        final = one["results"][-1]
        rows.append(
            {
                "label": str(one["label"]),
                "ab": final["swap = False"]["winner"] or "unparsed",
                "ba": final["swap = True"]["winner"] or "unparsed",
            }
        )
    return rows


@pytest.mark.parametrize(("part", "judge"), LLMBAR)
def test_llmbar_gives_every_shipped_figure_negative_kappas_included(sets: Path, score: Scorer, part: str, judge: str):
    n, right_ab, right_ba, with_label, between_orders = LLMBAR[part, judge]
    rows, values = llmbar(sets, part, judge), ("--values", "1,2,unparsed")
    ab, ba = (
        one["as_deployed"]
        for one in score(rows, "--human", "label", "--judge", "ab", "--judge", "ba", *values)["judges"]
    )
    assert ab["n"] == n
    assert (round(100 * ab["agreement"]["value"], 2), round(100 * ba["agreement"]["value"], 2)) == (right_ab, right_ba)
    assert value(ab["kappa"]) == with_label
    orders = score(rows, "--human", "ab", "--judge", "ba", *values)["judges"][0]["as_deployed"]
    assert value(orders["kappa"]) == between_orders


# 03_wice_claims: a claim has three chunks of evidence; its verdict is the best of the three.

WICE = ("not_supported", "partially_supported", "supported")


def wice(sets: Path, judge: str) -> list[Row]:
    folder = sets / "03_wice_claims"
    lines = (folder / "claim_test.first300.jsonl").read_text(encoding="utf-8").splitlines()
    replies = (folder / f"{judge}.responses.jsonl").read_text(encoding="utf-8").splitlines()
    claims: dict[str, dict[str, str]] = {}
    for line, reply in zip(lines, replies, strict=True):
        row = json.loads(line)
        said = json.loads(reply)["response"].partition("<answer>")[2].partition("</answer>")[0]
        known = claims.setdefault(row["meta"]["id"], {"human": row["label"], "judge": said})
        known["judge"] = max(known["judge"], said, key=WICE.index)
    return list(claims.values())


@pytest.mark.parametrize(
    ("judge", "accuracy", "kappas", "matrix", "strict"),
    [
        (
            "gpt-3.5-turbo-0613",
            0.34,
            (0.096757, 0.165824, 0.276474),
            [[5, 0, 0], [5, 10, 58], [0, 3, 19]],
            (0.3838, 0.39, 0.56, 0.063268, [[19, 3], [58, 20]]),
        ),
        (
            "gpt-4-0613",
            0.69,
            (0.433376, 0.478290, 0.549680),
            [[5, 0, 0], [8, 46, 19], [0, 4, 18]],
            (0.6102, 0.77, 0.7873, 0.461610, [[18, 4], [19, 59]]),
        ),
    ],
)
def test_wice_gives_the_three_class_and_the_strict_figures(
    sets: Path,
    score: Scorer,
    judge: str,
    accuracy: float,
    kappas: tuple[float, ...],
    matrix: list[list[int]],
    strict: tuple[Any, ...],
):
    scale = ("--values", ",".join(WICE), "--level", "ordinal", "--passing", "supported")
    measures = score(wice(sets, judge), "--human", "human", "--judge", "judge", *scale)["judges"][0]["as_deployed"]
    by_value = measures["by_value"]
    assert by_value["n"] == 100
    assert value(by_value["agreement"]) == accuracy
    assert tuple(value(by_value[name]) for name in ("kappa", "kappa_linear", "kappa_quadratic")) == kappas
    assert by_value["confusion"]["matrix"] == matrix
    f1, agreement, balanced, kappa, table = strict
    assert (value(measures["f1"], 4), value(measures["agreement"], 4)) == (f1, agreement)
    assert (value(measures["balanced_accuracy"], 4), value(measures["kappa"])) == (balanced, kappa)
    assert measures["confusion"]["matrix"] == table


def test_wice_gives_the_figures_of_the_published_threshold(sets: Path, score: Scorer):
    """Above 0 means that partial support passes for GPT-3.5, though not for people."""
    rows = [
        {"human": row["human"] == "supported", "judge": row["judge"] != "not_supported"}
        for row in wice(sets, "gpt-3.5-turbo-0613")
    ]
    measures = score(rows, "--human", "human", "--judge", "judge")["judges"][0]["as_deployed"]
    assert (value(measures["f1"], 3), value(measures["agreement"]), value(measures["kappa"])) == (0.393, 0.32, 0.060773)
    assert measures["confusion"]["matrix"] == [[22, 0], [68, 10]]


# 05_xsum_factuality: one row per vote there; here a row per summary, with votes missing.


def xsum(sets: Path) -> list[Row]:
    summaries: dict[tuple[str, str], dict[str, str]] = {}
    for row in read_table(sets / "05_xsum_factuality" / "factuality_annotations_xsum_summaries.csv"):
        votes = summaries.setdefault((row["bbcid"], row["system"]), {"system": row["system"]})
        votes[row["worker_id"]] = row["is_factual"]
    return [{**dict.fromkeys(("wid_0", "wid_1", "wid_2"), ""), **votes} for votes in summaries.values()]


def test_xsum_people_agree_as_published_with_votes_missing(sets: Path, score: Scorer):
    dataset = score(xsum(sets), *human(("wid_0", "wid_1", "wid_2")))["dataset"]
    assert (dataset["cases"], dataset["labelled"], dataset["unresolved"]) == (1869, 1858, 1)
    agreement = dataset["human_agreement"]
    assert (value(agreement["alpha"]), agreement["alpha"]["n"]) == (0.773606, 1858)
    assert value(agreement["fleiss"]) == 0.774363
    pairs = {name: (value(e), e["n"]) for name, e in agreement.items() if name.startswith("kappa")}
    assert pairs == {
        "kappa wid_0 ~ wid_1": (0.781766, 1858),
        "kappa wid_0 ~ wid_2": (0.778542, 1848),
        "kappa wid_1 ~ wid_2": (0.762235, 1848),
    }


# 06_recipe_ratings: 15 to 88 ratings an item, of people who are not named: a list in one cell.

RECIPES = {
    "grammar": (0.41512699786609375, 0.409907),
    "fluency": (0.43239839448968664, 0.455335),
    "verbosity": (0.3991422935197101, 0.399269),
    "structure": (0.3985577014111057, 0.397837),
    "success": (0.3627155704454662, 0.372059),
    "overall": (0.4351007794425691, 0.463744),
}
"""Metric: ordinal alpha, interval alpha."""


@pytest.mark.parametrize("metric", RECIPES)
def test_recipe_ratings_of_unnamed_people_give_the_published_alphas_in_every_digit(
    sets: Path, score: Scorer, metric: str
):
    instances = read_json(sets / "06_recipe_ratings" / "meta_evaluation_recipes.json")["instances"]
    rows = [{metric: one["annotations"][metric]["individual_human_scores"]} for one in instances]
    report = score(rows, "--human", metric, "--scale", "rating")
    agreement = report["dataset"]["human_agreement"]
    assert report["judges"] == []
    assert (agreement["alpha"]["value"], value(agreement["alpha_interval"])) == RECIPES[metric]
    assert agreement["alpha"]["n"] == 52
    assert not [name for name in agreement if name.startswith("kappa")]


# 07_begin_wow: a judge that counts the words of the response that the knowledge holds.


@pytest.mark.parametrize(
    ("threshold", "agreement", "kappa", "matrix"),
    [(0.5, 0.816279, 0.635319, [[163, 17], [62, 188]]), (0.7, 0.827907, 0.633326, [[120, 60], [14, 236]])],
)
def test_begin_gives_the_published_figures_of_the_overlap_judge(
    sets: Path, score: Scorer, threshold: float, agreement: float, kappa: float, matrix: list[list[int]]
):
    rows = []
    for row in read_table(sets / "07_begin_wow" / "begin_dev_wow.tsv", delimiter="\t"):
        words, known = set(row["response"].lower().split()), set(row["knowledge"].lower().split())
        passes = len(words & known) / len(words) >= threshold
        rows.append({**row, "overlap": "Fully attributable" if passes else "Not fully attributable"})
    scale = ("--values", "Fully attributable,Not fully attributable", "--passing", "Fully attributable")
    columns = ("--human", "begin_label", "--judge", "overlap", "--slice", "model_name")
    (judge,) = score(rows, *columns, *scale)["judges"]
    measures = judge["as_deployed"]
    assert (measures["n"], value(measures["agreement"]), value(measures["kappa"])) == (430, agreement, kappa)
    assert measures["confusion"]["matrix"] == matrix
    good_and_bad = {
        part["slice"]["model_name"]: (part["as_deployed"]["tpr"]["n"], part["as_deployed"]["tnr"]["n"])
        for part in judge["slices"]
    }
    assert good_and_bad == {"ctrl": (93, 21), "doha": (32, 77), "gpt2": (11, 89), "t5": (44, 63)}


# 11_exports: ragas records what its judge said and whether a person accepted it.


@pytest.mark.parametrize(
    ("file", "metric", "n", "passed", "agreement", "kappa", "matrix"),
    [
        ("annotated_data", "helpfulness", 21, 9, 0.761905, 0.520548, [[7, 3], [2, 9]]),
        ("sample_annotated_summary", "summary_accuracy", 19, 17, 0.526316, -0.195804, [[10, 2], [7, 0]]),
    ],
)
def test_ragas_acceptance_becomes_a_label_and_gives_the_published_kappa(
    sets: Path,
    score: Scorer,
    file: str,
    metric: str,
    n: int,
    passed: int,
    agreement: float,
    kappa: float,
    matrix: list[list[int]],
):
    rows = [
        {
            "judge": one["metric_output"],
            "human": one["metric_output"] if one["is_accepted"] else 1 - one["metric_output"],
        }
        for one in read_json(sets / "11_exports" / "ragas" / f"{file}.json")[metric]
    ]
    judge = score(rows, "--human", "human", "--judge", "judge")["judges"][0]
    assert (judge["pass_rate"]["raw"]["k"], judge["pass_rate"]["raw"]["n"]) == (passed, n)
    measures = judge["as_deployed"]
    assert (value(measures["agreement"]), value(measures["kappa"])) == (agreement, kappa)
    assert measures["confusion"]["matrix"] == matrix


# judgy's example: eight labelled cases, and eight without a label whose pass rate is wanted.

JUDGY = [
    *({"human": human, "judge": judge} for human, judge in zip("11001010", "10011010", strict=True)),
    *({"human": "", "judge": judge} for judge in "11010101"),
]


def test_judgys_example_gives_its_corrected_pass_rate_once_there_are_labels_enough(score: Scorer):
    """With tpr = tnr = 3/4 and 5 of 8 pass: (0.625 + 0.75 − 1) / (0.75 + 0.75 − 1) = 0.75, twelve times over."""
    corrected = score(JUDGY * 12, "--human", "human", "--judge", "judge")["judges"][0]["pass_rate"]["corrected"]
    assert value(corrected) == 0.75


def test_judgys_eight_labels_do_not_show_that_the_judge_is_better_than_guessing(score: Scorer):
    """The interval that judgy itself gives is 0 to 1; here the value is no result, and only the note says it."""
    corrected = score(JUDGY, "--human", "human", "--judge", "judge")["judges"][0]["pass_rate"]["corrected"]
    assert corrected["value"] is None
    assert "withheld" in corrected["note"]
    assert "0.75" in corrected["note"]
