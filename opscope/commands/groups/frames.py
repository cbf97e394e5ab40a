"""Commands about the frames of the program: show the stack and variables, and execute Python in a frame.

The commands have the same names as in pdb.
"""

from __future__ import annotations

import inspect
import pprint
from types import MethodType
from typing import Any, NamedTuple

from opscope.commands import operator_context
from opscope.commands.command_session import CommandSession, Printed
from opscope.commands.interact import interact
from opscope.commands.kinds import All, Count, Expression, Statement
from opscope.commands.plain_text import Text
from opscope.commands.printer import Printer
from opscope.commands.python_call import PythonCall, evaluate_calls
from opscope.commands.renderers import CutLine, Listing, renders
from opscope.commands.source_lines import SourceLines, enclosing_function
from opscope.commands.table import COMMANDS, command
from opscope.core.place import has_numbers
from opscope.core.source import Site, display_name
from opscope.core.source_text.file_lines import definition_lines, source_lines
from opscope.debug.frames.execution import FrameExecution
from opscope.debug.frames.stack import StackFrame
from opscope.debug.frames.variables import FrameVariables, summary
from opscope.eager.tape import Tracked
from opscope.errors import NotFound
from opscope.ir.program.program import Variable
from opscope.names.generated_names import is_generated
from opscope.names.shown_name import label

LOOKING, CHANGING = "looking", "changing"


class PrettyPrinted(NamedTuple):
    """A value that is to be printed over several lines."""

    found: Printed


class SourceText(NamedTuple):
    """The source of a function or class."""

    where: str
    text: str


@command(
    "where",
    "w",
    "bt",
    "stack",
    "backtrace",
    group=LOOKING,
    python=lambda all_frames=False: [PythonCall("run.stack", (), {"library": True} if all_frames else {})],
    instead="watch {} sets a watchpoint",
)
def find_stack(debugger: CommandSession, all_frames: All = False) -> Listing:
    """Show the stack: your functions, and their blocks.

    The innermost frame is the last one. → marks the chosen frame. `where all` also lists the frames of libraries.

    `w` is short for `where`, as in pdb. `watch` sets a watchpoint. If the shown place is in the past, the stack
    shows the Python frames of the present.
    """
    frames = debugger.run.stack(library=all_frames)
    if not frames:
        raise NotFound("no frame here: nothing has run yet, or the program has ended")
    chosen, rows = debugger.run.frame(), list[list[str | Text]]()
    for frame in frames:
        kind = "" if frame.kind in ("python", "block") else frame.kind
        when = "now" if frame.now else kind
        place = frame.site.partition(" in ")[0]
        mark = Text("→" if frame == chosen else "", "bold yellow")
        rows.append(
            [
                mark,
                frame.function,
                Text(when, "dim"),
                Text(place, "dim"),
                frame.source if frame.is_python else frame.operator,
            ]
        )
        if frame.hidden and frame is not frames[-1]:
            rows.append(["", Text(f"  {frame.hidden} of libraries", "dim"), "", "", ""])
    return Listing(("", "", "", "", ""), rows)


@command("up", "u", group=LOOKING, python="up", instead="until {} goes on to an operator")
def go_up(debugger: CommandSession, count: Count = 1) -> StackFrame:
    """Choose the frame that called this frame.

    `up 2` goes two frames up. `p`, `list`, `!` and `locals` then use the newly chosen frame. `u` is short for `up`, as
    in pdb. `until` (`unt`) continues to an operator.
    """
    return debugger.run.up(count)


@command("down", "d", group=LOOKING, python="down")
def go_down(debugger: CommandSession, count: Count = 1) -> StackFrame:
    """Choose the frame that this frame called."""
    return debugger.run.down(count)


@renders(StackFrame)
def print_frame(printer: Printer, frame: StackFrame) -> None:
    """Print a frame with its line."""
    now = "  now" if frame.now else ""
    printer.line((frame.function, "bold"), (f"  {frame.site}{now}", "dim"), cut=True)
    printer.line(f"  {frame.source if frame.is_python else frame.operator}", cut=True)


@command("longlist", "ll", group=LOOKING)
def find_function(debugger: CommandSession) -> SourceLines:
    """Show the source of this frame's whole function."""
    frame = debugger.run.frame()
    lines = source_lines(frame.path)
    if not lines:
        raise NotFound(
            f"the source code of {frame.function} is not available", fix="`ops` lists the operators of a block"
        )
    first, last = enclosing_function(frame.path, frame.line)
    return debugger.source_lines(Site(frame.path, frame.line, frame.function), first, last)


@command("args", "a", group=LOOKING)
def list_arguments(debugger: CommandSession) -> Listing | str:
    """Show the arguments of this frame's function."""
    frame = debugger.python_frame()
    names = debugger.ask(lambda _: debugger.frames.argument_names(frame))
    found = debugger.run.locals(frame)
    return _listed(FrameVariables({n: found[n] for n in names if n in found}), "no arguments")


@command("locals", group=LOOKING, python=lambda everything=False: [PythonCall("run.locals")])
def list_locals(debugger: CommandSession, everything: All = False) -> Listing | str:
    """Show the local variables of this frame.

    In a block, `locals` shows the values that have names in your code. In a module, imports and definitions are
    left out. `locals all` shows all variables. If the shown place is in the past, variables that are not recorded
    are marked `now`.
    """
    if debugger.run.frame().is_python:
        return _listed(debugger.run.locals(), "no locals", everything)
    return _values_of_a_block(debugger, everything)


def _values_of_a_block(debugger: CommandSession, everything: bool) -> Listing | str:
    found = debugger.run.locals()
    called = debugger.ask(lambda navigator: operator_context.called_names(navigator, found))
    own = [name for name in found if called[name] or not is_generated(name)]
    names = list(found) if everything else own
    rows: list[list[str | Text]] = [[called[name] or name, found[name].summary] for name in names]
    if everything:
        rows = [[label(name, called[name]), text] for name, (_, text) in zip(names, rows, strict=True)]
    if hidden := len(found) - len(names):
        rows.append([Text("…", "dim"), Text(f"{hidden} more of the program: `locals all`", "dim")])
    return Listing(("", ""), rows) if rows else "no values"


@command("globals", group=LOOKING, python=lambda everything=False: [PythonCall("run.globals")])
def list_globals(debugger: CommandSession, everything: All = False) -> Listing | str:
    """Show the global variables of this frame.

    `globals all` includes imports and definitions.
    """
    return _listed(debugger.run.globals(), "no globals", everything)


def _listed(found: FrameVariables, nothing: str, everything: bool = True) -> Listing | str:
    shown = [v for v in found.values() if everything or not v.is_definition]
    if not shown:
        return nothing
    rows = [[v.name, v.summary, Text("now" if v.now else "", "dim")] for v in shown]
    if not any(v.now for v in shown):
        rows = [row[:2] for row in rows]
    return Listing(("",) * len(rows[0]), rows)


# --- Python ---------------------------------------------------------------------------------------------


@command("execute", "!", group=CHANGING, python="execute")
def run_statement(debugger: CommandSession, code: Statement) -> FrameExecution:
    """Execute a line of Python in this frame.

    !lr = 0.01            assign a local variable
    !global best; best = 0
    !print(batch.shape)

    The line is executed in the program's thread. If the line raises an error, the error is printed, and the run stays
    at its place. Operators that the line executes are not recorded. In a static program, names refer to
    Variables. Use `p` and `set` to read and change the values of Variables.
    """
    return debugger.execute(code)


@command(
    "interact",
    group=CHANGING,
    absent={"notebook": "! CODE runs a line in the frame", "editor": "the console runs lines in the frame"},
)
def start_interaction(debugger: CommandSession) -> None:
    """Execute lines of Python in this frame, until Ctrl-D.

    `interact` works like many lines with `!`. Blocks of several lines are possible. `exit()` also ends the command.
    """
    debugger.render(CutLine(f"Python in {debugger.python_frame().function}; Ctrl-D returns to the debugger"))
    interact(debugger.read_python, lambda code: debugger.render(debugger.execute(code)))


@renders(FrameExecution)
def print_execution(printer: Printer, done: FrameExecution) -> None:
    """Print the result of a line of Python."""
    if done.output:
        printer.text(done.output.rstrip("\n"))
    if done.value is not None:
        printer.value("", done.value)
    if done.traceback:
        printer.text(done.traceback.rstrip(), "red")
    printer.notes(done.notes)


@command("pp", group=LOOKING, python=evaluate_calls)
def evaluate_pretty(debugger: CommandSession, expression: Expression) -> PrettyPrinted:
    """Print a value like `print`, but over several lines."""
    return PrettyPrinted(debugger.evaluate(expression))


@renders(PrettyPrinted)
def pretty_print(printer: Printer, pretty: PrettyPrinted) -> None:
    """Print a value, over several lines if it is long."""
    found = pretty.found
    if isinstance(found.value, Tracked) or hasattr(found.value, "dtype"):
        printer.value(found.title, found.value)
    else:
        printer.text(pprint.pformat(found.value, width=printer.width, compact=True))
    printer.remarks(found.notes)


@command("whatis", group=LOOKING, python=evaluate_calls)
def find_kind(debugger: CommandSession, expression: Expression) -> Any:
    """Show a value's type; for a tensor, also its line."""
    found = debugger.evaluate(expression)
    value = found.value
    if found.tensor:
        return COMMANDS["info"].do(debugger, [found.tensor])
    if inspect.isfunction(value) or inspect.isbuiltin(value):
        text = f"function {value.__name__}{_signature(value)}"
    elif isinstance(value, MethodType):
        text = f"method {value.__qualname__}{_signature(value)}"
    elif inspect.isclass(value):
        text = f"class {value.__module__}.{value.__qualname__}"
    elif isinstance(value, Tracked | Variable) or has_numbers(value):
        text = f"{type(value).__name__} {summary(value)}"
    else:
        text = f"{type(value).__module__}.{type(value).__qualname__}".removeprefix("builtins.")
    return CutLine(text)


def _signature(function: Any) -> str:
    try:
        return str(inspect.signature(function))
    except (TypeError, ValueError):
        return "(...)"


@command("source", group=LOOKING)
def find_source(debugger: CommandSession, expression: Expression) -> SourceText:
    """Show the source of a function or class.

    source model.forward
    """
    value = debugger.evaluate(expression).value
    try:
        lines, first = definition_lines(value)
        path = inspect.getsourcefile(value) or ""
    except (OSError, TypeError) as e:
        raise NotFound(f"the source code of {expression} is not available: {e}") from None
    return SourceText(f"{display_name(path)}:{first}", "".join(lines).rstrip())


@renders(SourceText)
def print_source_of(printer: Printer, source: SourceText) -> None:
    """Print the source of a function or class."""
    printer.line((source.where, "dim"))
    printer.text(source.text)
