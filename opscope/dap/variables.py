"""Trees that the client displays: scopes, elements of tensors, and Python objects. Children are read page by page."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, cast

from opscope.core.formats.narrow_arrays import widened
from opscope.core.layer_calls import member_attributes
from opscope.core.place import to_host
from opscope.dap.values import array_of, type_text, value_text
from opscope.debug.taps.statistics import statistics
from opscope.eager.foreign.tensors import foreign_tensor
from opscope.eager.tensor import Tensor
from opscope.errors import ArgumentError, NotFound

PAGE = 1000  # children in one answer
FIRST_REFERENCE = 1000
READ_ONLY = ("readOnly",)

Kind = Literal["named", "indexed"]
Write = Callable[[str, str], "Item"]  # sets an expression to the value of another one; returns the new child


class Container(Protocol):
    """An object with children. `named` is the number of children with a name, `indexed` of children with an index."""

    named: int
    indexed: int

    def items(self, kind: Kind, start: int, stop: int) -> Iterable[Item]:
        """Return the children of a kind from position `start` up to `stop`."""
        ...

    def expression_of(self, name: str) -> str:
        """Return the expression that evaluates to a child's value. Return "" if there is none. Raises NotFound."""
        ...

    def assign(self, name: str, text: str) -> Item:
        """Set a child to the value of an expression. Raises OpscopeError if the child cannot be set."""
        ...


@dataclass(frozen=True)
class Item:
    """A child: its name, its value, and its own children.

    `expression` evaluates to this value; "" if there is no such expression. `value` is the object itself, if it has
    memory or a longer text. `attributes` contains attributes of the protocol's presentation hint. `notes` contains
    texts about names in the expression: which value an ambiguous name has, and which names have their present values
    although the shown place is in the past.
    """

    name: str
    text: str
    type: str = ""
    children: Container | None = None
    expression: str = ""
    value: Any = None
    attributes: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class References:
    """Numbers that refer to containers and arrays. The numbers are valid until the program moves."""

    def __init__(self) -> None:
        self._numbers = itertools.count(FIRST_REFERENCE)
        self._containers: dict[int, Container] = {}
        self.arrays: dict[str, Any] = {}

    def clear(self) -> None:
        """Remove all references after a move of the program. Numbers are not reused."""
        self._containers, self.arrays = {}, {}

    def add(self, container: Container | None) -> int:
        """Give a container a number, and return the number; 0 for None."""
        if container is None:
            return 0
        number = next(self._numbers)
        self._containers[number] = container
        return number

    def find(self, number: int) -> Container:
        """Return the container with a number. Raises NotFound."""
        if number not in self._containers:
            raise NotFound(
                f"no variables have the reference {number} here", fix="the program has continued: read its scopes again"
            )
        return self._containers[number]

    def describe(self, item: Item) -> dict[str, Any]:
        """Describe a value for the protocol: its text, its type, and the numbers of its children and its memory."""
        found: dict[str, Any] = {
            "value": item.text,
            "type": item.type,
            "variablesReference": self.add(item.children),
        }
        if item.children is not None:
            found |= {"namedVariables": item.children.named, "indexedVariables": item.children.indexed}
        if (array := array_of(item.value)) is not None:
            reference = found["memoryReference"] = f"tensor{next(self._numbers)}"
            self.arrays[reference] = array
        return found

    def variable(self, item: Item) -> dict[str, Any]:
        """Return an item as the protocol's type Variable."""
        found = {"name": item.name, **self.describe(item)}
        if item.expression:
            found["evaluateName"] = item.expression
        if item.attributes:
            found["presentationHint"] = {"attributes": list(item.attributes)}
        return found


def page(container: Container, kind: str, start: int, count: int) -> list[Item]:
    """Return some of the children of a container.

    `kind` is "named" or "indexed"; "" means all children. `count` is the largest number of children. If `count` is 0,
    the result has one page, and an item about the rest.
    """
    ranges: list[tuple[Kind, int]] = []
    if kind in ("", "named"):
        ranges.append(("named", container.named))
    if kind in ("", "indexed"):
        ranges.append(("indexed", container.indexed))
    wanted, total = min(count or PAGE, PAGE), sum(size for _, size in ranges)
    found: list[Item] = []
    skip = start
    for which, size in ranges:
        begin, end = min(skip, size), min(skip + wanted - len(found), size)
        found += container.items(which, begin, max(begin, end))
        skip = max(skip - size, 0)
    if not count and total - start > wanted:
        rest = total - start - wanted
        found.append(Item("…", f"{rest} more: read them with start and count", attributes=READ_ONLY))
    return found


def memory(array: Any, offset: int, count: int) -> bytes:
    """Return bytes of an array, in the order of its elements."""
    host = to_host(array)
    size = host.dtype.itemsize
    first, last = offset // size, -(-(offset + count) // size)
    return host.reshape(-1)[first:last].tobytes()[offset - first * size :][:count]


# --- containers -----------------------------------------------------------------------------------------


class NamedChildren:
    """Children with names, such as the variables of a scope or the attributes of an object.

    The children are created when the client reads them.
    """

    indexed = 0

    def __init__(
        self,
        names: Sequence[str],
        item: Callable[[str], Item],
        assign: Callable[[str, str], Item] | None = None,
    ) -> None:
        self.named = len(names)
        self._names = names
        self._item = item
        self._assign = assign

    def items(self, kind: Kind, start: int, stop: int) -> Iterable[Item]:
        """Return some of its children."""
        return [self._item(name) for name in self._names[start:stop]] if kind == "named" else []

    def expression_of(self, name: str) -> str:
        """Return the expression of a child's value."""
        if name not in self._names:
            raise NotFound(f"no variable {name!r} here")
        return self._item(name).expression

    def assign(self, name: str, text: str) -> Item:
        """Set a child."""
        if name not in self._names:
            raise NotFound(f"no variable {name!r} here")
        if self._assign is None:
            raise ArgumentError(f"{name} cannot be set")
        return self._assign(name, text)


class Elements:
    """The parts of an array along its first axis.

    A whole tensor also has its statistics and the items of `more` as children.

    `name` is the expression of the whole tensor, and `index` is the index of this part in the tensor. `write` is a
    function that sets an expression to a new value.
    """

    def __init__(
        self,
        array: Any,
        name: str,
        write: Write | None = None,
        index: tuple[int, ...] = (),
        more: Sequence[Callable[[], Item]] = (),
    ) -> None:
        self._array = array
        self._name = name
        self._write = write
        self._index = index
        self._more = [] if index else [*more, self._statistics]
        self.named = len(self._more)
        self.indexed = array.shape[0] if array.ndim else 0

    def items(self, kind: Kind, start: int, stop: int) -> Iterable[Item]:
        """Return some of its children."""
        if kind == "named":
            return [child() for child in self._more[start:stop]]
        return [self._part(position) for position in range(start, stop)]

    def _part(self, position: int) -> Item:
        part, index = self._array[position], (*self._index, position)
        fixed = () if self._write else READ_ONLY
        children = None if part.ndim == 0 else Elements(part, self._name, self._write, index)
        name, value = f"[{position}]", None if part.ndim == 0 else part
        return Item(name, value_text(part), type_text(part), children, self._expression(index), value, fixed)

    def _expression(self, index: tuple[int, ...]) -> str:
        return f"{self._name}[{', '.join(map(str, index))}]" if self._name else ""

    def _statistics(self) -> Item:
        measured = functools.cache(lambda: statistics(self._array))

        def item(name: str) -> Item:
            value = getattr(measured(), name)
            return Item(name, "none" if value is None else f"{value:.6g}", attributes=READ_ONLY)

        children = NamedChildren(("min", "max", "mean", "std", "zeros", "nan", "inf"), item)
        return Item("statistics", type_text(self._array), children=children, attributes=("readOnly", "virtual"))

    def expression_of(self, name: str) -> str:
        """Return the expression that evaluates to a part."""
        position = _position(name, self.indexed)
        return "" if position is None else self._expression((*self._index, position))

    def assign(self, name: str, text: str) -> Item:
        """Set a part, whose name is an index such as `[3]`."""
        expression = self.expression_of(name)
        if self._write is None or not expression:
            raise ArgumentError(f"{name} cannot be set", fix="set one of its elements instead: [0]")
        return self._write(expression, text)


class SequenceElements:
    """The elements of a list, a tuple or a set. Elements of a named tuple have names."""

    named = 0

    def __init__(self, values: Sequence[Any], expression: str, write: Write | None, fields: Sequence[str] = ()) -> None:
        self.indexed = len(values)
        self._values = values
        self._expression = expression
        self._write = write
        self._fields = fields

    def items(self, kind: Kind, start: int, stop: int) -> Iterable[Item]:
        """Return some of its children."""
        if kind == "named":
            return []
        return [
            object_item(self._fields[i] if self._fields else f"[{i}]", value, self._part(i), self._write)
            for i, value in enumerate(self._values[start:stop], start)
        ]

    def _part(self, position: int) -> str:
        return f"{self._expression}[{position}]" if self._expression else ""

    def expression_of(self, name: str) -> str:
        """Return the expression that evaluates to an element."""
        position = _position(name, self.indexed)
        return "" if position is None else self._part(position)

    def assign(self, name: str, text: str) -> Item:
        """Set an element, whose name is an index such as `[3]`."""
        expression = self.expression_of(name)
        if self._write is None or not expression:
            raise ArgumentError(f"{name} cannot be set")
        return self._write(expression, text)


def _position(name: str, size: int) -> int | None:
    """Return the position from a text such as `[3]`. Return None if the position is not below `size`."""
    digits = name.removeprefix("[").removesuffix("]")
    return int(digits) if digits.isascii() and digits.isdigit() and int(digits) < size else None


# --- objects --------------------------------------------------------------------------------------------


def object_item(name: str, value: Any, expression: str = "", write: Write | None = None) -> Item:
    """Return a value as an item, with its elements and attributes as children.

    Without `write`, the value is read-only.
    """
    fixed = () if write and expression else READ_ONLY
    children = _children(value, expression, write if expression else None)
    return Item(name, value_text(value), type_text(value), children, expression, value, fixed)


def _children(value: Any, expression: str, write: Write | None) -> Container | None:
    if isinstance(value, Tensor):
        return _tensor_children(value, widened(value._value), ("grad", "stop_gradient"), expression, write)
    if (seen := foreign_tensor(value)) is not None:
        return _tensor_children(value, widened(seen.array), seen.attributes, expression, write)
    if (array := array_of(value)) is not None:
        return Elements(array, expression, write) if array.ndim else None
    if isinstance(value, list | tuple):
        fields = getattr(cast("Any", value), "_fields", ())
        return SequenceElements(cast("Sequence[Any]", value), expression, write, fields) if value else None
    if isinstance(value, set | frozenset):
        return SequenceElements(list(cast("set[Any]", value)), "", None) if value else None
    if isinstance(value, Mapping):
        return _mapping_children(cast("Mapping[Any, Any]", value), expression, write) if value else None
    names = _attribute_names(value)
    return _attributes(names, value, expression, write) if names else None


def _attribute_names(value: Any) -> list[str]:
    """Return the attribute names of an object, public names first. A layer's parameters and sublayers are included."""
    if isinstance(value, type) or not hasattr(value, "__dict__"):
        return []
    own: dict[str, Any] = vars(value)
    found = {name for name in own if not name.startswith("__")}
    for group in ("_parameters", "_buffers", *member_attributes(value)):
        if isinstance(held := own.get(group), dict):
            found |= {name for name in cast("dict[Any, Any]", held) if isinstance(name, str)}
    return sorted(found, key=lambda name: (name.startswith("_"), name))


def _attributes(names: Sequence[str], value: Any, expression: str, write: Write | None) -> NamedChildren:
    def path(name: str) -> str:
        if not expression:
            return ""
        return f"{expression}.{name}" if name.isidentifier() else f"getattr({expression}, {name!r})"  # a Sequential's 0

    def item(name: str) -> Item:
        return object_item(name, getattr(value, name, None), path(name), write)

    return NamedChildren(names, item, write and (lambda name, text: write(path(name), text)))


def _tensor_children(
    tensor: Any, array: Any, attributes: Sequence[str], expression: str, write: Write | None
) -> Elements:
    def attribute(name: str) -> Callable[[], Item]:
        return lambda: object_item(name, getattr(tensor, name), f"{expression}.{name}" if expression else "")

    return Elements(array, expression, write, (), [attribute(name) for name in attributes])


def _mapping_children(value: Mapping[Any, Any], expression: str, write: Write | None) -> NamedChildren:
    """Return the values of a mapping as children. The name of a child is the text of its key."""
    keys = {value_text(key): key for key in itertools.islice(value, 100 * PAGE)}

    def path(text: str) -> str:
        return f"{expression}[{keys[text]!r}]" if expression and isinstance(keys[text], str | int) else ""

    def item(text: str) -> Item:
        return object_item(text, value.get(keys[text]), path(text), write)

    return NamedChildren([*keys], item, write and (lambda name, text: write(path(name), text)))
