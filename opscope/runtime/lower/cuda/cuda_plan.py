"""CudaLoweredPlan, a plan that was compiled (lowered) for a GPU. Its calls are captured as CUDA graphs."""

from __future__ import annotations

import operator as _operator
import threading
from collections.abc import Sequence

from opscope.core.annotations import Array
from opscope.runtime.frame import Context
from opscope.runtime.lower import optimizer_update
from opscope.runtime.lower.cuda import update_kernels
from opscope.runtime.lower.cuda.cuda_emitter import CudaEmitter
from opscope.runtime.lower.cuda.cuda_fusion import CudaFusionGroup
from opscope.runtime.lower.cuda.cuda_graphs import CudaGraphs
from opscope.runtime.lower.emitter import Call, Emitter
from opscope.runtime.lower.fusion import fuse
from opscope.runtime.lower.lowered_plan import LoweredPlan
from opscope.runtime.lower.optimizer_update import FlatState
from opscope.runtime.lower.trace import TraceNode, TraceValue

MAX_CAPTURES = 4  # of one plan: when more threads take turns, the calls are made one by one


class CudaLoweredPlan(LoweredPlan):
    """A plan that was compiled (lowered) for a GPU. The first run makes the calls one by one.

    Then the calls are captured, and later runs launch the graphs. A graph belongs to the thread that has captured it,
    because cuBLAS has a handle with separate memory for each thread.
    """

    emitter_class = CudaEmitter
    updates_rows = False  # their sorts cannot be captured in a graph
    graphs: CudaGraphs | None = None
    commit_graphs: CudaGraphs | None = None
    _capture_count = 0
    _warm_thread: threading.Thread | None = None  # the last that made the calls: libraries initialize in each thread

    def has_in_place_update(self, node: TraceNode) -> bool:
        """Return True if the update rule can be one CUDA kernel."""
        return update_kernels.has_kernel(node)

    def emit_update(self, node: TraceNode, flats: FlatState, emitter: Emitter) -> tuple[list[Call], list[Call]]:
        """Return the pair (calls before the update, kernel launches). There are no calls before the update."""
        return [], [launch.call(self.buffers.xp) for launch in update_kernels.update_launches(node, flats)]

    def write_feed(self, array: Array, value: Array) -> None:
        """Copy a fed host array to the device."""
        array.set(value)

    def _fuse(self, nodes: Sequence[TraceNode], live_at_end: Sequence[TraceValue]) -> list[TraceNode]:
        return fuse(nodes, live_at_end, CudaFusionGroup)

    def run(self, context: Context) -> None:
        """Make all calls of the run. Errors of kernels are raised at the next wait for the device."""
        self.env[0] = context
        here = threading.current_thread()
        if self._warm_thread is here and self._capture_count < MAX_CAPTURES and not _is_own(self.graphs):
            self._capture_count += 1
            self.graphs = CudaGraphs(self.buffers.xp, self.calls)
            self.commit_graphs = CudaGraphs(self.buffers.xp, self.commit_calls)
        if not _is_own(self.graphs):
            self._warm_thread = here
        steps = _steps(self.graphs, self.calls)
        remaining = iter(steps)
        try:
            for _, call in remaining:
                call()
        except BaseException as e:  # noqa: BLE001 (the boundary where context is added)
            self.fail(e, steps[len(steps) - _operator.length_hint(remaining) - 1][0])
        self.commit()
        for call in self.post_update_calls:
            call()

    def commit(self) -> None:
        """Commit the results.

        Values that the program has stored get a new version, because `scheduled_values` compares versions.
        """
        super().commit()
        for name, slot in self.plan.stores:
            if slot not in self.updated_slots:
                self.buffers.bump_version(name)

    def _run_commit_calls(self) -> None:
        optimizer_update.run_update([call for _, call in _steps(self.commit_graphs, self.commit_calls)])


def _is_own(graphs: CudaGraphs | None) -> bool:
    """Return True if this thread has captured the graphs."""
    return graphs is not None and graphs.thread is threading.current_thread()


def _steps(graphs: CudaGraphs | None, calls: Sequence[Call]) -> list[tuple[int, Call]]:
    """Return the graphs if this thread has captured them. Otherwise, return the calls."""
    return graphs.steps if graphs is not None and _is_own(graphs) else list(enumerate(calls))
