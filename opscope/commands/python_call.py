"""Python calls that are equivalent to a line of `%opscope`. The calls are executed, or `--code` prints them."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from opscope.debug.runs.step_methods import StepMethods

RUN = "run"


class _TheRun:
    """Placeholder for the run in the arguments of a call."""


THE_RUN = _TheRun()


class Given(NamedTuple):
    """An argument of a call, and the text that `--code` prints for this argument."""

    text: str
    value: Any


class PythonCall(NamedTuple):
    """A call of a method of the run (`run.goto`) or of a function (`opscope.debug.diff`), or an attribute of the run.

    `arguments` is None for an attribute.

    >>> PythonCall("run.breakpoint", ("op:tanh",), {"hits": 3}).code()
    "run.breakpoint('op:tanh', hits=3)"
    """

    function: str
    arguments: Sequence[Any] | None = ()
    keywords: Mapping[str, Any] = {}

    def code(self, run: str = RUN) -> str:
        """Return the call as Python code, in which the run has the name `run`."""
        owner, _, name = self.function.partition(".")
        function = f"{run}.{name}" if owner == RUN else self.function
        if self.arguments is None:
            return function
        given = [_text(a, run) for a in self.arguments] + [f"{k}={_text(v, run)}" for k, v in self.keywords.items()]
        return f"{function}({', '.join(given)})"

    def __call__(self, run: StepMethods | None) -> Any:
        """Execute the call."""
        owner, _, name = self.function.partition(".")
        if owner == RUN:
            found = getattr(run, name)
        else:
            module, _, name = self.function.rpartition(".")
            found = getattr(importlib.import_module(module), name)
        if self.arguments is None:
            return found
        return found(*(_value(a, run) for a in self.arguments), **{k: _value(v, run) for k, v in self.keywords.items()})


def evaluate_calls(expression: str) -> Sequence[PythonCall]:
    """Return the call that evaluates an expression in the chosen frame."""
    return [PythonCall("run.evaluate", (expression, PythonCall("run.frame")))]


def _text(argument: Any, run: str) -> str:
    match argument:
        case PythonCall():
            return argument.code(run)
        case Given():
            return argument.text
        case _TheRun():
            return run
        case _:
            return repr(argument)


def _value(argument: Any, run: StepMethods | None) -> Any:
    match argument:
        case PythonCall():
            return argument(run)
        case Given():
            return argument.value
        case _TheRun():
            return run
        case _:
            return argument
