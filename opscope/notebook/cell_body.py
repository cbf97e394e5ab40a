"""A cell's code as a body to run in a worker, and its errors as the user should see them."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from typing import Any

from IPython.core.displayhook import DisplayHook

from opscope.notebook.ipython_shell import cell_number, shell


class CellSyntaxError(Exception):
    """The syntax error of a cell, shown as that of any cell: IPython would show our frames with the error itself."""

    def __init__(self, error: SyntaxError, ip: Any) -> None:
        super().__init__(error.msg)
        self.error = error
        self.ip = ip

    def _render_traceback_(self) -> list[str]:
        return self.ip.SyntaxTB.structured_traceback(SyntaxError, self.error, [])


CellSyntaxError.__name__ = "SyntaxError"


def body_of(source: str, magic: str = "") -> Callable[[], Any]:
    """What runs `source` in the user's namespace and returns the value of its last expression.

    `magic` is the line above it in the cell. The code is compiled as the cell it stands in: tracebacks,
    sites and breakpoints have the cell's own lines. Raises a syntax error at once.
    """
    ip = shell()
    if ip is None:
        return _plain_body(source)
    above = f"# {magic}\n" if magic else ""
    blank = len(source) - len(source.lstrip("\r\n"))  # which transform_cell leaves out
    code = above + source[:blank] + ip.transform_cell(source)
    name = ip.compile.cache(code, cell_number(ip), raw_code=f"{magic}\n{source}" if magic else source)
    try:
        tree = ip.transform_ast(ip.compile.ast_parse(code, filename=name))
    except SyntaxError as e:
        raise CellSyntaxError(e, ip) from None
    last = _popped_expression(tree) if not DisplayHook.semicolon_at_end_of_expression(source) else None
    statements = ip.compile(tree, name, "exec")
    return _body(statements, last and ip.compile(last, name, "eval"), ip.user_ns)


def _plain_body(source: str) -> Callable[[], Any]:
    tree = ast.parse(source, "<live>")
    last = _popped_expression(tree)
    statements = compile(tree, "<live>", "exec")
    return _body(statements, last and compile(last, "<live>", "eval"), vars(sys.modules["__main__"]))


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

    return body


def dressed(error: BaseException) -> None:
    """Let IPython show this error with the program's own frames, not those of who waits for it."""
    ip, traceback = shell(), error.__traceback__
    if ip is None or hasattr(error, "_render_traceback_"):
        return
    while traceback is not None and traceback.tb_frame.f_locals.get("__tracebackhide__"):
        traceback = traceback.tb_next

    def render() -> list[str]:
        return ip.InteractiveTB.structured_traceback(type(error), error, traceback, tb_offset=0)

    error._render_traceback_ = render  # pyright: ignore[reportAttributeAccessIssue]  IPython's hook for this


def told(body: Callable[[], Any]) -> Callable[[], Any]:
    """The same body, whose error is printed where it happens: nobody may be waiting for it."""

    def telling() -> Any:
        __tracebackhide__ = True
        try:
            return body()
        except Exception as e:
            dressed(e)
            render: Callable[[], list[str]] | None = getattr(e, "_render_traceback_", None)
            print("\n".join(render()) if render else f"{type(e).__name__}: {e}", file=sys.stderr)  # noqa: T201
            raise

    return telling
