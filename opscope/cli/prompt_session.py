"""Debugger: what is typed becomes what a run is told, and where it stands then is shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from opscope.cli import operator_context
from opscope.cli.arguments import name_of, renamed
from opscope.cli.command_registry import find
from opscope.cli.printer import Printer
from opscope.cli.script import Script
from opscope.debug.conditions.condition import Condition
from opscope.debug.conditions.expression import Expression
from opscope.debug.replay.navigator import Navigator, Position, StopReason
from opscope.debug.session.driver import Stepper
from opscope.debug.session.run import Run
from opscope.eager.tensor import Tensor
from opscope.errors import OpscopeError
from opscope.events import Stopped
from opscope.ir.program.program import Program, Variable

R = TypeVar("R")
INTERRUPTED = 130  # the exit status of whatever Ctrl-C has ended
PATIENCE = 1.0  # seconds until one is told what the program is busy with


class Surroundings(NamedTuple):
    """Texts about the place where a run stands: the operator, and where the program itself is meanwhile."""

    operator: str
    program: str


class Debugger:
    """A run, and who asks. `over` when one does not want to go on asking."""

    def __init__(self, run: Run, script: Script, printer: Printer) -> None:
        self.run = run
        self.script = script
        self.printer = printer
        self.over = False
        self._again = ""
        self._told = False  # that the script has ended
        self._framed: dict[str, str] = {}  # what the script called its values when one stood in it
        self.programs: list[Program] = []  # that are known, the one that runs here first

    @property
    def stepper(self) -> Stepper:
        """The engine of the run."""
        assert self.run.session.stepper is not None
        return self.run.session.stepper

    @property
    def status(self) -> int:
        """The exit status: the script's, 1 if it failed or stands at an error."""
        here = self.run.here
        failed = self.run.error is not None or (here is not None and here.reason == "exception" and not here.past)
        return 1 if failed else self.script.status

    def ask(self, function: Callable[[Navigator], R]) -> R:
        """Call a function of the place where one stands, in the driving thread."""
        return self.run.session.call(lambda: function(self.stepper.navigator))

    # --- names --------------------------------------------------------------------------------------

    @property
    def aliases(self) -> dict[str, str]:
        """What the script calls its variables: in its frames, else on its lines. In eager code names change hands."""
        lines, eager = self.ask(operator_context.called)
        return self._framed | lines | self._tensors if eager else lines | self._framed

    @property
    def _tensors(self) -> dict[str, str]:
        if self.run.done or self.run.here is None or self.run.here.past:
            return {}
        names, tensors = self.run.session.eagerly.names, self.script.values(self.run.thread.ident, Tensor)
        return {called: name for called, tensor in tensors.items() if (name := names.name_of(tensor))}

    def learn(self) -> None:
        """Look at what variables and programs there are."""
        if not self.run.done:
            variables = self.script.values(self.run.thread.ident, Variable)
            self._framed |= {called: variable.name for called, variable in variables.items()} | self._tensors
            self.programs += [v.program for v in variables.values()]
        here = self.ask(lambda navigator: [] if navigator.cursor is None else [operator_context.program(navigator)])
        self.programs = list({p.id: p for p in [*here, *self.programs]}.values())

    def variables(self) -> list[str]:
        """The names of all variables that are known."""
        return self.ask(lambda navigator: operator_context.variables(navigator, self.programs))

    def name(self, text: str) -> str:
        """A variable: its own name, or what the script calls it."""
        return name_of(text.strip(), self.variables(), self.aliases)

    def expression(self, text: str) -> str:
        """An expression over variables by either name."""
        return renamed(text, self.variables(), self.aliases)

    def condition(self, text: str) -> str:
        """As `expression`, of a condition, which may also be a predicate."""
        return self.expression(text) if isinstance(Condition.parse(text).test, Expression) else text

    def pattern(self, text: str) -> str:
        """A pattern, or a variable by either name; a number is that of an operator."""
        kind, colon, rest = text.strip().rpartition(":")
        if kind in ("", "grad"):
            return f"id:{rest}" if rest.isdigit() and not kind else kind + colon + self.name(rest)
        return text.strip()

    # --- commands -----------------------------------------------------------------------------------

    def do(self, line: str) -> None:
        """What was typed; an empty line repeats the last step."""
        line = line.strip() or self._again
        if not line or line.startswith("#"):
            return
        word, _, rest = line.partition(" ")
        try:
            found = find(word)
            if found.again:
                self._again = line
            found.do(self, rest.strip())
        except OpscopeError as e:
            self.printer.error(e)
        except KeyboardInterrupt:
            self.pause()
        except Exception as e:  # noqa: BLE001 (a command that fails must not take the session with it)
            self.printer.error(f"{word} failed: {type(e).__name__}: {e}")

    def go(self, move: Callable[[], Any], count: int = 1) -> None:
        """Move, and show where one stands; of several moves, up to the first that something else ends."""
        for left in range(count, 0, -1):
            try:
                move()
            except KeyboardInterrupt:
                self.pause()
                return
            here = self.run.here
            if left == 1 or here is None or here.reason != "step":
                break
        self.arrived()

    def pause(self) -> None:
        """After Ctrl-C: wait until the run stands still, and show where."""
        if self.halt():
            self.arrived()

    def halt(self) -> bool:
        """Wait until the run stands still. Another Ctrl-C gives up: then False."""
        try:
            self.run.ask_to_pause()
            try:
                self._until_asked(PATIENCE)
            except TimeoutError:
                self._say_busy()
                self._until_asked(None)
        except KeyboardInterrupt:
            self.printer.line(("given up", "yellow"), ": the program does not come to an operator")
            self.over, self.script.status = True, INTERRUPTED
        return not self.over

    def _until_asked(self, timeout: float | None) -> None:
        self.run.session.call(lambda: None, timeout)  # also a search in the past comes to its end first
        self.run.until_stopped(timeout)

    def _say_busy(self) -> None:
        where = self.script.where(self.run.thread.ident)
        searching = self.run.state == "paused" or self.run.done or not where
        busy = "the past is being searched" if searching else f"the program is in its own code, {where[-1].where}"
        self.printer.line(("pausing", "yellow"), f": {busy}\n(Ctrl-C again ends it)")

    # --- where it stands ----------------------------------------------------------------------------

    def arrived(self) -> None:
        """Say where the run stands, or how it ended."""
        self.run.flush()  # what was logged on the way comes first
        self.learn()
        if self.run.done and not self._told:
            self._told = True
            self._ended()
        elif self.run.here is not None:
            self.show(self.run.here)

    def show(self, here: Stopped) -> None:
        """Two or three lines."""
        around = self.ask(self._around)
        lines = [] if here.past or self.run.done else self.script.where(self.run.thread.ident)
        self.printer.stop(here, around.operator, lines[-1] if lines else None, around.program)

    def _around(self, navigator: Navigator) -> Surroundings:
        live = navigator.live
        if live is None:
            program = "the script is over"
        else:
            record = live.record
            program = f"the program is in {f'step {record.step}' if record.step else f'run {record.run}'}"
        return Surroundings(operator_context.operator_text(navigator), program)

    def _ended(self) -> None:
        run, out = self.run, self.printer
        if run.error is not None:
            out.text(self.script.traceback(run.error).rstrip(), "red")
        kept = self.stepper.journal
        first, last = kept.step_range()
        status = f", exit status {self.script.status}" if self.script.status else ""
        word = "failed" if run.error is not None else "stopped" if run.state == "stopped" else "ended"
        told = f"Steps {first} to {last} are kept: stepBack, goto and history look at them." if last else ""
        told = told or ("" if kept.run_count else "It has run no program with an Executor: there is nothing to step.")
        out.line((f"The script has {word}{status}. ", "bold"), told)
        if (record := kept.last_record()) is not None:
            point = Position(record.run, record.ticks - 1)
            stop = StopReason("exception", record.error) if record.error else StopReason("end")
            navigator = self.stepper.navigator
            run.session.call(lambda: run.session.move(lambda: navigator.move_to(point, stop)))
            assert run.here is not None
            self.show(run.here)
