"""Evaluation of expressions at the current position. An expression reads values of the run, or variables of a frame."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from opscope.core.place import has_numbers
from opscope.debug.conditions.expression import Expression
from opscope.debug.conditions.log_message import filled
from opscope.debug.conditions.narrow_float import narrowed
from opscope.debug.drivers.frame_driver import FrameDriver
from opscope.debug.frames.frame_stack import FrameStack
from opscope.debug.frames.variables import summary
from opscope.debug.navigation.breakpoint_table import BreakpointHit
from opscope.debug.navigation.navigator import Navigator
from opscope.debug.navigation.place_environment import PlaceEnvironment
from opscope.debug.replay.program_kind import Cursor
from opscope.debug.taps.named_variables import NamedVariables
from opscope.debug.values import place_values
from opscope.errors import ArgumentError, OpscopeError, error_text
from opscope.events import ExpressionsEvaluated
from opscope.names.program_names import ambiguity

MAX_TEXT = 4000  # characters of an answer
NO_VALUE = "no value here yet"


def value_here(driver: FrameDriver, expression: Expression) -> Any:
    """Evaluate an expression over values of a run. Returns None if a name in the expression has no value yet.

    Raises ArgumentError. If the result is computed from a narrow float type such as float32, the result is shown with
    the digits of this type.
    """
    bound, words = _at_place(driver, expression)
    value = bound.evaluate(words)
    dtype = bound.float_dtype(words) if isinstance(value, float) else None
    return value if dtype is None else narrowed(value, dtype)


def _at_place(driver: FrameDriver, expression: Expression) -> tuple[Expression, PlaceEnvironment]:
    """Find the variables to which the names of an expression refer at the current position. Raises ArgumentError.

    Returns the expression that refers to these variables, and the environment that has the values of the variables.
    """
    navigator = driver.navigator
    here = navigator.shown_cursor or navigator.require_cursor()
    words = PlaceEnvironment(here, here.last_value, "", here.next_operator, navigator.breakpoints.previous_values(here))
    if navigator.gradient is not None:
        words.gradient_cursor = navigator.gradient.cursor
    words.fallback = lambda name: place_values.shown_value(navigator, name)[1]
    return _bound(expression, _cursors(navigator) or [here]), words


def names_here(navigator: Navigator, also: Collection[str] = ()) -> NamesHere:
    """Return the names that an expression may use at the current position, together with the names in `also`."""
    return NamesHere(_cursors(navigator), also)


def _cursors(navigator: Navigator) -> list[Cursor]:
    inside = [] if navigator.gradient is None else [navigator.gradient.cursor]
    return [*inside, *navigator.shown_cursors()]


def _bound(expression: Expression, cursors: Sequence[Cursor]) -> Expression:
    """Find the variables to which the names of an expression refer at a position.

    If there are several cursors, a name refers to the variable at the first cursor that has the name. Raises
    ArgumentError for an unknown or an ambiguous name.
    """
    bound = expression.bind(NamesHere(cursors))
    _require_clear(bound, cursors)
    return bound


def _require_clear(bound: Expression, cursors: Sequence[Cursor]) -> None:
    for name in bound.names():
        found = next(filter(None, (at.bindings(name) for at in cursors if at.lookup(name) is None)), [])
        if len(found) > 1 and all(at.lookup(name) is None for at in cursors):
            raise ArgumentError(ambiguity(name, found, cursors[0].record.step))


class NamesHere(Collection[str]):
    """Collection of the names that an expression may use at a position. The operator `in` tests a single name.

    A full list of the names is made only for the error about an unknown name.
    """

    def __init__(self, cursors: Sequence[Cursor], also: Collection[str] = ()) -> None:
        self._cursors = cursors
        self._also = also
        self._variables = NamedVariables(dict.fromkeys(at.program for at in cursors))

    def __contains__(self, name: Any) -> bool:
        return (
            name in self._also
            or name in self._variables
            or any(at.lookup_own(name) is not None or at.bindings(name) for at in self._cursors)
            or any(at.has_variable(name) for at in self._cursors)
        )

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys([*self._also, *self._variables]))

    def __len__(self) -> int:
        return sum(1 for _ in self)


def log_text(hit: BreakpointHit) -> str:
    """Return the text that a log breakpoint writes at a hit.

    If the breakpoint has no message of its own, the result is the text of the hit.
    """
    place, message = hit.place, hit.breakpoint.log
    if place is None or not isinstance(message, str):
        return hit.text

    def value(expression: str) -> Any:
        parsed = Expression.parse(expression)
        found = parsed.evaluate(place)
        if found is None:  # the names of the program are collected only here, as a breakpoint may be hit often
            if "foresee" not in place.cursor.can:  # the code may still define the name
                _require_clear(parsed, [place.cursor])
            else:
                _ = _bound(parsed, [place.cursor])
        return found

    return filled(message, value, _log_value)


def _log_value(value: Any) -> str:
    if value is None:
        return NO_VALUE
    if isinstance(value, str):
        return value
    if has_numbers(value) and value.size == 1:
        value = value.reshape(()).item()
    return f"{value:.6g}" if isinstance(value, float | complex) else summary(value)


def evaluated(driver: FrameDriver, frames: FrameStack, expressions: Sequence[str]) -> ExpressionsEvaluated:
    """Evaluate the watched expressions in the innermost frame, and return the event with their values.

    If an expression cannot be evaluated, the event has the reason in place of the value.
    """
    found = [_text_or_reason(driver, frames, each) for each in expressions]
    return ExpressionsEvaluated(
        expressions=tuple(expressions), texts=tuple(text for text, _ in found), failed=tuple(bad for _, bad in found)
    )


def _text_or_reason(driver: FrameDriver, frames: FrameStack, text: str) -> tuple[str, bool]:
    try:
        return answer(driver, frames, text, -1), False
    except OpscopeError as e:
        return e.summary.partition("\n")[0], True
    except Exception as e:  # noqa: BLE001 (a user's expression may raise anything)
        return error_text(e), True


def answer(driver: FrameDriver, frames: FrameStack, code: str, frame: int) -> str:
    """Return the value of an expression in a frame, as text. Raises the errors of the evaluation."""
    output = io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
        found = frames.evaluate(code, frame, lambda text: value_here(driver, Expression.parse(text)))
    printed = [output.getvalue().rstrip("\n")] if output.getvalue() else []
    is_missing = found.value is None and found.expression
    text = NO_VALUE if is_missing else summary(found.value)
    value = [] if printed and found.value is None else [text]
    return "\n".join([*printed, *value, *found.notes])[:MAX_TEXT]
