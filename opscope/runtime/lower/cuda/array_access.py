"""ArrayAccess, which creates the CUDA C++ expression for the index of an array element."""

from __future__ import annotations

from typing import NamedTuple

from opscope.core.annotations import Array
from opscope.runtime.lower import kernel_graph

# the dtypes that kernels read and write, and their C++ types
C_TYPES = {
    "float32": "float", "float64": "double", "bool": "bool", "int8": "signed char", "uint8": "unsigned char",
    "int16": "short", "uint16": "unsigned short", "int32": "int", "uint32": "unsigned int", "int64": "long long",
    "uint64": "unsigned long long",
}  # fmt: skip


class ArrayAccess(NamedTuple):
    """Access of a kernel to an array. `strides` are pairs (size, stride in elements), innermost first.

    If `strides` is None, the array is contiguous.
    """

    kind: str
    type: str
    strides: tuple[tuple[int, int], ...] | None

    @property
    def extent(self) -> int:
        """The distance from the first element to the farthest element."""
        return sum((size - 1) * abs(stride) for size, stride in self.strides or ())

    def index_expression(self) -> str:
        """Return the expression for the index of an element, given by its row and column, or by its number `e`."""
        position = {kernel_graph.FULL: "e", kernel_graph.COLUMN: "col", kernel_graph.ROW: "row", kernel_graph.ONE: "0"}[
            self.kind
        ]
        if self.strides is None or position == "0":
            return position
        inner, terms = 1, []
        for i, (size, stride) in enumerate(self.strides):
            if stride:
                part = position if inner == 1 else f"{position} / {inner}"
                part = part if i == len(self.strides) - 1 else f"({part}) % {size}"
                terms.append(f"({part}) * {stride}")
            inner *= size
        return " + ".join(terms) or "0"


def access_of(array: Array, kind: str) -> ArrayAccess:
    """Return the access of a kernel to an array. The elements of the array are numbered in C order."""
    strides: list[tuple[int, int]] = []
    for size, step in zip(reversed(array.shape), reversed(array.strides), strict=True):
        stride = step // array.itemsize
        if size == 1:
            continue
        if strides and stride == strides[-1][1] * strides[-1][0]:
            strides[-1] = strides[-1][0] * size, strides[-1][1]
        else:
            strides.append((size, stride))
    plain = not strides or (len(strides) == 1 and strides[0][1] == 1)
    return ArrayAccess(kind, C_TYPES[array.dtype.name], None if plain else tuple(strides))
