"""ProgramDrawings: draws the programs of a run in separate threads, while the run continues."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable
from typing import TypeAlias

from opscope.events import Event
from opscope.ir.program.program import Program

LARGE_PROGRAM = 1000  # operators
HEAD_START = 1.0  # seconds that the first run of a large program waits for its picture: both compute in Python, and the
# picture would otherwise come after the run

Draw: TypeAlias = Callable[[], tuple[Event, Callable[[], object]]]
"""Function that draws a program. It returns an event and a second function.

If the drawing is the newest, the second function is called, and then the event is emitted.
"""


class ProgramDrawings:
    """Drawer that draws each program in a separate thread.

    If a newer drawing is finished before an older drawing, the older drawing is not used.

    Args:
        emit: the function that receives the event of each drawing. This function is called in the thread that draws.
        thread_name: the name of the threads that draw.
    """

    def __init__(self, emit: Callable[[Event], None], thread_name: str) -> None:
        self._emit = emit
        self._thread_name = thread_name
        self._threads: list[threading.Thread] = []
        self._numbers = itertools.count(1)
        self._newest = 0
        self._ending = threading.Lock()  # of drawings: their events keep the order of the programs

    @property
    def in_progress(self) -> bool:
        """True while a thread is drawing."""
        return any(thread.is_alive() for thread in self._threads)

    def start(self, program: Program, draw: Draw, head_start: bool) -> None:
        """Call the function `draw`, which draws a copy of the program, in a new thread.

        If `head_start` is True and the program is large, this method waits up to one second for the drawing. The
        program is then drawn before it runs.
        """
        number = next(self._numbers)

        def work() -> None:
            event, take = draw()
            with self._ending:
                if number > self._newest:
                    self._newest = number
                    take()
                    self._emit(event)

        thread = threading.Thread(target=work, name=self._thread_name, daemon=True)
        thread.start()
        self._threads = [*(each for each in self._threads if each.is_alive()), thread]
        if head_start and len(program.global_block().ops) > LARGE_PROGRAM:
            thread.join(HEAD_START)
