"""Scopes of a frame: its locals and globals, its operator, and the parameters and gradients of the run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import FunctionType, ModuleType
from typing import NamedTuple

from opscope.core.place import has_numbers
from opscope.dap.adapter import DebugAdapter
from opscope.dap.evaluation import set_in
from opscope.dap.values import array_of
from opscope.dap.variables import Container, Item, NamedChildren, Write, object_item
from opscope.debug.conditions.assignment import literal
from opscope.debug.frames.stack import StackFrame
from opscope.debug.frames.variables import FrameVariable
from opscope.debug.navigation.navigator import Navigator
from opscope.debug.replay.program_frame import ProgramFrame
from opscope.debug.values import place_values
from opscope.ir.program.program import GRAD, Operator


class VariableScope(NamedTuple):
    """A scope.

    `hint` is the protocol's presentation hint. If `expensive` is True, the client reads the scope only when the user
    opens the scope.
    """

    name: str
    children: Container
    hint: str = ""
    expensive: bool = False


def scopes_of(adapter: DebugAdapter, frame: StackFrame) -> list[VariableScope]:
    """Return the scopes of a frame that are not empty. The most important scope comes first."""
    found: list[VariableScope] = []
    run = adapter.stopped_run
    variables = run.locals(frame)
    is_module = frame.function == "<module>"
    if is_module:
        variables = {name: found for name, found in variables.items() if _is_data(name, found)}
    found.append(
        VariableScope("Locals" if frame.is_python else "Values", _variables(adapter, frame, variables), "locals")
    )
    operator = adapter.inspect(lambda navigator: _operator(navigator, frame))
    if operator is not None:
        found.append(VariableScope("Operator", _operator_children(adapter, operator)))
    parameters, gradients = adapter.inspect(_parameters_and_gradients)
    found.append(VariableScope("Parameters", _values(adapter, parameters)))
    found.append(VariableScope("Gradients", _values(adapter, gradients)))
    if frame.is_python and frame.depth >= 0 and not is_module:
        names = {n: v for n, v in run.globals(frame).items() if _is_data(n, v)}
        found.append(VariableScope("Globals", _variables(adapter, frame, names), "globals", True))
    return [scope for scope in found if scope.children.named or scope.hint == "locals"]


def _is_data(name: str, variable: FrameVariable) -> bool:
    return not name.startswith("__") and not isinstance(variable.value, ModuleType | FunctionType | type)


def _variables(adapter: DebugAdapter, frame: StackFrame, variables: Mapping[str, FrameVariable]) -> NamedChildren:
    write = _writer(adapter, frame)

    def item(name: str) -> Item:
        found = variables[name]
        value = found.value if frame.is_python else array_of(found.value)
        made = object_item(name, value, name, write)
        return replace(made, text=f"{made.text}  (now)") if found.now else made

    return NamedChildren([*variables], item, write)


def _values(adapter: DebugAdapter, names: Sequence[str]) -> NamedChildren:
    """Return the values of the run with these names. The array of a value is read when the value is displayed."""
    write = _writer(adapter, None)
    return NamedChildren(names, lambda name: _value(adapter, name, write), write)


def _value(adapter: DebugAdapter, name: str, write: Write) -> Item:
    value = adapter.inspect(lambda navigator: place_values.find_value(navigator, name))
    return object_item(name, value, name, write)


def _writer(adapter: DebugAdapter, frame: StackFrame | None) -> Write:
    return lambda expression, text: set_in(adapter, frame, expression, text)


def _operator(navigator: Navigator, frame: StackFrame) -> Operator | None:
    """Return the operator of a frame that is running or runs next."""
    cursor = navigator.shown_cursor
    if frame.op < 0 or cursor is None:
        return None
    levels: list[ProgramFrame] = [navigator.gradient.cursor.frames()[-1]] if navigator.gradient is not None else []
    levels += reversed(cursor.frames())
    for level in levels:
        for operator in (level.next_operator, cursor.previous_operator):
            if operator is not None and operator.id == frame.op:
                return operator
    return None


def _operator_children(adapter: DebugAdapter, operator: Operator) -> NamedChildren:
    """Return an operator's attributes, and the inputs and outputs that have a value at this place."""
    attributes = {n: v for n, v in operator.op.with_defaults(operator.attrs).items() if n != "blocks"}
    tensors = [n for n in dict.fromkeys([*operator.inputs, *operator.outputs]) if n]
    write = _writer(adapter, None)

    def with_value(navigator: Navigator) -> list[str]:
        cursor = navigator.shown_cursor if navigator.gradient is None else navigator.gradient.cursor
        return [n for n in tensors if cursor is not None and has_numbers(cursor.lookup(n))]

    def item(name: str) -> Item:
        return _value(adapter, name, write) if name in known else object_item(name, attributes[name])

    def assign(name: str, text: str) -> Item:
        if name in known:
            return write(name, text)
        adapter.stopped_run.set_attr(operator.id, name, literal(text))
        adapter.changed("variables", "stacks")
        return object_item(name, literal(text))

    known = adapter.inspect(with_value)
    return NamedChildren([*known, *(name for name in attributes if name not in known)], item, assign)


def _parameters_and_gradients(navigator: Navigator) -> tuple[list[str], list[str]]:
    names = place_values.value_names(navigator)
    cursor = navigator.shown_cursor
    if cursor is None:
        return [], []
    program = cursor.program
    persistable = {v.name for v in program.list_vars() if v.persistable}
    gradients = [n for n in names if GRAD in n]
    return [n for n in names if n in persistable and n not in gradients], gradients
