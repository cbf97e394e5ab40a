"""Graphs: calls of a lowered run captured as CUDA graphs, and launched from then on instead of made.

What the host has to do stays a call between two graphs. Memory that cupy is asked for while calls are captured
belongs to the graph as long as it lives. What cannot be captured (it waits for the device, or reads memory of the host
that will not be there again) is made call by call, as before.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from opscope.runtime.lower.cuda.device_emission import OnHost

Call = Callable[[], Any]
LEAST = 2  # calls that are worth a graph
_pinned = threading.Lock()


class Uncapturable(Exception):
    """Something would be copied from the host while a graph is captured: replays would read what lies there then."""


class Graphs:
    """The calls of one run, most of them captured. `steps` are (number of the first call, call)."""

    def __init__(self, xp: Any, calls: Sequence[Call]) -> None:
        self.xp = xp
        self.thread = threading.current_thread()
        self.pools: list[Any] = []  # one a graph: a pool that runs out of memory frees what lies idle in it
        self.steps: list[tuple[int, Call]] = []
        self.refused: list[Exception] = []  # why some are not captured
        numbered = itertools.groupby(enumerate(calls), key=lambda each: isinstance(each[1], OnHost))
        for host, group in numbered:
            part = list(group)
            self.steps += part if host else self._graphs(part)

    def _graphs(self, part: list[tuple[int, Call]]) -> list[tuple[int, Call]]:
        """As few graphs as can be, and calls that cannot be captured between them."""
        if len(part) < LEAST:
            return part
        graph = self._captured([call for _, call in part])
        if graph is not None:
            return [(part[0][0], graph)]
        half = len(part) // 2
        return self._graphs(part[:half]) + self._graphs(part[half:])

    def _captured(self, calls: Sequence[Call]) -> Call | None:
        stream, pool = self.xp.cuda.Stream(non_blocking=True), self.xp.cuda.MemoryPool()
        try:
            with stream, self.xp.cuda.using_allocator(pool.malloc), _nothing_from_the_host(self.xp):
                stream.begin_capture()
                try:
                    for call in calls:
                        call()
                finally:
                    graph = stream.end_capture()
        except Exception as e:  # noqa: BLE001 (whatever keeps it from being captured, the calls can be made)
            e.__context__ = e.__cause__ = None  # tracebacks would keep the arrays of the run
            self.refused.append(e.with_traceback(None))
            return None
        self.pools.append(pool)
        return graph.launch  # on the stream that is current then


@contextmanager
def _nothing_from_the_host(xp: Any) -> Iterator[None]:
    """cupy copies what comes from the host by way of pinned memory: for a moment this thread gets none.

    Afterwards pinned memory comes from cupy's default pool: who had set another allocator cannot be asked for it.
    """
    pool, capturing = xp.get_default_pinned_memory_pool(), threading.get_ident()

    def allocate(nbytes: int) -> Any:
        if threading.get_ident() == capturing:
            raise Uncapturable(f"{nbytes} bytes would be copied from the host")
        return pool.malloc(nbytes)

    with _pinned:
        xp.cuda.set_pinned_memory_allocator(allocate)
        try:
            yield
        finally:
            xp.cuda.set_pinned_memory_allocator(pool.malloc)
