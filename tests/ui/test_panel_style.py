"""The style sheet of the panel changes nothing outside of the panel: a notebook has pictures beside it."""

import re
from pathlib import Path

from opscope import ui, viz

CSS = Path(ui.__file__).parent / "static" / "panel.css"


def test_the_panel_does_not_restyle_the_pictures_of_a_notebook():
    chart = viz.line_chart([viz.Line("loss", [(1, 2.0), (2, 1.0)])])
    pictures = chart, viz.draw(viz.Graph((viz.GraphNode("op-0", "relu"),)))
    classes = {c for names in re.findall(r'class="([^"]+)"', "".join(pictures)) for c in names.split()}
    classes = {c for c in classes if c.startswith("opscope-")}
    assert classes >= {"opscope-chart", "opscope-graph"}
    css = re.sub(r"/\*.*?\*/", "", CSS.read_text("utf-8"), flags=re.S)
    selectors = [s.strip() for rule in re.findall(r"([^{}]+)\{", css) for s in rule.split(",\n")]
    of_pictures = [s for s in selectors if classes & set(re.findall(r"\.([\w-]+)", s))]
    assert len(of_pictures) > 10 and [s for s in of_pictures if ".opscope-panel" not in s] == []
