"""Execution of a line of Python in a frame of the stopped program: an expression, a statement, or an assignment."""

from __future__ import annotations

import ast
import contextlib
import ctypes
import dis
import inspect
import io
import itertools
import linecache
import sys
import traceback
from collections.abc import Iterator, Mapping, MutableMapping
from dataclasses import dataclass
from types import CodeType, FrameType
from typing import Any

from opscope.core.tracebacks import user_part
from opscope.debug.frames.variables import summary
from opscope.eager.op_calls import muted, writes_noted
from opscope.errors import UnsupportedError
from opscope.runtime.frame import Frame, run_frame
from opscope.runtime.instrument import instrumented

_WRITES_THROUGH = sys.version_info >= (3, 13)  # frame.f_locals: PEP 667
_PYTHON = f"Python {sys.version_info[0]}.{sys.version_info[1]}"
_numbers = itertools.count(1)


@dataclass(frozen=True)
class FrameExecution:
    """Result of the execution of a line of Python.

    `value` is the value of the last expression, or None if the line ends with a statement. `output` is the text that
    the line has printed. `error` is the error that the line has raised, and `traceback` is its traceback as text.
    `notes` lists assignments that have no effect on the program, with the reasons.
    """

    code: str
    value: Any = None
    output: str = ""
    error: BaseException | None = None
    traceback: str = ""
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        value = "" if self.value is None else summary(self.value)
        return "\n".join(filter(None, [self.output.rstrip(), value, self.traceback.rstrip(), *self.notes]))


def execute(code: str, frame: FrameType, *, ended: bool = False) -> FrameExecution:
    """Execute a line of Python in a frame of the program.

    `ended` is True if an error has ended the frame. The program will then not read the local variables of the frame
    again.
    """
    output = io.StringIO()
    try:
        body, last = _compiled(code)
    except SyntaxError as e:
        return FrameExecution(code, error=e, traceback="".join(traceback.format_exception_only(e)))
    space = _Namespace(frame, [c for c in (body, last) if c is not None], _globals_named(code))
    if (refusal := space.refusal()) is not None:
        return FrameExecution(code, error=refusal, traceback="".join(traceback.format_exception_only(refusal)))
    value, error, of_program = None, None, sys.exception()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output), unwatched(), _written_back(space):
        try:
            exec(body, space.globals, space.locals)
            value = None if last is None else eval(last, space.globals, space.locals)
        except BaseException as e:  # noqa: BLE001 (also sys.exit and Ctrl-C: the debugger continues)
            error = e
    text = "" if error is None else _traceback_text(error, of_program)
    return FrameExecution(code, value, output.getvalue(), error, text, tuple(space.notes(ended)))


def evaluate(code: str, names: Mapping[str, Any]) -> Any:
    """Return the value of a Python expression in a frame.

    `names` contains the variables of the frame. Lambdas and comprehensions in the expression can also read these
    variables.
    """
    (_, last) = _compiled(code)
    assert last is not None, "not an expression"
    with unwatched():
        return eval(last, dict(names))


def value_of_path(path: str, root: Any) -> Any:
    """Return the object at a path of attributes, numbers and keys that starts at `root`.

    Return None if the path leads to no object.
    """
    try:
        return _below(ast.parse(path, mode="eval").body, root)
    except (SyntaxError, ValueError):
        return None


def _below(node: ast.expr, root: Any) -> Any:
    if isinstance(node, ast.Name):
        return root
    if not isinstance(node, ast.Attribute | ast.Subscript):
        raise ValueError("the expression is not a path")
    outer = _below(node.value, root)
    try:
        with unwatched():
            return getattr(outer, node.attr) if isinstance(node, ast.Attribute) else outer[ast.literal_eval(node.slice)]
    except Exception as e:
        raise ValueError("the object at this path does not exist") from e


@contextlib.contextmanager
def unwatched() -> Iterator[None]:
    """Do not record the code that this thread runs inside the `with` block, and do not stop in this code.

    Only writes of this code to values are noted.
    """
    with muted(), writes_noted(), instrumented(drive=_run_unwatched):
        yield


def _run_unwatched(frame: Frame) -> None:
    run_frame(frame)  # a separate function: with `run_frame` as driver, the thread would count as not driven


def names_in(code: str) -> list[str]:
    """Return the names that an expression reads.

    Raises SyntaxError if the text is not a Python expression.
    """
    tree = ast.parse(code.strip(), mode="eval")
    return list(dict.fromkeys(node.id for node in ast.walk(tree) if isinstance(node, ast.Name)))


def assigns(code: str) -> bool:
    """Return True if a text contains an expression that assigns a value to a name, as in `(n := 3)`."""
    return any(isinstance(node, ast.NamedExpr) for node in ast.walk(ast.parse(code.strip())))


def _compiled(code: str) -> tuple[CodeType, CodeType | None]:
    """Compile a text. Returns the code of the statements, and the code of the last expression (or None).

    Tracebacks can show the lines of the text.
    """
    code = code.strip()
    name = f"<line {next(_numbers)}>"
    tree = ast.parse(code, name)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    body = compile(tree, name, "exec")
    linecache.cache[name] = len(code), None, code.splitlines(keepends=True), name
    return body, compile(ast.Expression(last.value), name, "eval") if isinstance(last, ast.Expr) else None


def _globals_named(code: str) -> set[str]:
    return {name for node in ast.walk(ast.parse(code.strip())) if isinstance(node, ast.Global) for name in node.names}


def _traceback_text(error: BaseException, of_program: BaseException | None) -> str:
    """Return the traceback that starts in the typed line. The error at which the program has stopped is left out."""
    part: BaseException | None = error
    while part is not None:
        if part.__context__ is of_program:
            part.__context__ = None
        part = part.__context__
    trace = error.__traceback__.tb_next if error.__traceback__ is not None else None
    error.__traceback__ = trace
    error.__traceback__ = user_part(error)
    return "".join(traceback.format_exception(error))


class _Namespace:
    """The globals and locals with which a line is executed, and the changes that are written back to the frame.

    Lambdas and comprehensions can read only globals. So a line with a lambda or a comprehension uses one dict for
    globals and locals. The assignments of the line are written to the frame afterwards.

    Before Python 3.13, `frame.f_locals` of a function is a copy that each reader fills again. So a line uses a copy of
    its own, and only its changes are written back: functions that the line calls can change other variables. From
    Python 3.13 on, only lines that delete variables, or that use one dict, need a copy.
    """

    def __init__(self, frame: FrameType, codes: list[CodeType], global_names: set[str]) -> None:
        self.frame = frame
        self._deleted = [i.argval for c in codes for i in dis.get_instructions(c) if i.opname == "DELETE_NAME"]
        self._is_function = bool(frame.f_code.co_flags & inspect.CO_OPTIMIZED)
        self._is_merged = self._is_function and any(isinstance(c, CodeType) for code in codes for c in code.co_consts)
        self._is_copy = self._is_function and (not _WRITES_THROUGH or self._is_merged or bool(self._deleted))
        self._before = dict(frame.f_locals)
        self._names: MutableMapping[str, Any] = dict(self._before) if self._is_copy else frame.f_locals
        self._global_names = global_names
        self._kept: list[str] = []
        self.globals: dict[str, Any] = frame.f_globals
        self.locals: MutableMapping[str, Any] = self._names
        if self._is_merged:
            self.globals = {**frame.f_globals, **self._before}
            self.locals = self.globals
            self._merged_before = dict(self.globals)

    def refusal(self) -> UnsupportedError | None:
        """Return an error if the line deletes a local variable that Python cannot delete from outside the function."""
        name = next((name for name in self._deleted if not self._can_be_unbound(name)), None)
        if name is None:
            return None
        return UnsupportedError(
            f"{_PYTHON} cannot delete the local variable {name!r} of {self.frame.f_code.co_name}() from outside",
            facts={"line": "not executed; `del` and the end of `except ... as` delete a variable"},
            fix=f"assign a value instead, for example `{name} = None`, or use another name after `as`",
        )

    def write_back(self) -> None:
        """Write the variables that a line has changed back to the frame."""
        if self._is_merged:
            self._take_merged()
        if not self._is_copy:
            return
        target = self.frame.f_locals  # filled again with the current values of the frame
        for name, value in self._names.items():
            if name not in self._before or self._before[name] is not value:
                target[name] = value
        for name in [name for name in self._before if name not in self._names and name in target]:
            if not self._can_be_unbound(name):
                self._kept.append(name)
                continue
            try:
                del target[name]
            except (TypeError, ValueError):  # Python 3.13.0 keeps also the variables that only typed lines see
                self._kept.append(name)
        if not _WRITES_THROUGH:
            ctypes.pythonapi.PyFrame_LocalsToFast(ctypes.py_object(self.frame), ctypes.c_int(1))

    def _take_merged(self) -> None:
        """Take the changes from the dict that is used for globals and locals."""
        for name, value in self.globals.items():
            if name == "__builtins__" or (name in self._merged_before and self._merged_before[name] is value):
                continue
            if name in self._global_names:
                self.frame.f_globals[name] = value
            else:
                self._names[name] = value
        for name in [name for name in self._merged_before if name not in self.globals]:
            if name in self._global_names:
                self.frame.f_globals.pop(name, None)
            elif name in self._names:
                del self._names[name]

    def _can_be_unbound(self, name: str) -> bool:
        """Return True if a variable of the frame can be deleted from outside the function.

        Python 3.12 does not check a local variable that its compiler has proven to have a value: it would set the
        variable to None. It checks the variables that inner functions share. Python 3.13 deletes no variables of a
        function.
        """
        code = self.frame.f_code
        shared = {*code.co_cellvars, *code.co_freevars}
        if not self._is_function or name not in {*code.co_varnames, *shared}:
            return True
        return sys.version_info < (3, 12) or (name in shared and not _WRITES_THROUGH)

    def notes(self, ended: bool) -> Iterator[str]:
        """Yield the reasons why some assignments of a line have no effect on the program."""
        if not self._is_function:
            return
        code, names = self.frame.f_code, self._names
        own = {*code.co_varnames, *code.co_cellvars, *code.co_freevars}
        function = f"{code.co_name}()"
        for name in [n for n in names if n not in self._before or names[n] is not self._before[n]]:
            if name not in own:
                fix = f"; `global {name}; {name} = ...` changes the global" if name in self.frame.f_globals else ""
                yield f"{function} has no local variable {name!r}: only the lines that you type see it{fix}"
            elif ended:
                yield f"{function} has ended, so it does not see the new {name!r}"
        for name in self._kept:
            yield f"{name!r} keeps its value: {_PYTHON} cannot delete this variable of {function}"


@contextlib.contextmanager
def _written_back(space: _Namespace) -> Iterator[None]:
    """Write the changes in a namespace back to the frame at the end of the `with` block."""
    try:
        yield
    finally:
        space.write_back()
