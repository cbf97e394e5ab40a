"""Control flow of a function, read from its syntax. It maps each statement to the statements that may follow."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from opscope.names.returned_values import FUNCTIONS, Node, target_text

# context managers of Paddle, PyTorch, NumPy and Python that let errors pass
_PASSING = frozenset(
    (
        *("no_grad", "enable_grad", "set_grad_enabled", "inference_mode", "auto_cast", "autocast", "no_sync"),
        *("guard", "program_guard", "amp_guard", "fp16_guard", "device_guard", "scope_guard", "stream_guard"),
        *("name_scope", "block", "true_block", "false_block", "case", "default", "step", "apply"),
        *("saved_tensors_hooks", "Profiler", "profile", "RecordEvent", "record_function"),
        *("open", "catch_warnings", "errstate", "nullcontext", "tqdm"),
    )
)
END: Any = "end"  # follows the last statement
RAISED: Any = "raised"  # follows an error that is not caught


class LoopTarget:
    """The part of a `for` loop that binds the loop's target before each iteration."""

    def __init__(self, loop: Node) -> None:
        self.loop = loop


@dataclass
class StatementGraph:
    """The statements that may follow each statement.

    In the graph, a compound statement (`if`, `with`) represents only its first line.
    """

    first: Any
    following: dict[Any, set[Any]]

    @functools.cached_property
    def before(self) -> dict[Any, set[Any]]:
        """The statements that may run directly before each statement."""
        found: dict[Any, set[Any]] = {}
        for statement, others in self.following.items():
            for other in others:
                found.setdefault(other, set()).add(statement)
        return found

    def between(self, starts: Iterable[Any], end: Any, without: set[Any]) -> set[Any]:
        """Return the statements that may run between one of `starts` and `end`, on paths that avoid `without`."""
        after = _reached(starts, self.following, {*without, end})
        return after & _reached([end], self.before, without) - {end}


def _reached(starts: Iterable[Any], edges: dict[Any, set[Any]], without: set[Any]) -> set[Any]:
    """Return the nodes that can be reached from `starts` along the edges.

    The result includes `starts`. A path ends before a node in `without`.
    """
    first = list(starts)
    waiting, found = [s for s in first if s not in without], set(first)
    while waiting:
        for other in edges.get(waiting.pop(), ()):
            if other not in found:
                found.add(other)
                if other not in without:
                    waiting.append(other)
    return found


def statement_of(node: Node) -> Node:
    """Return the statement that contains a node.

    Return None if no statement contains the node.
    """
    while node is not None and not isinstance(node, ast.stmt):
        node = getattr(node, "parent", None)
    return node


def function_of(node: Node) -> Node:
    """Return the function, the class or the module whose code executes a node."""
    if isinstance(node, FUNCTIONS):
        node = getattr(node, "parent", None)
    while node is not None and not isinstance(node, (*FUNCTIONS, ast.ClassDef, ast.Module)):
        node = getattr(node, "parent", None)
    return node


def heads(node: Any) -> Iterator[Node]:
    """Yield the nodes that a statement itself executes, without the nodes of its blocks and its inner functions."""
    if isinstance(node, LoopTarget):
        waiting: list[Any] = [node.loop.target]
    elif isinstance(node, ast.For | ast.AsyncFor):
        waiting = [node.iter]
    elif isinstance(node, ast.With | ast.AsyncWith):
        waiting = [*node.items]
    elif isinstance(node, ast.If | ast.While):
        waiting = [node.test]
    elif isinstance(node, ast.Match):
        waiting = [node.subject, *(case.pattern for case in node.cases)]
    elif isinstance(node, ast.ExceptHandler | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Try):
        waiting = []
    else:
        waiting = [node]
    while waiting:
        each = waiting.pop()
        yield each
        if not isinstance(each, ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
            waiting += ast.iter_child_nodes(each)


def has_ways(statement: Any) -> bool:
    """Return True if parts of a statement may be skipped, as in `y = f(x) if test else x`."""
    return any(isinstance(node, ast.IfExp | ast.BoolOp) for node in heads(statement))


def final_blocks(node: Node) -> Iterator[tuple[Node, bool]]:
    """Yield the `try` statements around a node that have a `finally` block, and True if the node is in this block."""
    while node is not None and not isinstance(node, FUNCTIONS):
        around = getattr(node, "parent", None)
        if isinstance(around, ast.Try | ast.TryStar) and around.finalbody:
            yield around, node in around.finalbody
        node = around


def exits_of(statement: Any) -> set[type[ast.AST]]:
    """Return the classes of nodes, such as `return`, in a `try` statement before its `finally` block."""
    tried = (*statement.body, *statement.handlers, *statement.orelse)
    return {type(node) for each in tried for node in ast.walk(each)}


def may_suppress(statement: Any) -> bool:
    """Return True if a `with` statement may suppress an error in its block, as `contextlib.suppress` does."""
    return not all(_lets_pass(item) for item in statement.items)


def _lets_pass(item: ast.withitem) -> bool:
    called = item.context_expr
    name = target_text(called.func) if isinstance(called, ast.Call) else ""
    tree: Node = item
    while getattr(tree, "parent", None) is not None:
        tree = tree.parent
    found = [each for each in ast.walk(tree) if isinstance(each, ast.ClassDef | ast.FunctionDef) and each.name == name]
    return all(map(_is_passing, found)) if found else name.rpartition(".")[2] in _PASSING


def _is_passing(definition: ast.ClassDef | ast.FunctionDef) -> bool:
    """Return True for a class or a generator whose `with` statements let errors pass."""
    if isinstance(definition, ast.FunctionDef):
        within = [*ast.walk(definition)]
        is_catching = any(isinstance(each, ast.ExceptHandler | ast.With) for each in within)
        return any(isinstance(each, ast.Yield) for each in within) and not is_catching
    exits = [each for each in definition.body if isinstance(each, ast.FunctionDef) and each.name == "__exit__"]
    results = [each.value for exit_ in exits for each in ast.walk(exit_) if isinstance(each, ast.Return)]
    return bool(exits) and all(
        value is None or (isinstance(value, ast.Constant) and not value.value) for value in results
    )


@functools.lru_cache(maxsize=512)
def statement_graph(function: Node) -> StatementGraph:
    """Return the graph of a function or a module."""
    made = _Builder()
    first = made.link(function.body, END, _Around())
    return StatementGraph(first, made.following)


@dataclass(frozen=True)
class _Around:
    """The statements at which the program continues after `break`, `continue`, `return` and errors."""

    breaks: Any = None
    continues: Any = None
    returns: Any = END
    handlers: tuple[Any, ...] = (RAISED,)


@dataclass
class _Builder:
    following: dict[Any, set[Any]] = field(default_factory=dict[Any, set[Any]])

    def link(self, statements: list[Any], after: Any, around: _Around) -> Any:
        """Link the statements of a block. The statement `after` follows the block.

        Returns the first statement of the block, or `after` if the block is empty.
        """
        for statement in reversed(statements):
            after = self._link_one(statement, after, around)
        return after

    def _link_one(self, statement: Any, after: Any, around: _Around) -> Any:
        match statement:
            case ast.If():
                found = {self.link(statement.body, after, around), self.link(statement.orelse, after, around)}
            case ast.While() | ast.For() | ast.AsyncFor():
                found = self._link_loop(statement, after, around)
            case ast.With() | ast.AsyncWith():
                handlers = (after, *around.handlers) if may_suppress(statement) else around.handlers
                found = {self.link(statement.body, after, replace(around, handlers=handlers))}
            case ast.Try() | ast.TryStar():
                return self._link_try(statement, after, around)
            case ast.Match():
                found = {after, *(self.link(case.body, after, around) for case in statement.cases)}
            case ast.Return():
                found = {around.returns}
            case ast.Raise():
                found = set()
            case ast.Break():
                found = {around.breaks}
            case ast.Continue():
                found = {around.continues}
            case _:
                found = {after}
        self.following[statement] = found | set(around.handlers)
        return statement

    def _link_loop(self, loop: Any, after: Any, around: _Around) -> set[Any]:
        inside = replace(around, breaks=after, continues=loop)
        first = self.link(loop.body, loop, inside)
        end = self.link(loop.orelse, after, around)
        if isinstance(loop, ast.While):
            is_endless = isinstance(loop.test, ast.Constant) and loop.test.value
            return {first} if is_endless else {first, end}
        target = LoopTarget(loop)
        self.following[target] = {first, *around.handlers}
        return {target, end}

    def _link_try(self, statement: Any, after: Any, around: _Around) -> Any:
        final = after
        if statement.finalbody:
            final = self.link(statement.finalbody, self._behind_final(statement, after, around), around)
            around = replace(around, breaks=final, continues=final, returns=final)
        handlers: list[Any] = []
        for handler in statement.handlers:
            self.following[handler] = {self.link(handler.body, final, around)}
            handlers.append(handler)
        inside = replace(around, handlers=(*handlers, *around.handlers))
        return self.link(statement.body, self.link(statement.orelse, final, around), inside)

    def _behind_final(self, statement: Any, after: Any, around: _Around) -> Any:
        """Return a statement without effect that the statements behind a `finally` block follow.

        The block also runs before a `return`, a `break` or a `continue` in the `try` statement.
        """
        end, exits = ast.Pass(), exits_of(statement)
        ways = ((ast.Return, around.returns), (ast.Break, around.breaks), (ast.Continue, around.continues))
        self.following[end] = {after, *(to for kind, to in ways if kind in exits and to is not None)}
        return end
