"""StatementScope, which writes the values of a kernel graph as CUDA C++ statements."""

from __future__ import annotations

import math
from collections import ChainMap
from collections.abc import Mapping, Sequence

from opscope.runtime.lower.cuda.array_access import ArrayAccess
from opscope.runtime.lower.kernel_graph import BOOL, INT, KernelValue

# functions of CUDA's library; the float versions end in f
LIBRARY_FUNCTIONS = {
    "abs": "fabs", "exp": "exp", "expm1": "expm1", "log": "log", "log1p": "log1p", "log2": "log2", "log10": "log10",
    "sqrt": "sqrt", "tanh": "tanh", "erf": "erf", "sin": "sin", "cos": "cos", "floor": "floor", "ceil": "ceil",
    "trunc": "trunc", "power": "pow",
}  # fmt: skip
_INFIX = {"add": "+", "sub": "-", "mul": "*", "div": "/", "and": "&&", "or": "||", "ieq": "=="}
_COMPARED = {"ogt": ">", "olt": "<", "oge": ">=", "ole": "<=", "oeq": "==", "une": "!="}
# the larger (smaller) of two numbers, NaN if either is NaN
_EXTREMES = {"maximum": ">", "minimum": "<", "top": ">", "bottom": "<", "largest": ">", "smallest": "<"}

PREAMBLE = """\
typedef {real} real;
typedef {index} Index;

__device__ inline real of_bits({bits} bits) {{
  union {{ {bits} bits; real number; }} both;
  both.bits = bits;
  return both.number;
}}
"""


def preamble(real: str, index: str) -> str:
    """Return the code at the beginning of each kernel."""
    return PREAMBLE.format(real=real, index=index, bits={"float": "unsigned int", "double": "unsigned long long"}[real])


class StatementScope:
    """Body of a function or a loop: its statements, and the names of the values in it.

    `known_rows` are values in memory, and the expressions that read them.
    """

    def __init__(
        self,
        real: str,
        inputs: Sequence[ArrayAccess],
        known_rows: Mapping[KernelValue, str],
        outer: StatementScope | None = None,
    ) -> None:
        self.real = real
        self.inputs = inputs
        self.known_rows = known_rows
        self.lines: list[str] = []
        self.names: ChainMap[KernelValue, str] = ChainMap() if outer is None else outer.names.new_child()
        self._count: list[int] = [0] if outer is None else outer._count

    def inner(self) -> StatementScope:
        """Return a scope for a loop inside this scope."""
        return StatementScope(self.real, self.inputs, self.known_rows, self)

    def name_of(self, value: KernelValue) -> str:
        """Return the name of a value. If the value has no name, add its statements here."""
        found = self.names.get(value)
        if found is not None:
            return found
        text = self.known_rows.get(value) or self._expression(value, [self.name_of(v) for v in value.operands])
        kind = {BOOL: "bool", INT: "long long"}.get(value.dtype_class, "real")
        new_name = self.names[value] = self.new_name()
        self.lines.append(f"const {kind} {new_name} = {text};")
        return new_name

    def new_name(self) -> str:
        """Return a new name."""
        self._count[0] += 1
        return f"v{self._count[0]}"

    def _expression(self, value: KernelValue, operands: list[str]) -> str:
        op = value.op
        if op == "constant":
            return constant(value.payload[0], self.real)
        if op == "input":
            return f"a{value.payload}[{self.inputs[value.payload].index_expression()}]"
        if op in ("index", "columns", "count"):
            return {"index": "col", "columns": "(real)columns", "count": "columns"}[op]
        if op == "compare":
            return comparison(value.payload, *operands)
        if op == "select":
            return "{} ? {} : {}".format(*operands)
        if op == "ine":
            return f"{operands[0]} != {value.payload}"
        if op == "ult":
            return f"{operands[0]} >= 0 && {operands[0]} < {operands[1]}"
        return operation(op, operands, self.real)


def comparison(predicate: str, x: str, y: str) -> str:
    """Return the code of a mask. `KernelGraph.compare` explains the predicate."""
    return f"{x} != {x} || {y} != {y}" if predicate == "uno" else f"{x} {_COMPARED[predicate]} {y}"


def operation(op: str, operands: Sequence[str], real: str) -> str:
    """Return the code of an operation on named operands."""
    if op in _INFIX:
        return f" {_INFIX[op]} ".join(operands)
    if op in _EXTREMES:
        x, y = operands
        return f"({x} {_EXTREMES[op]} {y} || {x} != {x}) ? {x} : {y}"
    if op == "neg":
        return f"-{operands[0]}"
    if op == "invert":
        return f"!{operands[0]}"
    return f"{LIBRARY_FUNCTIONS[op]}{'f' if real == 'float' else ''}({', '.join(operands)})"


def constant(value: float, real: str) -> str:
    """Return the code of a constant."""
    if math.isfinite(value):
        return f"(real){float(value)!r}"
    single = {math.inf: "0x7f800000u", -math.inf: "0xff800000u"}.get(value, "0x7fc00000u")
    double = {math.inf: "0x7ff0000000000000ull", -math.inf: "0xfff0000000000000ull"}.get(value, "0x7ff8000000000000ull")
    return f"of_bits({single if real == 'float' else double})"
