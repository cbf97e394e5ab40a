"""A debug client by hand, which can send what no client sends, in the process of the test."""

from __future__ import annotations

import contextlib
import json
import socket
from collections.abc import Callable
from typing import Any


class Port:
    """A connection to an adapter."""

    def __init__(self, host: str, port: int) -> None:
        self.connection = socket.create_connection((host, port), 60)
        self.stream = self.connection.makefile("rwb")
        self.token = ""  # what `launch` and `attach` are to pass
        self._seq = 0
        self._unread: list[dict[str, Any]] = []

    def send(self, command: str, **arguments: Any) -> dict[str, Any]:
        """Send a request; its response."""
        self._seq += 1
        message = {"seq": self._seq, "type": "request", "command": command, "arguments": arguments}
        text = json.dumps(message).encode()
        self.stream.write(b"Content-Length: %d\r\n\r\n%b" % (len(text), text))
        self.stream.flush()
        return self.read(lambda m: m.get("request_seq") == self._seq)

    def read(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The next message that passes a test; others are kept."""
        while True:
            if (found := next(filter(wanted, self._unread), None)) is not None:
                self._unread.remove(found)
                return found
            if not (length := self.stream.readline()):
                raise EOFError
            self.stream.readline()
            self._unread.append(json.loads(self.stream.read(int(length.partition(b":")[2]))))

    def ask(self, command: str, **arguments: Any) -> Any:
        """Send a request that succeeds; the body of its response."""
        response = self.send(command, **arguments)
        assert response["success"], response
        return response.get("body")

    def event(self, name: str) -> dict[str, Any]:
        return self.read(lambda m: m.get("event") == name)

    def close(self) -> None:
        with contextlib.suppress(OSError):  # what was written last was not sent
            self.stream.close()
        self.connection.close()
