"""Execution of the commands of the wire protocol on a recorded run."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from typing import Any

from opscope import events as ev
from opscope.debug.drivers.breakpoints import AnyBreakpoint
from opscope.debug.drivers.frame_driver import FrameDriver
from opscope.debug.session import frame_requests
from opscope.debug.session.breakpoint_events import breakpoints_changed, condition_text
from opscope.debug.session.edit_requests import branches, new_value, operator_seen, set_attribute, set_value
from opscope.debug.session.moves import MOVES, make
from opscope.debug.session.recorded_commands import RecordedCommands
from opscope.debug.values.operator_measures import measured
from opscope.debug.why.explanation_event import explained
from opscope.debug.why.here import explain_here
from opscope.errors import UnsupportedError, one_line

_WORD = re.compile(r"(?<=[a-z])(?=[A-Z])")


def dispatch(target: RecordedCommands, command: ev.Command) -> str:
    """Execute a command of the wire protocol on a recorded run. Returns a text for the user, or "" if there is no text.

    Raises OpscopeError. The returned text is the answer to the command.
    """
    driver = target.driver
    if (move := MOVES.get(_WORD.sub("_", command.kind).lower())) is not None:  # RunToEnd: run_to_end
        given = (getattr(command, each.name) for each in dataclasses.fields(command) if each.name != "request")
        make(target, move(*given))
        return ""
    if (request := REQUESTS.get(type(command))) is None:
        raise UnsupportedError(f"the command {command.kind} is not supported")
    return request(target, driver, command)


def _explain(target: RecordedCommands, driver: FrameDriver, command: ev.Explain) -> str:
    found = explain_here(driver.navigator, command.name or None, None, command.step)
    target.emit(explained(found, command.name, command.step))
    return repr(found)


def _set_recording(target: RecordedCommands, driver: FrameDriver, command: ev.SetRecording) -> str:
    target.set_recording(command.on, command.budget or None)
    return ""


def _watch(target: RecordedCommands, driver: FrameDriver, command: ev.WatchExpressions) -> str:
    target.watch_expressions(command.expressions)
    return ""


def _set_value(target: RecordedCommands, driver: FrameDriver, command: ev.SetValue) -> str:
    value = new_value(driver, command.value)  # before the edit: all front ends refuse the same things first
    return target.edit(lambda edits: set_value(driver, edits, command.target, value))


def _try_value(target: RecordedCommands, driver: FrameDriver, command: ev.TryValue) -> str:
    found = list(branches(driver, command))
    for event in found:
        target.emit(event)
    return "" if found else "the steps return no numbers to compare"


def _sends(
    make: Callable[[RecordedCommands, FrameDriver, Any], ev.Event],
) -> Callable[[RecordedCommands, FrameDriver, Any], str]:
    def request(target: RecordedCommands, driver: FrameDriver, command: Any) -> str:
        target.emit(make(target, driver, command))
        return ""

    return request


_send_stack = _sends(lambda target, driver, _: frame_requests.stack_seen(driver, target.frames, target.threads))


def _changes_breakpoints(
    change: Callable[[FrameDriver, Any], AnyBreakpoint | None],
) -> Callable[[RecordedCommands, FrameDriver, Any], str]:
    """Return a request handler that changes breakpoints.

    The handler checks each new breakpoint and each new condition.
    """

    def request(target: RecordedCommands, driver: FrameDriver, command: Any) -> str:
        changed = change(driver, command)
        problem = None if changed is None else target.check(changed)
        target.emit(breakpoints_changed(driver))
        return "" if problem is None else one_line(problem)

    return request


def _set_breakpoint(driver: FrameDriver, command: ev.SetBreakpoint) -> AnyBreakpoint:
    log = command.log and (command.message or True)
    return driver.breakpoints.add(command.spec, command.condition, hits=command.hits, log=log)


def _change_breakpoint(driver: FrameDriver, command: ev.ChangeBreakpoint) -> AnyBreakpoint | None:
    breakpoints = driver.breakpoints
    found = breakpoints.find(command.number)
    has_other_condition = command.condition != condition_text(found)
    if has_other_condition:
        breakpoints.set_condition(command.number, command.condition)
    breakpoints.set_hits(command.number, command.hits)
    breakpoints.enable(command.number, command.enabled)
    return found if has_other_condition else None


def _clear_breakpoint(driver: FrameDriver, command: ev.ClearBreakpoint) -> None:
    driver.breakpoints.remove(command.number)  # there is nothing to check


def _select_thread(target: RecordedCommands, driver: FrameDriver, command: ev.SelectThread) -> str:
    target.threads.choose(command.number)
    return _send_stack(target, driver, command)


REQUESTS: dict[type[ev.Command], Callable[[RecordedCommands, FrameDriver, Any], str]] = {
    ev.Explain: _explain,
    ev.FindFaults: lambda target, _, __: target.find_faults(),
    ev.CheckGradients: lambda target, _, __: target.check_gradients(),
    ev.MeasureOperators: _sends(lambda _, driver, c: measured(driver.navigator, c.by, c.step, c.against)),
    ev.SetRecording: _set_recording,
    ev.FetchStack: _send_stack,
    ev.SelectThread: _select_thread,
    ev.FetchVariables: _sends(lambda target, driver, c: frame_requests.variables_seen(driver, target.frames, c.frame)),
    ev.FetchSource: _sends(lambda target, driver, c: frame_requests.source_seen(driver, target.frames, c.path, c.line)),
    ev.FetchOperator: _sends(lambda _, driver, c: operator_seen(driver, c.op)),
    ev.Evaluate: lambda target, driver, c: frame_requests.answer(driver, target.frames, c.code, c.frame),
    ev.WatchExpressions: _watch,
    ev.SetValue: _set_value,
    ev.SetAttribute: lambda target, driver, c: target.edit(lambda edits: set_attribute(driver, edits, c)),
    ev.UndoEdit: lambda target, driver, _: target.edit(lambda edits: f"taken back: {edits.undo()}"),
    ev.TryValue: _try_value,
    ev.SetBreakpoint: _changes_breakpoints(_set_breakpoint),
    ev.ChangeBreakpoint: _changes_breakpoints(_change_breakpoint),
    ev.ClearBreakpoint: _changes_breakpoints(_clear_breakpoint),
    ev.SetExceptionFilters: _changes_breakpoints(lambda driver, c: driver.breakpoints.catch(c.filters, c.types)),
}
