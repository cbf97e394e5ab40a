"""Real kernels, of the ipykernel that is installed: where output goes, and clicks while `wait()` blocks a cell."""

import re

import pytest

pytest.importorskip("ipykernel")
manager = pytest.importorskip("jupyter_client.manager")

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


@pytest.fixture(scope="module")
def client():
    kernel, client = manager.start_new_kernel(kernel_name="python3")
    yield client
    client.stop_channels()
    kernel.shutdown_kernel(now=True)
    kernel.cleanup_resources()


def texts(message):
    content = message["content"]
    return content.get("text") or content.get("data", {}).get("text/plain") or "".join(content.get("traceback", []))


def output(client, code):
    """Runs a cell; returns what it showed."""
    found = []
    client.execute_interactive(code, timeout=60, output_hook=lambda m: found.append(texts(m)))
    return "".join(found)


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
    late = []
    waiting = client.execute("ended.set(); run.wait(); print('mine')")
    while True:
        message = client.get_iopub_msg(timeout=90)
        parent = message["parent_header"].get("msg_id")
        if message["msg_type"] == "stream":
            late.append((parent, message["content"]["text"].strip()))
        if parent == waiting and message["content"].get("execution_state") == "idle":
            break
    assert sorted(late) == sorted([(started, "last"), (waiting, "mine")])


def test_a_blocking_cell_shows_the_table_when_nobody_looks(client):
    output(client, SETUP)
    shown = output(client, "%%opscope -t relu* --title headless\ngo(iter([False, True]).__next__)\n7 * 6")
    assert shown.startswith("opscope panel: headless, running")
    assert re.search(r"opscope panel: headless, \d values?, finished after \d+ steps?", shown)
    assert shown.endswith("42")
