"""Statements: the values of a program as CUDA C++, each once where it is needed."""

from __future__ import annotations

import math
from collections import ChainMap
from collections.abc import Mapping, Sequence

from opscope.runtime.lower.cuda.strides import Seen
from opscope.runtime.lower.llvm.kernel_graph import BOOL, INT, Value

# functions of CUDA's library; those of floats have an f behind their names
LIBRARY = {
    "abs": "fabs", "exp": "exp", "expm1": "expm1", "log": "log", "log1p": "log1p", "log2": "log2", "log10": "log10",
    "sqrt": "sqrt", "tanh": "tanh", "erf": "erf", "sin": "sin", "cos": "cos", "floor": "floor", "ceil": "ceil",
    "trunc": "trunc", "power": "pow",
}  # fmt: skip
_INFIX = {"add": "+", "sub": "-", "mul": "*", "div": "/", "and": "&&", "or": "||", "same": "=="}
_COMPARED = {"ogt": ">", "olt": "<", "oge": ">=", "ole": "<=", "oeq": "==", "une": "!="}
# the larger (smaller) of two numbers, NaN if one is
_EXTREMES = {"maximum": ">", "minimum": "<", "top": ">", "bottom": "<", "largest": ">", "smallest": "<"}

HEAD = """\
typedef {real} real;
typedef {index} Index;

__device__ inline real of_bits({bits} bits) {{
  union {{ {bits} bits; real number; }} both;
  both.bits = bits;
  return both.number;
}}
"""


def head(real: str, index: str) -> str:
    """What every kernel begins with."""
    return HEAD.format(real=real, index=index, bits={"float": "unsigned int", "double": "unsigned long long"}[real])


class Scope:
    """The inside of a function or a loop: statements so far, and which values have a name there.

    `known` are values that lie in memory, and where.
    """

    def __init__(
        self, real: str, inputs: Sequence[Seen], known: Mapping[Value, str], outer: Scope | None = None
    ) -> None:
        self.real = real
        self.inputs = inputs
        self.known = known
        self.lines: list[str] = []
        self.names: ChainMap[Value, str] = ChainMap() if outer is None else outer.names.new_child()
        self._count: list[int] = [0] if outer is None else outer._count

    def inner(self) -> Scope:
        """A loop within."""
        return Scope(self.real, self.inputs, self.known, self)

    def value(self, value: Value) -> str:
        """The name of a value, made here if it has none."""
        found = self.names.get(value)
        if found is not None:
            return found
        text = self.known.get(value) or self._text(value, [self.value(v) for v in value.operands])
        kind = {BOOL: "bool", INT: "long long"}.get(value.what, "real")
        name = self.names[value] = self.name()
        self.lines.append(f"const {kind} {name} = {text};")
        return name

    def name(self) -> str:
        """A new one."""
        self._count[0] += 1
        return f"v{self._count[0]}"

    def _text(self, value: Value, operands: list[str]) -> str:
        op = value.op
        if op == "number":
            return number(value.extra[0], self.real)
        if op == "input":
            return f"a{value.extra}[{self.inputs[value.extra].place()}]"
        if op in ("index", "columns", "count"):
            return {"index": "col", "columns": "(real)columns", "count": "columns"}[op]
        if op == "compare":
            return compared(value.extra, *operands)
        if op == "choose":
            return "{} ? {} : {}".format(*operands)
        if op == "unlike":
            return f"{operands[0]} != {value.extra}"
        if op == "below":
            return f"{operands[0]} >= 0 && {operands[0]} < {operands[1]}"
        return applied(op, operands, self.real)


def compared(how: str, x: str, y: str) -> str:
    """A mask, as `Program.compare` names it."""
    return f"{x} != {x} || {y} != {y}" if how == "uno" else f"{x} {_COMPARED[how]} {y}"


def applied(op: str, operands: Sequence[str], real: str) -> str:
    """An operation on numbers that have names."""
    if op in _INFIX:
        return f" {_INFIX[op]} ".join(operands)
    if op in _EXTREMES:
        x, y = operands
        return f"({x} {_EXTREMES[op]} {y} || {x} != {x}) ? {x} : {y}"
    if op == "neg":
        return f"-{operands[0]}"
    if op == "invert":
        return f"!{operands[0]}"
    return f"{LIBRARY[op]}{'f' if real == 'float' else ''}({', '.join(operands)})"


def number(value: float, real: str) -> str:
    """A constant."""
    if math.isfinite(value):
        return f"(real){float(value)!r}"
    single = {math.inf: "0x7f800000u", -math.inf: "0xff800000u"}.get(value, "0x7fc00000u")
    double = {math.inf: "0x7ff0000000000000ull", -math.inf: "0xfff0000000000000ull"}.get(value, "0x7ff8000000000000ull")
    return f"of_bits({single if real == 'float' else double})"
