"""What Python's own debugger base (`bdb`) sees of a function: independent of the debugger that is tested."""

import bdb
import sys

from tests.debug.lines import programs

FILE = programs.__file__


class Lines(bdb.Bdb):
    """Runs a function and notes where a user with `move` ("step", "next", ...) stops, after a first stop at `start`."""

    def __init__(self, move, start=None):
        super().__init__()
        self.move, self.start, self.stops, self.raised = move, start, [], []

    def runcall(self, function):
        """Run the function; bdb leaves no trace function behind, and coverage needs its own."""
        former = sys.gettrace()
        try:
            return super().runcall(function)
        finally:
            sys.settrace(former)

    def user_line(self, frame):
        if frame.f_code.co_filename != FILE:
            self.set_step()
            return
        if self.start is not None:
            if (frame.f_code.co_name, frame.f_lineno) != self.start:
                self.set_step()
                return
            self.start = None
        self.stops.append(frame.f_lineno)
        getattr(self, f"set_{self.move}")(*([frame] if self.move in ("next", "until", "return") else []))

    def user_exception(self, frame, info):
        if frame.f_code.co_filename == FILE and info[2].tb_next is None and not issubclass(info[0], StopIteration):
            self.raised.append((frame.f_lineno, info[0].__name__))


def stops_of(function, move="step", start=None):
    """The lines of the programs where `move` stops."""
    seen = Lines(move, start)
    seen.runcall(function)
    return seen.stops


def line_of(function, text):
    """The number of the line of a function that contains a text."""
    import inspect

    lines, first = inspect.getsourcelines(function)
    return first + next(i for i, line in enumerate(lines) if text in line)
