"""Program: what one kernel computes on rows of numbers, as a graph of small operations.

A value is FULL (one number for each row and column), a COLUMN (one for each column), a ROW (one for each row) or ONE.
Values are made once: asked for again, the same one comes back.
"""

from __future__ import annotations

from typing import Any, NamedTuple

FULL, COLUMN, ROW, ONE = "full", "column", "row", "one"
FLOAT, BOOL, INT = "float", "bool", "int"

LEAVES = frozenset(("input", "number", "index", "columns", "count"))
REDUCED = frozenset(("total", "top", "bottom", "largest", "smallest"))  # FULL to ROW
WIDE = ("store", "add rows")  # sinks that take a number for each column, whatever the value is
COSTS = {"exp": 8, "tanh": 8, "erf": 12, "log": 10, "log1p": 14, "div": 4, "sqrt": 4}  # others: 1


class Value(NamedTuple):
    """One operation on others; `extra` says the number of an input, a constant, or how to compare."""

    op: str
    operands: tuple[Value, ...]
    extra: Any
    kind: str
    what: str

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other


Operand = Value | float


class Program:
    """Values, and where they go. `inputs` are (kind, dtype), `sinks` (value, how): see `store` and its like."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype  # of all floats
        self.inputs: list[tuple[str, Any]] = []
        self.sinks: list[tuple[Value, str]] = []
        self._made: dict[Any, Value] = {}

    def input(self, kind: str, dtype: Any) -> Value:
        """The next array that comes in."""
        self.inputs.append((kind, dtype))
        what = {"f": FLOAT, "b": BOOL}.get(dtype.kind, INT)
        return self._value("input", (), len(self.inputs) - 1, kind, what)

    def number(self, value: float) -> Value:
        """A constant."""
        return self._value("number", (), (float(value), str(value)), ONE, FLOAT)

    def index(self) -> Value:
        """The number of the column."""
        return self._value("index", (), None, COLUMN, INT)

    def columns(self) -> Value:
        """How many columns there are."""
        return self._value("columns", (), None, ONE, FLOAT)

    def count(self) -> Value:
        """The same as an integer."""
        return self._value("count", (), None, ONE, INT)

    def sink(self, value: Value, how: str) -> None:
        """Send a value out, for each column (`store`) or row (`store row`), or summed: `add rows`, or `add all`."""
        if how == "add all":
            value = self.do("total", value)
        self.sinks.append((value, how))

    def do(self, op: str, *operands: Operand, extra: Any = None, what: str = FLOAT) -> Value:
        """The value of an operation; numbers become constants."""
        values = tuple(v if isinstance(v, Value) else self.number(v) for v in operands)
        return self._value(op, values, extra, _kind(op, {v.kind for v in values}), what)

    def compare(self, how: str, x: Operand, y: Operand) -> Value:
        """A mask; `how` as LLVM says it: ogt, olt, oge, ole, oeq, une, uno."""
        return self.do("compare", x, y, extra=how, what=BOOL)

    def choose(self, mask: Value, x: Operand, y: Operand) -> Value:
        """x where the mask is set, else y."""
        return self.do("choose", mask, x, y)

    def floats(self, value: Value) -> Value:
        """A mask as 1 and 0."""
        return value if value.what == FLOAT else self.choose(value, 1.0, 0.0)

    def _value(self, op: str, operands: tuple[Value, ...], extra: Any, kind: str, what: str) -> Value:
        key = (op, tuple(map(id, operands)), extra, what)
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = Value(op, operands, extra, kind, what)
        return found

    def values(self) -> list[Value]:
        """All that the sinks need."""
        found: dict[Value, None] = {}
        stack = [value for value, _ in self.sinks]
        while stack:
            value = stack.pop()
            if value not in found:
                found[value] = None
                stack += value.operands
        return list(found)

    def key(self) -> Any:
        """Equal for programs whose kernels are equal."""
        numbers: dict[Value, int] = {}
        lines: list[Any] = []

        def walk(value: Value) -> int:
            if value not in numbers:
                operands = tuple(map(walk, value.operands))
                numbers[value] = len(lines)
                lines.append((value.op, operands, value.extra, value.kind, value.what))
            return numbers[value]

        sinks = tuple((walk(value), how) for value, how in self.sinks)
        inputs = tuple((kind, dtype.str) for kind, dtype in self.inputs)
        return self.dtype.str, inputs, tuple(lines), sinks


def _kind(op: str, kinds: set[str]) -> str:
    """What an operation on values of these kinds makes."""
    if op in REDUCED:
        return ROW
    return FULL if kinds & {FULL, COLUMN} else ROW if ROW in kinds else ONE
