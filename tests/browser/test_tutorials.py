"""Tutorials 04 to 12 in one JupyterLab: every cell runs, and every panel, graph and table that it shows is painted.

nbval compares what their cells print, and the other tests here click through 01 to 03. Here only the browser matters,
so coverage does not measure the kernels again: that would make them several times slower.
"""

import json
import os
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.examples import ROOT
from tests.need import lacks_torch

pytest.importorskip("playwright")
pytest.importorskip("jupyterlab")
pytest.importorskip("sklearn")

from tests.browser.lab import Lab

CLICKED = ("01", "02", "03")
OF_RANKS = ("14",)  # its panel is another one: tests/ui/test_rank_panel.py
BOOKS = sorted(path for path in (ROOT / "notebooks").glob("*.ipynb") if not path.name.startswith(CLICKED + OF_RANKS))
TUTORIALS = [path for path in BOOKS if not lacks_torch(path)]

# what is not only text: its cell, and what of it cannot be seen
SHOWN = """() => window.jupyterapp.shell.currentWidget.content.widgets.flatMap((cell, i) => {
  const size = (e) => { const {width, height} = e.getBoundingClientRect(); return [width, height]; };
  const isSeen = (e) => e.checkVisibility() && Math.min(...size(e)) > 8;
  const shapes = 'path, rect, line, circle, ellipse, polygon, polyline';
  const isDrawn = (svg) => [...svg.querySelectorAll(shapes)].some(e => Math.max(...size(e)) > 2);
  const area = cell.outputArea;
  return (area?.widgets ?? []).flatMap((output, k) => {
    const isText = (type) => type === 'text/plain' || type.startsWith('application/vnd.jupyter.std');
    if (Object.keys(area.model.get(k).data).every(isText)) return [];
    const root = output.node, all = (name) => [...root.querySelectorAll(name)];
    if (all('.opscope-static').length && !root.checkVisibility()) return [];  // the table for where no panel is
    const [tables, drawings] = [all('table'), all('svg:not(.opscope-panel svg)')];
    const unseen = [root, ...tables, ...drawings].filter(e => !isSeen(e));
    const empty = [...drawings.filter(e => !isDrawn(e)), ...tables.filter(e => !e.rows.length)];
    return [{cell: i, text: root.innerText.trim(), panels: all('.opscope-panel').length,
      blank: [...unseen, ...empty].map(e => e.outerHTML.slice(0, 200))}]; }); })"""

AT_REST = re.compile("finished|paused")  # some tutorials look back when the run is over

pytestmark = [
    pytest.mark.browser,
    pytest.mark.thorough,
    pytest.mark.skipif(os.environ.get("OPSCOPE_JUPYTER", "lab") != "lab", reason="opens notebooks in one window"),
]


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    folder = tmp_path_factory.mktemp("tutorials")
    for path in TUTORIALS:
        content = json.loads(path.read_text("utf-8"))
        for cell in content["cells"]:
            if cell["cell_type"] == "code":
                cell["outputs"], cell["execution_count"] = [], None
        (folder / path.name).write_text(json.dumps(content), "utf-8")
    with Lab(folder / TUTORIALS[0].name, measured=False) as lab:
        yield lab


@pytest.mark.parametrize("path", TUTORIALS, ids=lambda path: path.stem)
def test_a_tutorial_runs_and_all_that_it_shows_is_painted(lab: Lab, path: Path):
    if path != TUTORIALS[0]:
        lab.open(path.name)
    lab.errors.clear()  # an ended kernel closes its connections
    lab.run_all()
    cells = lab.cells()
    assert not [f"{cell.error}, in {cell.source}" for cell in cells if cell.status != "ok"]

    saved: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))["cells"]
    panels = [i for i, cell in enumerate(cells) if "= live(" in cell.source and cell.source.endswith("\nrun")]
    painted = lab.page.locator(".opscope-panel")
    for i in range(painted.count()):
        painted.nth(i).scroll_into_view_if_needed()  # out of sight it is sent nothing
        painted.nth(i).locator(".opscope-row").first.wait_for()
        painted.nth(i).locator(".opscope-state", has_text=AT_REST).wait_for()
    shown: list[dict[str, Any]] = lab.page.evaluate(SHOWN)
    assert [one["cell"] for one in shown if one["panels"]] == panels
    assert Counter(one["cell"] for one in shown) == rich_outputs(saved)
    assert not [one for one in shown if one["blank"] or not one["text"]]
    assert not [
        cell.shown for cell in cells if "model not found" in cell.shown.lower() or "Loading widget" in cell.shown
    ]
    assert lab.errors == []


def rich_outputs(cells: list[dict[str, Any]]) -> Counter[int]:
    """How many outputs of each cell are more than text."""
    outputs = [(i, output) for i, cell in enumerate(cells) for output in cell.get("outputs", ())]
    return Counter(i for i, output in outputs if set(output.get("data", ())) - {"text/plain"})
