"""Strided: where the elements of an array lie, as an expression of CUDA C++ in the number of an element."""

from __future__ import annotations

from typing import Any, NamedTuple

from opscope.runtime.lower.llvm import kernel_graph

# dtypes that kernels read and write, as C++ spells them
TYPES = {
    "float32": "float", "float64": "double", "bool": "bool", "int8": "signed char", "uint8": "unsigned char",
    "int16": "short", "uint16": "unsigned short", "int32": "int", "uint32": "unsigned int", "int64": "long long",
    "uint64": "unsigned long long",
}  # fmt: skip


class Seen(NamedTuple):
    """An array as a kernel sees it. `dims` are (size, stride in elements), innermost first; None: without gaps."""

    kind: str
    type: str
    dims: tuple[tuple[int, int], ...] | None

    @property
    def extent(self) -> int:
        """How far from the first element another one may be."""
        return sum((size - 1) * abs(stride) for size, stride in self.dims or ())

    def place(self) -> str:
        """The index of the element of this row, column, or number `e`."""
        number = {kernel_graph.FULL: "e", kernel_graph.COLUMN: "col", kernel_graph.ROW: "row", kernel_graph.ONE: "0"}[
            self.kind
        ]
        if self.dims is None or number == "0":
            return number
        inner, terms = 1, []
        for i, (size, stride) in enumerate(self.dims):
            if stride:
                part = number if inner == 1 else f"{number} / {inner}"
                part = part if i == len(self.dims) - 1 else f"({part}) % {size}"
                terms.append(f"({part}) * {stride}")
            inner *= size
        return " + ".join(terms) or "0"


def seen(array: Any, kind: str) -> Seen:
    """How a kernel sees an array whose elements it counts in C order."""
    dims: list[tuple[int, int]] = []
    for size, step in zip(reversed(array.shape), reversed(array.strides), strict=True):
        stride = step // array.itemsize
        if size == 1:
            continue
        if dims and stride == dims[-1][1] * dims[-1][0]:
            dims[-1] = dims[-1][0] * size, dims[-1][1]
        else:
            dims.append((size, stride))
    plain = not dims or (len(dims) == 1 and dims[0][1] == 1)
    return Seen(kind, TYPES[array.dtype.name], None if plain else tuple(dims))
