"""BeatWatch: the launcher's thread that receives beats from all ranks, and prints the ranks for which others wait."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import select
import selectors
import signal
import socket
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from opscope.core.source import Site
from opscope.errors import UsageError, printable
from opscope.ranks.beats import ADDRESS, CUT_OFF, INTERVAL, TOKEN
from opscope.ranks.host_probe import HostProbe
from opscope.ranks.verdicts import PATIENCE, AwaitedCall, Seen, Verdict, judge, unknown_ranks
from opscope.ranks.watched_row import decoded_numbers, decoded_row

LOOPBACK = "127.0.0.1"
_LONGEST = 1 << 16  # bytes of a line of a rank that has not shown the token yet
_LONGEST_LINE = 1 << 24  # bytes of a line: of events with a drawing
_RECEIVED = 1 << 16  # bytes at once
_READING = 1.0  # seconds that a rank has to read a message
Printer = Callable[[str], None]
Show = Callable[[Sequence[Seen]], None]
Message = dict[str, Any]


class BeatWatch:
    """Receives the beats of the ranks that have sent the token, on a port of this machine.

    `say` is a function that prints a verdict (a text about a rank for which others wait). `end_job` is called when a
    final verdict is `timeout` seconds old. If `timeout` is None, `end_job` is never called. `show` is called with the
    ranks ten times a second. `host` is the address at which the watch listens. Raises UsageError if this machine does
    not have the address.
    """

    def __init__(
        self,
        say: Printer,
        timeout: float | None,
        end_job: Callable[[], None],
        show: Show | None = None,
        host: str = LOOPBACK,
    ) -> None:
        self._say, self._timeout, self.end_job, self._show = say, timeout, end_job, show
        self._server = _server(host)
        self._token = secrets.token_hex(16)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._server, selectors.EVENT_READ)
        self._buffers: dict[socket.socket, bytes] = {}
        self._ranks: dict[socket.socket, Seen] = {}
        self._probes: dict[socket.socket, HostProbe] = {}  # of ranks on other hosts
        self._open: dict[tuple[int, str], tuple[Verdict, float]] = {}  # with the time of the first one
        self._done = threading.Event()
        self._silent = False
        self._sending = threading.Lock()
        self.on_message: Callable[[int, Message], None] = lambda rank, message: None
        self.on_judged: Callable[[], None] = lambda: None
        self.has_ended_job = False
        self._thread = threading.Thread(target=self._run, name="opscope-watch", daemon=True)

    @property
    def environment(self) -> dict[str, str]:
        """The environment variables with which ranks find the launcher."""
        seconds = "" if self._timeout is None else str(self._timeout + 2 * PATIENCE)  # the launcher ends the job before
        return {ADDRESS: self.address, TOKEN: self._token, CUT_OFF: seconds}

    @property
    def address(self) -> str:
        """The address and the port at which the watch listens."""
        host, port = self._server.getsockname()
        return f"{host}:{port}"

    @property
    def ranks(self) -> list[Seen]:
        """The ranks that have connected."""
        return list(self._ranks.values())

    @property
    def verdicts(self) -> list[Verdict]:
        """The verdicts that are valid now."""
        return [verdict for verdict, _ in list(self._open.values())]

    @property
    def is_cut_off(self) -> bool:
        """True if at least one host of the job cannot be reached through the network."""
        return any(seen.unreached is not None for seen in self.ranks)

    @property
    def has_stopped(self) -> bool:
        """True if the watch no longer listens."""
        return self._done.is_set()

    def send(self, message: Message, rank: int | None = None) -> None:
        """Send a message to a rank, or to all connected ranks.

        A rank that ends during the call does not receive the message.
        """
        line = json.dumps(message).encode() + b"\n"
        with self._sending:
            for connection, seen in list(self._ranks.items()):
                if seen.is_there and rank in (None, seen.rank):
                    with contextlib.suppress(OSError):
                        _send_all(connection, line)

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def close_verdicts(self) -> None:
        """Print no more verdicts, because the job is ending."""
        self._silent = True

    def stop(self, name_dead: bool = False) -> None:
        """Stop listening, and kill the ranks that are still running although mpiexec has ended.

        If `name_dead` is True, print the rank that died first. mpiexec may have ended the other ranks for this reason.
        """
        self._done.set()
        self._thread.join()
        self._hear(0.0)
        if name_dead:
            for verdict in judge(self.ranks, time.monotonic(), is_stopped):
                if verdict.kind == "dead" and verdict.key not in self._open:
                    self._say(printable(verdict.text))
        for seen in self.ranks:
            if seen.closed is None and not seen.host:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(seen.pid, signal.SIGKILL)
        for connection in self._buffers:
            connection.close()
        self._selector.close()
        self._server.close()

    def _run(self) -> None:
        judged = time.monotonic()
        while not self._done.is_set():
            self._hear(INTERVAL)
            if not self._silent and (now := time.monotonic()) - judged >= INTERVAL:
                judged = now
                for connection, probe in list(self._probes.items()):
                    probe.look(self._ranks[connection], now)
                self._report(judge(self.ranks, now, is_stopped), now)
                self.on_judged()
                if self._show is not None:
                    self._show(self.ranks)

    def _hear(self, seconds: float) -> None:
        ready = self._selector.select(seconds)
        now = time.monotonic()
        for key, _ in ready:
            if key.fileobj is self._server:
                self._accept()
            else:
                self._read(key.fileobj, now)  # pyright: ignore[reportArgumentType] (a socket, as registered)

    def _accept(self) -> None:
        connection, _ = self._server.accept()
        connection.setblocking(False)
        self._buffers[connection] = b""
        self._selector.register(connection, selectors.EVENT_READ)

    def _read(self, connection: socket.socket, now: float) -> None:
        try:
            data = connection.recv(_RECEIVED)
        except OSError:
            data = b""
        *lines, rest = (self._buffers[connection] + data).split(b"\n")
        self._buffers[connection] = rest
        longest = _LONGEST_LINE if connection in self._ranks else _LONGEST
        fits = len(rest) < longest and all(self._take(connection, line) for line in lines)
        if not data or not fits:
            self._selector.unregister(connection)
            self._probes.pop(connection, None)
            if (seen := self._ranks.get(connection)) is not None:
                seen.closed = now  # the same for all that close together: their order is unknown
            else:
                connection.close()

    def _take(self, connection: socket.socket, line: bytes) -> bool:
        """Process a line from a rank. Return False if the line is not a valid message."""
        try:
            report = json.loads(line)
            seen = self._ranks.get(connection)
            if seen is None:
                if not secrets.compare_digest(str(report["token"]), self._token):
                    return False
                self._add(connection, Seen(int(report["rank"]), int(report["pid"]), time.monotonic()), report)
                return True
            if "counts" in report:
                take_beat(seen, report, time.monotonic())
            elif "reply" in report or "events" in report:
                self.on_message(seen.rank, report)
            else:
                return False
        except (ValueError, KeyError, TypeError, RecursionError):
            return False
        return True

    def _add(self, connection: socket.socket, seen: Seen, report: Message) -> None:
        if connection.getpeername()[0] != connection.getsockname()[0]:
            seen.host = printable(str(report.get("host", ""))) or connection.getpeername()[0]
            self._probes[connection] = HostProbe(connection)
        self._ranks[connection] = seen

    def _report(self, verdicts: list[Verdict], now: float) -> None:
        found = {verdict.key: verdict for verdict in verdicts}
        unknown, named = unknown_ranks(self.ranks, now), {rank for rank, _ in found}
        for key, (verdict, since) in list(self._open.items()):
            if key in found:
                continue
            if verdict.rank in named:
                del self._open[key]
            elif unknown.isdisjoint((verdict.rank, *verdict.waiters)):  # else it holds until their next beats
                del self._open[key]
                self._say(f"rank {verdict.rank} is back after {now - since:.1f} s")
        for key, verdict in found.items():
            if key not in self._open:
                self._open[key] = verdict, now
                self._say(printable(verdict.text))
        oldest = min((since for verdict, since in self._open.values() if verdict.final), default=now)
        if any(seen.paused and seen.is_there for seen in self._ranks.values()):
            oldest = now  # a person looks at the job
        if self._timeout is not None and now - oldest > self._timeout:
            self._say(f"the job ends: nothing has changed for {self._timeout:g} s (--timeout)")
            self._silent = self.has_ended_job = True
            self.end_job()


def _server(host: str) -> socket.socket:
    try:
        return socket.create_server((host, 0))
    except OSError as e:
        raise UsageError(
            f"cannot listen at {host}: {e.strerror or e}", fix="pass an address of this machine: --listen ADDRESS"
        ) from None


def take_beat(seen: Seen, report: dict[str, Any], now: float) -> None:
    """Store the report in a beat of a rank. Raises ValueError, KeyError or TypeError if the data is not a report."""
    seen.heard = now
    seen.counts = {int(group): int(count) for group, count in report["counts"]}
    if "end" in report:
        seen.ended, seen.call = str(report["end"]), None
        seen.lines = () if report["line"] is None else [_site(report["line"])]
        return
    step, call = report.get("step"), report["call"]
    seen.step, seen.waited = None if step is None else int(step), float(report.get("waited", 0.0))
    seen.paused, seen.agreed = printable(str(report.get("paused", ""))), int(report.get("agreed", 0))
    seen.released = int(report.get("released", 0))
    numbers = decoded_numbers(report["numbers"]) if "numbers" in report else seen.numbers
    seen.row, seen.numbers = decoded_row(report, len(numbers)), numbers
    seen.lines = [_site(line) for line in report["lines"]]
    seen.call = call and AwaitedCall(
        str(call["text"]), str(call["where"]), int(call["group"]), int(call["number"]),
        tuple(map(int, call["members"])), float(call["seconds"]), bool(call.get("is_edge")),
    )  # fmt: skip


def _site(line: Any) -> Site:
    file, number, function = line
    return Site(str(file), int(number), str(function))


def _send_all(connection: socket.socket, data: bytes) -> None:
    """Send data through a non-blocking socket.

    Raises OSError if this fails, or if the rank reads nothing for a second.
    """
    while data:
        _, writable, _ = select.select([], [connection], [], _READING)
        if not writable:
            raise OSError("the rank does not read its messages")
        data = data[connection.send(data) :]


def is_stopped(pid: int) -> bool:
    """Return True if a signal has stopped a process of this machine. Return False if the system does not show this."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return text.rpartition(")")[2].split()[0] in "Tt"
