"""The second tutorial in a real JupyterLab: stepping both ways by clicks and keys, breakpoints, the scrubber, and cells
that are run again, wait or are interrupted in the meantime.

OPSCOPE_KERNEL=/other/environment/bin/python pytest -s tests/browser/test_stepping.py runs the kernel in another
environment (with its ipykernel, and opscope on its path) and prints how long each click took.
OPSCOPE_SCREENSHOT=notebooks/images takes the pictures of the documentation on the way.
"""

import os
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.examples import ROOT

pytest.importorskip("playwright")
pytest.importorskip("jupyterlab")

from tests.browser.lab import Lab
from tests.browser.tutorial import Tutorial, prepared

NOTEBOOK = ROOT / "notebooks" / "02-step-through-a-program.ipynb"
START = "run = live("  # stands before the first operator
TITLE = "a wrong gradient"
LONG = """\
def alone():  # on a scope of its own: two runs that train the same parameters refuse to undo each other's steps
    with paddle.static.scope_guard(paddle.static.Scope()):
        train(1_000_000)
long = live(alone, taps=["h"], title="long")
long"""
WAIT = 'ended = False\nprint("busy")\nlong.wait()\nended = True'
ENDED = "print(ended, long.state)"
THREADS = str([f"opscope-{TITLE}", f"opscope-events-{TITLE}"])
LEFT = f"""\
import threading, time
from opscope.ui import widget
mine = lambda name: name.startswith("opscope") and name != "opscope-heartbeat"
names = lambda: str(sorted(t.name for t in threading.enumerate() if mine(t.name)))
end = time.time() + 60
while names() != {THREADS!r} and time.time() < end: time.sleep(0.05)  # others are just ending
print(names(), len(widget._open))"""
SAVE = 'run.goto(3, "grad:h")\nrun.save("kept")\nprint(run.evaluate("loss"))'
OPEN = 'from opscope import debug\npast = debug.open("kept")\npast.goto(3, "grad:h")\nprint(past.evaluate("loss"))'
CELLS = (LONG, WAIT, ENDED, LEFT, SAVE, OPEN)

pytestmark = pytest.mark.browser


class Stepping(Tutorial):
    """Acts on the panel, and notes how long each takes."""

    def __init__(self, lab: Lab) -> None:
        super().__init__(lab)
        self.times: dict[str, list[float]] = {}

    def start(self) -> None:
        """Run the tutorial's cell that starts the training; it stops before the first operator."""
        self.run(START)
        self.look_at(TITLE)
        self.becomes(lambda: self.state() == "paused at op 0")

    def look_at(self, title: str, tab: str = "graph") -> None:
        self.title = title
        self.panel.wait_for()
        self.panel.scroll_into_view_if_needed()  # out of sight it is sent nothing
        self.find(f"tab-{tab}").click()

    def act(self, what: str, do: Callable[[], object], shows: Callable[[], bool]) -> None:
        self.times.setdefault(what, []).append(self.takes(do, shows))

    def press(self, name: str, state: str, what: str = "idle") -> None:
        """Click a button; `state` is what the panel then shows."""
        self.act(what, self.find(name).click, lambda: self.state() == state)

    def key(self, key: str, state: str) -> None:
        self.act("idle", lambda: self.page.keyboard.press(key), lambda: self.state() == state)

    def node(self, op: int, more: str = ""):
        return self.panel.locator(f'[data-node="op-{op}"]{more}')

    def current(self, op: int) -> bool:
        return self.node(op, "[data-current]").count() == 1

    def first_run(self) -> None:
        """Into the first step of the training, whose graph is then drawn, all of it in sight."""
        self.press("next-run", "paused at op 0")
        self.becomes(lambda: self.node(13).count() == 1)  # the start-up program, drawn until then, has four operators
        self.becomes(lambda: self.current(0))
        self.panel.get_by_title("fit the whole graph").click()


@pytest.fixture(scope="module")
def stepping(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Stepping]:
    copied = prepared(NOTEBOOK, tmp_path_factory.mktemp("stepping"), CELLS, START)
    with Lab(copied, scale=1.25) as lab:
        lab.page.set_viewport_size({"width": 1400, "height": 1300})  # a panel fits into it
        tutorial = Stepping(lab)
        tutorial.run_to("exe = paddle")
        yield tutorial
        for what, times in tutorial.times.items():
            of = f"{what}: {len(times)} acts, median {statistics.median(times):.3f} s, most {max(times):.3f} s"
            if "OPSCOPE_KERNEL" in os.environ:
                request.config.get_terminal_writer().line(f"\n{of}")


def test_steps_both_ways(stepping: Stepping):
    stepping.start()
    assert "entry" in stepping.where()
    stepping.first_run()
    for op in (1, 2, 3):
        stepping.press("next", f"paused at op {op}")
    assert "elementwise_mul" in stepping.where()
    assert "nn.cond(paddle.mean(x * x)" in stepping.read("source")
    stepping.panel.focus()
    for op in (4, 5, 6, 9):  # 7 and 8 are in the blocks of the cond
        stepping.key("n", f"paused at op {op}")
    stepping.becomes(lambda: stepping.current(9))
    stepping.press("in", "paused at op 8")
    assert "block 2, 1 deep" in stepping.where()
    stepping.press("out", "paused at op 10")

    stepping.press("back", "paused at op 9")
    assert stepping.find("past").is_visible()
    assert "step 1 of 1, in the past" in stepping.where()
    stepping.becomes(lambda: stepping.current(9))
    assert stepping.node(9, "[data-past]").count() == 1
    stepping.press("in", "paused at op 8")
    stepping.key("o", "paused at op 10")
    assert not stepping.find("past").is_visible()
    assert not stepping.failures()


@pytest.mark.thorough
def test_the_keys_are_the_panels_until_a_click_beside_it(stepping: Stepping):
    page, panel = stepping.page, stepping.panel
    has_keys = lambda: panel.evaluate("panel => panel.contains(document.activeElement)")
    page.locator(".jp-mod-dirty").first.wait_for(state="attached")
    panel.focus()
    page.keyboard.press("Control+s")
    stepping.becomes(lambda: not page.locator(".jp-mod-dirty").count())
    assert has_keys()
    page.locator(".jp-Cell", has=panel).locator(".jp-InputPrompt").click()  # JupyterLab leaves the focus in an output
    assert not has_keys()
    page.keyboard.press("n")
    panel.focus()
    page.keyboard.press("Escape")
    assert not has_keys()
    page.keyboard.press("n")
    assert stepping.state() == "paused at op 10"
    stepping.panel.focus()
    stepping.key("n", "paused at op 11")
    stepping.key("b", "paused at op 10")
    stepping.key("n", "paused at op 11")
    assert not stepping.failures()


@pytest.mark.thorough
def test_breakpoints_and_the_scrubber(stepping: Stepping):
    stepping.start()
    stepping.first_run()
    dot = stepping.node(13, "[data-breakpoint]")
    stepping.node(13).click()
    stepping.act("idle", stepping.find("menu-set").click, lambda: dot.count() == 1)
    assert dot.locator(".opscope-dot").is_visible()
    stepping.press("continue", "paused at op 13")
    stepping.becomes(lambda: stepping.current(13))
    stepping.act("idle", dot.locator(".opscope-dot").click, lambda: dot.count() == 0)

    stepping.find("tab-code").click()
    stepping.page.click(".opscope-panel [data-of='breakpoints'] summary")
    stepping.find("spec-field").fill("grad:h")
    stepping.find("condition-field").fill("step == 5")
    row = stepping.panel.locator(".opscope-breakpoint")
    stepping.act("idle", lambda: stepping.page.keyboard.press("Enter"), lambda: row.count() == 1)
    stepping.press("continue", "paused at op 25")
    assert "step 5" in stepping.where() and "h@GRAD" in stepping.where()
    stepping.find("spec-field").fill("h")
    stepping.find("condition-field").fill("h.mean(")
    stepping.find("add").click()
    stepping.becomes(lambda: stepping.find("breakpoint-error").is_visible())
    stepping.act("idle", stepping.find("remove").click, lambda: row.count() == 0)

    scrubber, cells = stepping.find("scrub-history"), len(stepping.lab.cells())
    scrubber.focus()
    for step in (4, 3):
        left = lambda: stepping.page.keyboard.press("ArrowLeft")
        stepping.act("idle", left, lambda step=step: f"step {step} of 5, in the past" in stepping.where())
    last = lambda: "step 5 of 5, in the past" in stepping.where()  # its beginning; it stood in its middle
    stepping.act("idle", lambda: stepping.page.keyboard.press("End"), last)
    stepping.find("tab-graph").click()
    stepping.press("end", "paused at the end")
    stepping.click("continue", "finished")
    stepping.press("back", "paused at op 30")
    stepping.key("b", "paused at op 29")  # and is not a command of Lab's
    assert "step 100 of 100, in the past" in stepping.where()
    scrubber.focus()
    first = lambda: "step 1 of 100, in the past" in stepping.where()
    stepping.act("idle", lambda: stepping.page.keyboard.press("Home"), first)
    assert len(stepping.lab.cells()) == cells
    assert not stepping.failures()
    if folder := os.environ.get("OPSCOPE_SCREENSHOT"):
        picture(stepping, Path(folder))


@pytest.mark.thorough
def test_acting_on_a_run(stepping: Stepping):
    """An element is set by a double click and set back; the code tab has the stack and evaluates."""
    stepping.start()
    stepping.first_run()
    for op in (1, 2, 3):
        stepping.press("next", f"paused at op {op}")
    stepping.find("tab-tensor").click()
    stepping.panel.locator(".opscope-row[data-name='h']").click()
    stepping.becomes(lambda: stepping.find("slice-bar").is_visible())
    stepping.find("heatmap").dblclick(position={"x": 3, "y": 3})
    stepping.find("cell-index").fill("0, 3")
    stepping.find("cell-value").fill("100")
    stepping.act("idle", lambda: stepping.page.keyboard.press("Enter"), stepping.find("edits").is_visible)
    assert "h[0, 3] = 100.0" in stepping.read("edits") and "computed again" in stepping.read("cell-answer")
    stepping.find("tab-code").click()
    stepping.becomes(lambda: stepping.panel.locator(".opscope-frame").count() >= 2)
    assert stepping.panel.locator(".opscope-code-line[data-here]").count() == 1
    answers = stepping.panel.locator(".opscope-answer pre")
    stepping.find("evaluation-field").fill("h.max()")
    stepping.act("idle", lambda: stepping.page.keyboard.press("Enter"), lambda: answers.all_inner_texts() == ["100.0"])
    stepping.find("tab-tensor").click()
    stepping.act("idle", stepping.find("undo").click, lambda: not stepping.find("edits").is_visible())
    stepping.press("stop", "stopped")
    assert not stepping.failures()


@pytest.mark.thorough
def test_clicks_act_while_a_cell_waits(stepping: Stepping):
    stepping.run(LONG)
    stepping.run(WAIT, wait=False)
    stepping.look_at("long")
    stepping.becomes(lambda: "busy" in stepping.text(WAIT))
    stepping.grows()
    paused = lambda: stepping.state().startswith("paused")
    stepping.act("busy", stepping.find("pause").click, paused)
    for _ in range(3):
        before = stepping.where()
        stepping.act("busy", stepping.find("next").click, lambda before=before: paused() and stepping.where() != before)
    stepping.node(13).dispatch_event("click", {"altKey": True})
    stepping.becomes(lambda: stepping.node(13, "[data-breakpoint]").count() == 1)
    stepping.press("continue", "paused at op 13", "busy")
    stepping.page.evaluate("document.querySelector('.jp-WindowedPanel-outer').scrollTop = 0")
    time.sleep(0.5)  # out of sight: the cell waits on
    assert not stepping.failures()
    stepping.look_at("long")
    stepping.press("back", "paused at op 12", "busy")
    stepping.press("next", "paused at op 13", "busy")
    stepping.node(13).dispatch_event("click", {"altKey": True})
    stepping.becomes(lambda: stepping.node(13, "[data-breakpoint]").count() == 0)
    stepping.press("continue", "running", "busy")
    stepping.grows()
    stepping.press("stop", "stopped", "busy")
    stepping.lab.idle()
    assert stepping.printed(ENDED) == "True stopped"
    assert not stepping.failures()


@pytest.mark.thorough
def test_an_interrupt_pauses_and_a_new_run_takes_over(stepping: Stepping):
    """Two panels, a cell that is run again, and an interrupt: each run stands where it was left."""
    stepping.start()
    stepping.run(LONG)
    stepping.look_at("long")
    stepping.run(WAIT, wait=False)
    stepping.becomes(lambda: "busy" in stepping.text(WAIT))
    for again in (False, True):  # while it runs, and while it stands still
        if again:
            stepping.run(WAIT, wait=False)
            stepping.becomes(lambda: "busy" in stepping.text(WAIT))
        stepping.interrupt()
        stepping.becomes(lambda: stepping.state().startswith("paused"))
        assert stepping.failures() == ["KeyboardInterrupt: "]
    stepping.look_at(TITLE)
    assert stepping.state() == "paused at op 0"
    stepping.press("next-run", "paused at op 0")
    stepping.look_at("long")
    stepping.press("stop", "stopped")

    before = stepping.printed(LEFT)
    stepping.start()  # which ends the run that stands still
    assert stepping.printed(LEFT) == before == f"{THREADS} 2"
    assert stepping.panel.count() == 1
    stepping.first_run()
    stepping.press("stop", "stopped")


@pytest.mark.thorough
def test_a_recording_outlives_the_kernel(stepping: Stepping):
    stepping.start()
    stepping.click("continue", "finished")
    loss = stepping.printed(SAVE)
    assert float(loss) > 0
    stepping.restart()
    assert stepping.printed(OPEN) == loss
    assert stepping.lab.cells()[stepping.cell(OPEN)].status == "ok"


def picture(stepping: Stepping, folder: Path) -> None:
    """In the past, before the operator whose gradient is wrong, with a breakpoint there."""
    stepping.node(24).dispatch_event("click", {"altKey": True})
    stepping.becomes(lambda: stepping.node(24, "[data-breakpoint]").count() == 1)
    scrubber = stepping.find("scrub-history")
    scrubber.fill("64")
    stepping.becomes(lambda: "step 64 of 100" in stepping.where())
    stepping.find("reverse").click()
    stepping.becomes(lambda: stepping.state() == "paused at op 24")
    stepping.panel.get_by_title("fit the whole graph").click()
    x, y, width, height = stepping.node(24).bounding_box().values()
    frame = stepping.panel.locator("div.opscope-graph").bounding_box()
    stepping.page.mouse.move(x + width / 2, y + height / 2)
    stepping.page.keyboard.down("Control")
    stepping.page.mouse.wheel(0, -340)  # zooms about the operator
    stepping.page.keyboard.up("Control")
    stepping.page.mouse.down()
    stepping.page.mouse.move(frame["x"] + 0.5 * frame["width"], frame["y"] + 0.5 * frame["height"])
    stepping.page.mouse.up()
    stepping.page.mouse.move(0, 0)
    stepping.picture(folder, "stepping")
