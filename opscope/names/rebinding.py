"""Names that a function rebinds between two of its positions, as in `u, v = v, u`, `h = None` or `outs.pop()`.

Between the two positions, no operator is executed and no public function is called. The statements between them only
move values between names, or bind names to unknown values. A value is also unknown if it depends on the branch that the
program has executed.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Collection, Iterator
from types import CodeType
from typing import Any, NamedTuple

from opscope.ir.program.program import Operator
from opscope.names.assignment_targets import method_owner, operands
from opscope.names.call_node import node_at, node_or_statement_at
from opscope.names.public_call import is_constant_text
from opscope.names.returned_values import Node, Path, target_text
from opscope.names.statement_graph import (
    END,
    RAISED,
    LoopTarget,
    StatementGraph,
    exits_of,
    final_blocks,
    function_of,
    has_ways,
    heads,
    statement_graph,
    statement_of,
)
from opscope.names.user_functions import BASE

UNKNOWN = None
_Env = dict[str, str | None]  # names, each with the name that had its value at the beginning; other names are unchanged
_MAX_ROUNDS = 20
# methods that change which elements a list or a dict has
_MUTATING = frozenset(
    ("insert", "pop", "remove", "clear", "sort", "reverse", "update", "setdefault", "popitem", "popleft", "appendleft")
)
# methods that change no element of their object, and functions that change none of their arguments
_READING = frozenset(
    (
        *("append", "items", "keys", "values", "get", "copy", "index", "count", "format", "join", "write"),
        *("numpy", "item", "tolist", "astype", "detach", "clone", "backward", "step", "minimize", "clear_grad"),
        *("clear_gradients", "zero_grad", "train", "eval", "parameters", "named_parameters", "sublayers", "state_dict"),
    )
)
_READING_FUNCTIONS = frozenset(
    (
        *("len", "int", "float", "str", "bool", "repr", "print", "list", "tuple", "dict", "set", "sorted", "reversed"),
        *("id", "range", "enumerate", "zip", "map", "filter", "sum", "max", "min", "any", "all", "isinstance", "type"),
        *("super", "round", "abs", "hasattr", "getattr", "iter", "vars", "format"),
    )
)
_EVENTFUL = (ast.Call, ast.BinOp, ast.UnaryOp, ast.Compare, ast.Subscript, ast.AugAssign, ast.Await)


class Rebinding(NamedTuple):
    """The changes of names between two positions in a function.

    `own` is a dict for the names that the statement at the first position assigns. The item of a name is the name that
    its value had before this statement. `names` is a dict for the names that later statements assign. The item of a
    name is the name that its value had after the first statement. UNKNOWN means that no name had the value. If a name
    changes, its elements and attributes also change. The name `outs[` means that only the elements of `outs` change.

    `returned` maps the places in the function's result to the names of the returned values, or to UNKNOWN. `returned`
    is None if the function continues. If the function has executed its last operator in its `return` statement,
    `last` is this statement.
    """

    own: dict[str, str | None] = {}  # noqa: RUF012 (nobody writes to them)
    names: dict[str, str | None] = {}  # noqa: RUF012
    returned: dict[Path, str | None] | None = None
    last: ast.Return | None = None


@functools.lru_cache(maxsize=8192)
def rebinding(
    code: CodeType,
    before: int | None,
    now: int | None,
    events: frozenset[int] = frozenset(),
    is_over: bool = True,
    may_raise: bool = False,
) -> Rebinding:
    """Return the changes in a function from one position to the next.

    `before` is None at the beginning of the function. `now` is None at the end of the function. `is_over` is True if
    the function has ended. If the function has not ended, the code after a statement that may execute an operator was
    perhaps not executed. `may_raise` is True if an error may have ended the function, so that it has returned no value.
    The instructions `events` always execute operators, so their statements were not executed between the two positions.
    """
    first = None if before is None else node_or_statement_at(code, before)
    last = None if now is None else node_or_statement_at(code, now)
    if (before is not None and first is None) or (now is not None and last is None):
        return Rebinding()
    start, end = None if first is None else statement_of(first), END if now is None else statement_of(last)
    function = function_of(first if first is not None else last)
    if not _is_of(function, code):
        is_next = before is not None and now is not None and now <= before
        return Rebinding({}, dict.fromkeys(_loop_names(last), UNKNOWN)) if is_next else Rebinding()
    graph = statement_graph(function)
    if (start is not None and start not in graph.following) or (end is not END and end not in graph.following):
        return Rebinding()
    if start is end and before is not None and now is not None and now > before:
        return Rebinding()
    made_in = {statement_of(node_or_statement_at(code, each)) for each in events}
    blocked = {s for s in graph.following if _updates_itself(s) or (s in made_in and not has_ways(s))}
    return _changes(graph, start, end, blocked, is_over, may_raise)


@functools.lru_cache(maxsize=4096)
def is_exit(code: CodeType, before: int, now: int) -> bool:
    """Return True if `now` is the exit of a `with` statement whose block contains the position `before`."""
    block, node = node_at(code, now), node_at(code, before)
    if not isinstance(block, ast.With | ast.AsyncWith):
        return False
    while node is not None and node is not block:
        node = getattr(node, "parent", None)
    return node is block


@functools.lru_cache(maxsize=4096)
def own_moves(code: CodeType, instruction: int) -> dict[str, str | None]:
    """Return the names that a statement binds.

    Each name is mapped to the name that had the value before, or to UNKNOWN.
    """
    node = node_or_statement_at(code, instruction)
    return _own(None if node is None else statement_of(node))


def is_within(code: CodeType, instruction: int, statement: Node) -> bool:
    """Return True if an instruction of a function belongs to a statement."""
    node = node_or_statement_at(code, instruction)
    return node is not None and statement_of(node) is statement


def _own(statement: Any) -> dict[str, str | None]:
    if statement is None:
        return {}
    if isinstance(statement, ast.For | ast.AsyncFor):
        statement = LoopTarget(statement)
    found = _after(statement, {}, False, statement)
    return {name: source if isinstance(source, str) else UNKNOWN for name, source in found.items()}


def _loop_names(node: Any) -> Iterator[str]:
    """Yield the loop variables of the innermost comprehension around a node."""
    while node is not None and not isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
        node = getattr(node, "parent", None)
    for each in [] if node is None else node.generators:
        yield from (part.id for part in ast.walk(each.target) if isinstance(part, ast.Name))


def _is_of(function: Node, code: CodeType) -> bool:
    """Return True for the code of a function with statements, or of a module. Return False for a lambda."""
    if isinstance(function, ast.Module):
        return code.co_name == "<module>"
    return isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) and code.co_name == function.name


def _changes(
    graph: StatementGraph, start: Any, end: Any, blocked: set[Any], is_over: bool, may_raise: bool
) -> Rebinding:
    own = _own(start)
    if isinstance(start, ast.Return) and end is END and not _is_overridden(start):
        return Rebinding({}, {}, _returned(start, {}, is_start=True), start)
    following = {graph.first} if start is None else graph.following[start] - {RAISED}
    if isinstance(start, ast.For | ast.AsyncFor):  # an operator made the next element
        following = {s for each in following for s in _behind_target(graph, each)}
    outside = ({start} & blocked) - {end}  # `y = f(x)` may run again without an operator, if f has a branch
    for without in (blocked - {end}, outside):
        nodes = graph.between(following, end, without) - without
        if nodes or end in following:
            break
    else:
        return Rebinding() if start is end else Rebinding(own)
    entered = _environments(graph, nodes, following, end, is_over and not may_raise)
    names = {n: source for n, source in entered.get(end, {}).items() if n != _PASSED}
    if end is not END:
        return Rebinding(own, names)
    returned: dict[Path, str | None] = _all_returned(nodes, entered)
    if _has_returned(start):
        others = (each for each in graph.following if isinstance(each, ast.Return))
        returned = {path: UNKNOWN for each in others for path in _returned(each, {})}
    if may_raise and (_PASSED in entered.get(end, {}) or any(_is_raising(graph, each) for each in nodes)):
        returned = dict.fromkeys(returned, UNKNOWN)
    return Rebinding(own, names, returned)


def _is_overridden(statement: ast.Return) -> bool:
    """Return True if a `finally` block behind a `return` statement may return another value."""
    return any(
        isinstance(node, ast.Return)
        for around, is_inside in final_blocks(statement)
        for each in (() if is_inside else around.finalbody)
        for node in ast.walk(each)
    )


def _has_returned(statement: Any) -> bool:
    """Return True if a `return` statement may have run before, because this statement is in a `finally` block."""
    return any(is_inside and ast.Return in exits_of(around) for around, is_inside in final_blocks(statement))


def _is_raising(graph: StatementGraph, node: Any) -> bool:
    """Return True if a statement is an `assert`, or if a `raise` statement may follow."""
    return isinstance(node, ast.Assert) or any(isinstance(each, ast.Raise) for each in graph.following.get(node, ()))


def _behind_target(graph: StatementGraph, node: Any) -> set[Any]:
    return graph.following[node] - {RAISED} if isinstance(node, LoopTarget) else {node}


def _environments(graph: StatementGraph, nodes: set[Any], starts: set[Any], end: Any, is_over: bool) -> dict[Any, _Env]:
    """Return the values of names before each statement, combined over all paths to this statement."""
    entered: dict[Any, _Env] = {s: {} for s in starts if s in nodes or s is end}
    waiting, rounds = list(entered), 0
    while waiting and rounds < _MAX_ROUNDS * (len(nodes) + 1):
        node = waiting.pop(0)
        rounds += 1
        if node is end or node not in nodes:
            continue
        left = _after(node, entered[node], not is_over)
        for other in graph.following.get(node, ()):
            if other not in nodes and other is not end:
                continue
            joined = left if other not in entered else _joined(entered[other], left)
            if entered.get(other) != joined:
                entered[other] = dict(joined)
                waiting.append(other)
    return entered


def _joined(one: _Env, other: _Env) -> _Env:
    return {n: one.get(n, n) if one.get(n, n) == other.get(n, n) else UNKNOWN for n in {**one, **other}}


# --- one statement --------------------------------------------------------------------------------------


_PASSED = "?"  # a key that is not a name: an operator or a call may have come before


def _after(node: Any, env: _Env, may_end: bool, start: Any = None) -> _Env:
    """Return the values of names after a statement.

    If `may_end` is True, the program may have ended before this statement, at an operator.
    """
    made = dict(env)
    value = UNKNOWN
    if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None and _PASSED not in env:
        value = _symbol(node.value, env)
    for name in _stored(node):
        _lose(name, made)
    if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            _assign(target, value, made)
    if node is not start:
        for name in filter(None, _given_away(node)):
            _lose(f"{name}.", made)
            _lose(f"{name}[", made)
    if may_end and _is_eventful(node):
        made[_PASSED] = UNKNOWN
    return made


def _lose(name: str, env: _Env) -> None:
    """Set a name and its elements to UNKNOWN. The change of an element is a change in all names of the list."""
    lost = {name}
    for mark in BASE.finditer(name):
        base = name[: mark.start()]
        source = env.get(base, base)  # UNKNOWN names may be names of the same list
        others = {other for other, value in env.items() if value == source and other.isidentifier()} | {source or base}
        lost |= {f"{other}{mark[0]}" for other in others - {base}}
    for other in (*lost, *env):
        if any(is_changed_with(other, each) for each in lost):
            env[other] = UNKNOWN


def _is_eventful(node: Any) -> bool:
    """Return True if a statement may execute an operator."""
    return any(isinstance(each, _EVENTFUL) and not _is_stored(each) for each in heads(node))


def _is_stored(node: Node) -> bool:
    return isinstance(getattr(node, "ctx", None), ast.Store)


def _symbol(node: Node, env: _Env) -> Any:
    """Return the symbol of an expression: the first name of its value, a tuple of symbols, or UNKNOWN.

    The first name is the name that the value had at the first position.
    """
    match node:
        case ast.Name() | ast.Attribute() | ast.Subscript():
            text = target_text(node)
            if not text or not is_constant_text(node):
                return UNKNOWN
            return env[text] if text in env else UNKNOWN if any(_is_in(text, n) for n in env) else text
        case ast.Tuple() | ast.List():
            if any(isinstance(e, ast.Starred) for e in node.elts):
                return UNKNOWN
            return tuple(_symbol(e, env) for e in node.elts)
        case ast.NamedExpr():
            return _symbol(node.value, env)
        case _:
            return UNKNOWN


def _assign(target: Node, value: Any, env: _Env) -> None:
    if isinstance(target, ast.Tuple | ast.List):
        if any(isinstance(e, ast.Starred) for e in target.elts):
            return
        parts = value if isinstance(value, tuple) else None
        for index, each in enumerate(target.elts):
            part = parts[index] if parts is not None and index < len(parts) else UNKNOWN
            if parts is None and isinstance(value, str):
                part = f"{value}[{index}]"
            _assign(each, part, env)
        return
    text = target_text(target)
    if not text or not is_constant_text(target):
        return
    if isinstance(value, tuple):
        for index, part in enumerate(value):
            if isinstance(part, str):
                env[f"{text}[{index}]"] = part
    elif isinstance(value, str):
        env[text] = value


def _stored(node: Any) -> Iterator[str]:
    """Yield the names that a statement binds, deletes or modifies.

    For a compound statement, only its head is considered.
    """
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.ExceptHandler):
        yield node.name or ""
    elif isinstance(node, ast.Import | ast.ImportFrom):
        yield from ((alias.asname or alias.name).partition(".")[0] for alias in node.names)
    for each in heads(node):
        match each:
            case ast.Name(ctx=ast.Store() | ast.Del()) | ast.Attribute(ctx=ast.Store() | ast.Del()):
                yield target_text(each)
            case ast.Subscript(ctx=ast.Store() | ast.Del()):
                is_element = is_constant_text(each) and isinstance(each.ctx, ast.Store)
                yield target_text(each) if is_element else target_text(each.value) + "["
            case ast.MatchAs(name=str() as name) | ast.MatchStar(name=str() as name):
                yield name
            case ast.Call(func=ast.Attribute(attr=attr, value=owner)) if attr in _MUTATING:
                yield target_text(owner) + "["
            case _:
                pass


def _given_away(node: Any) -> Iterator[str]:
    """Yield the names of the objects that a statement passes to functions which may change them, as in `swap(st)`."""
    for each in heads(node):
        match each:
            case ast.Call(func=ast.Attribute(value=owner, attr=attr)) if method_owner(each) is owner:
                yield from () if attr in _READING else (target_text(owner), *map(target_text, operands(each)))
            case ast.Call(func=ast.Name(id=called)) if called not in _READING_FUNCTIONS:
                yield from map(target_text, operands(each))
            case _:
                pass


def _updates_itself(node: Any) -> bool:
    """Return True for a statement such as `out = act(out)` or `h = h + x`, which executes an operator."""
    if isinstance(node, ast.AugAssign):
        return True
    if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Call | ast.BinOp):
        return False
    value = node.value
    read = [*value.args] if isinstance(value, ast.Call) else [value.left, value.right]
    targets = {*map(target_text, node.targets)} - {""}
    is_conversion = isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in _CONVERSIONS
    return not is_conversion and any(target_text(each) in targets for each in read)


_CONVERSIONS = ("len", "int", "float", "str", "list", "tuple", "dict", "bool", "repr", "sorted", "reversed", "id")


def _is_in(name: str, other: str) -> bool:
    """Return True if a name is an element or an attribute of another name.

    If the other name is `outs[`, return True only for elements of `outs`. If the other name is `net.`, return True only
    for attributes of `net`.
    """
    return name.startswith(other if other.endswith(("[", ".")) else (f"{other}[", f"{other}.")) if other else False


def is_changed_with(name: str, other: str) -> bool:
    """Return True if the value of a name changes when `other` is rebound."""
    return name == other or _is_in(name, other)


# --- what a function returns ----------------------------------------------------------------------------


def _all_returned(nodes: set[Any], entered: dict[Any, _Env]) -> dict[Path, str | None]:
    found = [_returned(node, entered.get(node, {})) for node in nodes if isinstance(node, ast.Return)]
    agreed: dict[Path, str | None] = {}
    for path in {path for each in found for path in each}:
        sources = {each.get(path, UNKNOWN) for each in found}
        agreed[path] = sources.pop() if len(sources) == 1 else UNKNOWN
    return agreed


def _returned(node: ast.Return, env: _Env, is_start: bool = False) -> dict[Path, str | None]:
    """Return a dict from places in a returned value to symbols.

    Only names and constants are included, and expressions such as `a if test else b`, whose value is UNKNOWN. If
    `is_start` is True, an operator in this statement may have made the value of such an expression.
    """
    found: dict[Path, str | None] = {}
    waiting: list[tuple[Path, Node]] = [((), node.value)] if node.value is not None else []
    while waiting:
        place, each = waiting.pop()
        if isinstance(each, ast.Tuple | ast.List | ast.Dict):
            found[place] = UNKNOWN  # no tensor
        if isinstance(each, ast.Tuple | ast.List):
            waiting += [((*place, i), e) for i, e in enumerate(each.elts)]
        elif isinstance(each, ast.Dict):
            waiting += [
                ((*place, k.value), v)
                for k, v in zip(each.keys, each.values, strict=True)
                if isinstance(k, ast.Constant)
            ]
        elif isinstance(each, ast.Name | ast.Attribute | ast.Subscript):
            symbol = _symbol(each, env)
            found[place] = symbol if isinstance(symbol, str) else UNKNOWN
        elif isinstance(each, ast.Constant) or (isinstance(each, ast.IfExp | ast.BoolOp) and not is_start):
            found[place] = UNKNOWN
    return found


def writes_back(operator: Operator, made: Collection[str | None]) -> bool:
    """Return True for the second operator of `x[i] = y`, which writes the result of the first operator into x."""
    return operator.outputs[0] in operator.inputs[:1] and any(each in made for each in operator.inputs[1:] if each)
