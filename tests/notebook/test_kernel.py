"""Real kernels, of the ipykernel that is installed: where output goes, and clicks while `wait()` blocks a cell."""

import re
import textwrap

import pytest

from tests.examples import README
from tests.notebook.cells import output, texts

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")

SETUP = """
import time, threading, numpy as np, opscope as paddle
paddle.enable_static()
x = paddle.static.data("x", [None, 4], "float32")
y = paddle.nn.functional.relu(x)
exe = paddle.static.Executor()
def go(until):
    end = time.time() + 60
    while not until():
        assert time.time() < end, "it was not told to end"
        exe.run(feed={"x": np.ones((2, 4), "float32")}, fetch_list=[y])
heard, ended = [], threading.Event()
%load_ext opscope
"""
HEAR = "run.panel.on_command(lambda c: heard.append((c.request, ended.is_set())))\nprint(run.panel.comm.comm_id)"


def click(client, comm, kind, request):
    """What a front end without subshells sends."""
    data = {"method": "custom", "content": {"kind": kind, "request": request}}
    client.shell_channel.send(client.session.msg("comm_msg", {"comm_id": comm, "data": data}))


def until_printed(client, cell, text):
    """Wait until a cell, which runs on, has printed a line."""
    while True:
        message = client.get_iopub_msg(timeout=90)
        if message["parent_header"].get("msg_id") == cell and text in texts(message):
            return


def collect(client, *cells):
    """What these cells, by message id, have shown when all are over."""
    shown = dict.fromkeys(cells, "")
    open_cells = set(cells)
    while open_cells:
        message = client.get_iopub_msg(timeout=90)
        cell = message["parent_header"].get("msg_id")
        if cell in shown and message["msg_type"] == "status":
            open_cells -= {cell} if message["content"]["execution_state"] == "idle" else set()
        elif cell in shown and message["msg_type"] in ("stream", "display_data", "execute_result", "error"):
            shown[cell] += texts(message)
    return [shown[cell] for cell in cells]


def test_clicks_arrive_while_a_cell_waits_and_cells_stay_in_order(client):
    output(client, SETUP)
    output(client, "%%opscope --live -o run\ngo(lambda: len(heard) == 2)")
    comm = output(client, HEAR).strip()
    waiting = client.execute("print('waits')\nrun.wait()\nended.set()\nprint('over', len(heard), run.state)")
    second, third = client.execute("order = ['second']"), client.execute("order.append('third'); print(order)")
    until_printed(client, waiting, "waits")
    click(client, comm, "Pause", 1)
    click(client, comm, "Continue", 2)
    shown = collect(client, waiting, second, third)
    assert shown == ["over 2 finished\n", "", "['second', 'third']\n"]
    assert output(client, "print(heard)") == "[(1, False), (2, False)]\n"


def test_what_a_worker_prints_appears_in_its_own_cell(client):
    output(client, SETUP)
    started = client.execute("%%opscope --live -o run\nprint('first')\ngo(ended.is_set)\nprint('last')")
    comm_cell = client.execute(HEAR)
    _, comm = collect(client, started, comm_cell)
    click(client, comm.strip(), "WatchDetail", 3)  # a widget's message must not take the output away
    late = {}  # what is printed may come in several messages
    waiting = client.execute("ended.set(); run.wait(); print('mine')")
    while True:
        message = client.get_iopub_msg(timeout=90)
        parent = message["parent_header"].get("msg_id")
        if message["msg_type"] == "stream":
            late[parent] = late.get(parent, "") + message["content"]["text"]
        if parent == waiting and message["content"].get("execution_state") == "idle":
            break
    assert late == {started: "last\n", waiting: "mine\n"}


def test_a_blocking_cell_shows_the_table_when_nobody_looks(client):
    output(client, SETUP)
    shown = output(client, "%%opscope -t relu* --title headless\ngo(iter([False, True]).__next__)\n7 * 6")
    assert shown.startswith("opscope panel: headless, running")
    assert re.search(r"opscope panel: headless, \d values?, finished after \d+ steps?", shown)
    assert shown.endswith("42")


def test_a_run_that_stays_paused_leaves_its_place_when_nobody_looks(client):
    """As nbconvert and papermill execute a notebook: at its end the kernel is gone."""
    output(client, SETUP)
    shown = output(client, "%%opscope --break op:relu --title headless -o run\ngo(lambda: False)")
    assert "opscope panel: headless, 0 values, paused before relu in step 1" in shown
    shown = output(client, "for _ in range(8): run.cont(); here = run.until_stopped()\nprint('in step', here.step)")
    step = re.search(r"in step (\d+)\n", shown)[1]
    assert int(step) > 1 and f"opscope panel: headless, 0 values, paused before relu in step {step}" in shown
    assert "opscope panel" not in output(client, "1")  # shown already
    output(client, "run.stop()")


FAILS = """%%opscope --live -o run
def train(rate):
    go(iter([False, True]).__next__)
    breakpoint()
    return rate / 0
train(1.0)"""


def test_debug_says_at_a_stop_what_to_do_and_shows_the_frames_of_a_run_that_has_failed(client):
    output(client, SETUP)
    output(client, FAILS)
    output(client, "here = run.until_stopped(60)")
    shown = output(client, "%debug")
    assert shown.count("\n") == 1 and "(breakpoint: breakpoint())" in shown and "%opscope where, up" in shown
    output(client, "1 + undefined")  # an exception that came later
    shown = output(client, "%debug", ["p 40 + 2", "q"])
    assert "undefined" in shown and "42" in shown
    output(client, "%opscope continue\ntry:\n    run.wait()\nexcept ZeroDivisionError:\n    pass")
    shown = output(client, "%debug", ["p rate + 1", "up", "q"])
    assert "return rate / 0" in shown and "2.0" in shown and "train(1.0)" in shown
    shown = output(client, "%debug print(6 * 7)", ["c"])
    assert "42" in shown


def test_debug_in_the_thread_of_a_run_says_what_stops_it(client):
    output(client, SETUP)
    shown = output(client, "%%opscope\nget_ipython().run_line_magic('debug', '')\ngo(iter([False, True]).__next__)")
    assert "breakpoint() to stop the run there" in shown


@pytest.mark.thorough
def test_the_cell_of_readme_runs_alone_in_a_new_notebook():
    pytest.importorskip("ipykernel")
    from tests.kernels import start_kernel

    cell = re.search(r"then this cell:\n\n((?: {4}.*\n)+)", README.read_text("utf-8"))[1]
    kernel, client = start_kernel()
    try:
        output(client, "%load_ext opscope")
        output(client, textwrap.dedent(cell))
        shown = output(client, "import opscope\nrun = opscope.notebook.latest()\nrun.wait()\nprint(run)")
    finally:
        client.stop_channels()
        kernel.shutdown_kernel(now=True)
        kernel.cleanup_resources()
    assert re.search(r"<run cell: finished, 1000 steps, \d\d values seen>", shown), shown
