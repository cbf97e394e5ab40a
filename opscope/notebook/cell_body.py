"""Conversion of a cell's code to a function that a worker thread can run. IPython displays the errors of the code."""

from __future__ import annotations

import ast
import asyncio
import inspect
import sys
from collections.abc import Callable
from types import CodeType, TracebackType
from typing import Any

from IPython.core.displayhook import DisplayHook

from opscope.notebook.ipython_shell import cell_number, shell


class CellSyntaxError(Exception):
    """A syntax error in a cell.

    The error is displayed without opscope's frames, which IPython would show for a SyntaxError.
    """

    def __init__(self, error: SyntaxError, ip: Any) -> None:
        super().__init__(error.msg)
        self.error = error
        self.ip = ip

    def _render_traceback_(self) -> list[str]:
        return self.ip.SyntaxTB.structured_traceback(SyntaxError, self.error, [])


CellSyntaxError.__name__ = "SyntaxError"


def body_of(source: str, magic: str = "") -> Callable[[], Any]:
    """Return a function that runs `source` in the user's namespace, and returns the value of its last expression.

    `await`, `async for` and `async with` outside of functions run in an event loop of the worker thread, until the code
    has ended. `magic` is the line with the magic, which is above the code in the cell. The code is compiled with the
    name and the line numbers of the cell, so that tracebacks and breakpoints refer to lines of the cell. A syntax error
    is raised at once.
    """
    ip = shell()
    if ip is None:
        return _plain_body(source)
    above = f"# {magic}\n" if magic else ""
    blank = len(source) - len(source.lstrip("\r\n"))  # transform_cell removes them
    code = above + source[:blank] + ip.transform_cell(source)
    name = ip.compile.cache(code, cell_number(ip), raw_code=f"{magic}\n{source}" if magic else source)
    try:
        with ip.compile.extra_flags(ast.PyCF_ALLOW_TOP_LEVEL_AWAIT if ip.autoawait else 0):
            tree = ip.transform_ast(ip.compile.ast_parse(code, filename=name))
            last = _popped_expression(tree) if not DisplayHook.semicolon_at_end_of_expression(source) else None
            statements = ip.compile(tree, name, "exec")
            value = last and ip.compile(last, name, "eval")
    except SyntaxError as e:
        raise CellSyntaxError(e, ip) from None
    return _body(statements, value, ip.user_ns)


def _plain_body(source: str) -> Callable[[], Any]:
    tree = ast.parse(source, "<live>")
    last = _popped_expression(tree)
    flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    statements = compile(tree, "<live>", "exec", flags)
    return _body(statements, last and compile(last, "<live>", "eval", flags), vars(sys.modules["__main__"]))


def _popped_expression(tree: ast.Module) -> ast.Expression | None:
    if not tree.body or not isinstance(last := tree.body[-1], ast.Expr):
        return None
    tree.body.pop()
    return ast.Expression(last.value)


def _body(statements: Any, last: Any, namespace: dict[str, Any]) -> Callable[[], Any]:
    def body() -> Any:
        __tracebackhide__ = True
        exec(statements, namespace)
        return None if last is None else eval(last, namespace)

    async def body_that_awaits() -> Any:
        __tracebackhide__ = True
        value: Any = None
        for code in (statements, last):
            value = None if code is None else eval(code, namespace)
            if code is not None and code.co_flags & inspect.CO_COROUTINE:
                value = await value
        return None if last is None else value

    def loop() -> Any:
        __tracebackhide__ = True
        try:
            return asyncio.run(body_that_awaits())
        except BaseException as e:  # noqa: BLE001 (raised again)
            raise e.with_traceback(_inside(e.__traceback__, body_that_awaits.__code__)) from e.__cause__

    awaits = any(code is not None and code.co_flags & inspect.CO_COROUTINE for code in (statements, last))
    return loop if awaits else body


def _inside(trace: TracebackType | None, code: CodeType) -> TracebackType | None:
    """Return the part of a traceback from the frame of `code` on, or the whole traceback if it has no such frame."""
    part = trace
    while part is not None and part.tb_frame.f_code is not code:
        part = part.tb_next
    return part or trace


def clean_traceback(error: BaseException) -> None:
    """Make IPython show an error with only the frames of the program, without the frames of `wait()`."""
    ip, traceback = shell(), error.__traceback__
    if ip is None or hasattr(error, "_render_traceback_"):
        return
    while traceback is not None and traceback.tb_frame.f_locals.get("__tracebackhide__"):
        traceback = traceback.tb_next

    def render() -> list[str]:
        return ip.InteractiveTB.structured_traceback(type(error), error, traceback, tb_offset=0)

    error._render_traceback_ = render  # pyright: ignore[reportAttributeAccessIssue]  IPython's hook for this


def print_errors(body: Callable[[], Any]) -> Callable[[], Any]:
    """Return a function that does the same as `body`, but prints its error at once, as `wait()` may never be called."""

    def printing() -> Any:
        __tracebackhide__ = True
        try:
            return body()
        except Exception as e:
            clean_traceback(e)
            render: Callable[[], list[str]] | None = getattr(e, "_render_traceback_", None)
            print("\n".join(render()) if render else f"{type(e).__name__}: {e}", file=sys.stderr)  # noqa: T201
            raise

    return printing
