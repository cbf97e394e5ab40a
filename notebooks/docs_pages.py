"""Collect the pages of the documentation in a folder: `python -m notebooks.docs_pages build/pages`.

They are those of docs/, the reference, the tutorials as text, and the pictures. The settings of the site go beside the
folder, because Zensical wants them above the pages. `make docs` makes the site of both.
"""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import nbformat
from nbconvert import MarkdownExporter

from notebooks.reference_pages import PAGES
from opscope import viz

NOTEBOOKS = Path(__file__).resolve().parent


def tutorials() -> list[Path]:
    """The notebooks, in the order of their numbers."""
    return sorted(NOTEBOOKS.glob("[0-9][0-9]-*.ipynb"))


def tutorial(path: Path) -> str:
    """A notebook with its outputs as Markdown; figures are part of the text."""
    book = nbformat.read(path, as_version=4)
    for cell in book.cells:
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            data.pop("application/vnd.jupyter.widget-view+json", None)  # the panel needs a kernel
            if svg := data.pop("image/svg+xml", None):
                data["text/html"] = re.sub(r"^.*?(?=<svg)", "", "".join(svg), flags=re.DOTALL)
            if shown := data.get("text/html"):
                # In a block element Markdown leaves it alone; a bare <svg> is text to it, and ends at an empty line.
                data["text/html"] = f'<div class="output">{"".join(shown)}</div>'
    text, _ = MarkdownExporter().from_notebook_node(book)
    text = re.sub(r"\]\((\d\d-[\w-]+)\.ipynb\)", r"](\1.md)", text)
    text = re.sub(r"\[([^\]]+)\]\(\.\./([^)]+)\)", r"\1 (`\2`)", text)  # files that are not part of the site
    text = re.sub(r"(\]\(|src=\"|srcset=\")images/", r"\1../images/", text)
    return re.sub(r"\A(# .*\n)", rf"\1\n*A notebook: `make lab` opens `notebooks/{path.name}`.*\n", text)


def site_links(text: str) -> str:
    """Return a page with the links of the site.

    In the repository, links of a page lead to the notebooks and pictures above docs/, and to the list of the generated
    reference pages. On the site, the tutorials, the pictures and the reference pages are below the same folder.
    """
    text = re.sub(r"\]\(\.\./((?:\.\./)*)(\d\d-[\w-]+)\.ipynb\)", r"](\1tutorials/\2.md)", text)
    text = re.sub(r"\]\(\.\./((?:\.\./)*)images/", r"](\1images/", text)
    return re.sub(r"(reference/)index\.md#([\w-]+)", r"\1\2.md", text)


def reference_list(page: Path) -> str:
    """The list of the reference pages, with links to the generated pages."""
    return re.sub(r"^## ([\w-]+)$", r"## [\1](\1.md)", page.read_text(encoding="utf-8"), flags=re.MULTILINE)


def measurements(page: Path) -> str:
    """The page of measurements with the results of the benchmark."""
    results = (NOTEBOOKS.parent / "tests" / "bench" / "RESULTS.md").read_text(encoding="utf-8")
    return page.read_text(encoding="utf-8").replace("<!-- tests/bench/RESULTS.md -->", results.partition("\n\n")[2])


def written(folder: Path) -> list[Path]:
    """Write all pages into a folder, which is emptied; return the Markdown files."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(NOTEBOOKS / "docs", folder)
    shutil.copytree(NOTEBOOKS / "images", folder / "images")
    for page in folder.rglob("*.md"):
        page.write_text(site_links(page.read_text(encoding="utf-8")), encoding="utf-8")
    texts = {f"tutorials/{path.stem}.md": tutorial(path) for path in tutorials()} | {
        "measurements.md": measurements(folder / "measurements.md"),
        "reference/index.md": reference_list(folder / "reference" / "index.md"),
    }
    for path, text in (texts | {path: page() for path, page in PAGES.items()}).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    with (folder / "assets" / "site.css").open("a", encoding="utf-8") as css:
        css.write(viz.dark_rules('[data-md-color-scheme="slate"]') + "\n")  # graphs in the outputs of tutorials
    return sorted(folder.rglob("*.md"))


def settings(pages: Path) -> str:
    """The settings of the site, with the tutorials in its navigation."""
    text = (NOTEBOOKS / "mkdocs.yml").read_text(encoding="utf-8")
    listed = "".join(f"\n    - tutorials/{path.stem}.md" for path in tutorials())
    return text.replace("docs_dir: docs", f"docs_dir: {pages.name}").replace(
        "    - tutorials/index.md", f"    - tutorials/index.md{listed}"
    )


if __name__ == "__main__":
    pages = Path(sys.argv[1])
    print(len(written(pages)), "pages")
    pages.with_name("mkdocs.yml").write_text(settings(pages), encoding="utf-8")
