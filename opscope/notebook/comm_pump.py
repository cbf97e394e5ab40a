"""Comm pump: delivers clicks (comm messages) while a cell is busy in `wait()`.

A kernel handles one message after another. So a click waits until the cell has ended, unless the front end sends the
click to a subshell (ipykernel 7 in JupyterLab). This module uses private parts of ipykernel 6 and 7. If these parts are
missing, clicks are delivered only after the cell has ended. All other messages keep their order.
"""

from __future__ import annotations

import asyncio
import threading
from typing import Any

from opscope.notebook.ipython_shell import shell

POLLIN = 1  # zmq's value
_unsupported: set[type] = set()
_forwarded: set[asyncio.Future[Any]] = set()  # an event loop keeps only weak references to its tasks


def pump() -> None:
    """Deliver the waiting comm messages.

    The function never blocks and never raises an error. Outside a kernel's main thread, it does nothing.
    """
    kernel = getattr(shell(), "kernel", None)
    if kernel is None or type(kernel) in _unsupported or threading.current_thread() is not threading.main_thread():
        return
    try:
        if getattr(kernel, "shell_channel_thread", None) is not None:
            _pump_stream(kernel)
        else:
            _pump_queue(kernel)
    except Exception:  # noqa: BLE001 (an unknown ipykernel)
        _unsupported.add(type(kernel))


def _pump_stream(kernel: Any) -> None:
    """Deliver messages in ipykernel 7, where a thread reads the shell socket and passes messages to this thread."""
    stream = kernel.shell_channel_thread.manager.get_shell_channel_to_subshell_pair(None).to_stream
    handler = stream._recv_callback
    loop = asyncio.get_running_loop()
    found: list[Any] = []
    later: list[Any] = []
    stream.on_recv(found.append, copy=False)
    try:
        stream.flush(POLLIN)
        while found:
            if _deliver(kernel, None, found[0]):
                found.pop(0)
            else:
                later.append(found.pop(0))
    finally:
        stream.on_recv(handler, copy=False)
        for frames in (*later, *found):
            task = asyncio.ensure_future(handler(frames), loop=loop)
            _forwarded.add(task)
            task.add_done_callback(_forwarded.discard)


def _pump_queue(kernel: Any) -> None:
    """Deliver messages in ipykernel 6, where the main thread reads the socket into a queue between cells."""
    stream, queue = kernel.shell_stream, kernel.msg_queue
    stream.flush(POLLIN)
    later: list[Any] = []
    try:
        for _ in range(queue.qsize()):
            item = queue.get_nowait()
            later.append(item)
            if item[2] and _deliver(kernel, stream, item[2][0]):
                later.pop()
    finally:
        for item in later:
            queue.put_nowait(item)


def _deliver(kernel: Any, stream: Any, frames: Any) -> bool:
    """Deliver the parts of a comm message to its handler. Return False if the message is not a comm message."""
    try:
        session = kernel.session
        idents, parts = session.feed_identities(frames, copy=False)
        header = parts[1]  # not session.deserialize: it refuses a repeated signature
        if session.unpack(getattr(header, "bytes", header))["msg_type"] != "comm_msg":
            return False
    except Exception:  # noqa: BLE001 (a malformed message: the kernel reports it)
        return False
    kernel.comm_manager.comm_msg(stream, idents, session.deserialize(parts, copy=False, content=True))
    return True
