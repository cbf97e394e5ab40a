"""Table of the moves of a run by name, such as `next`. `Run`, the wire protocol and editors use this table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, SupportsIndex

from opscope.debug.conditions.condition import Condition
from opscope.debug.drivers.frame_driver import recorded
from opscope.debug.navigation.backward_search import BackwardSearch
from opscope.debug.navigation.goals import GRANULARITIES, Granularity
from opscope.debug.navigation.navigator import Navigator, Resume, StopReason
from opscope.debug.session.command_processor import CommandProcessor
from opscope.debug.session.option_checks import step_number
from opscope.errors import ArgumentError, nearest
from opscope.names.value_name import Named, given_name

Action = Callable[[Navigator], StopReason | Resume]


class Move(NamedTuple):
    """A move with checked arguments. `reason` is the reason of the stop when the run reaches the goal of the move."""

    action: Action
    reason: str = "step"


def _next(by: Granularity | None = None) -> Move:
    checked = _granularity(by)
    return Move(lambda n: n.step(checked))


def _step_in(by: Granularity | None = None) -> Move:
    checked = _granularity(by)
    return Move(lambda n: n.step_in(checked))


def _step_out(by: Granularity | None = None) -> Move:
    checked = _granularity(by)
    return Move(lambda n: n.step_out(checked))


def _run_to(op: int | str) -> Move:
    return Move(lambda n: n.run_to(op), "goto")


def _goto(step: int, op: int | str = -1) -> Move:
    step_number(step, fix="call goto(2)")
    if not isinstance(op, SupportsIndex | str):
        raise ArgumentError(f"an operator must be a number or a pattern, not {op!r}", fix="call goto(2, 'op:tanh')")
    return Move(lambda n: n.goto(step, op), "goto")


def _back_to_write(name: Named) -> Move:
    named = given_name(name)
    return Move(lambda n: BackwardSearch(n).to_write(named))


def _back_to_when(condition: str) -> Move:
    parsed = Condition.of_values(condition)
    return Move(lambda n: BackwardSearch(n).to_rise(parsed))


MOVES: Mapping[str, Callable[..., Move]] = {
    "continue": lambda: Move(lambda n: n.resume()),
    "next": _next,
    "step_in": _step_in,
    "step_out": _step_out,
    "step_back": lambda: Move(lambda n: n.step_back()),
    "reverse_continue": lambda: Move(lambda n: BackwardSearch(n).to_breakpoint()),
    "run_to_line": lambda line=0: Move(lambda n: n.run_to_line(line)),
    "run_to_return": lambda: Move(lambda n: n.run_to_return()),
    "run_to_end": lambda: Move(lambda n: n.run_to_end()),
    "next_run": lambda: Move(lambda n: n.next_run()),
    "run_to": _run_to,
    "goto": _goto,
    "back_to_write": _back_to_write,
    "back_to_when": _back_to_when,
}
"""Maps the name of a move to a function that checks the arguments and makes the move. Raises ArgumentError."""


def make(commands: CommandProcessor, move: Move) -> StopReason | Resume:
    """Execute a move. This function must be called in the thread of the program."""
    driver = recorded(commands.driver)
    return commands.move(lambda: move.action(driver.navigator), move.reason)


def _granularity(by: Granularity | None) -> Granularity | None:
    if by is not None and by not in GRANULARITIES:
        fix = nearest(by, GRANULARITIES) or f"one of {', '.join(GRANULARITIES)}"
        raise ArgumentError(f"by must be operator or line, not {by!r}", fix=fix)
    return by
