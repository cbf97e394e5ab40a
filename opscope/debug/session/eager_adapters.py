"""Eager adapters of all threads of a program, for requests that concern several threads."""

from __future__ import annotations

from opscope.debug.replay.program_kind import Cursor
from opscope.debug.rules.training_step import RunSummary
from opscope.debug.session.eager_adapter import EagerAdapter
from opscope.debug.state.program_threads import ProgramThread, ProgramThreads
from opscope.ir.program.program import Operator


class EagerAdapters:
    """The eager adapters of the threads of a program, in the order of their numbers."""

    def __init__(self, threads: ProgramThreads) -> None:
        self.all: list[EagerAdapter] = []
        self._threads = threads

    def add(self, adapter: EagerAdapter) -> None:
        """Add the adapter of the next new thread."""
        self.all.append(adapter)

    def of(self, thread: ProgramThread) -> EagerAdapter:
        """Return the adapter of a thread."""
        return self.all[thread.number - 1]

    @property
    def current(self) -> EagerAdapter:
        """The adapter of the thread with the turn; without a turn, of the body."""
        thread = self._threads.current
        return self.all[0] if thread is None else self.of(thread)

    def is_frozen(self, name: str) -> bool:
        """Return True if the Tensor with this name stops gradients."""
        return any(adapter.is_frozen(name) for adapter in self.all)

    def is_left_to_scaling(self, cursor: Cursor, operator: Operator | None) -> bool:
        """Return True for gradients of a scaled loss."""
        return any(adapter.is_left_to_scaling(cursor, operator) for adapter in self.all)

    def note_optimizers(self, summary: RunSummary) -> None:
        """Add the parameters of optimizers to a summary."""
        for adapter in self.all:
            summary.given.update(adapter.optimized)
            summary.to_optimize.update(adapter.to_optimize)
