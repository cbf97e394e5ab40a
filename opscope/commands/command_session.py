"""A command session executes typed lines on a run, and shows the places where the run stops."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeVar

from opscope.commands import operator_context
from opscope.commands.arguments import expand_alias
from opscope.commands.known_names import KnownNames, UserProgram
from opscope.commands.other_debuggers import gdb_set, python_fix
from opscope.commands.printer import Printer, elements
from opscope.commands.renderers import render
from opscope.commands.source_lines import SourceLines
from opscope.commands.table import FrontEnd, NamedCommand, find, names
from opscope.commands.thread_interrupt import interrupt_thread
from opscope.core.exit_status import INTERRUPTED
from opscope.core.place import has_numbers, to_host
from opscope.core.source import Site, display_name
from opscope.core.source_text.file_lines import source_lines
from opscope.debug.conditions.expression import Expression
from opscope.debug.conditions.nodes import VariableName
from opscope.debug.drivers.frame_driver import FrameDriver
from opscope.debug.frames.execution import FrameExecution
from opscope.debug.frames.frame_stack import FrameStack
from opscope.debug.frames.stack import StackFrame
from opscope.debug.navigation.navigator import Navigator
from opscope.debug.replay.program_failures import ProgramFailure
from opscope.debug.replay.stops import Position, StopReason
from opscope.debug.runs.run import Run
from opscope.debug.runs.started_runs import started
from opscope.debug.session.place_expressions import names_here
from opscope.debug.state.command_queue import DriverCall
from opscope.debug.values import place_values
from opscope.eager.tensor import Tensor
from opscope.errors import ArgumentError, NotFound, OpscopeError, error_text
from opscope.events import Stopped

R = TypeVar("R")
V = TypeVar("V")
TAKES_COMMANDS = ("alias", "commands")  # commands whose arguments may contain `;;`
DUE = "(commands) "  # printed before a command of a breakpoint
PATIENCE = 1.0  # seconds until a message about the busy program


class StopText(NamedTuple):
    """Texts about a stop: its operator, and the place where the program itself is now."""

    operator: str
    program: str


class ProgramError(Exception):
    """Error of a Python expression that was evaluated in a frame."""

    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.error = error


def _of_program(function: Callable[[], R]) -> R:
    try:
        return function()
    except OpscopeError:
        raise
    except Exception as e:
        raise ProgramError(e) from e


class Printed(NamedTuple):
    """Value of a typed expression.

    If the value is a whole tensor of the run, `tensor` is the name of this tensor. Otherwise, it is "".
    """

    title: str
    value: Any
    tensor: str = ""
    notes: tuple[str, ...] = ()


class CommandSession:
    """A run that typed commands control. The session ends when `over` is True.

    `front_end` is the user interface, such as `prompt` or `notebook`. `read_python` is a function that shows the prompt
    in its argument and returns the typed line. At the end of the input, the function raises EOFError.
    """

    def __init__(self, run: Run, program: UserProgram, printer: Printer, front_end: FrontEnd = "prompt") -> None:
        self.run = run
        self.program = program
        self.names = KnownNames(run, program)
        self.printer = printer
        self.front_end: FrontEnd = front_end
        self.over = False
        self.read_python: Callable[[str], str] = input
        self.displays: dict[str, str] = {}  # expressions to show at each stop, with their last shown value
        self.commands_at: dict[int, list[str]] = {}  # by breakpoint
        self.command_aliases: dict[str, str] = {}
        self.restart: Callable[[str], None] = lambda arguments: None  # argument: new arguments of the script, if any
        self._due: list[str] = []  # pending commands of the breakpoint at this stop
        self._last_line = ""
        self._end_shown = False
        self._shown_failure: ProgramFailure | None = None  # the failure whose traceback was printed

    @property
    def driver(self) -> FrameDriver:
        """The driver of the run."""
        return self.names.driver

    @property
    def _what(self) -> str:
        return "script" if self.front_end == "prompt" else "run"

    @property
    def at_thread_error(self) -> bool:
        """True if the run is paused at an exception in a thread that the script started.

        The script's main thread has the number 1.
        """
        here = self.run.here
        return not self.run.done and here is not None and here.reason == "exception" and here.thread > 1

    @property
    def status(self) -> int:
        """Exit status: the script's status, or 1 if the script has failed or has stopped at an error.

        Errors in threads that the script started do not change the status.
        """
        if self.at_thread_error:
            return self.program.status
        here = self.run.here
        failed = self.run.error is not None or (here is not None and here.reason == "exception" and not here.past)
        return self.program.status or int(failed)

    def ask(self, function: Callable[[Navigator], R]) -> R:
        """Call a function in the driving thread, with the navigator as its argument."""
        return self.names.ask(function)

    # --- frames and values --------------------------------------------------------------------------

    @property
    def frames(self) -> FrameStack:
        """The frames of the run. Read this property only in the driving thread."""
        return self.run.session.frames

    def python_frame(self) -> StackFrame:
        """Return the chosen frame.

        If the chosen frame is a block, return the frame of the user's function that runs the block. Raises NotFound if
        no Python code runs at this place.
        """
        frames = self.run.stack()
        at = self.run.frame()
        outer = frames[: frames.index(at) + 1] if at in frames else frames
        found = next((f for f in reversed(outer) if f.is_python), None)
        if found is None:
            raise NotFound(
                "no Python code is running, because the program has ended", fix="print values of the run with p"
            )
        return found

    def frame_names(self) -> list[str]:
        """Return the names of the variables of the chosen frame. The local variables come first."""
        try:
            frame = self.python_frame()
            found = {**self.run.locals(frame), **self.run.globals(frame)}
        except OpscopeError:
            return []
        return [name for name in found if not name.startswith("__")]

    def evaluate(self, text: str) -> Printed:
        """Evaluate an expression.

        A name refers to a variable of the chosen frame. If the frame has no such variable, the name refers to a value
        of the run.

        Raises NotFound if a name has no value at this place. Errors of the expression itself are raised, too.
        """
        if not text:
            raise ArgumentError("the command print needs an expression", fix="for example: p loss, or p h[0].mean()")
        found: list[Printed] = []

        def compute(over_tensors: str) -> Any:
            found[:] = [self._tensor_value(text, over_tensors)]
            return found[0].value

        try:
            frame = self.run.frame()
        except NotFound:
            return self._tensor_value(text, text)
        result = self._in_driver(lambda: _of_program(lambda: self.frames.evaluate(text, frame, compute)))
        return found[0] if result.expression else Printed(text, result.value, "", result.notes)

    def _tensor_value(self, title: str, text: str) -> Printed:
        """Evaluate an expression over tensors of the run."""
        text = self.names.expression(text)
        title = title if title == text else f"{title} = {text}"
        known = [*self.names.variables(), *self.names.aliases]
        bound = self.ask(lambda navigator: Expression.parse(text).bind(names_here(navigator, known)))
        if isinstance(bound.tree, VariableName):  # also in finished sub-blocks, and in the rule of a gradient
            name = bound.tree.text
            value = self.ask(lambda navigator: to_host(place_values.find_value(navigator, name)))
            return Printed(title, value, name, self._step_notes([name]))
        value = self.run.evaluate(text)
        if value is None:
            for name in bound.names():
                self.ask(lambda navigator, name=name: place_values.find_value(navigator, name))  # raises the reason
            raise NotFound(
                f"the expression {text} has no value here",
                fix="use an array that has elements (some functions also need finite elements)",
            )
        return Printed(title, value, notes=self._step_notes(bound.names()))

    def _step_notes(self, names: Iterable[str]) -> tuple[str, ...]:
        return self.ask(lambda navigator: place_values.step_notes(navigator, names))

    def execute(self, code: str) -> FrameExecution:
        """Execute a line of Python in the chosen frame. Ctrl-C raises KeyboardInterrupt in this line."""
        frame = self.python_frame()
        return self._in_driver(lambda: self.frames.execute(code, frame))

    def _in_driver(self, function: Callable[[], R]) -> R:
        """Run the user's Python code in the program's thread.

        Ctrl-C interrupts the code. A second Ctrl-C ends the wait for the code.
        """
        call, commands = DriverCall(function), self.run.session.commands
        commands.submit(call)
        interrupted = False
        while True:
            try:
                call.result.exception(0.25)  # short waits: an interrupt arrives between two of them
                return call.result.result()
            except TimeoutError:
                if call.result.done():
                    raise
            except KeyboardInterrupt:
                if interrupted or call.result.done():
                    raise
                interrupted = True
                thread = commands.threads.current
                interrupt_thread(None if thread is None else thread.ident)

    # --- commands -----------------------------------------------------------------------------------

    def do(self, line: str) -> None:
        """Execute a line. An empty line repeats the last command that moved the run. `;;` separates commands."""
        line = line.strip() or self._last_line
        if not line or line.startswith("#"):
            return
        for each in self._commands_in(line):
            self._do_one(each)
            self._do_due()

    def perform(self, command: NamedCommand, rest: str) -> Any:
        """Execute a command. If the command leads the run to a breakpoint, execute the commands of the breakpoint.

        Returns the result of the command, and raises the errors of the command.

        The result of the command is not printed. The results of the breakpoint's commands are printed.
        """
        given = command.arguments(rest, self.front_end)
        self._end_shown = self._end_shown or self.run.done  # a later move into the past must not return to it
        result = command.do(self, given)
        self._do_due()
        return result

    def arrive(self) -> None:
        """Show where the run has stopped, and execute the commands of the breakpoint there."""
        self.show_place()
        self._do_due()

    def render(self, result: Any) -> None:
        """Print a result."""
        render(self.printer, result)

    def _do_due(self) -> None:
        while self._due and not self.over:
            due = self._due.pop(0)
            self.printer.line((DUE, "green"), due)
            self._do_one(due)

    def _commands_in(self, line: str) -> list[str]:
        """Return the commands of a line, with aliases replaced."""
        if line[0] == "!":
            return [line]
        word, *words = line.split()
        try:
            for _ in range(len(self.command_aliases)):  # an alias of an alias
                if word in self.command_aliases:
                    line = expand_alias(self.command_aliases[word], words)
                    word, *words = line.split()
        except ArgumentError as e:
            self.printer.error(e)
            return []
        parts = [line] if word in TAKES_COMMANDS else line.split(";;")
        return [part.strip() for part in parts if part.strip()]

    def _do_one(self, line: str) -> None:
        word, _, rest = (line[0], "", line[1:]) if line[0] == "!" else line.partition(" ")
        try:
            found = find(word)
            arguments = found.arguments(rest.strip(), self.front_end)
            if found.repeatable:
                self._last_line = line
            self.render(found.do(self, arguments))
        except OpscopeError as e:
            self._set_fix(e, line, word, rest.strip())
            self.printer.error(e)
        except KeyboardInterrupt:
            self.pause()
        except ProgramError as e:
            self.printer.error(f"{type(e.error).__name__}: {e.error}")
        except Exception as e:  # noqa: BLE001 (a failing command must not end the prompt)
            self.printer.error(f"{word} failed: {type(e).__name__}: {e}")

    def _set_fix(self, error: OpscopeError, line: str, word: str, rest: str) -> None:
        """Put the right command into an error's fix, for a line of Python code or a command of another debugger."""
        if not isinstance(error, NotFound | ArgumentError) or word == "!":
            return
        is_command = any(word.lower() == name.lower() for name in names())
        fix = gdb_set(rest) if word == "set" else f"`help {rest}`" if word == "h" and rest in names() else ""
        if not fix and not (is_command and error.fix):
            fix = python_fix(line, {*self.frame_names(), *self.names.aliases}, is_command)
        error.fix = fix or error.fix

    def go(self, move: Callable[[], Any], count: int = 1) -> None:
        """Move the run `count` times and show the new place.

        If the run stops for another reason than a step, make no further moves.
        """
        self._due = []
        for left in range(count, 0, -1):
            try:
                move()
            except KeyboardInterrupt:
                self.pause()
                return
            here = self.run.here
            if left == 1 or here is None or here.reason != "step":
                break
        self.show_place()

    def pause(self) -> None:
        """After Ctrl-C, wait until the run has stopped, and show the place where it has stopped."""
        if self.halt():
            self.show_place()

    def halt(self) -> bool:
        """Wait until the run stops. Returns False after a second Ctrl-C."""
        try:
            self.run.request_pause()
            try:
                self._wait_for_stop(PATIENCE)
            except TimeoutError:
                self._report_busy()
                self._wait_for_stop(None)
        except KeyboardInterrupt:
            self.printer.line(("given up", "yellow"), ": the program does not reach an operator")
            self.over, self.program.status = True, INTERRUPTED
        return not self.over

    def _wait_for_stop(self, timeout: float | None) -> None:
        self._wait_for_driver(timeout)  # a search in the past ends first
        self.run.until_stopped(timeout)

    def _wait_for_driver(self, timeout: float | None) -> None:
        """Wait until the driving thread executes a call. Ctrl-C can interrupt the wait."""
        end = None if timeout is None else time.monotonic() + timeout
        while True:
            try:
                self.run.session.call(lambda: None, 0.25)
                return
            except TimeoutError:
                if end is not None and time.monotonic() > end:
                    raise

    def _report_busy(self) -> None:
        where = self.program.where(self.run)
        searching = self.run.state == "paused" or self.run.done or not where
        busy = "the past is being searched" if searching else f"the program is in its own code, {where[-1].where}"
        self.printer.line(("pausing", "yellow"), f": {busy}\n(Ctrl-C again ends it)")

    # --- places ----------------------------------------------------------------------------

    def show_place(self) -> None:
        """Show the place where the run has stopped, or show the end of the run."""
        self.run.flush()  # print messages that breakpoints have logged
        self.names.update()
        if self.run.done and not self._end_shown:
            self._end_shown = True
            self._show_end()
        elif self.run.here is not None:
            here = self.run.here
            if here.reason == "exception":
                self._show_error()
            due = [] if here.past else self.commands_at.get(here.breakpoint, [])
            if due[:1] != ["silent"]:
                self.show(here)
                self.show_displays()
            self._due = [line for line in due if line != "silent"]

    def value_text(self, text: str) -> str:
        """Return the value of an expression, in one line."""
        value = self.evaluate(text).value
        array = value._value if isinstance(value, Tensor) else value
        if has_numbers(array) and hasattr(array, "reshape"):
            return " ".join(elements(to_host(array), self.printer.width).split())
        return repr(value)

    def show_displays(self) -> None:
        """Print the displayed expressions whose value has changed."""
        for text, before in self.displays.items():
            try:
                now = self.value_text(text)
            except Exception as e:  # noqa: BLE001 (a user's expression may raise anything)
                now = f"*** {error_text(e)}"
            if now != before:
                self.printer.line((text, "bold"), f"  {now}", (f"  was {before}" if before else "", "dim"), cut=True)
            self.displays[text] = now

    def show(self, here: Stopped) -> None:
        """Print the place in two or three lines."""
        texts = self.ask(self._stop_text)
        lines = [] if here.past or self.run.done else self.program.where(self.run)
        self.printer.stop(here, texts.operator, lines[-1] if lines else None, texts.program)

    def _stop_text(self, navigator: Navigator) -> StopText:
        live = navigator.live
        if navigator.line_frame is not None:
            program = f"the program is at line {navigator.line_frame.f_lineno}"
        elif navigator.final_stop is not None:
            reasons = {"end": f"the {self._what} is at its end", "exception": "the program is at its error"}
            program = reasons.get(navigator.final_stop.reason, "the program is in its own code")
        elif live is None:
            program = f"the {self._what} is over"
        else:
            record = live.record
            program = f"the program is in {f'step {record.step}' if record.step else f'run {record.run}'}"
        return StopText(operator_context.operator_text(navigator), program)

    def source_lines(self, site: Site, first: int, last: int) -> SourceLines:
        """Return lines of a source file, in which the line of `site` and the lines with breakpoints are marked."""
        lines = source_lines(site.filename)
        shown = range(max(first, 1), min(last, len(lines)) + 1)
        return SourceLines(display_name(site.filename), "".join(lines), shown, site.line, self._stops_at(site))

    def _stops_at(self, site: Site) -> set[int]:
        """Return the lines of a file whose operators have a breakpoint."""
        if self.run.here is None:
            return set()
        found = self.ask(
            lambda n: [] if n.shown_cursor is None else [x for x in operator_context.lines(n) if x.breakpoints]
        )
        sites = [line.operator.site for line in found]
        return {s.line for s in sites if s is not None and s.filename == site.filename}

    def _show_error(self) -> None:
        """Print the traceback of the error that has ended the script, once."""
        failure = self.run.session.failures.end
        if failure is not None and failure is not self._shown_failure:
            self._shown_failure = failure
            self.printer.text(self.program.traceback(failure.error).rstrip(), "red")

    def _show_end(self) -> None:
        run, out = self.run, self.printer
        self._show_error()
        journal = self.driver.journal
        first, last = journal.step_range()
        status = f", exit status {self.program.status}" if self.program.status else ""
        word = "failed" if run.error is not None else "stopped" if run.state == "stopped" else "ended"
        hint = f"Steps {first} to {last} are recorded: stepBack, goto and history show them." if last else ""
        if not hint and not journal.run_count:
            hint = (
                "It started debug runs itself (`opscope.debug`). To step here, call its functions without them."
                if started
                else "No program was run with an Executor, so there is nothing to step."
            )
        out.line((f"The {self._what} has {word}{status}. ", "bold"), hint)
        if (record := journal.last_record()) is not None:
            point = Position(record.run, record.ticks - 1)
            stop = StopReason("exception", record.error) if record.error else StopReason("end")
            navigator = self.driver.navigator
            run.session.call(lambda: run.session.commands.move(lambda: navigator.move_to(point, stop)))
            assert run.here is not None
            self.show(run.here)
