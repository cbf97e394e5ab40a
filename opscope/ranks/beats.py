"""Beats: ten times a second a thread of each rank reports to the launcher in which collective, or line, the rank is.

A beat is a line of JSON. A thread of Python beats while MPI waits, because mpi4py lets go of the interpreter; a C
function that holds the interpreter stops it, and so does a signal that stops the process.
"""

from __future__ import annotations

import atexit
import json
import os
import select
import socket
import sys
import threading
import time
from collections.abc import Mapping
from typing import Any

from opscope.core.source import is_user_file, raising_site
from opscope.errors import error_text
from opscope.ranks.job_state import STATE

ADDRESS, TOKEN = "OPSCOPE_WATCH", "OPSCOPE_WATCH_TOKEN"  # the launcher's variables: its port on this machine
INTERVAL = 0.1  # seconds
_RANK = ("OMPI_COMM_WORLD_RANK", "PMI_RANK")
_FRAMES = 8  # of the user's code, at most
_connections: list[socket.socket] = []


def start_beats(environment: Mapping[str, str]) -> None:
    """Begin to beat if a launcher listens."""
    rank = next((environment[name] for name in _RANK if name in environment), "")
    port = environment.get(ADDRESS, "")
    if not (rank.isdecimal() and port.isdecimal()):
        return
    connection = socket.create_connection(("127.0.0.1", int(port)))
    _connections.append(connection)
    first = {"token": environment.get(TOKEN, ""), "rank": int(rank), "pid": os.getpid()}
    connection.sendall(_line(first))
    os.register_at_fork(after_in_child=connection.close)  # a child must not hold the connection open
    atexit.register(say_end)
    threading.Thread(target=_beat, args=(connection,), name="opscope-beats", daemon=True).start()


def say_end() -> None:
    """Report that the program of this rank has ended, and the error that has ended it."""
    if os.getpid() != STATE.process:
        return
    for connection in _connections:
        error = last_error()
        at = None if error is None else raising_site(error)
        text = "" if error is None else error_text(error)
        report = {"end": text, "line": None if at is None else [at.filename, at.line, at.function]}
        _send(connection, {**report, "counts": _counts()})
    _connections.clear()


def last_error() -> BaseException | None:
    """Return the error that nobody has caught, which has ended the program."""
    return getattr(sys, "last_exc", None) or getattr(sys, "last_value", None)


def _beat(connection: socket.socket) -> None:
    while connection in _connections and _send(connection, _report()):
        readable, _, _ = select.select([connection], [], [], INTERVAL)
        if readable and not connection.recv(1):
            break
    if connection in _connections:  # the launcher is dead: nobody is left who could end this rank
        os.write(2, b"opscope: the launcher of this rank is gone, so it ends\n")
        os._exit(1)


def _send(connection: socket.socket, report: Mapping[str, Any]) -> bool:
    try:
        connection.sendall(_line(report))
    except OSError:
        return False
    return True


def _line(report: Mapping[str, Any]) -> bytes:
    return json.dumps(report).encode() + b"\n"


def _report() -> dict[str, Any]:
    """Describe the collective that this rank is in, and the lines of the user's code that it executes."""
    call, found, seconds = STATE.now, None, 0.0
    if call is not None:
        seconds = time.monotonic() - STATE.entered
        found = {
            "text": call.text, "where": call.where, "group": STATE.group, "number": STATE.number,
            "members": list(STATE.members), "seconds": seconds,
        }  # fmt: skip
    waited = STATE.waiting + seconds
    return {
        "call": found, "counts": _counts(), "lines": _lines(), "step": STATE.step, "waited": waited,
        "values": dict(STATE.values),
    }  # fmt: skip


def _counts() -> list[list[int]]:
    return [[group, count] for group, count in list(STATE.counts.items())]


def _lines() -> list[list[Any]]:
    """The user's lines that the thread of the collectives executes, innermost first."""
    frame = sys._current_frames().get(STATE.thread or 0)
    found: list[list[Any]] = []
    while frame is not None and len(found) < _FRAMES:
        file = frame.f_code.co_filename
        if is_user_file(file) and not file.startswith("<frozen"):
            found.append([file, frame.f_lineno, frame.f_code.co_name])
        frame = frame.f_back
    return found
