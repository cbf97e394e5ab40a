"""Parameters that a function refuses, and parameters that it never reads: read from its source."""

from __future__ import annotations

import ast
import functools
import inspect
from types import FunctionType, ModuleType
from typing import Any

from opscope.cli.api.source import Definition, code_of, definition_of, only_raises, raised_by
from opscope.ops.registry import Op
from opscope.paddle.nn.layer import unit
from opscope.paddle.nn.layer.unit import Unit

REFUSED = "UnsupportedError"


def refused_parameters(value: Any) -> tuple[str, ...]:
    """The parameters that decide whether UnsupportedError is raised, here or in a function they are passed to.

    Only what can be read off: `if data_format != "NCHW": raise UnsupportedError(...)`, and bare parameters passed on.
    """
    function = code_of(value)
    return _refused(function, ()) if function is not None else ()


def home(value: Any) -> str:
    """The function that is called, `module.name` within opscope or opscope.paddle; "" for what others wrote."""
    function = code_of(value)
    whole = "" if function is None else f"{function.__module__}.{function.__qualname__}"
    return whole.removeprefix("opscope.").removeprefix("paddle.") if whole.startswith("opscope.") else ""


def unread_parameters(value: Any) -> tuple[str, ...]:
    """The parameters that the body never names, `name` aside; of an Op those that its rules do not name either.

    A method without a body is a hook: the subclass that has a use for its parameters reads them.
    """
    node = definition_of(code_of(value))
    if node is None or only_raises(value) or _is_hook(value, node) or _is_of_a_unit(value):
        return ()
    read = _names(node) | (_beside(value) if isinstance(value, Op) else set())
    given = node.args
    own = [*given.posonlyargs, *given.args, *given.kwonlyargs, *filter(None, (given.vararg, given.kwarg))]
    return tuple(a.arg for i, a in enumerate(own) if a.arg not in read and not _nobody(a.arg, i))


def _is_hook(value: Any, node: Definition) -> bool:
    empty = all(
        isinstance(s, ast.Pass) or (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant)) for s in node.body
    )
    return empty and "." in getattr(value, "__qualname__", "")


def _is_of_a_unit(value: Any) -> bool:
    """True for a Unit whose `__init__` only declares its settings: they are handed to the Unit's function."""
    return inspect.isclass(value) and issubclass(value, Unit) and value.__init__.__code__.co_filename == unit.__file__


def _beside(op: Op) -> set[str]:
    """What the shape rule and the gradients of an op read."""
    infer = inspect.unwrap(op.infer)
    node = definition_of(infer if isinstance(infer, FunctionType) else None)
    shape = _names(node) if node else set(getattr(infer, "__code__", _names.__code__).co_varnames)
    return shape.union(op.joint_vjp_params, *op.vjp_params.values())


def _names(node: Definition) -> set[str]:
    """What is read in a body."""
    parts = (part for statement in node.body for part in ast.walk(statement))
    return {n.id for n in parts if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}


def _nobody(name: str, position: int) -> bool:
    """True for what is not the caller's: who is called, the array library, and the name of what is made."""
    return name in ("self", "cls", "xp", "rng", "name") or (name == "_" and position == 0)


def _refused(function: FunctionType, callers: tuple[FunctionType, ...]) -> tuple[str, ...]:
    node = definition_of(function)
    if node is None or function in callers:
        return ()
    tested, calls = _decisions(node)
    found = set(tested)
    for call in calls:
        if (called := _called(call.func, function)) is not None:
            found |= _passed(call, called, _refused(called, (*callers, function)))
    own = [a.arg for a in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
    return tuple(name for name in own if name in found and name != "self")


@functools.cache  # one helper is reached from hundreds of functions
def _decisions(node: Definition) -> tuple[frozenset[str], list[ast.Call]]:
    """The names on which a refusal depends directly, and what is called elsewhere."""
    tested: set[str] = set()
    calls: list[ast.Call] = []
    for part in ast.walk(node):
        if isinstance(part, ast.If) and any(raised_by(s) == REFUSED for s in part.body):
            tested |= {n.id for n in ast.walk(part.test) if isinstance(n, ast.Name)}
        elif isinstance(part, ast.Call):
            calls.append(part)
    return frozenset(tested), calls


def _called(name: ast.expr, function: FunctionType) -> FunctionType | None:
    """The function of opscope that is called by a plain or a module's name."""
    value: Any = None
    if isinstance(name, ast.Name):
        value = function.__globals__.get(name.id)
    elif isinstance(name, ast.Attribute) and isinstance(name.value, ast.Name):
        module = function.__globals__.get(name.value.id)
        value = getattr(module, name.attr, None) if isinstance(module, ModuleType) else None
    own = isinstance(value, FunctionType) and value.__module__.startswith("opscope")
    return code_of(value) if own else None


def _passed(call: ast.Call, called: FunctionType, refused: tuple[str, ...]) -> set[str]:
    """The names that stand, bare, where a called function refuses."""
    parameters = called.__code__.co_varnames[: called.__code__.co_argcount]
    given = [*zip(parameters, call.args, strict=False), *((k.arg, k.value) for k in call.keywords)]
    return {value.id for name, value in given if name in refused and isinstance(value, ast.Name)}
