"""IRBuilder and VectorBuilder: builders of LLVM assembly for arithmetic with vectors or single numbers.

Every operation is an IEEE 754 operation, in the requested order. So the results have the same bits as NumPy's results.
Only `fma`, which vector functions use, rounds once instead of twice. Source: https://llvm.org/docs/LangRef.html
"""

from __future__ import annotations

import struct

WIDTH = {"float": 16, "double": 8}  # a cache line: LLVM splits it into the processor's vectors
BITS = {"float": 32, "double": 64}


class IRBuilder:
    """The body of a function, and the intrinsic functions that it calls."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.declared: set[str] = set()
        self._count = 0

    def name(self, hint: str = "v") -> str:
        """Return a new name for a result."""
        self._count += 1
        return f"%{hint}{self._count}"

    def __call__(self, text: str) -> str:
        """Add an instruction. Return the name of its result."""
        made = self.name()
        self.lines.append(f"  {made} = {text}")
        return made

    def emit(self, text: str) -> None:
        """Add an instruction without a result."""
        self.lines.append(f"  {text}")

    def label(self, name: str) -> None:
        """Begin a basic block."""
        self.lines.append(f"{name.removeprefix('%')}:")

    def intrinsic(self, result: str, name: str, *operands: str) -> str:
        """Call an intrinsic function of LLVM. Each operand is a text that begins with its type."""
        return self(self._call(result, name, operands))

    def intrinsic_do(self, name: str, *operands: str) -> None:
        """Call an intrinsic function without a result."""
        self.emit(self._call("void", name, operands))

    def _call(self, result: str, name: str, operands: tuple[str, ...]) -> str:
        kinds = ", ".join(o.rsplit(" ", 1)[0] if not o.endswith(">") else o[: o.index(">") + 1] for o in operands)
        self.declared.add(f"declare {result.removeprefix('reassoc ')} @{name}({kinds})")
        return f"call {result} @{name}({', '.join(operands)})"


class VectorBuilder:
    """Operations on `count` numbers at a time, of type "float" or "double". Operands are names or constants."""

    def __init__(self, code: IRBuilder, number: str, count: int) -> None:
        self.code = code
        self.scalar = number
        self.count = count
        self.F = self._many(number)
        self.I = self._many(f"i{BITS[number]}")
        self.M = self._many("i1")
        self.suffix = f"f{BITS[number]}" if count == 1 else f"v{count}f{BITS[number]}"

    def _many(self, kind: str) -> str:
        return kind if self.count == 1 else f"<{self.count} x {kind}>"

    def _splat(self, kind: str, value: str) -> str:
        return value if self.count == 1 else f"<{', '.join([f'{kind} {value}'] * self.count)}>"

    def constant(self, value: float) -> str:
        """Return a constant, rounded to the type."""
        if self.scalar == "float":
            value = _single(value)
        return self._splat(self.scalar, "0x" + struct.pack(">d", value).hex().upper())

    def integer(self, value: int) -> str:
        """Return an integer constant."""
        return self._splat(f"i{BITS[self.scalar]}", str(value))

    def broadcast(self, value: str, kind: str | None = None) -> str:
        """Copy a number to all lanes."""
        if self.count == 1:
            return value
        kind = kind or self.scalar
        many = self._many(kind)
        first = self.code(f"insertelement {many} poison, {kind} {value}, i32 0")
        return self.code(f"shufflevector {many} {first}, {many} poison, <{self.count} x i32> zeroinitializer")

    # --- arithmetic ---------------------------------------------------------------------------------

    def add(self, x: str, y: str) -> str:
        return self.code(f"fadd {self.F} {x}, {y}")

    def sub(self, x: str, y: str) -> str:
        return self.code(f"fsub {self.F} {x}, {y}")

    def mul(self, x: str, y: str) -> str:
        return self.code(f"fmul {self.F} {x}, {y}")

    def div(self, x: str, y: str) -> str:
        return self.code(f"fdiv {self.F} {x}, {y}")

    def neg(self, x: str) -> str:
        return self.code(f"fneg {self.F} {x}")

    def fma(self, x: str, y: str, z: str) -> str:
        """Return x * y + z, rounded once."""
        return self._same("fma", x, y, z)

    def sqrt(self, x: str) -> str:
        return self._same("sqrt", x)

    def abs(self, x: str) -> str:
        return self._same("fabs", x)

    def floor(self, x: str) -> str:
        return self._same("floor", x)

    def ceil(self, x: str) -> str:
        return self._same("ceil", x)

    def trunc(self, x: str) -> str:
        return self._same("trunc", x)

    def copysign(self, x: str, y: str) -> str:
        """Return x with the sign of y."""
        return self._same("copysign", x, y)

    def _same(self, name: str, *operands: str) -> str:
        return self.code.intrinsic(self.F, f"llvm.{name}.{self.suffix}", *(f"{self.F} {o}" for o in operands))

    # --- comparisons --------------------------------------------------------------------------------

    def compare(self, predicate: str, x: str, y: str) -> str:
        """Compare two vectors, and return a mask.

        The predicate is a name from LLVM: ogt, olt, oge, ole, oeq, une, uno.
        """
        return self.code(f"fcmp {predicate} {self.F} {x}, {y}")

    def select(self, mask: str, x: str, y: str) -> str:
        """Return x where the mask is set, and y elsewhere."""
        return self.code(f"select {self.M} {mask}, {self.F} {x}, {self.F} {y}")

    def mask(self, predicate: str, x: str, y: str) -> str:
        """Return the `and`, `or` or `xor` of two masks."""
        return self.code(f"{predicate} {self.M} {x}, {y}")

    def invert(self, x: str) -> str:
        """Return the complement of a mask."""
        return self.code(f"xor {self.M} {x}, {self._splat('i1', 'true')}")

    def maximum(self, x: str, y: str) -> str:
        """Return the larger number, or NaN if one of the numbers is NaN."""
        larger = self.select(self.compare("ogt", x, y), x, y)
        return self.select(self.compare("uno", x, x), x, larger)

    def minimum(self, x: str, y: str) -> str:
        """Return the smaller number, or NaN if one of the numbers is NaN."""
        smaller = self.select(self.compare("olt", x, y), x, y)
        return self.select(self.compare("uno", x, x), x, smaller)

    def top(self, x: str, y: str) -> str:
        """Return the larger number. If one number is NaN, the result is undefined."""
        return self.select(self.compare("ogt", x, y), x, y)

    def bottom(self, x: str, y: str) -> str:
        """Return the smaller number. If one number is NaN, the result is undefined."""
        return self.select(self.compare("olt", x, y), x, y)

    def at_most(self, x: str, bind: float) -> str:
        """Return the smaller number of x and `bind`. If x is NaN, return NaN."""
        return self.select(self.compare("ogt", x, self.constant(bind)), self.constant(bind), x)

    def at_least(self, x: str, bind: float) -> str:
        """Return the larger number of x and `bind`. If x is NaN, return NaN."""
        return self.select(self.compare("olt", x, self.constant(bind)), self.constant(bind), x)

    # --- bits ---------------------------------------------------------------------------------------

    def bits(self, x: str) -> str:
        """Return the bits of floats as integers."""
        return self.code(f"bitcast {self.F} {x} to {self.I}")

    def of_bits(self, x: str) -> str:
        """Return the floats that have the given bits."""
        return self.code(f"bitcast {self.I} {x} to {self.F}")

    def integers(self, predicate: str, x: str, y: str) -> str:
        """Apply an integer operation of LLVM: add, sub, and, or, shl, lshr, ashr."""
        return self.code(f"{predicate} {self.I} {x}, {y}")

    def from_int(self, x: str) -> str:
        """Convert integers to floats."""
        return self.code(f"sitofp {self.I} {x} to {self.F}")

    # --- all lanes ----------------------------------------------------------------------------------

    def reduce(self, x: str, predicate: str) -> str:
        """Reduce the lanes of a vector to one number.

        The operation `predicate` is `add` (a sum), `maximum`, `minimum`, `top` or `bottom`.
        """
        count = self.count
        if predicate == "add":
            zero, numbers = f"{self.scalar} 0.0", f"{self.F} {x}"
            return self.code.intrinsic(
                f"reassoc {self.scalar}", f"llvm.vector.reduce.fadd.{self.suffix}", zero, numbers
            )
        while count > 1:
            count //= 2
            order = ", ".join(f"i32 {(i + count) % self.count}" for i in range(self.count))
            other = self.code(f"shufflevector {self.F} {x}, {self.F} poison, <{self.count} x i32> <{order}>")
            x = getattr(self, predicate)(x, other)
        return self.code(f"extractelement {self.F} {x}, i32 0")


def _single(value: float) -> float:
    """Return the nearest float32 number."""
    try:
        return struct.unpack(">f", struct.pack(">f", value))[0]
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")
