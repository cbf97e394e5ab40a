"""Ranks of a live job in a notebook: a click on a rank shows the panel of its run at once."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright")
pytest.importorskip("jupyterlab")

from tests.browser.lab import Lab
from tests.need import need_engines

pytestmark = pytest.mark.thorough
START = """\
import opscope
ranks = opscope.ranks.connect(2, timeout=600)
ranks.execute('''
from opscope import debug, paddle
import opscope.paddle.distributed as dist
dist.init_parallel_env()
rank = dist.get_rank()
net = paddle.DataParallel(paddle.nn.Linear(4, 4))
sgd = paddle.optimizer.SGD(0.001, parameters=net.parameters())
def train():
    for step in range(1_000_000):
        loss = net(paddle.full([2, 4], rank + 1.0)).mean()
        loss.backward(); sgd.step(); sgd.clear_grad()
run = debug.start(train, taps=["*"], title=f"training of rank {rank}")
''')
ranks"""
PANELS = ".opscope-panel:not(.opscope-ranks)"  # of runs


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Lab]:
    need_engines()
    cells = [
        {"cell_type": "code", "id": f"c{i}", "source": source, "metadata": {}, "outputs": [], "execution_count": None}
        for i, source in enumerate([START, "ranks.pause()", "ranks.close()"])
    ]
    notebook = tmp_path / "ranks.ipynb"
    notebook.write_text(json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells}))
    with Lab(notebook, timeout=300) as lab:
        lab.page.set_viewport_size({"width": 1400, "height": 1600})
        yield lab


def test_a_click_on_a_rank_shows_its_run_at_once(lab: Lab):
    lab.run_cell(0)
    page = lab.page
    page.wait_for_selector(".opscope-ranks-row[data-rank='1']")
    assert page.locator(PANELS).count() == 0
    page.click(".opscope-ranks-row[data-rank='1']")
    page.wait_for_selector(f"{PANELS} >> text=training of rank 1")
    page.click(".opscope-ranks-row[data-rank='0']")
    page.wait_for_selector(f"{PANELS} >> text=training of rank 0")
    assert page.locator(PANELS).count() == 1
    lab.run_cell(1)
    assert "step" in lab.cells()[1].text, lab.cells()[1]
    if "OPSCOPE_SCREENSHOT" in os.environ:
        lab.shot(Path(os.environ["OPSCOPE_SCREENSHOT"]) / "ranks-live.png")
    lab.run_cell(2)
    assert not lab.errors
