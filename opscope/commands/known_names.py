"""Names that the user types, and the values, operators and places of the run to which they refer."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any, Protocol, TypeVar

from opscope.commands import operator_context
from opscope.commands.arguments import resolve_name, resolve_names
from opscope.core.source import Site
from opscope.debug.conditions.condition import Condition
from opscope.debug.conditions.expression import Expression
from opscope.debug.drivers.frame_driver import FrameDriver, recorded
from opscope.debug.lines.code_breakpoint import is_code_spec
from opscope.debug.navigation.navigator import Navigator
from opscope.debug.runs.run import Run
from opscope.debug.session.edit_requests import value_and_part
from opscope.eager.tensor import Tensor
from opscope.ir.program.program import Program, Variable

R = TypeVar("R")
V = TypeVar("V")


class UserProgram(Protocol):
    """The user's program that a run executes: a script, or the code of a cell."""

    status: int  # the exit status

    def where(self, run: Run) -> list[Site]:
        """Return the program's current lines in a run, outermost first. Return [] before and after the program."""
        ...

    def values(self, run: Run, kind: type[V]) -> dict[str, V]:
        """Return a dict of the program's variables at the current place whose values have the type `kind`."""
        ...

    def traceback(self, error: BaseException) -> str:
        """Return the traceback of an error, with only the frames of the program."""
        ...


class KnownNames:
    """Names that the user can type at the current place of a run, and what they refer to.

    `programs` is the list of the known programs. The current program comes first.
    """

    def __init__(self, run: Run, program: UserProgram) -> None:
        self.run = run
        self.programs: list[Program] = []
        self._program = program
        self._of_frames: dict[str, str] = {}  # the script's names of its values, collected at each stop

    @property
    def driver(self) -> FrameDriver:
        """The driver of the run."""
        return recorded(self.run.session.driver)

    def ask(self, function: Callable[[Navigator], R]) -> R:
        """Call a function in the driving thread, with the navigator as its argument."""
        return self.run.session.call(lambda: function(self.driver.navigator))

    def update(self) -> None:
        """Update the known variables and programs."""
        if not self.run.done:
            variables = self._program.values(self.run, Variable)
            self._of_frames |= {called: variable.name for called, variable in variables.items()} | self._tensors
            self.programs += [v.program for v in variables.values()]
        here = self.ask(
            lambda navigator: [] if navigator.shown_cursor is None else [operator_context.program(navigator)]
        )
        self.programs = list({p.id: p for p in [*here, *self.programs]}.values())

    def variables(self) -> list[str]:
        """The names of all known variables."""
        return self.ask(lambda navigator: operator_context.variables(navigator, self.programs))

    @property
    def aliases(self) -> dict[str, str]:
        """The script's own names for the program's variables, found in the script's frames and in its assignments.

        In eager code, one name may stand for several values, one after the other.
        """
        lines, eager = self.ask(operator_context.script_names)
        return self._of_frames | lines | self._tensors if eager else lines | self._of_frames

    @property
    def _tensors(self) -> dict[str, str]:
        if self.run.done or self.run.here is None or self.run.here.past:
            return {}
        calls, tensors = self.run.session.thread_calls, self._program.values(self.run, Tensor)
        return {called: name for called, tensor in tensors.items() if (name := calls.name_of(tensor))}

    @property
    def _lasting_aliases(self) -> dict[str, str]:
        """The aliases that refer to the same variable in all steps."""
        found = self.aliases
        of_steps = self.ask(lambda navigator: operator_context.names_of_steps(navigator, found))
        return {called: name for called, name in found.items() if called not in of_steps}

    # --- the meaning of a text ------------------------------------------------------------------------

    def variable(self, text: str) -> str:
        """Return the variable's name in the program. The text is this name, or the variable's name in the script."""
        return resolve_name(text.strip(), self.variables(), self.aliases)

    def variable_of_steps(self, text: str) -> str:
        """Return the variable's name in the program.

        A name that refers to another value in each step is returned unchanged.
        """
        return resolve_name(text.strip(), self.variables(), self._lasting_aliases)

    def part(self, text: str) -> tuple[str, Any]:
        """For a text such as `h[0, 3]` or `outs[2]`, return the name of the variable, and the index of the part."""
        text = text.strip()
        if (known := self.variable(text)) != text:
            return known, ...
        name, part = self.ask(lambda navigator: value_and_part(navigator, text))
        return self.variable(name), part

    def expression(self, text: str) -> str:
        """Return an expression with all names resolved."""
        return resolve_names(text, self.variables(), self.aliases)

    def condition(self, text: str) -> str:
        """Return a condition or a predicate. A name in it is resolved if the name refers to one value in all steps."""
        if not isinstance(Condition.parse(text).test, Expression):
            return text
        return resolve_names(text, self.variables(), self._lasting_aliases)

    def pattern(self, text: str) -> str:
        """Return a pattern with its names resolved. A number becomes `id:NUMBER`."""
        kind, colon, rest = text.strip().rpartition(":")
        if kind in ("", "grad"):
            return f"id:{rest}" if rest.isdigit() and not kind else kind + colon + self.variable_of_steps(rest)
        return text.strip()

    def place(self, text: str) -> str:
        """Return the place of a breakpoint, with its names resolved.

        If the run has stopped at a line, a number is the number of a line. The name of a function stands for a
        breakpoint at the start of this function.
        """
        here, text = self.run.here, text.strip()
        if text.isdigit() and here is not None and here.at_line:
            return f"{here.path}:{text}"
        if is_code_spec(text) or text in self.variables() or text in self.aliases:
            return text if is_code_spec(text) else self.pattern(text)
        name, *attributes = text.split(".")
        found = self._program.values(self.run, object).get(name)
        for attribute in attributes:
            found = getattr(found, attribute, None)
        found = getattr(found, "__func__", found)
        return f"function:{found.__qualname__}" if isinstance(found, FunctionType) else self.pattern(text)
