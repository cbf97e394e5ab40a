"""Running functions of the user: their variables, their callers, and the statements that receive their results."""

from __future__ import annotations

import ast
import functools
import inspect
import re
from collections.abc import Container, Iterator
from types import CodeType
from typing import Any

from opscope.core.frame_locals import names_in
from opscope.core.source import RecordedCode, UserCall
from opscope.names.call_node import applies_functions, node_at, node_or_statement_at
from opscope.names.returned_values import FUNCTIONS, target_text
from opscope.names.statement_graph import may_suppress

RECEIVERS = ("self", "cls", "ctx")
CALLED_BY_OTHERS = ("forward", "__call__", "__init__")  # functions that are called under another name
BASE = re.compile(r"[.\[]")
_COMPREHENSIONS = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")


def is_comprehension(call: UserCall) -> bool:
    """Return True for the code of a comprehension, which is a separate function before Python 3.12."""
    return call.code.co_name in _COMPREHENSIONS and call.outer is not None


def owner_of(name: str, call: UserCall) -> UserCall:
    """Return the running function that owns a variable: the function itself, an enclosing function, or the module."""
    code, base = call.code, BASE.split(name, maxsplit=1)[0]
    if code.co_name in _COMPREHENSIONS and call.outer and base not in (*code.co_varnames, *code.co_freevars):
        return owner_of(name, call.outer)  # `outs = [f(x) for x in xs]`: a function of its own before Python 3.12
    if base in code.co_varnames or base in code.co_cellvars or code.co_name == "<module>":
        return call
    is_free = base in code.co_freevars
    for outer in functions_around(call):
        if base in outer.code.co_cellvars if is_free else outer.code.co_name == "<module>":
            return outer if is_free or outer.code.co_filename == code.co_filename else call
    return call


def class_of(code: CodeType) -> str:
    """Return the name of the class in whose body a method is defined. Return "" for functions of a module."""
    return code.co_qualname.rpartition(".")[0]


def classes_with(base: str, call: UserCall | None) -> set[str]:
    """Return the classes of the running methods that have a variable with a name such as `self`."""
    found = set[str]()
    while call is not None:
        if base in local_names(call.code):
            found.add(class_of(call.code))
        call = call.outer
    return found


def is_parameter(name: str, code: CodeType) -> bool:
    """Return True if a name is a parameter of a function, or an element of a parameter."""
    count = code.co_argcount + code.co_kwonlyargcount
    return BASE.split(name, maxsplit=1)[0] in code.co_varnames[:count]


def is_variable_of(name: str, call: UserCall | None) -> bool:
    """Return True if a running function has or reads a variable with this name."""
    while call is not None:
        code = call.code  # the global variables of a function from a recording are not known
        read = names_in(code, "LOAD_GLOBAL", "LOAD_NAME") if isinstance(code, CodeType) else ()
        if name in local_names(code) or name in code.co_freevars or name in read:
            return True
        call = call.outer
    return False


def is_of_receiver(name: str, call: UserCall | None) -> bool:
    """Return True for a name that begins with the object of a running method, such as `self.fc.weight`."""
    base = BASE.split(name, maxsplit=1)[0]
    while call is not None and base in RECEIVERS:
        if base in local_names(call.code):
            return True
        call = call.outer
    return False


def keyword_name(code: CodeType, name: str) -> str:
    """Return the name of a keyword argument inside a function: a parameter, or an element of the `**` parameter."""
    count = code.co_argcount + code.co_kwonlyargcount
    if name in code.co_varnames[:count] or not code.co_flags & inspect.CO_VARKEYWORDS:
        return name
    return f"{code.co_varnames[count + bool(code.co_flags & inspect.CO_VARARGS)]}[{name!r}]"


@functools.lru_cache(maxsize=1024)
def local_names(code: CodeType | RecordedCode) -> frozenset[str]:
    """Return the variables of a function, or the variables that a module assigns.

    If the module comes from a recording, its assignments are not known.
    """
    if code.co_name == "<module>" and isinstance(code, CodeType):
        return frozenset(names_in(code, "STORE_NAME"))
    return frozenset((*code.co_varnames, *code.co_cellvars))


def takes_receiver(code: CodeType, base: str, instruction: int) -> bool:
    """Return True if a function is called as a method, as in `base.method()`, so that its first argument is the object.

    `instruction` is an instruction of the function.
    """
    first = code.co_varnames[:1]
    if first and first[0] in RECEIVERS:
        return True
    owner = code.co_qualname.rpartition(".")[0].rpartition(".")[2]
    if not base or owner in ("", "<locals>") or base.rpartition(".")[2] == owner:
        return False
    node = node_or_statement_at(code, instruction)
    while node is not None and not (isinstance(node, ast.FunctionDef) and node.name == code.co_name):
        node = getattr(node, "parent", None)
    return node is not None and not any(target_text(each) == "staticmethod" for each in node.decorator_list)


def is_generator(code: CodeType) -> bool:
    """Return True if a call of the function returns a generator or a coroutine instead of its result."""
    return bool(code.co_flags & (inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR))


def is_called_directly(call: UserCall) -> bool:
    """Return True if the user's code calls a function, and False if a function of opscope calls it."""
    return call.outer is not None and call.below - call.outer.below == 1


def returns_to_caller(call: UserCall) -> bool:
    """Return True if the result of a function is the result of the call in the calling user function.

    If a function of opscope calls the user's function and returns another value, return False. The result of the
    opscope function is recorded separately.
    """
    if call.outer is None:
        return True
    node, name = node_at(call.outer.code, call.called_at), call.code.co_name
    if is_called_directly(call):
        return not applies_functions(node)
    return (
        not isinstance(node, ast.Call) or name in CALLED_BY_OTHERS or target_text(node.func).rpartition(".")[2] == name
    )


def functions_around(call: UserCall) -> Iterator[UserCall]:
    """Yield the user functions that called a function, directly or indirectly. The innermost function comes first."""
    outer = call.outer
    while outer is not None:
        yield outer
        outer = outer.outer


def instructions_of(call: UserCall, instruction: int) -> dict[UserCall, int]:
    """Return the instruction that each running function executes. The innermost function comes first.

    The function `call` executes `instruction`.
    """
    found = {call: instruction}
    while call.outer is not None:
        found[call.outer] = call.called_at
        call = call.outer
    return found


def is_called_by(call: UserCall | None, outer: UserCall | None) -> bool:
    """Return True if a function is the function `outer`, or if `outer` called it, directly or indirectly."""
    while call is not None and call is not outer:
        call = call.outer
    return call is outer


def may_end_by_error(call: UserCall, running: Container[UserCall]) -> bool:
    """Return True if an error in a function may have ended its call, although functions outside of it still run.

    `running` contains the functions that still run. The result is False if no function up to the innermost of these
    functions catches errors.
    """
    while call.outer is not None:
        if _is_guarded(call.outer.code, call.called_at):
            return True
        if call.outer in running:
            return False
        call = call.outer
    return False


@functools.lru_cache(maxsize=4096)
def _is_guarded(code: CodeType, instruction: int) -> bool:
    """Return True if an instruction is in the body of a `try` statement, or of a `with` that suppresses errors."""
    node = node_or_statement_at(code, instruction)
    while node is not None and not isinstance(node, FUNCTIONS):
        parent: Any = getattr(node, "parent", None)
        if isinstance(parent, ast.Try | ast.TryStar) and node in parent.body:
            return True
        if isinstance(parent, ast.With | ast.AsyncWith) and node in parent.body and may_suppress(parent):
            return True
        node = parent
    return False
