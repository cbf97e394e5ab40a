"""Attaching to a run of this process, by a port: the token, other protocols, what is left behind."""

from __future__ import annotations

import contextlib
import json
import socket
from collections.abc import Iterator

import numpy as np
import pytest

import opscope
from opscope import dap, debug, paddle
from opscope.errors import RunError
from tests.dap.ports import Port


@pytest.fixture
def run() -> Iterator[debug.Run]:
    def body() -> None:
        x = paddle.to_tensor(np.ones((2, 2), "float32"))
        while not ends:
            x = paddle.tanh(x)

    ends: list[bool] = []
    found = opscope.debug(body)
    yield found
    ends.append(True)
    with contextlib.suppress(RunError):  # it may end by itself meanwhile
        found.clear()
        found.cont()
    found.wait(60)


@pytest.fixture
def listener(run: debug.Run) -> Iterator[dap.DapListener]:
    found = dap.listen(run)
    yield found
    found.close()


def test_attach_and_leave(run: debug.Run, listener: dap.DapListener):
    client = Port(listener.host, listener.port)
    assert client.send("initialize", adapterID="test")["success"]
    assert client.send("attach", token=listener.token)["success"]
    assert client.send("setFunctionBreakpoints", breakpoints=[{"name": "op:tanh"}])["success"]
    assert client.send("configurationDone")["success"]
    client.event("stopped")
    assert [b.spec for b in run.breakpoints] == ["op:tanh"]
    frame = client.send("stackTrace", threadId=1)["body"]["stackFrames"][0]
    assert frame["name"].endswith("body")
    assert client.send("disconnect")["success"]
    client.close()
    run.pause()  # it goes on without the client, and without its breakpoints
    assert run.breakpoints == []

    client = Port(listener.host, listener.port)  # and another client may come
    client.send("initialize", adapterID="test")
    client.send("attach", token=listener.token)
    client.send("configurationDone")
    assert client.event("stopped")["body"]["reason"] == "pause"
    client.close()


def test_attach_to_a_run_that_is_over():
    run = opscope.debug(lambda: paddle.tanh(paddle.to_tensor([0.0, 1.0])))
    run.wait(60)
    listener = dap.listen(run)
    client = Port(listener.host, listener.port)
    client.send("initialize", adapterID="test")
    client.send("attach", token=listener.token)
    client.send("configurationDone")
    assert client.event("stopped")["body"]["reason"] == "end"
    assert client.send("evaluate", expression="tanh_0")["body"]["type"] == "float32[2]"
    client.send("stepBack", threadId=1)
    client.event("stopped")
    client.send("continue", threadId=1)
    client.event("stopped")
    client.send("continue", threadId=1)
    client.event("terminated")
    client.close()
    listener.close()


def test_a_client_without_the_token_is_refused(run: debug.Run, listener: dap.DapListener):
    client = Port(listener.host, listener.port)
    client.send("initialize", adapterID="test")
    answer = client.send("attach", token="guess")
    assert not answer["success"] and "token" in answer["message"]
    with pytest.raises((EOFError, OSError)):  # the connection is closed
        [client.send("threads") for _ in range(1000)]
    client.close()
    assert run.state == "running"


def test_a_web_page_cannot_reach_it(run: debug.Run, listener: dap.DapListener):
    body = b'{"seq": 1, "type": "request", "command": "initialize", "arguments": {}}'
    with socket.create_connection((listener.host, listener.port), 60) as connection:
        head = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: %d\r\n\r\n" % len(body)
        connection.sendall(head + body)
        with contextlib.suppress(ConnectionResetError):
            assert connection.recv(1000) == b""


def test_only_this_machine_can_connect(listener: dap.DapListener):
    assert listener.host == "127.0.0.1" and len(listener.token) >= 32
    assert json.loads(repr(listener))["request"] == "attach"


def test_a_client_that_vanishes_leaves_the_port_open(run: debug.Run, listener: dap.DapListener):
    """Its answers have no reader: an error of the connection ended the thread that waits for clients."""
    for _ in range(10):
        client = Port(listener.host, listener.port)
        client.send("initialize", adapterID="test")
        client.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")  # close by a reset
        client.stream.write(
            b"Content-Length: 80\r\n\r\n" + json.dumps({"seq": 9, "type": "request"}).ljust(80).encode()
        )
        client.stream.flush()
        client.stream.close()
        client.connection.close()
    client = Port(listener.host, listener.port)
    assert client.send("initialize", adapterID="test")["success"]
    client.close()
