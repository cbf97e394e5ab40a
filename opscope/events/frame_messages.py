"""Events and commands about the user's frames: the stack, variables, expressions, and the source with its lines."""

from __future__ import annotations

from opscope.events.fold_rules import Latest
from opscope.events.message import Command, Event, command, event


@event(Latest("stack"))
class StackSeen(Event):
    """The stack at the place (`run`, `tick`), outermost first, in parallel tuples.

    `kinds` are python, block or gradient; `paths` and `lines` the place of each frame, `texts` its line or its
    operator, with number `ops` (-1: none). `now`: the run stands in the past, and this frame is where the program is
    meanwhile. `threads` are the threads of the program, with their names and states (stopped, waiting, running); the
    stack belongs to the `chosen` thread (0: the run is over).
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
    """The variables of frame `frame` of the stack at (`run`, `tick`), at most so many of `total`, in parallel tuples.

    `texts` are values in one line, `tensors` the names of tensors in the run ("": another object), `called` what the
    user's code calls a variable whose name is generated. `now`: the recording does not have this value; it is the one
    of now. After the first `own` come values that the code does not name, imports and definitions (-1: there are none).
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
    """The watch expressions with their values at the current place; for each in `failed`, the reason."""

    expressions: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    failed: tuple[bool, ...] = ()


@event(Latest("source"))
class SourceSeen(Event):
    """Lines of the file or cell `path`, from line `first` on.

    `op_lines` are the lines that made operators of the program, `ops` their ids, joined by spaces, `op_types` their
    types. `code_lines` are the lines where Python can stop. `static`: a line made its operators before the program ran,
    so a breakpoint there is on operators. `paths` are all files that made operators.
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
    """Choose the thread that stack, variables and steps are about, until the run goes on; send its `StackSeen`."""

    number: int


@command
class FetchVariables(Command):
    """Send a `VariablesSeen` of a frame: an index into the stack, -1 for the innermost."""

    frame: int = -1


@command
class FetchSource(Command):
    """Send a `SourceSeen` of a file around a line (0: its begin); "" is the file of this place."""

    path: str = ""
    line: int = 0


@command
class Evaluate(Command):
    """Answer the value of an expression in a frame as text, or run a statement of Python there."""

    code: str
    frame: int = -1


@command
class WatchExpressions(Command):
    """Evaluate these expressions now and at each stop, instead of the former expressions."""

    expressions: tuple[str, ...]
