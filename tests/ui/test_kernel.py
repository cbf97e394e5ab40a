"""A click arrives while a cell runs, in a real kernel: pins the private hook of ipykernel 7.4 that we switch off."""

import pytest

pytest.importorskip("ipykernel")
from tests.kernels import start_kernel

SETUP = """
import time
from opscope.ui.widget import Panel
panel = Panel("pin")
heard = []
panel.on_command(lambda command: heard.append(command.request))
panel.send({"kind": "batch", "n": 0, "events": [], "trails": [], "block": 0}, [b""])  # the main shell publishes last
print(panel.model_id)
"""
BUSY = """
print("busy", flush=True)
end = time.time() + 60
while time.time() < end and not heard: time.sleep(0.02)
print(heard)
"""


@pytest.fixture
def client():
    kernel, client = start_kernel()
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


def next_line(client):
    """What is printed next."""
    while True:
        message = client.get_iopub_msg(timeout=90)
        if message["msg_type"] == "stream" and message["content"]["name"] == "stdout":
            return message["content"]["text"].strip()


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")
def test_a_click_is_delivered_while_a_cell_runs(client):
    info = client.kernel_info(reply=True, timeout=60)["content"]
    if "kernel subshells" not in info.get("supported_features", []):
        pytest.skip("this kernel has no subshells")
    comm = output(client, SETUP)
    request = client.session.msg("create_subshell_request", {})
    client.control_channel.send(request)
    subshell = client.get_control_msg(timeout=60)["content"]["subshell_id"]
    client.execute(BUSY)
    assert next_line(client) == "busy"
    data = {"method": "custom", "content": {"kind": "Pause", "request": 5}}
    click = client.session.msg("comm_msg", {"comm_id": comm, "data": data})
    click["header"]["subshell_id"] = subshell
    client.shell_channel.send(click)
    assert next_line(client) == "[5]"
