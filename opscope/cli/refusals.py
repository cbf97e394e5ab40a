"""Refusals: what a function does not take, read from its source."""

from __future__ import annotations

import ast
import functools
import inspect
from types import FunctionType, ModuleType
from typing import Any

from opscope.ops.registry import Op

REFUSED = "UnsupportedError"
Definition = ast.FunctionDef | ast.AsyncFunctionDef


def only_raises(value: Any, of: str = "") -> bool:
    """True if all that a function, or a class's constructor, does is to raise: an error `of` that name, if given."""
    node = _definition(_code(value))
    if node is None:
        return False
    body = [s for s in node.body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))]
    return bool(body) and all(isinstance(s, ast.Raise) and (not of or _raised(s) == of) for s in body)


def refused_parameters(value: Any) -> tuple[str, ...]:
    """The parameters that decide whether UnsupportedError is raised, here or in a function they are passed to.

    Only what can be read off: `if data_format != "NCHW": raise UnsupportedError(...)`, and bare parameters passed on.
    """
    function = _code(value)
    return _refused(function, ()) if function is not None else ()


def _code(value: Any) -> FunctionType | None:
    """The Python function that is run when a value is called."""
    if isinstance(value, Op):
        value = value.kernel
    if inspect.isclass(value):
        value = value.__init__
    value = inspect.unwrap(value) if callable(value) else value
    return value if isinstance(value, FunctionType) else None


@functools.cache
def _definitions(path: str) -> dict[tuple[int, str], Definition]:
    """The functions of a file, by their first line (as code objects count it) and name."""
    try:
        with open(path, encoding="utf-8") as file:
            tree = ast.parse(file.read())
    except OSError:  # made at run time: dataclasses
        return {}
    found = [n for n in ast.walk(tree) if isinstance(n, Definition)]
    return {(min([n.lineno, *(d.lineno for d in n.decorator_list)]), n.name): n for n in found}


def _definition(function: FunctionType | None) -> Definition | None:
    if function is None:
        return None
    code = function.__code__
    return _definitions(code.co_filename).get((code.co_firstlineno, code.co_name))


def _raised(statement: ast.stmt) -> str:
    """The name of the error that a statement raises, "" if it raises none."""
    error = statement.exc if isinstance(statement, ast.Raise) else None
    error = error.func if isinstance(error, ast.Call) else error
    return error.attr if isinstance(error, ast.Attribute) else error.id if isinstance(error, ast.Name) else ""


def _refused(function: FunctionType, callers: tuple[FunctionType, ...]) -> tuple[str, ...]:
    node = _definition(function)
    if node is None or function in callers:
        return ()
    found: set[str] = set()
    for part in ast.walk(node):
        if isinstance(part, ast.If) and any(_raised(s) == REFUSED for s in part.body):
            found |= {n.id for n in ast.walk(part.test) if isinstance(n, ast.Name)}
        elif isinstance(part, ast.Call) and (called := _called(part.func, function)) is not None:
            found |= _passed(part, called, _refused(called, (*callers, function)))
    own = [a.arg for a in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
    return tuple(name for name in own if name in found and name != "self")


def _called(name: ast.expr, function: FunctionType) -> FunctionType | None:
    """The function of opscope that is called by a plain or a module's name."""
    value: Any = None
    if isinstance(name, ast.Name):
        value = function.__globals__.get(name.id)
    elif isinstance(name, ast.Attribute) and isinstance(name.value, ast.Name):
        module = function.__globals__.get(name.value.id)
        value = getattr(module, name.attr, None) if isinstance(module, ModuleType) else None
    own = isinstance(value, FunctionType) and value.__module__.startswith("opscope")
    return _code(value) if own else None


def _passed(call: ast.Call, called: FunctionType, refused: tuple[str, ...]) -> set[str]:
    """The names that stand, bare, where a called function refuses."""
    parameters = called.__code__.co_varnames[: called.__code__.co_argcount]
    given = [*zip(parameters, call.args, strict=False), *((k.arg, k.value) for k in call.keywords)]
    return {value.id for name, value in given if name in refused and isinstance(value, ast.Name)}
