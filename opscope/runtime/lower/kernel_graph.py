"""KernelGraph, a graph of the scalar operations that one kernel computes on rows of numbers.

A value is FULL (a number for each row and column), COLUMN (a number for each column), ROW (a number for each row) or
ONE. Equal operations on equal operands share one value.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any, NamedTuple

FULL, COLUMN, ROW, ONE = "full", "column", "row", "one"
FLOAT, BOOL, INT = "float", "bool", "int"

LEAF_OPS = frozenset(("input", "constant", "index", "columns", "count"))
REDUCTIONS = frozenset(("total", "top", "bottom", "largest", "smallest"))  # FULL to ROW
PER_COLUMN_SINKS = ("store", "add rows")  # sinks that take a number for each column, for values of all kinds
LIBRARY_ONLY = frozenset(("sin", "cos", "expm1", "log2", "log10", "power"))  # functions that LLVM kernels lack
OP_COSTS = {"exp": 8, "tanh": 8, "erf": 12, "log": 10, "log1p": 14, "div": 4, "sqrt": 4}  # others: 1


class KernelValue(NamedTuple):
    """An operation. `payload` is the number of an input, a constant, or the predicate of a comparison."""

    op: str
    operands: tuple[KernelValue, ...]
    payload: Any
    kind: str
    dtype_class: str

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other


Operand = KernelValue | float


class KernelGraph:
    """Graph of values, and the sinks to which they are written.

    `inputs` are pairs (kind, dtype). `sinks` are pairs (value, place to write to), as in `add_sink`. `more_functions`
    are functions that only some backends support.
    """

    def __init__(self, dtype: Any, more_functions: Container[str] = ()) -> None:
        self.dtype = dtype  # of all floats
        self._more_functions = more_functions
        self.inputs: list[tuple[str, Any]] = []
        self.sinks: list[tuple[KernelValue, str]] = []
        self._interned: dict[Any, KernelValue] = {}

    def input(self, kind: str, dtype: Any) -> KernelValue:
        """Return the value of the next input array."""
        self.inputs.append((kind, dtype))
        dtype_class = {"f": FLOAT, "b": BOOL}.get(dtype.kind, INT)
        return self._value("input", (), len(self.inputs) - 1, kind, dtype_class)

    def constant(self, value: float) -> KernelValue:
        """Return the value of a constant."""
        return self._value("constant", (), (float(value), str(value)), ONE, FLOAT)

    def index(self) -> KernelValue:
        """Return the number of the column as a value."""
        return self._value("index", (), None, COLUMN, INT)

    def columns(self) -> KernelValue:
        """Return the number of columns as a float value."""
        return self._value("columns", (), None, ONE, FLOAT)

    def count(self) -> KernelValue:
        """Return the number of columns as an integer value."""
        return self._value("count", (), None, ONE, INT)

    def add_sink(self, value: KernelValue, predicate: str) -> None:
        """Write a value for each column (`store`) or row (`store row`), or its sum: `add rows` or `add all`."""
        if predicate == "add all":
            value = self.apply("total", value)
        self.sinks.append((value, predicate))

    def supports(self, function: str) -> bool:
        """Return True if kernels of this graph can call a function."""
        return function not in LIBRARY_ONLY or function in self._more_functions

    def apply(self, op: str, *operands: Operand, payload: Any = None, dtype_class: str = FLOAT) -> KernelValue:
        """Return the result of an operation. Python numbers become constants."""
        values = tuple(v if isinstance(v, KernelValue) else self.constant(v) for v in operands)
        return self._value(op, values, payload, _result_kind(op, {v.kind for v in values}), dtype_class)

    def compare(self, predicate: str, x: Operand, y: Operand) -> KernelValue:
        """Return the mask of a comparison. The predicates have the names of LLVM: ogt, olt, oge, ole, oeq, une, uno."""
        return self.apply("compare", x, y, payload=predicate, dtype_class=BOOL)

    def select(self, mask: KernelValue, x: Operand, y: Operand) -> KernelValue:
        """Return x where the mask is set, and y elsewhere."""
        return self.apply("select", mask, x, y)

    def to_float(self, value: KernelValue) -> KernelValue:
        """Convert a mask to the numbers 1 and 0."""
        return value if value.dtype_class == FLOAT else self.select(value, 1.0, 0.0)

    def _value(
        self, op: str, operands: tuple[KernelValue, ...], payload: Any, kind: str, dtype_class: str
    ) -> KernelValue:
        key = (op, tuple(map(id, operands)), payload, dtype_class)
        found = self._interned.get(key)
        if found is None:
            found = self._interned[key] = KernelValue(op, operands, payload, kind, dtype_class)
        return found

    def values(self) -> list[KernelValue]:
        """Return all values on which the sinks depend."""
        found: dict[KernelValue, None] = {}
        stack = [value for value, _ in self.sinks]
        while stack:
            value = stack.pop()
            if value not in found:
                found[value] = None
                stack += value.operands
        return list(found)

    def key(self) -> Any:
        """Return a key that is equal for graphs with equal kernels."""
        numbers: dict[KernelValue, int] = {}
        lines: list[Any] = []

        def visit(value: KernelValue) -> int:
            if value not in numbers:
                operands = tuple(map(visit, value.operands))
                numbers[value] = len(lines)
                lines.append((value.op, operands, value.payload, value.kind, value.dtype_class))
            return numbers[value]

        sinks = tuple((visit(value), predicate) for value, predicate in self.sinks)
        inputs = tuple((kind, dtype.str) for kind, dtype in self.inputs)
        return self.dtype.str, inputs, tuple(lines), sinks


def _result_kind(op: str, kinds: set[str]) -> str:
    """Return the kind of the result of an operation on operands of these kinds."""
    if op in REDUCTIONS:
        return ROW
    return FULL if kinds & {FULL, COLUMN} else ROW if ROW in kinds else ONE
