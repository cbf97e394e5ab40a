"""The turn of a thread for one run of a program: what the run computes and draws then follows from its record."""

from __future__ import annotations

from opscope.core.random import default
from opscope.debug.session.program_threads import ProgramThreads
from opscope.runtime.instrument import Turn


class RunTurn(Turn):
    """The turn among the threads of the program, with a claim of the random stream.

    Other threads of the process, and other recorded runs, draw random numbers meanwhile from streams of their own: else
    the run would draw what follows their draws, and could not be replayed.
    """

    def __init__(self, threads: ProgramThreads) -> None:
        self._threads = threads

    def take(self) -> bool:
        """Wait for the turn. False: the thread goes on without."""
        took = self._threads.take()
        if took:
            default.claim()
        return took

    def release(self) -> None:
        """Let the next thread go on."""
        default.release()
        self._threads.release()
