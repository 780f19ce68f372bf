"""Make the pictures of the documents from the real workbench: every page, both themes, and a narrow window.

    python docs/pictures/make.py               # measures the demo first, which takes about two minutes
    python docs/pictures/make.py --db URL      # pictures of another store
    python docs/pictures/make.py --all DIR     # dark and narrow ones as well, into a folder, to be looked at

Needs Debian's chromium and the ``dev`` extra.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, expect  # noqa: E402

from evalcore.cli import main as evalcore  # noqa: E402
from tests.support.workbench import chromium, served  # noqa: E402

JUDGE = "embedded:smollm2-135m"
PAGES = {
    "overview": "/",
    "cases": "/cases?case=bill-02",
    "judges": "/judges",
    "run": "/run",
    "compare": f"/compare?judge={JUDGE}",
    "judge": f"/judge?judge={JUDGE}",
    "releases": "/releases?before=r-0001&after=r-0002&judge=word-overlap&judge_before=word-overlap:0.6",
    "plan": "/plan?judge=cites-source&ask=retry+loop",
    "gates": "/gates?judge=cites-source",
    "export": f"/export?judge={JUDGE}",
    "words": "/words",
}
DRAWN = """() => !document.querySelector('[data-testid="stMain"] [data-testid="stSkeleton"]') &&
  [...document.querySelectorAll('[data-testid="stVegaLiteChart"]')].every((one) => one.querySelector("canvas, svg"))"""
WIDE, NARROW, HEIGHT, TALLEST = 1280, 900, 860, 5000


def main() -> int:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--db", help="a store that holds a run")
    parser.add_argument("--all", metavar="DIR", type=Path, help="both themes and a narrow window, whole pages")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store = arguments.db or f"sqlite:///{folder}/demo.db"
        if not arguments.db and not _measure(store):
            return 1
        with served(store, Path(folder) / "log") as address, chromium() as browser:
            if arguments.all:
                for theme, width in (("light", WIDE), ("dark", WIDE), ("light", NARROW)):
                    take(browser, address, arguments.all, theme=theme, width=width, whole=True)
            else:
                take(browser, address, Path(__file__).parent, theme="light", width=WIDE, whole=False)
    return 0


def _measure(store: str) -> bool:
    """An earlier release of a judge first, for the Releases page; then the demo, whose run the others show."""
    earlier = ["run", "--cases", "demo", "--judge", "word-overlap:0.6", "--db", store]
    return evalcore(earlier) == 0 and evalcore(["demo", "--db", store]) == 0


def take(browser: Browser, address: str, folder: Path, *, theme: str, width: int, whole: bool) -> None:
    """One picture of every page; ``whole``: as high as the page is."""
    folder.mkdir(parents=True, exist_ok=True)
    context = browser.new_context(
        viewport={"width": width, "height": HEIGHT}, color_scheme="dark" if theme == "dark" else "light"
    )
    page = context.new_page()
    for name, path in PAGES.items():
        page.goto(address + path)
        expect(page.locator("h1").first).to_be_visible(timeout=30_000)
        expect(page.get_by_test_id("stStatusWidget")).to_have_count(0, timeout=30_000)
        if whole:
            height = page.evaluate("document.querySelector('[data-testid=stMain]').scrollHeight")
            page.set_viewport_size({"width": width, "height": min(int(height) + 20, TALLEST)})
        page.wait_for_load_state("networkidle")
        page.wait_for_function(DRAWN)
        page.wait_for_timeout(800)  # charts fade in
        page.screenshot(path=folder / (f"{name}-{theme}-{width}.png" if whole else f"{name}.png"))
        page.set_viewport_size({"width": width, "height": HEIGHT})
    context.close()


if __name__ == "__main__":
    raise SystemExit(main())
