"""MemoryAccess, which generates the loads and stores of a kernel, and contains the generated code."""

from __future__ import annotations

from opscope.core.machine_code.ir_builder import WIDTH, IRBuilder, VectorBuilder
from opscope.runtime.lower.column_passes import ColumnPasses
from opscope.runtime.lower.kernel_graph import BOOL, KernelGraph, KernelValue


class MemoryAccess:
    """Code that was written, and the names of its values.

    `whole` is True if the number of columns is a multiple of the vector width. `scalars` are the values of kind ONE and
    ROW as scalars. `broadcasts` are the same values in all lanes.
    """

    rows: str
    columns: str
    body: str  # the number of columns in full vectors
    row: str
    start: str  # the index of the row's first element
    scratch: str
    inputs: list[str]
    sinks: list[str]

    def __init__(self, graph: KernelGraph, whole: bool) -> None:
        self.graph = graph
        self.whole = whole
        self.passes = ColumnPasses(graph)
        self.constant = {4: "float", 8: "double"}[graph.dtype.itemsize]
        self.bytes = graph.dtype.itemsize
        self.code = IRBuilder()
        self.vector = VectorBuilder(self.code, self.constant, WIDTH[self.constant])
        self.one = VectorBuilder(self.code, self.constant, 1)
        self.scalars: dict[KernelValue, str] = {}
        self.broadcasts: dict[KernelValue, str] = {}

    def address(self, array: str, dtype_class: str, column: str, start: str | None) -> str:
        """Return the address of an element."""
        index = column if start is None else self.code(f"add i64 {start}, {column}")
        return self.code(f"getelementptr {'i8' if dtype_class == BOOL else self.constant}, ptr {array}, i64 {index}")

    def scratch_address(self, value: KernelValue, column: str) -> str:
        """Return the address of a value that is stored for later passes. The memory has rows of full vectors."""
        width = self.vector.count
        long = self.code(f"and i64 {self.code(f'add i64 {self.columns}, {width - 1}')}, {-width}")
        index = self.code(f"add i64 {self.code(f'mul i64 {long}, {self.passes.scratch_rows[value]}')}, {column}")
        return self.code(f"getelementptr {self.constant}, ptr {self.scratch}, i64 {index}")

    def load(self, address: str, dtype_class: str, mask: str | None) -> str:
        """Load a vector. Lanes outside the mask are 0."""
        width = self.vector.count
        kind, suffix = (
            (f"<{width} x i8>", f"v{width}i8") if dtype_class == BOOL else (self.vector.F, self.vector.suffix)
        )
        if mask is None:
            made = self.code(f"load {kind}, ptr {address}, align {1 if dtype_class == BOOL else self.bytes}")
        else:
            made = self.code.intrinsic(
                kind, f"llvm.masked.load.{suffix}.p0", f"ptr {address}",
                f"i32 {1 if dtype_class == BOOL else self.bytes}", f"{self.vector.M} {mask}",
                f"{kind} zeroinitializer",
            )  # fmt: skip
        return self.code(f"icmp ne {kind} {made}, zeroinitializer") if dtype_class == BOOL else made

    def store(self, address: str, value: str, dtype_class: str, mask: str | None) -> None:
        """Write the lanes of a vector that are in the mask."""
        width = self.vector.count
        kind, suffix, align = self.vector.F, self.vector.suffix, self.bytes
        if dtype_class == BOOL:
            kind, suffix, align = f"<{width} x i8>", f"v{width}i8", 1
            value = self.code(f"zext {self.vector.M} {value} to {kind}")
        if mask is None:
            self.code.emit(f"store {kind} {value}, ptr {address}, align {align}")
        else:
            self.code.intrinsic_do(
                f"llvm.masked.store.{suffix}.p0", f"{kind} {value}", f"ptr {address}", f"i32 {align}",
                f"{self.vector.M} {mask}",
            )  # fmt: skip
