"""Port on which clients attach to a run of this process, or launch a program in this process."""

from __future__ import annotations

import contextlib
import json
import secrets
import socket
import threading
from collections.abc import Callable
from typing import Any

from opscope.dap.adapter import DebugAdapter
from opscope.dap.debuggee import Launcher
from opscope.dap.message_loop import MessageLoop
from opscope.dap.messages import MessageWriter, RequestReader
from opscope.debug.runs.run import Run

LOOPBACK = "127.0.0.1"


class DapListener:
    """Waits for clients on a port of this machine, one after the other.

    The repr of this object shows the port and the token that an editor needs.

    Every user of the machine can connect to a port, and a web page can make a browser send data to a port. Therefore a
    client must send `token` with `launch` or `attach`. Before these requests, the client may send only messages of
    the protocol. opscope uses a port instead of a socket file, because every editor can connect to a port, also through
    ssh. The token protects the port, as the file mode would protect a socket file.
    """

    def __init__(
        self,
        serve: Callable[[DebugAdapter, MessageLoop], None],
        run: Run | None = None,
        launcher: Launcher | None = None,
        host: str = LOOPBACK,
        port: int = 0,
    ) -> None:
        self.token = secrets.token_urlsafe(24)
        self._run = run
        self._launcher = launcher
        self._serve = serve
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self._socket = socket.create_server((host, port), family=family)
        self.host, self.port = self._socket.getsockname()[:2]

    @property
    def configuration(self) -> dict[str, Any]:
        """The entry of `launch.json` with which an editor attaches."""
        request = "launch" if self._launcher else "attach"
        where = {"host": self.host, "port": self.port, "token": self.token}
        return {"name": "opscope", "type": "opscope", "request": request, **where}

    def __repr__(self) -> str:
        return json.dumps(self.configuration)

    def accept(self) -> DebugAdapter | None:
        """Wait for a client, and serve it until it disconnects. Return None if the port was closed."""
        try:
            connection, _ = self._socket.accept()
        except OSError:
            return None
        stream = connection.makefile("rwb")
        adapter = DebugAdapter(MessageWriter(stream), self._launcher, self._run, self.token)

        def hang_up() -> None:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RD)

        # unsent data has no reader when the client has vanished; the next client is served all the same
        with connection, contextlib.suppress(ConnectionError), stream:
            self._serve(adapter, MessageLoop(adapter, RequestReader(stream, strict=True), hang_up))
        return adapter

    def close(self) -> None:
        """Stop accepting clients."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)  # wakes the thread that waits for a client
        self._socket.close()


def listen(run: Run, port: int = 0) -> DapListener:
    """Open a port on which editors can attach to a run of this process, also in a notebook. Returns at once.

    run   a run of `opscope.debug(...)` or `opscope.live(...)`
    port  the number of the port on this machine; 0: a free port

    The result shows the data for the editor. The data contains a secret token, which only this process and the reader
    of the data have. The method `close()` of the result closes the port. When a client disconnects, its breakpoints are
    removed and the run continues. Raises OSError if the port is in use.

    >>> import opscope
    >>> run = opscope.debug(lambda: None)
    >>> listener = opscope.dap.listen(run)
    >>> sorted(listener.configuration)
    ['host', 'name', 'port', 'request', 'token', 'type']
    >>> listener.close()
    """
    listener = DapListener(lambda adapter, loop: loop.run(), run, port=port)

    def serve() -> None:
        while listener.accept() is not None:
            pass

    threading.Thread(target=serve, name=f"opscope-dap-{listener.port}", daemon=True).start()
    return listener
