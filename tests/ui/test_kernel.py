"""A click arrives while a cell runs, in a real kernel: pins the private hook of ipykernel 7.4 that we switch off."""

import time

import pytest

pytest.importorskip("ipykernel")
manager = pytest.importorskip("jupyter_client.manager")

SETUP = """
import time
from opscope.ui.widget import Panel
panel = Panel("pin")
heard = []
panel.on_command(lambda command: heard.append((command.request, time.time())))
panel.send({"kind": "batch", "n": 0, "events": [], "trails": [], "block": 0}, [b""])  # the main shell publishes last
print(panel.model_id)
"""
BUSY = "start = time.time()\nwhile time.time() - start < 20 and not heard: time.sleep(0.02)\nprint(bool(heard))"


@pytest.fixture
def client():
    kernel, client = manager.start_new_kernel(kernel_name="python3")
    yield client
    client.stop_channels()
    kernel.shutdown_kernel(now=True)
    kernel.cleanup_resources()


def output(client, code):
    """Runs a cell; returns what it printed."""
    texts = []
    client.execute_interactive(
        code, timeout=60, output_hook=lambda m: texts.append(m["content"].get("text", m["content"].get("evalue", "")))
    )
    return "".join(texts).strip()


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")
def test_a_click_is_delivered_while_a_cell_runs(client):
    info = client.kernel_info(reply=True, timeout=30)["content"]
    if "kernel subshells" not in info.get("supported_features", []):
        pytest.skip("this kernel has no subshells")
    comm = output(client, SETUP)
    request = client.session.msg("create_subshell_request", {})
    client.control_channel.send(request)
    subshell = client.get_control_msg(timeout=10)["content"]["subshell_id"]
    client.execute(BUSY)
    time.sleep(0.5)
    data = {"method": "custom", "content": {"kind": "Pause", "request": 5}}
    click = client.session.msg("comm_msg", {"comm_id": comm, "data": data})
    click["header"]["subshell_id"] = subshell
    sent = time.time()
    client.shell_channel.send(click)
    while True:
        message = client.get_iopub_msg(timeout=30)
        if message["msg_type"] == "stream":
            break
    assert message["content"]["text"].strip() == "True"
    number, heard = eval(output(client, "print(heard[0])"))
    assert number == 5
    assert heard - sent < 1.0
