"""The live view in the terminal keeps within its window and draws what it is given."""

import io

import pytest

pytest.importorskip("rich")

from rich.console import Console

from opscope.demo.model import ActiveUnits
from opscope.demo.terminal import Terminal, log_bar
from opscope.demo.train import Progress
from opscope.ui.text_charts import short, sparkline
from tests.ui import fixture


@pytest.mark.parametrize("width, height", [(60, 16), (80, 24), (100, 30), (120, 40), (200, 60)])
def test_the_picture_fits_the_window(width: int, height: int):
    progress = Progress(3, 20, epoch=2, step=5, losses=[1.0, 0.5], accuracies=[0.9])
    view = Terminal(progress, ActiveUnits(), "cpu")
    for event in fixture.events():
        view.fold.add(event)
    view.console = Console(file=io.StringIO(), width=width, height=height, force_terminal=True, color_system=None)
    with view.console.capture() as capture:
        view.console.print(view.picture())
    lines = capture.get().rstrip("\n").split("\n")
    assert len(lines) <= height - 1
    assert max(map(len, lines)) <= width
    text = "\n".join(lines)
    assert "● nan" in text or height < 30
    assert "not finite" in text
    if width >= 80:
        assert "…" not in "".join(line for line in lines if "● " in line)


def test_numbers_are_short():
    numbers = [None, 0, 0.5, -12.345, 999.7, -1234.5, -0.0456, -0.00123456, 1.5e-20, 3e38]
    shown = ["–", "0", "0.5", "-12.3", "1000", "-1234", "-0.0456", "-1.2e-3", "1.5e-20", "3.0e38"]
    assert [short(x) for x in numbers] == shown


def test_curves_and_bars():
    assert sparkline([], 5) == sparkline([1.0], 5) == ""
    assert sparkline([1.0, 1.0, 1.0], 2) == "▁▁"
    assert sparkline(list(range(100)), 4) == "▁▃▆█"
    assert log_bar(None, 12) == log_bar(0.0, 12) == log_bar(1e-9, 12) == ""
    assert log_bar(1e-4, 12) == "█" * 6
    assert log_bar(7.0, 12) == "█" * 12
