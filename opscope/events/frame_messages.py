"""Events and commands about the user's frames: the stack, variables, expressions, and the source with its lines."""

from __future__ import annotations

from opscope.events.fold_rules import Latest
from opscope.events.message import Command, Event, command, event


@event(Latest("stack"))
class StackSeen(Event):
    """The stack at the place (`run`, `tick`), outermost first, in parallel tuples.

    `kinds` are the kinds of the frames: python, block or gradient. `paths` and `lines` are the place of each frame.
    `texts` are the source line or the operator of each frame, and `ops` is the number of the operator (-1: none). `now`
    is true if the shown place is in the past, but the frame is a frame of the present. `threads` are the threads of the
    program, with their names and states (stopped, waiting, running). The stack is the stack of the thread `chosen` (0:
    the run is over).
    """

    run: int
    tick: int
    kinds: tuple[str, ...] = ()
    functions: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()
    texts: tuple[str, ...] = ()
    ops: tuple[int, ...] = ()
    now: tuple[bool, ...] = ()
    threads: tuple[int, ...] = ()
    thread_names: tuple[str, ...] = ()
    thread_states: tuple[str, ...] = ()
    chosen: int = 0


@event(Latest("variables"))
class VariablesSeen(Event):
    """The variables of frame `frame` of the stack at (`run`, `tick`), in parallel tuples.

    Of `total` variables, only a limited number is sent.

    `texts` are values in one line. `tensors` are the names of tensors in the run ("": another object). `called` are the
    names in the user's code of variables whose own names are generated. `now` is true if the recording does not have
    the value of a variable, so that its present value is sent. The first `own` entries are values that the code names.
    The entries after them are other values, imports and definitions. If `own` is -1, no other entries follow.
    """

    run: int
    tick: int
    frame: int
    total: int
    names: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    tensors: tuple[str, ...] = ()
    called: tuple[str, ...] = ()
    now: tuple[bool, ...] = ()
    own: int = -1


@event(Latest("watched"))
class ExpressionsEvaluated(Event):
    """The watch expressions with their values at the current place.

    For an expression in `failed`, the text is the reason of the failure.
    """

    expressions: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    failed: tuple[bool, ...] = ()


@event(Latest("source"))
class SourceSeen(Event):
    """Lines of the file or cell `path`, from line `first` on.

    `op_lines` are the lines that made operators of the program. `ops` are the ids of these operators, joined by spaces,
    and `op_types` are their types. `code_lines` are the lines where Python can stop. `static` is true if a line made
    its operators before the program ran, so that a breakpoint at this line is on these operators. `paths` are all files
    that made operators.
    """

    path: str
    first: int
    lines: tuple[str, ...]
    op_lines: tuple[int, ...] = ()
    ops: tuple[str, ...] = ()
    op_types: tuple[str, ...] = ()
    code_lines: tuple[int, ...] = ()
    static: bool = False
    paths: tuple[str, ...] = ()


@command
class FetchStack(Command):
    """Send a `StackSeen` of this place."""


@command
class SelectThread(Command):
    """Choose the thread for stack, variables and steps, until the run continues. Send a `StackSeen` of this thread."""

    number: int


@command
class FetchVariables(Command):
    """Send a `VariablesSeen` of a frame: an index into the stack, or -1 for the innermost frame."""

    frame: int = -1


@command
class FetchSource(Command):
    """Send a `SourceSeen` of a file around a line (0: the beginning of the file); "" is the file of this place."""

    path: str = ""
    line: int = 0


@command
class Evaluate(Command):
    """Send the value of an expression in a frame as text, or execute a statement of Python in the frame."""

    code: str
    frame: int = -1


@command
class WatchExpressions(Command):
    """Evaluate these expressions now, and at each later stop.

    The new expressions replace the former expressions.
    """

    expressions: tuple[str, ...]
