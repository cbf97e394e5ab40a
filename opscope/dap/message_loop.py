"""Message loop: reads a client's requests.

Requests are answered in order. Only urgent requests are answered at once, before waiting requests.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from contextlib import ExitStack

from opscope.dap.adapter import DebugAdapter
from opscope.dap.arguments import Arguments
from opscope.dap.messages import MalformedMessage, NotTheProtocol, Request, RequestReader
from opscope.dap.request_registry import HANDLERS, RequestHandler
from opscope.dap.requests import load_requests
from opscope.debug.navigation.search import SearchStopped
from opscope.errors import OpscopeError, RunError, one_line


class MessageLoop:
    """Reads the requests of one client.

    One thread reads, and another thread answers. So the requests `pause`, `cancel` and `disconnect` are handled even
    during a search through the history. `hang_up` ends the connection of a refused client.
    """

    def __init__(self, adapter: DebugAdapter, reader: RequestReader, hang_up: Callable[[], None]) -> None:
        load_requests()
        self._adapter = adapter
        self._reader = reader
        self._hang_up = hang_up
        self._waiting: queue.SimpleQueue[tuple[Request, RequestHandler] | None] = queue.SimpleQueue()

    def run(self) -> None:
        """Answer requests until the client disconnects."""
        worker = threading.Thread(target=self._work, name="opscope-dap-answers", daemon=True)
        worker.start()
        try:
            while not self._adapter.closed.is_set():
                self._reader.strict = bool(self._adapter.token) and self._adapter.debuggee is None
                try:
                    request = self._reader.read()
                except MalformedMessage as e:
                    self._adapter.writer.refuse(e.seq, e.command, e.summary)
                    continue
                except (NotTheProtocol, OSError):
                    return
                if request is None:
                    return
                self._take(request)
        finally:
            self._adapter.leave()
            self._waiting.put(None)
            worker.join(1.0)

    def _take(self, request: Request) -> None:
        handler = HANDLERS.get(request.command)
        if handler is None:
            self._adapter.writer.refuse(request.seq, request.command, f"{request.command} is not supported")
        elif handler.urgent:
            self._answer(request, handler)
        else:
            self._waiting.put((request, handler))

    def _work(self) -> None:
        while (item := self._waiting.get()) is not None:
            self._answer(*item)
            if self._adapter.closed.is_set():
                self._hang_up()

    def _answer(self, request: Request, handler: RequestHandler) -> None:
        adapter, refusal = self._adapter, ""
        with ExitStack() as stack:
            if handler.moves:
                stack.enter_context(adapter.relay.holding())
            try:
                if request.seq in adapter.cancelled:
                    raise RunError("the request was cancelled")
                arguments = adapter.writer.positions.from_client(request.arguments)
                body = handler.function(adapter, Arguments(arguments, request.command))
            except OpscopeError as e:
                refusal = one_line(e)
            except SearchStopped:
                refusal = "the search was stopped"
            except Exception as e:  # noqa: BLE001 (a failing request must not end the session)
                refusal = f"{request.command} failed: {type(e).__name__}: {e}"
            else:
                adapter.writer.respond(request, body)
            if refusal:
                adapter.writer.refuse(request.seq, request.command, refusal)
            if handler.moves and adapter.debuggee is not None:
                adapter.run.flush()  # so that the events of this move are among the held ones
        adapter.cancelled.discard(request.seq)
