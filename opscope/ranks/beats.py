"""Beats: messages with the state of a rank, which a thread of the rank sends to the launcher ten times a second.

A beat is a line of JSON. It contains the collective call and the source line that the rank is executing. The thread
also sends beats while MPI waits, because mpi4py releases the interpreter lock. No beats are sent while a C function
holds the lock, or while a signal has stopped the process. The launcher sends its requests on the same connection, also
as lines of JSON.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import platform
import select
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from opscope.core.source import is_user_file, raising_site
from opscope.errors import error_text
from opscope.ranks.job_state import STATE
from opscope.ranks.shared_cores import DAEMON

# the launcher's variables: its address and port; seconds after which a rank that does not reach it ends, "" for never
ADDRESS, TOKEN, CUT_OFF = "OPSCOPE_WATCH", "OPSCOPE_WATCH_TOKEN", "OPSCOPE_WATCH_CUT_OFF"
INTERVAL = 0.1  # seconds
_RANK = ("OMPI_COMM_WORLD_RANK", "PMI_RANK")
_FRAMES = 8  # of the user's code, at most
_RECEIVED = 1 << 16  # bytes at once

Request = dict[str, Any]
Send = Callable[[Mapping[str, Any]], bool]


def refuse(request: Request, send: Send) -> None:
    """Answer a debugger request in a rank that has no debugger."""
    if "id" in request:
        text = "this rank runs without the debugger: start it with --record, or with opscope.debug in the program"
        send({"reply": request["id"], "ok": False, "text": text})


class LauncherConnection:
    """Connection of this rank to its launcher. `on_request` handles the requests for the debugger."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._lock = threading.Lock()
        self._received = b""
        self.is_open = True
        self.on_request: Callable[[Request, Send], None] = refuse

    def send(self, report: Mapping[str, Any]) -> bool:
        """Send a line, from any thread. Returns False if the launcher has ended."""
        line = json.dumps(report).encode() + b"\n"
        try:
            with self._lock:
                self._connection.sendall(line)
        except OSError:
            return False
        return True

    def beat(self) -> None:
        """Send beats and handle requests until this rank ends. End the rank if the launcher has ended."""
        while self.is_open and self.send(_report()):
            readable, _, _ = select.select([self._connection], [], [], INTERVAL)
            if readable and not self._receive():
                break
        if self.is_open:  # the launcher is dead: nobody is left who could end this rank
            with contextlib.suppress(OSError):  # the pipe of the launcher is gone, too
                os.write(2, b"opscope: the launcher of this rank is gone, so it ends\n")
            _end_daemon()
            os._exit(1)

    def _receive(self) -> bool:
        try:
            data = self._connection.recv(_RECEIVED)
        except OSError:
            data = b""
        *lines, self._received = (self._received + data).split(b"\n")
        for line in lines:
            self._handle(json.loads(line))
        return bool(data)

    def _handle(self, request: Request) -> None:
        if not request:  # whether it arrives shows the launcher that this host is there
            return
        self.on_request(request, self.send)
        if "pause" in request:  # after the debugger, which is to stop the program, knows of it
            STATE.pause.ask(int(request["pause"]))
        elif "release" in request:
            STATE.pause.release(int(request["release"]), int(request.get("again", 0)))

    def close_in_child(self) -> None:
        """Close the connection in a forked process, because only the rank itself may keep it open."""
        self._connection.close()


_connections: list[LauncherConnection] = []
_errors: list[BaseException] = []


def start_beats(environment: Mapping[str, str]) -> LauncherConnection | None:
    """If a launcher has started this process, connect to it and start to send beats.

    Returns the connection. If no launcher has started this process, return None.
    """
    rank = next((environment[name] for name in _RANK if name in environment), "")
    address, _, port = environment.get(ADDRESS, "").rpartition(":")
    if not (rank.isdecimal() and port.isdecimal()):
        return None
    reached = socket.create_connection((address, int(port)))
    _end_when_cut_off(reached, environment.get(CUT_OFF, ""))
    connection = LauncherConnection(reached)
    _connections.append(connection)
    first = {"token": environment.get(TOKEN, ""), "rank": int(rank), "pid": os.getpid(), "host": platform.node()}
    connection.send(first)
    os.register_at_fork(after_in_child=connection.close_in_child)
    atexit.register(say_end)
    threading.Thread(target=connection.beat, name="opscope-beats", daemon=True).start()
    return connection


def _end_when_cut_off(reached: socket.socket, seconds: str) -> None:
    """End this rank if the launcher's host has acknowledged no beat for some seconds."""
    if seconds and hasattr(socket, "TCP_USER_TIMEOUT"):
        reached.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(1000 * float(seconds)))


def _end_daemon() -> None:
    """End Open MPI's own process on this host. This process would wait for the launcher's host for minutes."""
    if os.environ.get(DAEMON, "") == str(os.getppid()):
        with contextlib.suppress(OSError):
            os.kill(os.getppid(), signal.SIGTERM)


def say_end() -> None:
    """Report that the program of this rank has ended, and the error that has ended it."""
    if os.getpid() != STATE.process:
        return
    for connection in _connections:
        error = last_error()
        at = None if error is None else raising_site(error)
        text = "" if error is None else error_text(error)
        connection.is_open = False
        report = {"end": text, "line": None if at is None else [at.filename, at.line, at.function]}
        connection.send({**report, "counts": _counts()})
    _connections.clear()


def note_error(error: BaseException) -> None:
    """Record an error that has ended the program of this rank.

    This function is needed for an error that the interpreter itself does not see.
    """
    _errors.append(error)


def last_error() -> BaseException | None:
    """Return the uncaught error that has ended the program."""
    return _errors[-1] if _errors else getattr(sys, "last_exc", None) or getattr(sys, "last_value", None)


def _report() -> dict[str, Any]:
    """Return the content of a beat: the collective in which this rank is, its lines of user code, and its numbers."""
    now, found, seconds, pause = STATE.now, None, 0.0, STATE.pause
    released = pause.released  # before the place, which it makes known to be a new one
    paused = pause.place()
    if now is not None and pause.is_held:
        paused = f"{now.collective.text}, {now.collective.where}"
    elif now is not None:
        seconds = time.monotonic() - now.since
        found = {
            "text": now.collective.text, "where": now.collective.where, "group": now.group, "number": now.number,
            "members": list(now.members), "seconds": seconds, "is_edge": now.collective.is_edge,
        }  # fmt: skip
    waited = STATE.waiting + seconds
    return {
        "call": found, "counts": _counts(), "lines": _lines(), "step": STATE.step, "waited": waited,
        "paused": paused, "agreed": pause.agreed, "released": released, **STATE.row.encoded(),
    }  # fmt: skip


def _counts() -> list[list[int]]:
    return [[group, count] for group, count in list(STATE.counts.items())]


def _lines() -> list[list[Any]]:
    """Return the user's lines that the thread of the collectives is executing. The innermost line comes first."""
    frame = sys._current_frames().get(STATE.thread or 0)
    found: list[list[Any]] = []
    while frame is not None and len(found) < _FRAMES:
        file = frame.f_code.co_filename
        of_named_tuple = file == "<string>" and str(frame.f_globals.get("__name__")).startswith("namedtuple_")
        if is_user_file(file) and not file.startswith("<frozen") and not of_named_tuple:
            # f_lineno is None between two lines, rarely
            found.append([file, frame.f_lineno or frame.f_code.co_firstlineno, frame.f_code.co_name])
        frame = frame.f_back
    return found
