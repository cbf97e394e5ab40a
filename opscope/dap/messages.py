"""Messages of the Debug Adapter Protocol on byte streams: `Content-Length: N`, an empty line, N bytes of JSON.

The client's data is not trusted. Sizes are limited. If bytes are not a message, all bytes up to the next header are
skipped.
Source: https://microsoft.github.io/debug-adapter-protocol/overview, "Base protocol".
"""

from __future__ import annotations

import itertools
import json
import re
import threading
from collections.abc import Mapping
from io import BufferedIOBase
from typing import Any, NamedTuple, cast

from opscope.dap.positions import Positions
from opscope.errors import ArgumentError

MAX_MESSAGE = 8 << 20  # bytes of one message of a client
CHUNK = 1 << 16
_HEADER = re.compile(rb"Content-Length: *(\d{1,18})\r\n(?:[\w-]+:[^\r\n]{0,200}\r\n){0,8}\r\n", re.IGNORECASE)
_LONGEST_HEADER = 4096  # bytes

Body = Mapping[str, Any]


class MalformedMessage(ArgumentError):
    """Error for a message that is not a valid request. `seq` is the number of the message, or 0 if it has no number."""

    def __init__(self, summary: str, seq: int = 0, command: str = "") -> None:
        super().__init__(summary)
        self.seq = seq
        self.command = command


class NotTheProtocol(ArgumentError):
    """Error for a stream whose bytes belong to another protocol."""


class Request(NamedTuple):
    """A request of the client."""

    seq: int
    command: str
    arguments: dict[str, Any]


class RequestReader:
    """Reads requests from a stream.

    While `strict` is True, bytes between messages raise NotTheProtocol. Without this check, a web page could make a
    browser send an HTTP request to this port, with a message of the protocol as its body.
    """

    def __init__(self, stream: BufferedIOBase, *, strict: bool = False) -> None:
        self.strict = strict
        self._stream = stream
        self._buffer = bytearray()

    def read(self) -> Request | None:
        """Return the next request, or None at the end of the stream.

        Reading can continue after a MalformedMessage error.
        """
        length = self._read_header()
        if length is None:
            return None
        if length > MAX_MESSAGE:
            raise MalformedMessage(f"a message of {length} bytes is too long: at most {MAX_MESSAGE} bytes are read")
        while len(self._buffer) < length:
            if not self._fill():
                return None
        text = bytes(self._buffer[:length])
        del self._buffer[:length]
        return parse_request(text)

    def _read_header(self) -> int | None:
        """Return the length of the next message, or None at the end of the stream."""
        skipped = 0
        while (found := _HEADER.search(self._buffer)) is None:
            surplus = len(self._buffer) - _LONGEST_HEADER
            if surplus > 0:
                skipped += surplus
                del self._buffer[:surplus]
            if self.strict and not _may_be_header(self._buffer):
                raise NotTheProtocol("these bytes are not a message of the Debug Adapter Protocol")
            if not self._fill():
                return None
        skipped, length, start, end = skipped + found.start(), int(found[1]), found.start(), found.end()
        del found  # it refers to the buffer
        if skipped:
            if self.strict:
                raise NotTheProtocol("these bytes are not a message of the Debug Adapter Protocol")
            del self._buffer[:start]
            raise MalformedMessage(f"{skipped} bytes were skipped: they are not a message with a Content-Length header")
        del self._buffer[:end]
        return length

    def _fill(self) -> bool:
        data = self._stream.read1(CHUNK)
        self._buffer += data
        return bool(data)


def _may_be_header(start: bytearray) -> bool:
    wanted = b"content-length:"
    return bytes(start[: len(wanted)]).lower() == wanted[: len(start)]


def parse_request(text: bytes) -> Request:
    """Parse a request from JSON text. Raises MalformedMessage.

    >>> parse_request(b'{"seq": 1, "type": "request", "command": "threads"}')
    Request(seq=1, command='threads', arguments={})
    """
    try:
        message = json.loads(text)
    except (ValueError, RecursionError) as e:
        raise MalformedMessage(f"a message is not JSON: {e}") from None
    if not isinstance(message, dict):
        raise MalformedMessage(f"a message must be an object, not {type(message).__name__}")
    fields = cast("dict[str, Any]", message)
    seq, kind, command = fields.get("seq"), fields.get("type"), fields.get("command")
    arguments = fields.get("arguments")
    number = seq if isinstance(seq, int) and not isinstance(seq, bool) else 0
    name = command if isinstance(command, str) else ""
    if kind != "request":
        raise MalformedMessage(f"a message of a client must have the type 'request', not {kind!r:.100}", number, name)
    if not name or len(name) > 100:
        raise MalformedMessage("the request has no command", number)
    if not number:
        raise MalformedMessage(f"the request {name} needs its number in the field seq", 0, name)
    if arguments is not None and not isinstance(arguments, dict):
        raise MalformedMessage(
            f"the arguments of {name} must be an object, not {type(arguments).__name__}", number, name
        )
    return Request(number, name, cast("dict[str, Any]", arguments or {}))


class MessageWriter:
    """Writes responses and events to a stream, from any thread. A write to a disconnected client raises no error.

    `positions` contains the client's numbering of lines and columns, which the request `initialize` sets.
    """

    def __init__(self, stream: BufferedIOBase) -> None:
        self._stream = stream
        self._lock = threading.Lock()
        self._numbers = itertools.count(1)
        self.positions = Positions()

    def respond(self, request: Request, body: Body | None = None) -> None:
        """Answer a request."""
        self._write(
            {"type": "response", "request_seq": request.seq, "success": True, "command": request.command}
            | ({} if body is None else {"body": self.positions.to_client(body)})
        )

    def refuse(self, seq: int, command: str, message: str, *, show_user: bool = True) -> None:
        """Answer a request with an error."""
        error = {"id": 1, "format": message.replace("{", "(").replace("}", ")"), "showUser": show_user}
        self._write(
            {"type": "response", "request_seq": seq, "success": False, "command": command, "message": message}
            | {"body": {"error": error}}
        )

    def event(self, name: str, body: Body | None = None) -> None:
        """Send an event."""
        self._write(
            {"type": "event", "event": name} | ({} if body is None else {"body": self.positions.to_client(body)})
        )

    def _write(self, message: dict[str, Any]) -> None:
        with self._lock:
            text = json.dumps({"seq": next(self._numbers), **message}, allow_nan=False).encode()
            try:
                self._stream.write(b"Content-Length: %d\r\n\r\n%b" % (len(text), text))
                self._stream.flush()
            except (OSError, ValueError):  # ValueError: the stream is closed
                return
