"""Commands about the frames of a stopped run: the stack, the variables, and the execution of code in a frame."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from opscope.core.checks.argument_checks import require_kind
from opscope.core.checks.number_checks import whole_number
from opscope.core.tracebacks import hides_frames_of_methods
from opscope.debug.frames.execution import FrameExecution
from opscope.debug.frames.frame_stack import FrameChoice, FrameStack
from opscope.debug.frames.stack import StackFrame
from opscope.debug.frames.variables import FrameVariables
from opscope.errors import NotFound
from opscope.events import Stopped

R = TypeVar("R")


@hides_frames_of_methods
class FrameCommands:
    """Inspection of the user's Python frames at the position where the run has stopped.

    A `frame` argument is an index into `stack()` (0 is the outermost frame, -1 the innermost frame), a StackFrame, or
    None for the chosen frame. At first, the chosen frame is the innermost frame. The methods `up`, `down` and `select`
    choose another frame.
    """

    _chosen: tuple[Stopped | None, int] | None = None  # the stop, and the index of the chosen frame

    @property
    def here(self) -> Stopped | None:
        """The position where the run has stopped."""
        raise NotImplementedError

    @property
    def _frames(self) -> FrameStack:
        raise NotImplementedError

    def _call(self, function: Callable[[], R]) -> R:
        raise NotImplementedError

    def _choice(self, frame: FrameChoice | None) -> FrameChoice:
        if frame is not None:
            return frame
        return self._chosen[1] if self._chosen is not None and self._chosen[0] is self.here else -1

    def stack(self, *, library: bool = False) -> list[StackFrame]:
        """Return the frames at this position, outermost frame first: the Python frames, and the blocks of programs.

        The blocks of `cond`, `while_loop` and `static_pylayer`, and the rule of a gradient, are also frames. Python
        frames are not recorded. At a past position, the present Python frames of the program are shown, and they are
        marked `now`.

        Args:
            library: also list the frames of libraries; otherwise, only the number of these frames is shown.

        Returns:
            The frames.

        Example:
            >>> from opscope import debug
            >>> run = debug.start(lambda: breakpoint())
            >>> here = run.until_stopped()
            >>> [frame.function for frame in run.stack()]
            ['<lambda>']
            >>> run.cont()
        """
        return self._call(lambda: self._frames.frames(library))

    def frame(self) -> StackFrame:
        """Return the chosen frame.

        Returns:
            The chosen frame. At first, this is the innermost frame. Later, it is the frame that `up`, `down` or
            `select` has chosen.

        Raises:
            NotFound: the program has no stack at this position.

        Example:
            >>> stopped = debug.start(lambda: breakpoint())
            >>> here = stopped.until_stopped()
            >>> stopped.frame().function
            '<lambda>'
            >>> stopped.cont()
        """
        return self._call(lambda: self._frames.find(self._choice(None)))

    def select(self, frame: int) -> StackFrame:
        """Choose a frame.

        Args:
            frame: the index of the frame in `stack()`. A negative index counts from the innermost frame.

        Returns:
            The frame.

        Raises:
            NotFound: the stack has no frame with this index.

        Example:
            >>> run.select(0)                                                       # doctest: +SKIP
        """
        found = self._call(lambda: self._frames.find(frame))
        self._chosen = self.here, frame
        return found

    def up(self, count: int = 1) -> StackFrame:
        """Choose the frame that has called the chosen frame.

        Args:
            count: number of frames to go up.

        Returns:
            The frame.

        Raises:
            NotFound: the chosen frame is the outermost frame.

        Example:
            >>> run.up()                                                            # doctest: +SKIP
        """
        return self._move_frame(-whole_number(count, "count"))

    def down(self, count: int = 1) -> StackFrame:
        """Choose the frame that the chosen frame has called.

        Args:
            count: number of frames to go down.

        Returns:
            The frame.

        Raises:
            NotFound: the chosen frame is the innermost frame.

        Example:
            >>> run.down()                                                          # doctest: +SKIP
        """
        return self._move_frame(whole_number(count, "count"))

    def _move_frame(self, count: int) -> StackFrame:
        frames = self.stack()
        at = frames.index(self.frame())
        to = min(max(at + count, 0), len(frames) - 1)
        if to == at:
            raise NotFound("this is the outermost frame" if count < 0 else "this is the innermost frame")
        return self.select(to)

    def locals(self, frame: FrameChoice | None = None) -> FrameVariables:
        """Return the local variables of a frame. Tensors have the values of the current position.

        For a block of a program, return the values that exist in the block. For a Variable of a static program, the
        value is the value of this Variable in the run. At a past position, tensors have their recorded values. All
        other objects have their present values and are marked `now`.

        Args:
            frame: an index into `stack()`, a frame of the stack, or None for the chosen frame.

        Returns:
            The local variables, as a dict by name.

        Raises:
            NotFound: the frame is unknown.
            RunError: the frame no longer exists.

        Example:
            >>> from opscope import debug
            >>> def train():
            ...     rate = 0.5
            ...     breakpoint()
            >>> run = debug.start(train)
            >>> here = run.until_stopped()
            >>> print(run.locals()["rate"])
            rate = 0.5
            >>> run.execute("rate = 2").error
            >>> run.locals()["rate"].value
            2
            >>> run.cont()
        """
        return self._call(lambda: self._frames.local_variables(self._choice(frame)))

    def globals(self, frame: FrameChoice | None = None) -> FrameVariables:
        """Return the global variables that the function of a frame can read.

        Args:
            frame: an index into `stack()`, a frame of the stack, or None for the chosen frame.

        Returns:
            The global variables, as a dict by name.

        Raises:
            NotFound: the frame is unknown.
            RunError: the frame no longer exists.

        Example:
            >>> stopped = debug.start(lambda: breakpoint())
            >>> here = stopped.until_stopped()
            >>> names = stopped.globals()
            >>> stopped.cont()
        """
        return self._call(lambda: self._frames.global_variables(self._choice(frame)))

    def execute(self, code: str, frame: FrameChoice | None = None) -> FrameExecution:
        """Execute a line of Python in a frame, in the thread of the program.

        The line is a statement, an assignment or an expression. The run does not continue while the line is executed.
        In a static program, a name in the line refers to a Variable, not to the Variable's value. The execution is not
        recorded, and the run does not stop in code that the line calls. If the chosen frame is a block, the line is
        executed in the frame of the user's function that runs the block.

        Args:
            code: the line of Python.
            frame: an index into `stack()`, a frame of the stack, or None for the chosen frame.

        Returns:
            The printed text, the value of the last expression, and the error if the line fails.

        Raises:
            NotFound: the current position has no Python frame.

        Example:
            >>> def step():
            ...     rate = 0.5
            ...     breakpoint()
            >>> stopped = debug.start(step)
            >>> here = stopped.until_stopped()
            >>> stopped.execute("rate * 2").value
            1.0
            >>> stopped.cont()
        """
        require_kind(code, str, "execute needs a text with Python code")
        return self._call(lambda: self._frames.execute(code, self._choice(frame)))
