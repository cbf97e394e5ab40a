"""Wherever statistics are shown: a share of zeros says all or none only of all or none, and of what the numbers are."""

import html
import re

import numpy as np
import pytest

from opscope import debug, paddle, viz
from opscope.commands.printer import Printer
from opscope.displays.summaries_display import values_table
from opscope.run_report.report_data import collect
from opscope.run_report.report_page import report_text
from opscope.ui.event_fold import Fold
from opscope.ui.static_table import table

NEARLY = np.zeros(10_000, "float32")
NEARLY[7] = 1e9
NEVER = np.ones(10_000, "float32")
NEVER[7] = 0.0
VALUES = {
    "nearly": (NEARLY, ">99.9%"),
    "never": (NEVER, "<0.1%"),
    "all": (np.zeros(4, "float32"), "100%"),
    "none": (np.ones(4, "float32"), "0%"),
    "some": (np.array([0, 1, 2, 3], "float32"), "25.0%"),
}


TEXTS = ("repr", "prompt")


def watched(value):
    """A run whose one operator makes a value of these elements."""
    paddle.enable_static()
    program = paddle.static.Program()
    with paddle.static.program_guard(program), paddle.static.scope_guard(paddle.static.Scope()):
        x = paddle.static.data("x", list(value.shape), str(value.dtype))
        paddle.assign(x)
        exe = paddle.static.Executor()
        run = debug.start(lambda: exe.run(program, feed={"x": value}, fetch_list=[x]), taps=["x"])
        run.wait()
    paddle.disable_static()
    return run


def views(run, capsys):
    """What is shown of the value, as text without marks of HTML."""
    seen = run.summaries()["x"]
    state = Fold()
    for event in run.history.events():
        state.add(event)
    pages = {
        "repr": repr(seen)[1:-1],
        "display": values_table([(seen, [], "")], 1),
        "table": table("run", state),
        "report": report_text(collect(run)).partition('<section id="values"')[2].partition("</section>")[0],
        "prompt": _printed(run.value("x"), capsys),
    }
    return {
        name: html.unescape(page if name in TEXTS else re.sub("<[^>]*>", " ", page)) for name, page in pages.items()
    }


def _printed(value, capsys):
    capsys.readouterr()
    Printer().statistics(value)
    return capsys.readouterr().out


@pytest.mark.parametrize("name", VALUES)
def test_every_view_says_the_same_share(name, capsys):
    value, share = VALUES[name]
    whole = share.replace("99.9", "99").replace("0.1", "1").replace("25.0", "25")
    for view, page in views(watched(value), capsys).items():
        wanted = "" if (view, name) == ("report", "none") else whole if view == "prompt" else share
        assert re.search(rf"(?<![\d.<>]){re.escape(wanted)}", page), (view, page[-500:])
        wrong = {"0%", "100%", "0.0%", "100.0%"} - {wanted}
        assert not any(re.search(rf"(?<![\d.<>]){re.escape(each)}", page) for each in wrong), view


def test_an_empty_value_has_no_share(capsys):
    for view, page in views(watched(np.zeros((0, 3), "float32")), capsys).items():
        assert "no elements" in page, view
        assert not re.search(r"\d%", page), view


def test_statistics_of_complex_values_are_of_the_magnitudes(capsys):
    run = watched(np.array([3 + 4j, 0], "complex64"))
    for view, page in views(run, capsys).items():
        assert "of the magnitudes" in page, view
    assert "|·| 2.5" in viz.draw(viz.program_graph(run.program(), run=run))
