"""Events and commands about the user's frames: the stack, variables, expressions, and lines of source files."""

from __future__ import annotations

from opscope.events.fold_rules import Latest
from opscope.events.message import Command, Event, command, event


@event(Latest("stack"))
class StackSeen(Event):
    """The stack at the place (`run`, `tick`), in parallel tuples. The outermost frame comes first.

    `kinds` contains the type of each frame: python, block or gradient. `paths` and `lines` contain the place of each
    frame. `texts` contains the source line or the operator of each frame, and `ops` contains the number of the operator
    (-1: none). `now` is true if
    the shown place is in the past, but the frame is a frame of the present. `threads` contains the numbers of the
    program's threads, with their names and states (stopped, waiting, running). The stack belongs to the thread
    `chosen` (0: the run is over).
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

    `texts` contains the values, each in one line. `tensors` contains the names of tensors in the run ("": another
    object). `called` contains the names in the user's code, if the own names of variables are generated. `now` is true
    if the recording does not contain the value of a variable, so that its present value is sent. `own` is the number of
    entries at the start that have a name in the code. The entries after them are other values, imports and
    definitions. If `own` is -1, there are no other entries.
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

    If `failed` is true for an expression, its text is the reason of the failure.
    """

    expressions: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    failed: tuple[bool, ...] = ()


@event(Latest("source"))
class SourceSeen(Event):
    """Lines of the file or cell `path`, from line `first` on.

    `op_lines` contains the lines that created operators of the program. `ops` contains the ids of these operators,
    joined by spaces, and `op_types` contains their types. `code_lines` contains the lines at which Python can stop.
    `static` is true if the lines created their operators before the program ran, so that a breakpoint at such a line is
    set on these operators. `paths` contains all files whose lines created operators.
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
    """Choose the thread for stack, variables and steps until the run continues. Send a `StackSeen` of this thread."""

    number: int


@command
class FetchVariables(Command):
    """Send a `VariablesSeen` of the frame `frame`, an index into the stack. -1 means the innermost frame."""

    frame: int = -1


@command
class FetchSource(Command):
    """Send a `SourceSeen` of a file ("": the file of the current place) around a line (0: the file's beginning)."""

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
