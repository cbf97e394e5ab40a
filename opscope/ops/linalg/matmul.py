"""Matrix products: matmul and mul."""

from __future__ import annotations

from typing import Any

from opscope.core import shape as dims
from opscope.core.annotations import Array, ArrayModule
from opscope.core.spec import TensorSpec
from opscope.errors import ShapeError
from opscope.ops import infer, samples
from opscope.ops.elementwise.arithmetic import common
from opscope.ops.grad_ops import sum_to
from opscope.ops.manipulation.reshape import reshape_like, squeeze, unsqueeze
from opscope.ops.registry import Sample, op


def _mismatch(name: str, k: int, k2: int, x: TensorSpec, y: TensorSpec, fix: str) -> ShapeError:
    return ShapeError(f"{name}: the inner dims differ, {k} and {k2}", facts={"x": x, "y": y}, fix=fix)


def _matmul(x: TensorSpec, y: TensorSpec, *, transpose_x: bool = False, transpose_y: bool = False) -> TensorSpec:
    if not x.shape or not y.shape:
        raise ShapeError("matmul: both inputs need a rank of at least 1", facts={"x": x, "y": y}, fix="use multiply")
    a, b = x.shape, y.shape
    row, inner = (None, a[0]) if len(a) == 1 else (a[-1], a[-2]) if transpose_x else a[-2:]
    inner2, column = (b[0], None) if len(b) == 1 else (b[-1], b[-2]) if transpose_y else b[-2:]
    if inner is not None and inner2 is not None and inner != inner2:
        raise _mismatch("matmul", inner, inner2, x, y, "transpose one of the inputs, or pass transpose_y=True")
    kept = (row,) * (len(a) > 1) + (column,) * (len(b) > 1)
    return TensorSpec((*dims.broadcast(a[:-2], b[:-2]), *kept), infer.promoted(x, y))


def _to(grad: Array, like: Any, dout: Array) -> Any:
    """Undo the broadcasting of the batch dims, if there are any."""
    rank = len(like.shape)
    same = rank == 2 == len(dout.shape)
    if not same and rank > 1:
        batch = tuple(like.shape[:-2])
        same = batch == tuple(dout.shape[:-2]) and None not in batch and -1 not in batch
    return grad if same and grad.dtype == like.dtype else sum_to(grad, like)


def _matrices(dout: Array, x: Array, y: Array) -> tuple[Any, Any, Any]:
    """Return dout, x and y with the dims that matmul adds to operands of rank 1."""
    one_x, one_y = len(x.shape) == 1, len(y.shape) == 1
    if one_y:
        dout, y = unsqueeze(dout, axis=-1), unsqueeze(y, axis=-1)
    if one_x:
        dout, x = unsqueeze(dout, axis=-2), unsqueeze(x, axis=0)
    return dout, x, y


def _matmul_dx(dout: Array, x: Array, y: Array, transpose_x: bool, transpose_y: bool) -> Any:
    flip_x, flip_y = transpose_x and len(x.shape) > 1, transpose_y and len(y.shape) > 1
    dout, _, y = _matrices(dout, x, y)
    if flip_x:
        return _to(matmul.apply((y, dout), {"transpose_x": flip_y, "transpose_y": True}), x, dout)
    return _to(matmul.apply((dout, y), {"transpose_y": not flip_y}), x, dout)


def _matmul_dy(dout: Array, x: Array, y: Array, transpose_x: bool, transpose_y: bool) -> Any:
    flip_x, flip_y = transpose_x and len(x.shape) > 1, transpose_y and len(y.shape) > 1
    dout, x, _ = _matrices(dout, x, y)
    if flip_y:
        return _to(matmul.apply((dout, x), {"transpose_x": True, "transpose_y": flip_x}), y, dout)
    grad = matmul.apply((x, dout), {"transpose_x": not flip_x})
    return _to(squeeze(grad, axis=-1) if len(y.shape) == 1 else grad, y, dout)


def _matmul_samples() -> list[Sample]:
    a = samples.array
    plain = [((2, 3), (3, 4)), ((3,), (3,)), ((2, 3), (3,)), ((3,), (3, 2)), ((3,), (4, 3, 2)), ((4, 2, 3), (3,))]
    batched = [((4, 2, 3), (3, 5)), ((2, 3), (4, 3, 5)), ((4, 1, 2, 3), (5, 3, 2)), ((0, 3), (3, 2))]
    turned = [((3, 2), (4, 3), True, True), ((2, 3), (4, 3), False, True), ((5, 3, 2), (3, 4), True, False)]
    turned += [((3,), (2, 3), True, True), ((3, 2), (3,), True, True)]
    return [
        *(Sample((a(*x), a(*y, seed=1))) for x, y in plain + batched),
        *(Sample((a(*x), a(*y, seed=1)), {"transpose_x": tx, "transpose_y": ty}) for x, y, tx, ty in turned),
    ]


@op(infer=_matmul, vjp={"x": _matmul_dx, "y": _matmul_dy}, samples=_matmul_samples)
def matmul(xp: ArrayModule, x: Array, y: Array, *, transpose_x: bool = False, transpose_y: bool = False) -> Array:
    """Return the matrix product of the last two dims; the dims before them broadcast.

    An operand of rank 1 is a row (x) or a column (y). transpose_x and transpose_y first swap the last two dims; rank 1
    is not changed. Raises ShapeError if the inner dims differ.
    """
    x, y = common(xp, x, y)
    if transpose_x and x.ndim > 1:
        x = x.swapaxes(-1, -2)
    if transpose_y and y.ndim > 1:
        y = y.swapaxes(-1, -2)
    return xp.matmul(x, y)


def _flat(shape: dims.Shape, columns: int) -> tuple[dims.Dim, dims.Dim]:
    return dims.product(shape[:columns]), dims.product(shape[columns:])


@op(
    infer=lambda x, *, num_col_dims=1: x.with_shape(_flat(x.shape, num_col_dims)),
    vjp={"x": lambda dout, x: reshape_like(dout, x)},
    samples=lambda: [Sample((samples.array(2, 3, 4),), {"num_col_dims": 2})],
)
def flatten_to_2d(xp: ArrayModule, x: Array, *, num_col_dims: int = 1) -> Array:
    """Reshape x to a matrix: the first `num_col_dims` dims become the rows, the other dims the columns."""
    return xp.reshape(x, _flat(x.shape, num_col_dims))


def _mul(x: TensorSpec, y: TensorSpec, *, x_num_col_dims: int = 1, y_num_col_dims: int = 1) -> TensorSpec:
    inner, inner2 = _flat(x.shape, x_num_col_dims)[1], _flat(y.shape, y_num_col_dims)[0]
    if inner is not None and inner2 is not None and inner != inner2:
        raise _mismatch("mul", inner, inner2, x, y, "change x_num_col_dims, or the rows of y")
    return TensorSpec((*x.shape[:x_num_col_dims], *y.shape[y_num_col_dims:]), infer.promoted(x, y))


def _mul_dx(dout: Array, x: Array, y: Array, x_num_col_dims: int, y_num_col_dims: int) -> Any:
    rows, right = flatten_to_2d(dout, num_col_dims=x_num_col_dims), flatten_to_2d(y, num_col_dims=y_num_col_dims)
    return reshape_like(matmul(rows, right, transpose_y=True), x)


def _mul_dy(dout: Array, x: Array, y: Array, x_num_col_dims: int) -> Any:
    rows, left = flatten_to_2d(dout, num_col_dims=x_num_col_dims), flatten_to_2d(x, num_col_dims=x_num_col_dims)
    return reshape_like(matmul(left, rows, transpose_x=True), y)


@op(
    infer=_mul,
    vjp={"x": _mul_dx, "y": _mul_dy},
    samples=lambda: [
        Sample((samples.array(2, 3), samples.array(3, 4))),
        Sample((samples.array(2, 3, 4), samples.array(12, 2))),
        Sample((samples.array(2, 3, 4), samples.array(2, 2, 5)), {"x_num_col_dims": 2, "y_num_col_dims": 2}),
    ],
)
def mul(xp: ArrayModule, x: Array, y: Array, *, x_num_col_dims: int = 1, y_num_col_dims: int = 1) -> Array:
    """Return the product of x and y, flattened to matrices (the multiplication in static.nn.fc).

    out: the first x_num_col_dims dims of x, and the dims of y from y_num_col_dims on.
    """
    x, y = common(xp, x, y)
    left, right = xp.reshape(x, _flat(x.shape, x_num_col_dims)), xp.reshape(y, _flat(y.shape, y_num_col_dims))
    return xp.reshape(xp.matmul(left, right), (*x.shape[:x_num_col_dims], *y.shape[y_num_col_dims:]))
