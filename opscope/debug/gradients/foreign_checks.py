"""Gradient checks of user-defined functions in programs of other libraries, such as PyTorch.

The object that watches the calls of the other library (the call source) passes each function to the check as a function
of arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from opscope.core.source import site
from opscope.debug.gradients.application import Application, Arrays, CheckSubject, Pulled
from opscope.debug.gradients.checker import Checker, intent_of, line_of, names_of
from opscope.debug.gradients.function_state import FunctionState, SavedState
from opscope.debug.gradients.result_lines import line_of_result
from opscope.eager.foreign.foreign_functions import ForeignFunction, open_function_sources
from opscope.eager.op_calls import is_muted, muted


@contextmanager
def check_foreign_functions(checker: Checker) -> Iterator[None]:
    """Check each function of another library that is called inside the `with` block, in any thread."""

    def call_and_check(call: ForeignFunction, run: Callable[[], Any]) -> Any:
        position = site()
        where = "" if position is None else position.where
        if is_muted() or not checker.wants(call.owner, where):
            return run()
        name = f"{call.owner.__name__}.backward"
        if why := call.why_not():
            checker.skipped(name, where, *why)
            return run()
        state = FunctionState((call.forward, call.backward), (call.owner, *call.objects))
        streams = checker.saves_host_streams(call.owner, where)
        before = state.save(streams)
        result = run()
        after = state.save(streams)
        with muted():
            checker.check(_AppliedFunction(call, name, result, where, before, after))
        return result

    with open_function_sources(call_and_check):
        yield


class _AppliedFunction(Application):
    """A function from a program of another library, with the arguments of one call."""

    def __init__(
        self, call: ForeignFunction, name: str, result: Any, where: str, before: SavedState, after: SavedState
    ) -> None:
        backward, count = call.backward, len(call.inputs)
        subject = CheckSubject(
            name, [call.names[i] for i in call.wrt], where, line_of(backward), call.owner, names_of(call.owner),
            intent_of(call.owner, backward), result_lines=[line_of_result(backward, i, count) for i in call.wrt],
        )  # fmt: skip
        outs, carries = call.outputs(result)
        super().__init__(subject, call.inputs, outs, [(i,) for i in call.wrt], carries, before, after)
        self._call_again = call
        self.writes_in_place = call.returns_input(result)

    def run_forward(self, inputs: Arrays) -> Arrays:
        """Call forward. Returns the outputs of forward."""
        return self._call_again.repeat(inputs)

    def run_pull(self, inputs: Arrays, douts: Arrays, between: Callable[[], Any] | None, twice: bool) -> Pulled:
        """Return the gradients that backward computes.

        For each input that needs a gradient, the result contains an array or None.
        """
        return Pulled(*self._call_again.pull(inputs, douts, between, twice))
