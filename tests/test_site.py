"""The documentation's site: every public name and every page is on it, and its links lead somewhere."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import opscope
from opscope import debug, notebook, viz
from tests.examples import PAGES, ROOT

pytest.importorskip("nbconvert")
from notebooks import docs_pages, reference_pages


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "pages"
    docs_pages.written(folder)
    folder.with_name("mkdocs.yml").write_text(docs_pages.settings(folder), encoding="utf-8")
    return folder


def test_every_page_is_in_the_navigation(pages: Path):
    listed = re.findall(r"^ +- ([\w/-]+\.md)$", pages.with_name("mkdocs.yml").read_text(), re.MULTILINE)
    assert sorted(listed) == sorted(p.relative_to(pages).as_posix() for p in pages.rglob("*.md"))


def test_the_list_of_tutorials_has_each(pages: Path):
    listed = re.findall(r"^\| \[.+?\]\((.+?)\.md\) \|", (pages / "tutorials" / "index.md").read_text(), re.MULTILINE)
    assert [Path(link).name for link in listed] == [path.stem for path in docs_pages.tutorials()]


def test_links_lead_to_pages_and_pictures(pages: Path):
    missing = [
        f"{page.relative_to(pages)}: {link}"
        for page in pages.rglob("*.md")
        for link in re.findall(
            r"\]\((?!https?:|#)([^)#\s]+)", re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)
        )
        if not (page.parent / link).exists()
    ]
    assert not missing


def test_links_lead_to_files_in_the_repository_too():
    """A page is also read on the repository's web view and in an editor, where no site is built."""
    sources = [path for pattern in ("*.md", "opscope/*.md", "notebooks/**/*.md") for path in ROOT.glob(pattern)]
    links = [
        (path, link)
        for path in sources
        for link in re.findall(
            r"\]\((?!https?:|#)([^)\s]+)", re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        )
    ]
    assert len(links) > 150
    assert not [(path.name, link) for path, link in links if not (path.parent / link.partition("#")[0]).exists()]


def test_the_list_of_reference_pages_has_each():
    text = (PAGES / "reference" / "index.md").read_text(encoding="utf-8")
    listed = [f"reference/{name}.md" for name in re.findall(r"^## (.+)$", text, re.MULTILINE)]
    assert listed == list(reference_pages.PAGES)
    linked = [
        name for page in PAGES.rglob("*.md") for name in re.findall(r"reference/index\.md#([\w-]+)", page.read_text())
    ]
    assert len(linked) > 10 and {f"reference/{name}.md" for name in linked} <= set(listed)


@pytest.fixture(scope="module")
def site(pages: Path) -> Path:
    """The folder of the built site; a warning fails."""
    pytest.importorskip("zensical")
    command = [sys.executable, "-m", "zensical", "build", "--strict", "-f", "mkdocs.yml"]
    done = subprocess.run(command, cwd=pages.parent, capture_output=True, text=True, env=os.environ | {"NO_COLOR": "1"})
    assert done.returncode == 0, done.stdout + done.stderr
    return pages.parent / "docs"


@pytest.mark.thorough
def test_the_site_needs_no_network(pages: Path, site: Path):
    built = list(site.rglob("*.html"))
    assert len(built) > len(list(pages.rglob("*.md")))
    for page in built:
        loaded = re.findall(r"<(?:script|img|link|iframe)[^>]*(?:src|href)=\"?(https?:[^\"> ]+)", page.read_text())
        assert not [url for url in loaded if url != "https://"], page
    index = (site / "search.js").read_text()
    assert "__index" in index[:100]  # found in pages opened from a file
    assert (
        '"location":"how-to/' in index and '"location":"reference/wire' not in index
    )  # names of events would come first


def test_graphs_in_tutorials_are_whole_and_have_dark_colors(site: Path):
    """To Markdown a bare <svg> is text: it would end at the first empty line, and leave its labels behind."""
    texts = [page.read_text() for page in (site / "tutorials").glob("*.html")]
    graphs = [graph for text in texts for graph in re.findall(r"<svg[^>]*opscope-graph.*?</svg>", text, re.DOTALL)]
    assert len(graphs) > 3 and not [graph for graph in graphs if "<p>" in graph]
    assert '[data-md-color-scheme="slate"] .opscope-graph' in (site / "assets" / "site.css").read_text()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    api = pytest.importorskip("playwright.sync_api")
    from tests.browser.lab import CHROMIUM_FLAGS, chromium

    with api.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium(), args=[*CHROMIUM_FLAGS], chromium_sandbox=False)
        yield found
        found.close()


@pytest.mark.thorough
@pytest.mark.browser
def test_no_tutorial_is_wider_than_a_phone(site: Path, browser: Any):
    page = browser.new_page(viewport={"width": 400, "height": 800})
    wide = []
    for path in sorted((site / "tutorials").glob("*.html")):
        page.goto(path.as_uri())
        if page.evaluate("document.documentElement.scrollWidth") > 400:
            wide.append(path.name)
    page.close()
    assert not wide


@pytest.mark.thorough
@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_texts_of_tutorials_stand_out_from_their_background(site: Path, browser: Any, scheme: str):
    from tests.ui.test_for_everyone import FAINT

    faint_texts = FAINT.replace('".opscope-panel"', '"main"')
    page = browser.new_page(viewport={"width": 1400, "height": 900}, color_scheme=scheme)
    faint = []
    for path in sorted((site / "tutorials").glob("*.html")):
        page.goto(path.as_uri())
        found = page.evaluate(faint_texts)
        faint += [f"{path.stem}: {text}" for text in found if "headerlink" not in text]  # shown under the pointer
    page.close()
    assert not faint


@pytest.mark.browser
def test_the_search_finds_words_in_pages_opened_from_files(site: Path, browser: Any):
    wanted = {
        "goto": "reference/run.html?h=goto#run.goto",
        "NaN": "how-to/find-a-nan.html?h=NaN",
        "py_func": "tutorials/09-a-python-op-from-scratch.html?h=py_func",
        "intermediate": "faq.html?h=intermediate",
        "macOS": "faq.html?h=macOS",
        "Colab": "where-it-runs.html?h=Colab",
        "DataLoader": "faq.html?h=DataLoader",
        "checkpoints": "faq.html?h=checkpoints",
        "production": "faq.html?h=production",
        "pdb": "faq.html?h=pdb",
        "PyTorch": "how-to/debug-pytorch.html?h=PyTorch",
        "colleague": "faq.html?h=colleague",
        "doubles": "faq.html?h=doubles",
        "server": "faq.html?h=server",
        "tanh_0.tmp_0": "concepts/names.html?h=tanh_0.tmp_0",
        "overhead": "cost.html?h=overhead",
        "pdmodel": "how-to/paddle-model-file.html?h=pdmodel",
    }
    page = browser.new_page()
    page.goto((site / "index.html").as_uri())
    page.click(".md-search__button")
    for word, link in wanted.items():
        page.get_by_role("combobox").fill(word)
        page.locator(f'a[href*="{link}"]').first.wait_for(state="attached")
    page.close()


def test_the_reference_has_every_public_name(pages: Path):
    text = {name: (pages / name).read_text() for name in reference_pages.PAGES}
    everything = "".join(text.values())
    for module, page in ((debug, ""), (viz, "reference/viz.md"), (notebook, "reference/notebook.md")):
        prefix = module.__name__
        for name in set(module.__all__) - {"rules"}:
            assert f"`{prefix}.{name}`" in text.get(page, everything), name
    for name in set(debug.rules.__all__) - {"RULES", "THRESHOLDS"}:
        assert f"`opscope.debug.rules.{name}`" in text["reference/rules.md"], name
    assert not [name for name in set(opscope.OWN) - {"paddle", "dap"} if f"`opscope.{name}`" not in everything]


def test_the_page_of_a_run_has_each_of_its_names_once():
    by_task = [name for names in reference_pages.RUN_TASKS.values() for name in names]
    assert sorted([*by_task, *reference_pages.RUN_ATTRIBUTES]) == dir(debug.Run(print))


def test_the_environment_variables_that_the_code_reads_are_listed():
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "opscope").rglob("*.py"))
    read = set(re.findall(r"environ(?:\.get\(|\[)\"(\w+)\"|getenv\(\"(\w+)\"", source))
    assert {a or b for a, b in read} | set(re.findall(r"\"(OPSCOPE_\w+)\"", source)) <= set(
        ", ".join(reference_pages.VARIABLES).split(", ")
    )


def test_the_error_texts_are_those_of_the_code():
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "opscope").rglob("*.py"))
    texts = re.findall(r"^\| `([^`]+)` \|", (PAGES / "error-texts.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(texts) > 15
    assert not [text for text in texts if text not in source]
