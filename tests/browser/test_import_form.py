"""The import form: messy files from upload to a stored set, corrected by a person, and replayed by the recipe."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import pytest
from openpyxl import Workbook
from playwright.sync_api import Browser, FilePayload, Locator, Page, TimeoutError, expect

from evalcore.domain import Dataset, gold_labels
from evalcore.importing import Further, read_cases, read_recipe
from evalcore.store import Store
from tests.support.workbench import choose, served, settled, tracebacks, watch_requests

pytestmark = [pytest.mark.browser, pytest.mark.slow]

GERMAN = (
    "Nr;Anfrage;Unterlage;Auskunft;Halluzination;Prüfer\n"
    "1;Wann ist die Rechnung fällig?;Die Rechnung ist laut Vertrag am 3. Mai fällig.;Am „dritten“ Mai.;nein;ines\n"
    "2;Was kostet die Prüfung im Haus?;Die Prüfung kostet laut Liste 20 €.;Sie kostet 30 Euro.;ja;ines\n"
    "3;Wer trägt die Gebühr?;Die Gebühr trägt nach § 5 der Mieter allein.;Der Mieter trägt sie.;unklar;bo\n"
)
ANSWERS = "ticket,question,answer\nt1,When?,On 3 May.\nt2,How much?,20 euros.\nt3,Who?,The tenant.\n"
LABELS = "nr,verdict,reviewer\nt1,yes,anna\nt2,no,ben\nt9,no,ben\n"


@dataclass(frozen=True)
class Bench:
    """The Cases page on an empty store."""

    page: Page
    store: str

    def upload(self, label: str, name: str, content: bytes) -> None:
        field = self.page.get_by_test_id("stFileUploader").filter(has_text=label)
        payload: FilePayload = {"name": name, "mimeType": "application/octet-stream", "buffer": content}
        field.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(payload)

    def only_set(self) -> Dataset:
        store = Store.open(self.store)
        (stored,) = store.list_datasets()
        dataset = store.load_dataset(stored.id)
        store.close()
        return dataset

    def recipe(self) -> bytes:
        settled(self.page)
        with self.page.expect_download() as download:
            self.page.get_by_test_id("stDownloadButton").filter(has_text="Recipe").get_by_role("button").click()
        return Path(download.value.path()).read_bytes()

    def store_cases(self, count: int) -> None:
        settled(self.page)
        cases = "1 case" if count == 1 else f"{count:,} cases"
        button = self.page.get_by_role("button", name=f"Store {cases}")
        expect(button).to_be_enabled()
        button.click()
        expect(self.page.get_by_text(f"{cases} with")).to_be_visible()


@pytest.fixture
def bench(browser: Browser, tmp_path: Path) -> Iterator[Bench]:
    store = f"sqlite:///{(tmp_path / 'store.db').as_posix()}"
    with served(store, tmp_path / "log") as address:
        context = browser.new_context(viewport={"width": 1280, "height": 1000}, base_url=address)
        outside = watch_requests(context, address)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.goto("/cases")
        yield Bench(page=page, store=store)
        context.close()
    assert outside == []
    assert tracebacks(tmp_path / "log") == []


def multi(page: Page, label: str) -> Locator:
    return page.get_by_test_id("stMultiSelect").filter(has=page.get_by_text(label, exact=True))


def add(page: Page, label: str, option: str) -> None:
    """Choose one more of several."""
    box = multi(page, label).get_by_role("combobox")
    offered = page.get_by_role("option", name=option, exact=True)
    for _ in range(3):
        settled(page)
        # A list that would open below the window closes again, as does one that a late drawing of the page meets.
        box.evaluate("box => box.scrollIntoView({block: 'center'})")
        box.fill(option)
        try:
            offered.click(timeout=5_000)
        except TimeoutError:
            box.press("Escape")
            continue
        break
    box.press("Escape")
    expect(multi(page, label).get_by_text(option, exact=True)).to_be_visible()
    settled(page)


def golds(dataset: Dataset) -> dict[str, str | None]:
    return {case_id: gold.value for case_id, gold in gold_labels(dataset, next(iter(dataset.criteria))).items()}


def test_semicolons_in_windows_1252_with_columns_that_no_name_tells(bench: Bench) -> None:
    page = bench.page
    bench.upload("CSV, TSV, Excel", "auskunft.csv", GERMAN.encode("cp1252"))
    expect(multi(page, "Answer").get_by_text("Auskunft", exact=True)).to_be_visible()
    expect(page.get_by_text("encoding cp1252 · delimiter ';'")).to_be_visible()
    add(page, "Id", "Nr")
    add(page, "Labels", "Halluzination")
    choose(page, "Annotator's column", "Prüfer")
    settled(page)
    for word, meaning in (("nein", "pass"), ("ja", "fail"), ("unklar", "no label")):
        choose(page, f"{word} (1)", meaning)
        settled(page)
    recipe = bench.recipe()
    bench.store_cases(3)
    stored = bench.only_set()
    assert golds(stored) == {"1": "pass", "2": "fail", "3": None}
    assert stored.cases[0].answer == "Am „dritten“ Mai."
    assert {label.annotator for label in stored.labels} == {"ines"}
    again = read_cases(GERMAN.encode("cp1252"), filename="auskunft.csv", recipe=read_recipe(recipe))
    assert again.dataset == stored


def test_a_workbook_whose_table_is_on_the_second_sheet_below_a_title(bench: Bench) -> None:
    page, workbook = bench.page, Workbook()
    first = workbook.active
    first.title = "Costs"
    first.append(["month", "answer", "verdict"])
    first.append(["May", "12 euros were spent", "yes"])
    second = workbook.create_sheet("Reviewed")
    second.append(["Reviewed answers of the spring"])
    second.append(["exported", "by hand", "in April", "for us"])
    second.append(["id", "question", "answer", "verdict"])
    second.append(["q1", "When?", "On 3 May.", "yes"])
    second.append(["q2", "How much?", "30 euros.", "no"])
    written = io.BytesIO()
    workbook.save(written)
    bench.upload("CSV, TSV, Excel", "review.xlsx", written.getvalue())
    expect(page.get_by_text("sheet Costs")).to_be_visible()
    settled(page)
    page.get_by_text("Correct how it was read").click()
    choose(page, "Sheet", "Reviewed")
    settled(page)
    # Its name is this alone once the page speaks of the other sheet, of which no header was found yet.
    header = page.get_by_role("spinbutton", name="Header row", exact=True)
    header.fill("3")
    header.press("Enter")
    expect(page.get_by_text("sheet Reviewed · header row 3")).to_be_visible()
    recipe = bench.recipe()
    bench.store_cases(2)
    stored = bench.only_set()
    assert golds(stored) == {"q1": "pass", "q2": "fail"}
    again = read_cases(written.getvalue(), filename="review.xlsx", recipe=read_recipe(recipe))
    assert again.dataset == stored


def test_answers_and_labels_in_two_files_that_are_joined(bench: Bench) -> None:
    page = bench.page
    bench.upload("CSV, TSV, Excel", "answers.csv", ANSWERS.encode())
    expect(page.get_by_text("format csv")).to_be_visible()
    settled(page)
    page.get_by_text("A second file to be joined to it").click()
    bench.upload("A second file", "labels.csv", LABELS.encode())
    expect(page.get_by_text("labels.csv: format csv")).to_be_visible()
    expect(page.get_by_text("Say by which column")).to_be_visible()
    choose(page, "Join by this column of the first file", "ticket")
    choose(page, "and this one of the second", "nr")
    # The orphans of each side, counted and listed.
    expect(page.get_by_text("without-partner: 1").first).to_be_visible()
    expect(page.get_by_text("orphan: 1").first).to_be_visible()
    expect(page.get_by_text("whose key no row of the first file has: 't9'")).to_be_visible()
    page.get_by_text("Correct how it was read").click()
    add(page, "Id", "ticket")
    expect(page.get_by_role("button", name="Store 3 cases")).to_be_disabled()
    page.get_by_text("Store without the row").click()
    recipe = bench.recipe()
    bench.store_cases(3)
    stored = bench.only_set()
    assert golds(stored) == {"t1": "pass", "t2": "fail", "t3": None}
    assert {label.annotator for label in stored.labels} == {"anna", "ben"}
    again = read_cases(
        ANSWERS.encode(),
        filename="answers.csv",
        recipe=read_recipe(recipe),
        further=[Further(source=LABELS.encode(), filename="labels.csv")],
    )
    assert again.dataset == stored


EXPORTS = {
    "prodigy/annotated_github-issues-DOCUMENTATION-textcat.jsonl": "Prodigy",
    "ragas/annotated_data.json": "Ragas",
    "label_studio/csv_test_history.json": "Label Studio",
    "handmade_from_documented_headers/opik_annotation_queue.csv": "Opik",
}


@pytest.mark.parametrize("file", EXPORTS)
def test_the_export_of_a_tool_takes_an_upload_and_one_press(bench: Bench, shared: Path, file: str) -> None:
    page, exported = bench.page, shared / "datasets" / "11_exports" / file
    expected = read_cases(exported).dataset
    bench.upload("CSV, TSV, Excel", exported.name, exported.read_bytes())
    expect(page.get_by_text(f"tool {EXPORTS[file]}")).to_be_visible()
    expect(page.get_by_text("First rows as they stand")).to_have_count(0)
    bench.store_cases(len(expected.cases))
    assert bench.only_set() == expected
    settled(page)
    page.get_by_text("How this set came about").click()
    expect(page.get_by_text(sha256(exported.read_bytes()).hexdigest())).to_be_visible()
    expect(page.get_by_text("schema: evalcore-recipe/1")).to_be_visible()
    settled(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Recipe of this set").click()
    recipe = read_recipe(Path(download.value.path()).read_bytes())
    assert read_cases(exported, recipe=recipe).dataset == expected


CLAIMS = (
    '{"doc": "d1", "claims": [{"text": "It is due on 3 May.", "ok": ["yes", "no", "yes"]}, {"text": "So", "ok": []}]}\n'
    '{"doc": "d2", "claims": [{"text": "It costs 20 euros.", "ok": ["yes", "yes"]}]}\n'
)


def test_claims_in_a_list_become_cases_and_their_votes_one_label(bench: Bench) -> None:
    page = bench.page
    bench.upload("CSV, TSV, Excel", "claims.jsonl", CLAIMS.encode())
    expect(page.get_by_text("Which column is what")).to_be_visible()
    choose(page, "A row per element of", "claims")
    add(page, "Answer", "claims.text")
    add(page, "Id", "doc")
    add(page, "Id", "(element)")
    add(page, "Labels", "claims.ok")
    choose(page, "Several on one case", "what more than half say")
    settled(page)
    recipe = bench.recipe()
    bench.store_cases(3)
    stored = bench.only_set()
    # Two of three say yes, nobody says anything, both say yes.
    assert golds(stored) == {"d1-1": "pass", "d1-2": None, "d2-1": "pass"}
    assert len(stored.labels) == 2
    assert read_cases(CLAIMS.encode(), filename="claims.jsonl", recipe=read_recipe(recipe)).dataset == stored
