"""Arrays: what every part of a kernel knows, and how it reads and writes memory."""

from __future__ import annotations

from opscope.runtime.lower.llvm.kernel_graph import BOOL, Program, Value
from opscope.runtime.lower.llvm.passes import Passes
from opscope.runtime.lower.llvm.vector_code import WIDTH, Code, Lanes


class Arrays:
    """The code so far, and what has a name in it. `whole`: columns are a multiple of a vector's.

    `scalars` are values of ONE and of a ROW as numbers, `spreads` the same in all lanes.
    """

    rows: str
    columns: str
    body: str  # how many columns are in whole vectors
    row: str
    start: str  # the number of elements before this row
    scratch: str
    inputs: list[str]
    sinks: list[str]

    def __init__(self, program: Program, whole: bool) -> None:
        self.program = program
        self.whole = whole
        self.passes = Passes(program)
        self.number = {4: "float", 8: "double"}[program.dtype.itemsize]
        self.bytes = program.dtype.itemsize
        self.code = Code()
        self.vector = Lanes(self.code, self.number, WIDTH[self.number])
        self.one = Lanes(self.code, self.number, 1)
        self.scalars: dict[Value, str] = {}
        self.spreads: dict[Value, str] = {}

    def place(self, array: str, what: str, column: str, start: str | None) -> str:
        """The address of an element."""
        index = column if start is None else self.code(f"add i64 {start}, {column}")
        return self.code(f"getelementptr {'i8' if what == BOOL else self.number}, ptr {array}, i64 {index}")

    def kept_place(self, value: Value, column: str) -> str:
        """Where a value is kept for later passes: in scratch, in rows of whole vectors."""
        width = self.vector.count
        long = self.code(f"and i64 {self.code(f'add i64 {self.columns}, {width - 1}')}, {-width}")
        index = self.code(f"add i64 {self.code(f'mul i64 {long}, {self.passes.kept[value]}')}, {column}")
        return self.code(f"getelementptr {self.number}, ptr {self.scratch}, i64 {index}")

    def load(self, place: str, what: str, mask: str | None) -> str:
        """A vector; zeros in lanes that are not in the mask."""
        width = self.vector.count
        kind, suffix = (f"<{width} x i8>", f"v{width}i8") if what == BOOL else (self.vector.F, self.vector.suffix)
        if mask is None:
            made = self.code(f"load {kind}, ptr {place}, align {1 if what == BOOL else self.bytes}")
        else:
            made = self.code.intrinsic(
                kind, f"llvm.masked.load.{suffix}.p0", f"ptr {place}", f"i32 {1 if what == BOOL else self.bytes}",
                f"{self.vector.M} {mask}", f"{kind} zeroinitializer",
            )  # fmt: skip
        return self.code(f"icmp ne {kind} {made}, zeroinitializer") if what == BOOL else made

    def store(self, place: str, value: str, what: str, mask: str | None) -> None:
        """Write the lanes of a vector that are in the mask."""
        width = self.vector.count
        kind, suffix, align = self.vector.F, self.vector.suffix, self.bytes
        if what == BOOL:
            kind, suffix, align = f"<{width} x i8>", f"v{width}i8", 1
            value = self.code(f"zext {self.vector.M} {value} to {kind}")
        if mask is None:
            self.code.do(f"store {kind} {value}, ptr {place}, align {align}")
        else:
            self.code.intrinsic_do(
                f"llvm.masked.store.{suffix}.p0", f"{kind} {value}", f"ptr {place}", f"i32 {align}",
                f"{self.vector.M} {mask}",
            )  # fmt: skip
