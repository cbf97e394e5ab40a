"""Interface of the objects that record the calls of a thread's Python code between runs of programs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection
from contextlib import AbstractContextManager
from typing import Any

from opscope.debug.replay.program_kind import Cursor
from opscope.debug.state.program_threads import ProgramThread, ProgramThreads
from opscope.ir.program.program import Operator, Program


class ThreadCalls(ABC):
    """Recorder of the calls of one thread. The run can stop at each recorded call.

    `program` is a program that contains the calls as operators.
    """

    program: Program

    @abstractmethod
    def listening(self) -> AbstractContextManager[None]:
        """Record the calls that this thread makes inside the `with` block."""

    @abstractmethod
    def suspend(self) -> None:
        """End the current record of calls.

        Ignore calls until `resume` is called, because these calls are inside a run of a program.
        """

    @abstractmethod
    def resume(self) -> None:
        """Record calls again, because the run of a program has ended."""

    @abstractmethod
    def flush(self, error: str = "") -> None:
        """End the current record of calls and write it to the journal.

        `error` is the text of the error that ended the code, or "" if no error ended it.
        """

    @abstractmethod
    def observe_last_step(self) -> None:
        """At the end of the run, summarize the values of the last step.

        The values are also summarized if the sampling does not select the last step.
        """

    @abstractmethod
    def name_of(self, value: Any) -> str:
        """Return the name of a value that recorded calls have read or made.

        Return "" if the value has no known name.
        """

    @abstractmethod
    def keep_track(self, name: str, value: Any) -> None:
        """Store the name of a value until the value is deleted, so that the user can set the value by this name."""

    @abstractmethod
    def forget_copies(self) -> None:
        """Read the elements of all values again at their next use.

        This is necessary because a line that the user has executed may have written to the values.
        """

    @property
    @abstractmethod
    def slow(self) -> dict[str, str]:
        """The reasons why the calls of this thread are slower than necessary.

        The result is a dict: the keys are short words for the causes, and the values are texts with the reasons.
        """

    @property
    @abstractmethod
    def optimized(self) -> Collection[str]:
        """The names of the trainable parameters that optimizers have updated, also of parameters without a gradient."""

    @property
    @abstractmethod
    def to_optimize(self) -> Collection[str]:
        """The names of the parameters of all optimizers that were made so far; "" for a parameter without a name."""

    @abstractmethod
    def is_frozen(self, name: str) -> bool:
        """Return True if the value with the given name has the flag that stops gradients."""

    @abstractmethod
    def is_left_to_scaling(self, cursor: Cursor, operator: Operator | None) -> bool:
        """Return True if the value with the given name is a gradient of a scaled loss.

        Loss scaling skips a step in which a gradient of the scaled loss has NaN or Inf.
        """


class CallsOfThreads:
    """The recorders of calls of all threads of a program, sorted by the number of the thread."""

    def __init__(self, threads: ProgramThreads) -> None:
        self.all: list[ThreadCalls] = []
        self._threads = threads

    def add(self, calls: ThreadCalls) -> None:
        """Add the recorder for the calls of a new thread."""
        self.all.append(calls)

    def of(self, thread: ProgramThread) -> ThreadCalls:
        """Return the recorder for the calls of a thread."""
        return self.all[thread.number - 1]

    @property
    def current(self) -> ThreadCalls:
        """The recorder for the calls of the thread that has the turn (may run now).

        If no thread has the turn, this is the recorder of the main thread of the run.
        """
        thread = self._threads.current
        return self.all[0] if thread is None else self.of(thread)

    @property
    def slow(self) -> dict[str, str]:
        """The reasons why the calls of the threads are slower than necessary.

        The keys of this dict are short words for the causes.
        """
        return {cause: text for each in self.all for cause, text in each.slow.items()}

    @property
    def optimized(self) -> set[str]:
        """The names of the trainable parameters that optimizers have updated."""
        return {name for each in self.all for name in each.optimized}

    @property
    def to_optimize(self) -> set[str]:
        """The names of the parameters of all optimizers that were made so far; "" for a parameter without a name."""
        return {name for each in self.all for name in each.to_optimize}

    def is_frozen(self, name: str) -> bool:
        """Return True if the value with the given name has the flag that stops gradients."""
        return any(each.is_frozen(name) for each in self.all)

    def is_left_to_scaling(self, cursor: Cursor, operator: Operator | None) -> bool:
        """Return True if the value with the given name is a gradient of a scaled loss."""
        return any(each.is_left_to_scaling(cursor, operator) for each in self.all)
