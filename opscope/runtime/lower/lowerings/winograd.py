"""Convolution with a 3x3 window and half the multiplications. The method is Winograd's F(4, 3) along the height.

Four rows of the output are computed from six rows of the input. With polynomials, 12 products become 6 products, at the
points 0, 1, -1, 2, -2 and infinity. The sums before and after the products are a few calls on long runs. The matrix
product sums the columns of the window. The method could be used along both dims. It would then need a quarter of the
multiplications. However, it would need twice as many sums, which NumPy computes one at a time, and the results would
have one correct digit less. The errors of float32 results are at most 1e-5 of the largest value. Source: Lavin & Gray
2015, https://arxiv.org/abs/1509.09308
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from opscope.core.annotations import Array
from opscope.ops.nn.windows_2d import Axis
from opscope.runtime.lower.emitter import Emitter

CACHE = 1 << 21  # bytes of the transformed rows of a part of the images
FILTER_TRANSFORM = np.array(  # 3 rows of the window -> 6 points
    [
        [1 / 4, 0, 0],
        [-1 / 6, -1 / 6, -1 / 6],
        [-1 / 6, 1 / 6, -1 / 6],
        [1 / 24, 1 / 12, 1 / 6],
        [1 / 24, -1 / 12, 1 / 6],
        [0, 0, 1],
    ]
)


def is_faster(shape: tuple[int, ...], outs: int, axes: tuple[Axis, Axis], groups: int, sizes: tuple[int, ...]) -> bool:
    """Return True if this method saves time for an input of `shape` and outputs of `sizes`.

    The saved multiplications must cost more than the added sums. This is the case with at least 16 channels and 512
    positions in total, unless the last tile of four rows is mostly empty.
    """
    small = all((a.size, a.stride, a.dilation) == (3, 1, 1) and max(a.before, a.after) <= 2 for a in axes)
    enough = min(shape[1], outs) >= 16 and shape[0] * sizes[0] * sizes[1] >= 512
    return small and groups == 1 and enough and 2 * _tiles(sizes[0]) <= 0.75 * sizes[0]


def _tiles(rows: int) -> int:
    return -(-rows // 4)


class TransformedInput:
    """Scratch memory for `count` images: padded rows by row number modulo 4, and transformed rows.

    The transformed rows have the shape [6, 3 * C, count * tiles * W'].
    """

    def __init__(self, e: Emitter, x: Array, sizes: tuple[int, int], top: int, left: int) -> None:
        self.e = e
        self.tiles, self.wide = _tiles(sizes[0]), sizes[1]
        image = 18 * x.shape[1] * self.tiles * self.wide * x.dtype.itemsize
        most = max(CACHE // image, 1)
        self.count = next(k for k in range(min(most, len(x)), 0, -1) if len(x) % k == 0)
        self.x, self.top, self.left = x, top, left
        lead = (x.shape[1], self.count)
        self.row_groups = e.temp((4, *lead, self.tiles + 1, self.wide + 2), x.dtype)
        self.points = e.temp((6, *lead, self.tiles, self.wide + 2), x.dtype)
        self.even, self.odd = (e.temp(self.points.shape[1:], x.dtype) for _ in "ab")
        self.shifted = e.temp((6, 3, *lead, self.tiles, self.wide), x.dtype)
        self.matrices = self.shifted.reshape(6, 3 * x.shape[1], -1)
        e.call(self.row_groups.fill, 0)

    def parts(self) -> Iterator[slice]:
        """Return slices of the images."""
        for first in range(0, len(self.x), self.count):
            yield slice(first, first + self.count)

    def load(self, part: slice) -> Any:
        """Add the calls that transform the rows of some images. Return the matrices that these calls fill."""
        e = self.e
        wide = min(self.x.shape[3], self.wide + 2 - self.left)
        for remainder in range(4):
            first = (remainder - self.top) % 4  # padded row 4 * q + remainder is row 4 * q + remainder - top of x
            start = (first + self.top) // 4
            source = self.x[part, :, first : 4 * self.tiles + 4 - self.top : 4, :wide].swapaxes(0, 1)
            rows = min(source.shape[2], self.tiles + 1 - start)
            if rows > 0:
                place = self.row_groups[remainder, :, :, start : start + rows, self.left : self.left + wide]
                e.call(e.xp.copyto, place, source[:, :, :rows])
        self._transform()
        for column in range(3):
            e.call(e.xp.copyto, self.shifted[:, column], self.points[..., column : column + self.wide])
        return self.matrices

    def _transform(self) -> None:
        e, number = self.e, self.x.dtype.type
        d = [self.row_groups[k % 4, :, :, k // 4 : k // 4 + self.tiles] for k in range(6)]
        v, even, odd = self.points, self.even, self.odd
        add, subtract, multiply = e.xp.add, e.xp.subtract, e.xp.multiply
        e.call(subtract, d[4], d[2], even)  # (d4 - d2) +- 2 (d3 - d1)
        e.call(subtract, d[3], d[1], odd)
        e.call(subtract, d[0], d[2], v[0])  # 4 (d0 - d2) + (d4 - d2)
        e.call(multiply, v[0], number(4), v[0])
        e.call(add, v[0], even, v[0])
        e.call(subtract, d[5], d[3], v[5])  # (d5 - d3) - 4 (d3 - d1)
        e.call(add, odd, odd, odd)
        e.call(add, even, odd, v[3])
        e.call(subtract, even, odd, v[4])
        e.call(add, odd, odd, odd)
        e.call(subtract, v[5], odd, v[5])
        e.call(multiply, d[2], number(4), even)  # (d4 - 4 d2) +- (d3 - 4 d1)
        e.call(subtract, d[4], even, even)
        e.call(multiply, d[1], number(4), odd)
        e.call(subtract, d[3], odd, odd)
        e.call(add, even, odd, v[1])
        e.call(subtract, even, odd, v[2])


def correlate(e: Emitter, x: Array, weight: Array, out: Array, top: int, left: int) -> None:
    """Calls that write the convolution of x [N, C, H, W] with weight [O, C, 3, 3] into out.

    The padding is the number of rows at the top and of columns at the left.
    """
    outs, ins = weight.shape[:2]
    window = e.temp((3, outs, 3, ins), x.dtype)
    filters = e.temp((6, outs, 3 * ins), x.dtype)
    e.call(e.xp.copyto, window, weight.transpose(2, 0, 3, 1))
    e.product(e.xp.matmul, FILTER_TRANSFORM.astype(x.dtype), window.reshape(3, -1), filters.reshape(6, -1))
    source = TransformedInput(e, x, out.shape[2:], top, left)
    products = e.temp((6, outs, source.count * source.tiles * source.wide), x.dtype)
    even, odd, more = (e.temp((outs, source.count, source.tiles, source.wide), x.dtype) for _ in "abc")
    for part in source.parts():
        e.product(e.xp.matmul, filters, source.load(part), products)
        _inverse_transform(e, products.reshape(6, *even.shape), out[part].swapaxes(0, 1), (even, odd, more))


def _inverse_transform(e: Emitter, m: Array, out: Array, scratch: tuple[Any, Any, Any]) -> None:
    """Compute four rows of out [O, N, H', W'] from six points.

    The rows are m0 + (m1 + m2) + (m3 + m4), (m1 - m2) + 2 (m3 - m4), ...
    """
    near, far, total = scratch
    number = m.dtype.type
    add, subtract, multiply = e.xp.add, e.xp.subtract, e.xp.multiply

    def write(row: int, a: Array, b: Array) -> None:
        place = out[:, :, row::4]
        rows = place.shape[2]
        if rows:
            e.call(add, a[:, :, :rows], b[:, :, :rows], place)

    e.call(add, m[1], m[2], near)
    e.call(add, m[3], m[4], far)
    e.call(add, near, far, total)
    write(0, total, m[0])
    e.call(multiply, far, number(4), far)
    write(2, near, far)
    e.call(subtract, m[1], m[2], near)
    e.call(subtract, m[3], m[4], far)
    e.call(add, far, far, far)
    write(1, near, far)
    e.call(multiply, far, number(4), far)
    e.call(add, near, far, near)
    write(3, near, m[5])


def weight_gradient(e: Emitter, x: Array, grad: Array, out: Array, top: int, left: int) -> None:
    """Calls that write the gradient of the weight into out [O, C, 3, 3]. The algorithm is the same, but transposed."""
    outs, ins = out.shape[:2]
    source = TransformedInput(e, x, grad.shape[2:], top, left)
    lead = (outs, source.count, source.tiles, source.wide)
    row_groups, points = e.temp((4, *lead), x.dtype), e.temp((6, *lead), x.dtype)
    even, odd = e.temp(lead, x.dtype), e.temp(lead, x.dtype)
    total, product = (e.temp((6, 3 * ins, outs), x.dtype) for _ in "ab")  # BLAS is faster with the long side first
    if grad.shape[2] % 4:
        e.call(row_groups.fill, 0)
    for part in source.parts():
        for row in range(4):
            rows = grad[part, :, row::4].swapaxes(0, 1)
            e.call(e.xp.copyto, row_groups[row, :, :, : rows.shape[2]], rows)
        _transform_gradient(e, row_groups, points, even, odd)
        place = product if part.start else total
        e.product(e.xp.matmul, source.load(part), points.reshape(6, outs, -1).swapaxes(1, 2), place)
        if part.start:
            e.call(e.xp.add, total, product, total)
    window = e.temp((3, 3, ins, outs), x.dtype)
    e.product(e.xp.matmul, FILTER_TRANSFORM.T.astype(x.dtype), total.reshape(6, -1), window.reshape(3, -1))
    e.call(e.xp.copyto, out, window.transpose(3, 2, 0, 1))


def _transform_gradient(e: Emitter, g: Array, m: Array, even: Any, odd: Any) -> None:
    """Compute six points from four rows of a gradient: g0, (g0 + g2) +- (g1 + g3), (g0 + 4 g2) +- 2 (g1 + 4 g3), g3."""
    number = g.dtype.type
    add, subtract, multiply = e.xp.add, e.xp.subtract, e.xp.multiply
    e.call(e.xp.copyto, m[0], g[0])
    e.call(e.xp.copyto, m[5], g[3])
    e.call(add, g[0], g[2], even)
    e.call(add, g[1], g[3], odd)
    e.call(add, even, odd, m[1])
    e.call(subtract, even, odd, m[2])
    e.call(multiply, g[2], number(4), even)
    e.call(add, g[0], even, even)
    e.call(multiply, g[3], number(4), odd)
    e.call(add, g[1], odd, odd)
    e.call(add, odd, odd, odd)
    e.call(add, even, odd, m[3])
    e.call(subtract, even, odd, m[4])
