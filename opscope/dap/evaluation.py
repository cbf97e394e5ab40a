"""Evaluation of the client's expressions, statements and assignments, in a frame of the stack."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from opscope.dap.adapter import DebugAdapter
from opscope.dap.variables import Item, object_item
from opscope.debug.conditions.assignment import target
from opscope.debug.conditions.condition import completions
from opscope.debug.conditions.expression import Expression
from opscope.debug.frames.stack import StackFrame
from opscope.debug.runs.run import Run
from opscope.debug.values import place_values
from opscope.eager.foreign.tensors import as_tracked, foreign_tensor
from opscope.eager.tape import Tracked
from opscope.errors import ArgumentError, NotFound, OpscopeError, error_text

MAX_COMPLETIONS = 200


def evaluate_in(adapter: DebugAdapter, frame: StackFrame | None, text: str, *, statements: bool) -> Item | None:
    """Evaluate an expression in a frame.

    A name refers to a variable of the frame. If the frame has no such variable, the name refers to a value of the run.
    If `statements` is True, the text may also be a line of Python. Returns None if this line has no value.
    Raises the errors of the expression.
    """
    run, notes, is_missing = adapter.stopped_run, tuple[str, ...](), False
    at = -1 if frame is None else frame
    try:
        found = adapter.inspect(lambda _: run.session.frames.evaluate(text, at, run.evaluate))
        value, notes = found.value, found.notes
        if found.expression:
            is_missing = value is None
            read = Expression.parse(found.expression).names()
            notes += adapter.inspect(lambda navigator: place_values.step_notes(navigator, read))
    except OpscopeError as error:
        if not statements or _is_expression(text):
            raise
        value = _execute(adapter, at, text, error)
        if value is None:
            return None
    except Exception as e:  # noqa: BLE001 (a user's expression may raise anything)
        raise ArgumentError(error_text(e)) from None
    if is_missing:
        raise NotFound(f"{text} has no value here")
    made = object_item(text, value, text, lambda expression, new: set_in(adapter, frame, expression, new))
    return replace(made, notes=notes)


def _is_expression(text: str) -> bool:
    try:
        compile(text, "<console>", "eval")
    except (SyntaxError, ValueError):
        return False
    return True


def _execute(adapter: DebugAdapter, frame: StackFrame | int, text: str, error: OpscopeError) -> Any:
    try:
        compile(text, "<console>", "exec")
    except (SyntaxError, ValueError):
        raise error from None
    done = adapter.stopped_run.execute(text, frame)
    if done.output:
        adapter.relay.output("stdout", done.output)
    if done.error is not None:
        raise ArgumentError(error_text(done.error))
    for note in done.notes:
        adapter.relay.output("console", f"{note}\n")
    adapter.changed("variables")
    return done.value


def set_in(adapter: DebugAdapter, frame: StackFrame | None, expression: str, text: str) -> Item:
    """Set the target of an expression to the value of another expression, and recompute dependent values.

    If the target is a tensor of the run, the tensor is edited. Python assigns all other targets, in the frame.
    """
    run, at = adapter.stopped_run, -1 if frame is None else frame
    found = tensor_named(adapter, frame, expression)
    if found is None:
        _require_name(adapter, at, expression)
        _assign(adapter, at, f"{_elements_of_tensor(run, at, expression)} = {text}")
    else:
        name, index = found
        value = run.evaluate(text, at)
        if value is None:
            raise NotFound(f"{text} has no value here")
        tracked = _track_tensor(run, at, expression.partition("[")[0], name)
        run.set(name, value, index)
        del tracked  # alive until now
    adapter.changed("variables")
    return object_item(expression, run.evaluate(expression, at), expression)


def _require_name(adapter: DebugAdapter, frame: StackFrame | int, expression: str) -> None:
    """Raise NotFound for an unknown name, because an assignment would create a new variable with this name."""
    run = adapter.stopped_run
    if expression.isidentifier() and not any(expression in read(frame) for read in (run.locals, run.globals)):
        raise NotFound(f"no variable {expression!r}", fix=f"create the variable in the console: `{expression} = ...`")


def _elements_of_tensor(run: Run, frame: StackFrame | int, expression: str) -> str:
    """Return an expression that writes to the elements of a tensor of another library when a value is assigned to it.

    If the expression does not refer to such a tensor, it is returned unchanged.
    """
    try:
        name, _ = target(expression)
        found = run.execute(name, frame)
    except OpscopeError:
        return expression
    if found.error is not None or foreign_tensor(found.value) is None:
        return expression
    return f"{name}.data{expression.strip().removeprefix(name) or '[...]'}"  # also of a leaf that requires a gradient


def _assign(adapter: DebugAdapter, frame: StackFrame | int, statement: str) -> None:
    done = adapter.stopped_run.execute(statement, frame)
    if done.error is not None:
        raise ArgumentError(error_text(done.error))
    for note in done.notes:
        adapter.relay.output("console", f"{note}\n")


def _track_tensor(run: Run, frame: StackFrame | int, expression: str, name: str) -> Tracked | None:
    """Make it possible to set an unnamed Tensor of eager code by its name in the run.

    This is possible as long as the object that the function returns exists.
    """
    try:
        found = run.execute(expression, frame).value
    except OpscopeError:  # no Python is running
        return None
    if (tracked := as_tracked(found)) is not None:
        run.session.thread_calls.keep_track(name, tracked)
    return tracked


def tensor_named(adapter: DebugAdapter, frame: StackFrame | None, expression: str) -> tuple[str, Any] | None:
    """Return the name of the tensor that an expression refers to, and the index of the part.

    Return None for other objects.
    """
    run, at = adapter.stopped_run, -1 if frame is None else frame
    frames = run.session.frames
    try:
        name, index = target(expression)
        found = adapter.inspect(lambda _: frames.evaluate(name, at, lambda resolved: resolved))
    except Exception:  # noqa: BLE001 (a user's expression may raise anything: it refers to nothing)
        return None
    if not found.expression:
        tracked = as_tracked(found.value)
        tensor = "" if tracked is None else run.session.thread_calls.name_of(tracked)
        return (tensor, index) if tensor else None
    known = found.expression in run.names() or found.expression in adapter.inspect(lambda n: n.programs().variables)
    return (found.expression, index) if known else None


def complete(adapter: DebugAdapter, frame: StackFrame | None, text: str) -> list[dict[str, Any]]:
    """List the possible completions of a text: locals, globals, values of the run, and functions for conditions."""
    start = len(text)
    while start and (text[start - 1].isalnum() or text[start - 1] in "_@."):
        start -= 1
    typed, run = text[start:], adapter.stopped_run
    names: dict[str, str] = {}
    at = -1 if frame is None else frame
    for read in (run.locals, run.globals):
        try:
            names |= dict.fromkeys(read(at), "variable")
        except OpscopeError:  # no Python is running
            continue
    names |= dict.fromkeys(adapter.inspect(place_values.value_names), "value")
    names |= dict.fromkeys(completions(), "function")
    found = [(name, kind) for name, kind in names.items() if name.startswith(typed) and name != typed]
    return [
        {"label": name, "type": kind, "start": start, "length": len(typed)} for name, kind in found[:MAX_COMPLETIONS]
    ]
