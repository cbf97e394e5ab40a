"""CudaGraphs, which captures the calls of a lowered run as CUDA graphs. Later runs launch the graphs.

Work that the host must do is a call between two graphs. Memory that cupy allocates during the capture belongs to the
graph until the graph is deleted. Some calls cannot be captured, because they wait for the device, or read host memory
that is freed later. These calls are made one by one.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from opscope.core.annotations import ArrayModule
from opscope.runtime.lower.cuda.cuda_emitter import HostCall

Call = Callable[[], Any]
MIN_CALLS = 2  # for which a graph is faster
_pinned_lock = threading.Lock()


class Uncapturable(Exception):
    """Error of a call that copies from the host during capture. Later launches would read other contents."""


class CudaGraphs:
    """Calls of a run, most of which are captured. `steps` are pairs (number of the first call, call)."""

    def __init__(self, xp: ArrayModule, calls: Sequence[Call]) -> None:
        self.xp = xp
        self.thread = threading.current_thread()
        self.pools: list[Any] = []  # one for each graph: a pool that runs out of memory frees its unused blocks
        self.steps: list[tuple[int, Call]] = []
        self.capture_errors: list[Exception] = []  # why some calls were not captured
        numbered = itertools.groupby(enumerate(calls), key=lambda each: isinstance(each[1], HostCall))
        for host, group in numbered:
            part = list(group)
            self.steps += part if host else self._capture_all(part)

    def _capture_all(self, part: list[tuple[int, Call]]) -> list[tuple[int, Call]]:
        """Capture the calls in as few graphs as possible. Calls that cannot be captured are made between the graphs."""
        if len(part) < MIN_CALLS:
            return part
        graph = self._capture([call for _, call in part])
        if graph is not None:
            return [(part[0][0], graph)]
        half = len(part) // 2
        return self._capture_all(part[:half]) + self._capture_all(part[half:])

    def _capture(self, calls: Sequence[Call]) -> Call | None:
        stream, pool = self.xp.cuda.Stream(non_blocking=True), self.xp.cuda.MemoryPool()
        try:
            with stream, self.xp.cuda.using_allocator(pool.malloc), _no_host_copies(self.xp):
                stream.begin_capture()
                try:
                    for call in calls:
                        call()
                finally:
                    graph = stream.end_capture()
        except Exception as e:  # noqa: BLE001 (whatever prevents the capture, the calls can be made)
            e.__context__ = e.__cause__ = None  # tracebacks would keep the arrays of the run
            self.capture_errors.append(e.with_traceback(None))
            return None
        self.pools.append(pool)
        return graph.launch  # on the stream that is current at launch


@contextmanager
def _no_host_copies(xp: ArrayModule) -> Iterator[None]:
    """Context manager: raise an error for copies from the host.

    cupy copies through pinned memory, which this thread cannot allocate during the capture. After the block, the
    default pool of cupy allocates pinned memory again. An earlier allocator cannot be restored, because cupy does not
    show it.
    """
    pool, capturing = xp.get_default_pinned_memory_pool(), threading.get_ident()

    def allocate(nbytes: int) -> Any:
        if threading.get_ident() == capturing:
            raise Uncapturable(f"the call copies {nbytes} bytes from the host")
        return pool.malloc(nbytes)

    with _pinned_lock:
        xp.cuda.set_pinned_memory_allocator(allocate)
        try:
            yield
        finally:
            xp.cuda.set_pinned_memory_allocator(pool.malloc)
