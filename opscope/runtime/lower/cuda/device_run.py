"""DeviceLowered: a plan for known shapes and one scope, on a GPU."""

from __future__ import annotations

import operator as _operator
import threading
from collections.abc import Sequence
from typing import Any

from opscope.runtime.frame import Context
from opscope.runtime.lower import optimizer_update as host_update
from opscope.runtime.lower.cuda import update_kernels
from opscope.runtime.lower.cuda.cuda_graphs import Graphs
from opscope.runtime.lower.cuda.device_emission import DeviceEmission
from opscope.runtime.lower.cuda.device_fusion import DeviceChain
from opscope.runtime.lower.emission import Call, Emission
from opscope.runtime.lower.fusion import chained
from opscope.runtime.lower.lowered_run import Lowered
from opscope.runtime.lower.optimizer_update import Flats
from opscope.runtime.lower.trace import Node, Ref

CAPTURES = 4  # of one plan: threads that take turns at it make its calls instead


class DeviceLowered(Lowered):
    """The first run makes the calls, one by one; then they are captured, and later runs launch the graphs.

    Graphs are the thread's that captured them: cuBLAS has a handle, and memory of its own, for each thread.
    """

    emission = DeviceEmission
    graphs: Graphs | None = None
    commits: Graphs | None = None
    _captures = 0
    _warm: threading.Thread | None = None  # who has made the calls last: libraries are set up for each thread

    def updates_in_place(self, node: Node) -> bool:
        """True if the rule is one kernel."""
        return update_kernels.possible(node)

    def update(self, node: Node, flats: Flats, made: Emission) -> tuple[list[Call], list[Call]]:
        """Launches only."""
        return [], [launch.call(self.homes.xp) for launch in update_kernels.launches(node, flats)]

    def _chained(self, nodes: Sequence[Node], kept: Sequence[Ref]) -> list[Node]:
        return chained(nodes, kept, DeviceChain)

    def put(self, array: Any, value: Any) -> None:
        """Copy what is fed to the device."""
        array.set(value)

    def run(self, context: Context) -> None:
        """Everything. What kernels raise, they raise when somebody waits for them."""
        self.env[0] = context
        here = threading.current_thread()
        if self._warm is here and self._captures < CAPTURES and not _mine(self.graphs):
            self._captures += 1
            self.graphs, self.commits = (Graphs(self.homes.xp, calls) for calls in (self.calls, self.commit))
        if not _mine(self.graphs):
            self._warm = here
        steps = _steps(self.graphs, self.calls)
        rest = iter(steps)
        try:
            for _, call in rest:
                call()
        except BaseException as e:  # noqa: BLE001 (the boundary where context is added)
            self.fail(e, steps[len(steps) - _operator.length_hint(rest) - 1][0])
        self.store()
        for call in self.after:
            call()

    def store(self) -> None:
        """The same; what the program itself has written has another version now (`runtime.followed` asks)."""
        super().store()
        for name, slot in self.plan.stores:
            if slot not in self.updated:
                self.homes.written(name)

    def _commit(self) -> None:
        host_update.run([call for _, call in _steps(self.commits, self.commit)])


def _mine(graphs: Graphs | None) -> bool:
    return graphs is not None and graphs.thread is threading.current_thread()


def _steps(graphs: Graphs | None, calls: Sequence[Call]) -> list[tuple[int, Call]]:
    """The graphs where this thread may launch them, else the calls."""
    return graphs.steps if graphs is not None and _mine(graphs) else list(enumerate(calls))
