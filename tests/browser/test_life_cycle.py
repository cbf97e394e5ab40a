"""What becomes of a panel: its run ends, a second view, a page that is loaded again, a kernel that is gone, and the
notebook that is opened without one."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright")
pytest.importorskip("jupyterlab")

import nbformat
from nbconvert import HTMLExporter

from tests.browser.lab import Lab
from tests.browser.tutorial import Tutorial

SETUP = """\
import numpy as np
from opscope import live, paddle
paddle.enable_static()
x = paddle.static.data("x", [None, 8], "float32")
h = paddle.nn.functional.relu(paddle.static.nn.fc(x, 8, name="fc"))
loss = paddle.mean(h * h)
paddle.optimizer.SGD(0.01).minimize(loss)
exe, a = paddle.static.Executor(), np.ones((4, 8), "float32")
def train(steps=120):
    exe.run(paddle.static.default_startup_program())
    for _ in range(steps):
        exe.run(feed={"x": a}, fetch_list=[loss])"""
START = 'run = live(train, taps=["*"], title="life", breakpoints=[("op:relu", "step == 60")])\nrun'
END = "run.cont()\nrun.wait()"
SAVE = "window.jupyterapp.commands.execute('docmanager:save')"
VIEW = "window.jupyterapp.commands.execute('notebook:create-output-view')"
GONE = "window.jupyterapp.shell.currentWidget.sessionContext.shutdown()"


@pytest.fixture
def life(tmp_path: Path) -> Iterator[Tutorial]:
    cells = [
        {"cell_type": "code", "id": f"c{i}", "source": source, "metadata": {}, "outputs": [], "execution_count": None}
        for i, source in enumerate([SETUP, START, END])
    ]
    notebook = tmp_path / "life.ipynb"
    notebook.write_text(json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells}))
    with Lab(notebook) as lab:
        lab.page.set_viewport_size({"width": 1400, "height": 1300})
        yield Tutorial(lab)


def exported(life: Tutorial, file: Path) -> None:
    """The notebook as Lab has saved it, exported by nbconvert, and opened without a network."""
    # with the state of widgets nbconvert takes the view, whose script is in the network
    life.becomes(lambda: life.page.evaluate(SAVE) or "widgets" in nbformat.read(life.lab.opened, 4).metadata)
    notebook = nbformat.read(life.lab.opened, 4)
    file.write_text(HTMLExporter().from_notebook_node(notebook)[0], encoding="utf-8")
    page = life.page.context.browser.new_page()  # pyright: ignore[reportOptionalMemberAccess]
    page.route("http*://**", lambda route: route.abort())
    page.goto(file.as_uri(), wait_until="domcontentloaded")
    assert "life: 9 values, finished after 120 steps" in page.inner_text(".opscope-static")
    assert page.locator(".opscope-static tr:visible").count() == 10
    if shots := os.environ.get("OPSCOPE_SCREENSHOT"):
        page.screenshot(path=Path(shots) / "exported.png", full_page=True)
    page.close()


@pytest.mark.thorough
@pytest.mark.browser
def test_a_panel_outlives_its_run_its_page_and_its_kernel(life: Tutorial, tmp_path: Path):
    page, shots = life.page, os.environ.get("OPSCOPE_SCREENSHOT")
    panels = page.locator(".opscope-panel:visible")
    alert = page.locator(".opscope-banner:visible")
    life.run(SETUP)
    life.run(START)
    life.becomes(lambda: life.state().startswith("paused"))
    assert "running" in life.text(START) or "paused" in life.text(START)
    page.click(".opscope-row[data-name='fc.w_0']")
    life.find("tab-graph").click()
    life.run(END)

    life.becomes(lambda: "finished after 120 steps" in life.text(START))  # what is saved
    life.becomes(lambda: life.state() == "finished" and panels.count() == 1)
    assert "<table>" in "".join(life.lab.cells()[1].html)
    record = page.locator(".opscope-static")
    assert record.count() == 1 and not record.is_visible()  # beside a panel that is alive
    exported(life, tmp_path / "exported.html")
    assert life.find("tab-graph").get_attribute("aria-selected") == "true"  # as it was before
    life.becomes(lambda: page.get_attribute("[role=option][aria-selected=true]", "data-name") == "fc.w_0")

    page.evaluate(f"window.jupyterapp.shell.currentWidget.content.activeCellIndex = 1; {VIEW}")
    life.becomes(lambda: panels.count() == 2)
    panels.nth(1).locator(".opscope-back").click()
    same = lambda: len({panels.nth(i).locator(".opscope-state").inner_text() for i in (0, 1)}) == 1
    life.becomes(lambda: "paused" in panels.nth(0).locator(".opscope-state").inner_text() and same())
    page.evaluate("window.jupyterapp.shell.currentWidget.close()")

    page.evaluate(SAVE)
    page.reload()
    life.lab.idle()
    life.becomes(lambda: panels.count() > 0 and life.state().startswith("paused"))
    assert life.find("tab-graph").get_attribute("aria-selected") == "true"
    life.click("back", "paused at op")
    assert alert.count() == 0

    page.evaluate(GONE)
    life.becomes(lambda: alert.count() > 0)
    assert "The kernel does not answer" in alert.first.inner_text()
    assert life.panel.locator(".opscope-buttons :enabled").count() == 0
    assert life.panel.locator(".opscope-graph-bar > :not([inert])").count() == 0
    life.find("tab-tensor").click()
    life.panel.locator(".opscope-row[data-name='fc.b_0']").click()
    life.becomes(lambda: life.panel.locator(".opscope-detail-name").text_content() == "fc.b_0")
    if shots:
        life.picture(Path(shots), "lost")

    page.evaluate(SAVE)
    page.reload()
    life.becomes(lambda: alert.count() > 0)
    assert "saved with the notebook" in alert.first.inner_text()
    assert "step 120" in life.panel.locator(".opscope-where, .opscope-step").all_inner_texts() or life.step() == 120
    life.panel.locator(".opscope-row[data-name='fc.w_0']").click()
    life.becomes(lambda: life.panel.locator(".opscope-detail-name").text_content() == "fc.w_0")
    if shots:
        life.picture(Path(shots), "saved")
