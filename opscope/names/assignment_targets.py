"""Assignment targets: the names to which the statement around a call assigns the call's result.

The names are read from the source. In `h, (a, *rest) = f(x), g(y)`, the result of f has the name `h`, and the elements
of the result of g have the names `a`, `rest[0]`, ... In `outs = [f(x) for x in xs]`, the results have the names
`outs[0]`, `outs[1]`, ... In `return f(x)`, the result gets its names from the statement of the caller. The
module `call_node` finds the call in the source.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from itertools import chain
from types import CodeType
from typing import Any, NamedTuple

from opscope.names.call_node import applies_functions, node_at
from opscope.names.returned_values import (
    FUNCTIONS,
    Node,
    Path,
    ReturnCondition,
    passed_on,
    returned_values,
    target_text,
    uses_of_name,
)

MAX_ALIASES = 20  # per result
COUNT = "#"  # placeholder in a name: the number of a result in its loop or comprehension

_LOOPS = (ast.For, ast.AsyncFor, ast.While, ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)
_COPIES = ("list", "tuple")  # functions that return a list of the elements of their argument
_READING = frozenset(("len", "list", "tuple", "sum", "max", "min", "sorted", "zip", "enumerate", "reversed", "print"))


class Rest(NamedTuple):
    """A part of a path that stands for several elements of a result.

    The part stands for the elements from index `start` on, without the last `behind` elements.
    """

    start: int
    behind: int = 0


def path_within(element: Path, part: Path, count: int) -> Path | None:
    """Return the path of `element` inside `part`. Return None if `element` is not inside `part`.

    `count` is the length of the result, or 0 if the length is not known.
    """
    if len(element) < len(part):
        return None
    for key, wanted in zip(element, part, strict=False):
        if isinstance(wanted, Rest):
            if not isinstance(key, int) or key < wanted.start:
                return None
            if wanted.behind and key >= count - wanted.behind:  # also if the count is unknown
                return None
        elif key != wanted and not (isinstance(wanted, int) and wanted < 0 and count and key == count + wanted):
            return None
    return element[len(part) :]


class AssignmentTarget(NamedTuple):
    """A name that an assignment gives to the element `part` of a call's result.

    If `part` is (), the name belongs to the whole result. If the call is in a loop, `name` may contain the placeholder
    COUNT. COUNT stands for the number of the result in `loop`, counted from `start`. If `counting` is not None, COUNT
    stands for the item of `counting` at this number. If `alias` is a line number, the name is valid only after the
    statement in this line. If `at_once` is True, the name is valid before the statement has ended, as in `(y := f(x))`.
    """

    part: Path
    name: str
    loop: Node = None
    counting: tuple[Any, ...] | range | None = None
    start: int = 0
    alias: int = 0
    at_once: bool = False

    def numbered(self, number: int) -> str:
        """Return the name of a result of a call in a loop. `number` is the number of the result in the loop."""
        values = self.counting
        value = number + self.start if not values else values[number % len(values)]
        return self.name.replace(COUNT, repr(value))


class Returned(NamedTuple):
    """A part of the result of an inner call. The function that contains this call returns or yields the part.

    The element `part` of the inner result is the element `place` of the function's result, if all `conditions` are
    true.
    """

    part: Path
    place: Path
    conditions: tuple[ReturnCondition, ...] = ()
    is_yielded: bool = False


class CallTargets(NamedTuple):
    """Targets of the result of a call: names, and places in the result of the function that contains the call."""

    names: tuple[AssignmentTarget, ...] = ()
    returned: tuple[Returned, ...] = ()


@functools.lru_cache(maxsize=4096)
def call_targets(code: CodeType, instruction: int) -> CallTargets:
    """Return the assignment targets of the call at an instruction, or none if the source does not determine them."""
    node = node_at(code, instruction)
    if node is None or applies_functions(node):
        return CallTargets()
    flow = _Flow()
    flow.start(node)
    return CallTargets(tuple(dict.fromkeys(flow.names)), tuple(dict.fromkeys(flow.returned)))


def operands(node: Node) -> list[Node]:
    """Return the operands of an operator or a call.

    The operands include the items of lists, but not the object whose method is called.
    """
    match node:
        case ast.Call():
            return [*chain.from_iterable(elements(a) for a in (*node.args, *(k.value for k in node.keywords)))]
        case ast.BinOp():
            return [node.left, node.right]
        case ast.Compare():
            return [node.left, *node.comparators]
        case ast.AugAssign():
            return [node.target, node.value]
        case ast.UnaryOp():
            return [node.operand]
        case ast.Subscript():
            return [node.value]
        case _:
            return []


def argument_of(node: Node, position: int, name: str) -> Node:
    """Return an argument of a call, by its position or name. Return None if there is no such argument."""
    if not isinstance(node, ast.Call):
        return None
    named = next((k.value for k in node.keywords if k.arg == name), None)
    return node.args[position] if position < len(node.args) else named


def elements(node: Node) -> list[Node]:
    """Return the expressions of a list or tuple.

    If the expression is neither a list nor a tuple, return a list that contains only this expression.
    """
    if node is None:
        return []
    return node.elts if isinstance(node, ast.List | ast.Tuple) else [node]


def method_owner(node: Node) -> Node:
    """Return the expression before the dot of a method call.

    Return None for the call of a function, also if the function is read from a module, as in `np.sum(x)`.
    """
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return None
    owner = node.func.value
    first = owner
    while isinstance(first, ast.Attribute | ast.Subscript | ast.Call):
        first = first.func if isinstance(first, ast.Call) else first.value
    return None if isinstance(first, ast.Name) and first.id in _imported(_root(node)) else owner


@functools.lru_cache(maxsize=64)
def _imported(tree: Node) -> frozenset[str]:
    found = [n for n in ast.walk(tree) if isinstance(n, ast.Import | ast.ImportFrom)]
    return frozenset((alias.asname or alias.name.partition(".")[0]) for n in found for alias in n.names)


def takes_yielded(node: Node) -> bool:
    """Return True if a node uses the values of a generator one by one, as a loop or a `with` statement does."""
    if isinstance(node, (*_LOOPS, ast.With, ast.AsyncWith)):
        return True
    return isinstance(getattr(node, "parent", None), ast.withitem)


def is_repeated(node: Node) -> bool:
    """Return True if the node is in a loop of its function, so that the node may be executed several times."""
    return _enclosing_loop(node) is not None


def inside(node: Node, loop: Node) -> bool:
    """Return True if a node is inside a loop, or is the loop itself."""
    while node is not None and node is not loop:
        node = getattr(node, "parent", None)
    return node is not None


class _Flow:
    """Follows a value from the node that computes it to the statements that assign or return it."""

    def __init__(self) -> None:
        self.names: list[AssignmentTarget] = []
        self.returned: list[Returned] = []
        self._aliased: list[Node] = []
        self._conditions: tuple[ReturnCondition, ...] = ()  # under which the value reaches this node

    def start(self, node: Node) -> None:
        if isinstance(node, ast.AugAssign | ast.For | ast.AsyncFor):
            self._keep(node.target, (), ())
        elif isinstance(node, ast.With | ast.AsyncWith):
            for item in node.items:
                self._keep(item.optional_vars, (), ())
        elif isinstance(node, _COMPREHENSIONS):  # the results of its iterations
            self._keep(node.generators[0].target, (), ())
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
            self._keep(node.value, (), ())
        else:
            self._climb(node, (), ())

    def _climb(self, node: Node, part: Path, place: Path) -> None:
        """Follow the result of the call from a syntax node to the parent of the node.

        The element `part` of the call's result is the element `place` of the node's value.
        """
        parent = getattr(node, "parent", None)
        match parent:
            case ast.Tuple() | ast.List() | ast.Dict():
                self._element(parent, node, part, place)
            case ast.NamedExpr():
                before = len(self.names)
                self._keep(parent.target, part, place)
                if before < len(self.names):
                    self.names[before] = self.names[before]._replace(at_once=True)
                self._climb(parent, part, place)
            case ast.IfExp() if node is not parent.test:
                self._climb(parent, part, place)
            case ast.BoolOp() | ast.Await() | ast.Starred():
                self._climb(parent, part, place)
            case ast.Subscript() if node is parent.value and isinstance(parent.slice, ast.Constant):
                self._select(parent, part, place)
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() if node is parent.elt:
                self._climb(parent, part, (parent, *place))
            case ast.DictComp() if node is parent.value:
                self._climb(parent, part, (parent, *place))
            case ast.Call() | ast.keyword():
                self._argument(parent, node, part, place)
            case _:
                self._statement(parent, node, part, place)

    def _element(self, parent: Node, node: Node, part: Path, place: Path) -> None:
        if isinstance(parent, ast.Dict):
            key = next((k for k, v in zip(parent.keys, parent.values, strict=True) if v is node), None)
            if isinstance(key, ast.Constant):
                self._climb(parent, part, (key.value, *place))
        elif not isinstance(node, ast.Starred):
            self._climb(parent, part, (parent.elts.index(node), *place))
        elif node is parent.elts[0]:
            self._climb(parent, part, place)

    def _select(self, parent: ast.Subscript, part: Path, place: Path) -> None:
        index: Any = parent.slice
        if not place:
            self._climb(parent, (*part, index.value), ())
        elif place[0] == index.value:
            self._climb(parent, part, place[1:])

    def _argument(self, parent: Node, node: Node, part: Path, place: Path) -> None:
        if isinstance(parent, ast.keyword):
            call = getattr(parent, "parent", None)
            if parent.arg and isinstance(call, ast.Call):
                if isinstance(call.func, ast.Name) and call.func.id == "dict":
                    self._climb(call, part, (parent.arg, *place))
                else:
                    self._add(parent.arg, part, place, parent)
            return
        function = parent.func
        if node is function:
            return
        if isinstance(function, ast.Name) and function.id in _COPIES and len(parent.args) == 1:
            self._climb(parent, part, place)
        elif (passed := passed_on(parent)) and passed[0] is node:
            before = self._conditions
            self._conditions = (*before, passed[1])
            self._climb(parent, part, place)
            self._conditions = before
        elif isinstance(function, ast.Attribute) and function.attr == "append" and target_text(function.value):
            self._append(parent, target_text(function.value), part, place)
        elif isinstance(function, ast.Name) and function.id == "setattr" and len(parent.args) == 3:
            name = parent.args[1]
            if node is parent.args[2] and isinstance(name, ast.Constant):
                self._add(f"{target_text(parent.args[0])}.{name.value}", part, place, parent)

    def _append(self, call: ast.Call, text: str, part: Path, place: Path) -> None:
        counted = _appended_from(call, text)
        if counted is None:
            return
        loop, start = counted
        rest = "".join(f"[{key!r}]" for key in place)
        name = f"{text}[{start if loop is None else COUNT}]{rest}"
        if not any(isinstance(key, ast.AST) for key in place):
            self.names.append(AssignmentTarget(part, name, loop, None, start))

    def _statement(self, parent: Node, node: Node, part: Path, place: Path) -> None:
        match parent:
            case ast.Assign():
                for target in parent.targets:
                    self._keep(target, part, place)
            case ast.AnnAssign():
                self._keep(parent.target, part, place)
            case ast.For() | ast.AsyncFor() if node is parent.iter:
                self._iterate(parent.target, part, place)
            case ast.withitem() if parent.optional_vars is not None:
                self._keep(parent.optional_vars, part, place)
            case ast.Return() | ast.Yield():
                self.returned.append(Returned(part, place, self._conditions, isinstance(parent, ast.Yield)))
            case ast.Lambda() if node is parent.body:
                self.returned.append(Returned(part, place, self._conditions))
            case ast.Expr() if isinstance(node, ast.Call) and _is_in_place(node):
                self._keep(method_owner(node), part, place)
            case _:
                pass

    def _keep(self, target: Node, part: Path, place: Path) -> None:
        """Add an assignment target.

        The element `place` of the assigned value is the element `part` of the call's result.
        """
        if isinstance(target, ast.Tuple | ast.List):
            self._unpack(target.elts, part, place)
        elif isinstance(target, ast.Starred):
            self._keep(target.value, part, place)
        elif text := target_text(target):
            self._add(text, part, place, target)

    def _unpack(self, targets: list[Node], part: Path, place: Path) -> None:
        star = next((i for i, t in enumerate(targets) if isinstance(t, ast.Starred)), len(targets))
        if place and isinstance(place[0], int):
            index = place[0]
            if index >= star:  # the number of elements behind it is unknown
                if star == len(targets) - 1:
                    self._keep(targets[star], part, (index - star, *place[1:]))
            else:
                self._keep(targets[index], part, place[1:])
            return
        if place and isinstance(place[0], ast.AST):  # unpacks a comprehension
            names = tuple(map(target_text, targets))
            if all(names) and not place[1:]:
                self.names.append(AssignmentTarget(part, COUNT, place[0], tuple(_Text(n) for n in names)))
            return
        if place:
            return
        for i, target in enumerate(targets[: star + 1]):
            if isinstance(target, ast.Starred):
                self._add(f"{target_text(target.value)}[{COUNT}]", (*part, Rest(i, len(targets) - i - 1)), (), target)
            else:
                self._keep(target, (*part, i), ())
        for i, target in enumerate(targets[star + 1 :], star + 1 - len(targets)):
            self._keep(target, (*part, i), ())

    def _iterate(self, target: Node, part: Path, place: Path) -> None:
        """Follow a value into a loop or comprehension, which assigns the value's elements one by one to a target."""
        if not place:
            self._keep(target, (*part, Rest(0)), ())
        elif isinstance(place[0], int):
            self._keep(target, part, place[1:])

    def _add(self, text: str, part: Path, place: Path, node: Node, loop: Node = None) -> None:
        values = None
        for key in place:
            if isinstance(key, ast.AST):
                if isinstance(key, ast.SetComp) or (known := _keys(key)) is None:
                    return  # the keys of its elements are unknown
                loop, values = key, known[0]
                text += f"[{COUNT}]"
            else:
                text += f"[{key!r}]"
        if loop is None and isinstance(node, ast.Subscript):
            text, loop, values = _loop_index(node, text)
        self.names.append(AssignmentTarget(part, text, loop, values))
        if COUNT not in text:
            self.returned += [
                Returned(part, found.place, (*self._conditions, *found.conditions))
                for found in returned_values(node, text)
            ]
            self._alias(node, text, part)

    def _alias(self, node: Node, text: str, part: Path) -> None:
        """Add the names that later statements give to the same value, such as `b = a` or `outs.append(a)`."""
        if node in self._aliased or len(self._aliased) > MAX_ALIASES:
            return
        self._aliased.append(node)
        for use in uses_of_name(node, text):
            before = len(self.names)
            self._climb(use, part, ())
            line = _statement_of(use).lineno
            self.names[before:] = [t if t.alias else t._replace(alias=line) for t in self.names[before:]]


class _Text(str):
    """A text whose `repr` is the text itself."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


@functools.lru_cache(maxsize=1024)
def normalized(text: str) -> str:
    """Return a name in the user's code in the form that `target_text` returns, such as `d['k']` for `d["k"]`."""
    base, at, rest = text.partition("@")
    if "[" not in base:
        return text
    try:
        found = target_text(ast.parse(base, mode="eval").body)
    except (SyntaxError, ValueError):
        return text
    return (found or base) + at + rest


def _is_in_place(call: ast.Call) -> bool:
    function = call.func
    return isinstance(function, ast.Attribute) and function.attr.endswith("_") and not function.attr.startswith("_")


def _enclosing_function(node: Node) -> Node:
    while node is not None and not isinstance(node, FUNCTIONS):
        node = getattr(node, "parent", None)
    return node


def _enclosing_loop(node: Node) -> Node:
    while node is not None and not isinstance(node, (*_LOOPS, *FUNCTIONS)):
        node = getattr(node, "parent", None)
    return node if isinstance(node, _LOOPS) else None


def _own_nodes(function: Node) -> Iterator[Node]:
    """Yield the nodes of a function, without the nodes of inner functions."""
    waiting = list(ast.iter_child_nodes(function))
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            waiting += ast.iter_child_nodes(node)


def _appended_from(call: ast.Call, text: str) -> tuple[Node, int] | None:
    """Return the loop in which a call appends to a list, and the length of the list before the loop's first append.

    The loop is None if the call is not in a loop. Elements are counted from the assignment of the list. This assignment
    must be before the call in the same function. Return None if the length is uncertain. This is the case if the list
    comes from another place, or if another call may also append: in a loop, in a branch, or in a function that receives
    the list.
    """
    function = _enclosing_function(call) or _root(call)
    made: Node = None
    length: int | None = None
    earlier: list[Node] = []
    nodes = sorted(_own_nodes(function), key=lambda n: (getattr(n, "lineno", 0), getattr(n, "col_offset", 0)))
    for node in nodes:
        if getattr(node, "lineno", 0) > call.lineno or node is call:
            break
        if isinstance(node, ast.Assign) and (value := _assigned_value(node, text)) is not None:
            made, length, earlier = node, _length(value), []
        elif _changes_length(node, text) or _shares(node, text):
            earlier.append(node)
    if length is None:
        return None
    loop, around = None, _enclosing_loop(call)
    while around is not None and (made is None or not inside(made, around)):
        loop, around = around, _enclosing_loop(around.parent)
    before = [n for n in earlier if loop is None or not inside(n, loop)]
    if not all(_is_append(n, text) and _is_plain(n, made) for n in before):
        return None
    changing = (n for n in nodes if n is not call and (_changes_length(n, text) or _shares(n, text)))
    if loop is not None and any(inside(n, loop) for n in changing):
        return None
    return loop, len(before) + length


def _assigned_value(node: ast.Assign, text: str) -> Node:
    """Return the expression that a statement assigns to a name, also in `outs, made = [], {}`.

    Return None if there is no such expression.
    """
    for target in node.targets:
        if target_text(target) == text:
            return node.value
        if isinstance(target, ast.Tuple | ast.List) and text in map(target_text, target.elts):
            index = [target_text(each) for each in target.elts].index(text)
            values = elements(node.value)
            return values[index] if len(values) == len(target.elts) else node.value
    return None


def _is_append(node: Node, text: str) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(value=owner, attr="append")):
            return target_text(owner) == text
        case _:
            return False


def _shares(node: Node, text: str) -> bool:
    """Return True if a node passes a list to code that may change the list, as in `f(outs)` or `other = outs`."""
    match node:
        case ast.Call(func=ast.Name(id=name)) if name in _READING:
            return False
        case ast.Call():
            given = [*node.args, *(k.value for k in node.keywords)]
            is_of_module = isinstance(node.func, ast.Attribute) and method_owner(node) is None
            return not is_of_module and any(target_text(each) == text for each in given)
        case ast.Assign(value=value) | ast.NamedExpr(value=value):
            return target_text(value) == text
        case ast.List(ctx=ast.Load()) | ast.Tuple(ctx=ast.Load()) | ast.Dict():
            return any(target_text(each) == text for each in ast.iter_child_nodes(node))
        case _:
            return False


def _changes_length(node: Node, text: str) -> bool:
    """Return True if a node may change the length of a list.

    Examples are methods of the list, `outs += [h]` and `del outs[0]`.
    """
    match node:
        case ast.Call(func=ast.Attribute(value=owner, attr=attr)):
            return target_text(owner) == text and attr not in ("index", "count", "copy")
        case ast.AugAssign(target=target):
            return target_text(target) == text
        case ast.Delete(targets=targets):
            return any(isinstance(t, ast.Subscript) and target_text(t.value) == text for t in targets)
        case _:
            return False


def _is_plain(node: Node, made: Node) -> bool:
    """Return True if no loop or branch after the list's assignment contains the node, so that the node runs once."""
    statement = _statement_of(node)
    parent = getattr(statement, "parent", None)
    return parent is None or isinstance(parent, (*FUNCTIONS, ast.Module)) or (made is not None and inside(made, parent))


def _length(node: Node) -> int | None:
    """Return the length of a new list if the source shows it, as in `[a, b]`, `[None] * 3` and `list()`.

    Return None for other expressions.
    """
    match node:
        case ast.List() if not any(isinstance(each, ast.Starred) for each in node.elts):
            return len(node.elts)
        case ast.BinOp(left=ast.List() as one, op=ast.Mult(), right=ast.Constant(value=int() as count)):
            return len(one.elts) * count
        case ast.Call(args=[], keywords=[]) if target_text(node.func).rpartition(".")[2] in ("list", "deque"):
            return 0
        case _:
            return None


def _statement_of(node: Node) -> Node:
    while not isinstance(node, ast.stmt):
        node = node.parent
    return node


def _root(node: Node) -> Node:
    while getattr(node, "parent", None) is not None:
        node = node.parent
    return node


def _loop_index(node: ast.Subscript, text: str) -> tuple[str, Node, tuple[Any, ...] | range | None]:
    """For `outs[i]` in a loop over i, return the name `outs[#]`, the loop, and the values of i if they are known."""
    index = node.slice
    loop: Node = node
    while isinstance(index, ast.Name) and (loop := _enclosing_loop(loop)) is not None:
        target, iterated = getattr(loop, "target", None), getattr(loop, "iter", None)
        if target is not None and (counted := _loop_values(target, iterated, index.id)) is not None:
            known, values = counted
            return (_with_count(node), loop, values) if known else (text, None, None)
        loop = loop.parent
    return text, None, None


def _with_count(node: ast.Subscript) -> str:
    return f"{target_text(node.value)}[{COUNT}]"


def _is_name(node: Node, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _loop_values(target: Node, iterated: Node, name: str) -> tuple[bool, tuple[Any, ...] | range | None] | None:
    """Return True and the values of a loop's variable if the values are known, else False and None.

    If the variable counts 0, 1, 2 and so on, return True and None. If the loop has no variable `name`, return None
    instead of a pair.
    """
    elements = target.elts if isinstance(target, ast.Tuple) else [target]
    place = next((i for i, e in enumerate(elements) if _is_name(e, name)), None)
    if place is None:
        return None
    called = iterated.func.id if isinstance(iterated, ast.Call) and isinstance(iterated.func, ast.Name) else ""
    if len(elements) == 1:
        values = _constants(iterated)
        return values is not None or called == "range", values
    if called == "enumerate":
        values = None if place == 0 else _constants(iterated.args[0])
        return place == 0 or values is not None, values
    if called == "zip":
        values = _constants(iterated.args[place]) if place < len(iterated.args) else None
    else:
        values = _constants(iterated, place)
    return values is not None, values


def _keys(comprehension: Node) -> tuple[tuple[Any, ...] | range | None] | None:
    """Return the keys of a comprehension's result, or (None,) if the keys are 0, 1, 2 and so on.

    Return None if the source does not contain the keys.
    """
    if not isinstance(comprehension, ast.DictComp):
        return (None,)
    generator, key = comprehension.generators[0], comprehension.key
    if len(comprehension.generators) > 1 or generator.ifs or not isinstance(key, ast.Name):
        return None
    found = _loop_values(generator.target, generator.iter, key.id)
    return None if found is None or not found[0] else (found[1],)


def _constants(node: Node, place: int = 0) -> tuple[Any, ...] | range | None:
    """Return the constants over which a loop iterates: literals or a range. Return None if they are not known.

    If the literals are tuples, `place` is the index of the constant in each tuple.
    """
    match node:
        case ast.List() | ast.Tuple():
            first = [e.elts[place] if isinstance(e, ast.Tuple) and len(e.elts) > place else e for e in node.elts]
            values = [e.value for e in first if isinstance(e, ast.Constant)]
            return tuple(values) if len(values) == len(first) else None
        case ast.Constant(value=str() as text):
            return tuple(text)
        case ast.Call(func=ast.Name(id="range")) if node.args and all(isinstance(a, ast.Constant) for a in node.args):
            bounds = [a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, int)]
            return range(*bounds) if len(bounds) == len(node.args) else None
        case _:
            return None
