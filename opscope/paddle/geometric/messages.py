"""Messages from the nodes at one end of edges to the nodes at the other end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opscope.core.source import site
from opscope.errors import ArgumentError, UnsupportedError, UsageError
from opscope.ops.indexing.gather import gather
from opscope.ops.indexing.segments import reduced
from opscope.ops.manipulation.reshape import reshape, unsqueeze
from opscope.ops.public_functions import public

_LITTLE = 1e-12  # Paddle divides by y + 1e-12
_MESSAGES: dict[str, Callable[[Any, Any], Any]] = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "div": lambda x, y: x * (1.0 / (y + _LITTLE)),
}


def _reduction(name: str, value: str) -> str:
    if value not in ("sum", "mean", "max", "min"):
        raise ArgumentError(f"{name} should be `sum`, `mean`, `max` or `min`, but received {value}", site=site())
    return value


def _message(message_op: str) -> Callable[[Any, Any], Any]:
    if message_op not in _MESSAGES:
        raise ArgumentError(f"message_op should be `add`, `sub`, `mul`, `div`, but received {message_op}", site=site())
    return _MESSAGES[message_op]


def _ends(src_index: Any, dst_index: Any) -> tuple[Any, Any]:
    """Return both ends of the edges, [edges]. Raises ArgumentError if the numbers of both ends differ."""
    src, dst = (reshape(i, shape=[-1]) if len(i.shape) == 2 else i for i in (src_index, dst_index))
    if src.shape[0] != dst.shape[0] and -1 not in (src.shape[0], dst.shape[0]):
        raise ArgumentError(
            "src_index and dst_index should have the same shape.", site=site(),
            facts={"src_index": list(src_index.shape), "dst_index": list(dst_index.shape)},
        )  # fmt: skip
    return src, dst


def _rows(x: Any, out_size: Any) -> int:
    """Return the number of nodes of the result.

    The result is the given number if the given number is above 0, otherwise the number of nodes of x.
    """
    if out_size is not None and not hasattr(out_size, "__index__"):
        if hasattr(out_size, "__apply_op__"):
            raise UnsupportedError("out_size as a Variable is not supported", site=site(), fix="pass a number")
        raise UsageError("out_size should be an int.", site=site())
    size = 0 if out_size is None else int(out_size)
    if size > 0:
        return size
    if x.shape[0] == -1:
        raise UnsupportedError("x has an unknown number of rows", site=site(), fix="pass out_size")
    return int(x.shape[0])


def _matched(x: Any, y: Any) -> tuple[Any, Any]:
    """Return both tensors with equal rank. Dims of 1 are inserted after the first dim.

    A tensor of rank 1 gets one column.
    """
    x, y = (unsqueeze(v, axis=1) if len(v.shape) == 1 else v for v in (x, y))
    more = len(x.shape) - len(y.shape)
    return unsqueeze(x, axis=[1] * max(-more, 0)) if more < 0 else x, unsqueeze(y, axis=[1] * more) if more > 0 else y


@public
def send_u_recv(
    x: Any, src_index: Any, dst_index: Any, reduce_op: str = "sum", out_size: Any = None, name: str | None = None
) -> Any:
    """Return `out`.

    Row d is the reduction of the rows x[src_index[e]] of all edges e with dst_index[e] = d, or 0 without such edges. x
    is [nodes, ...], and the indices are integers [edges]. reduce_op is 'sum', 'mean', 'max' or 'min'. out has out_size
    rows, by default as many rows as x. Raises ArgumentError (a ValueError) for another reduce_op, and RangeError (an
    IndexError) for a wrong index. Source:
    https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/geometric/send_u_recv_en.html
    """
    _reduction("reduce_op", reduce_op)
    src, dst = _ends(src_index, dst_index)
    return reduced(gather(x, src), dst, reduce_op, _rows(x, out_size))


@public
def send_ue_recv(
    x: Any,
    y: Any,
    src_index: Any,
    dst_index: Any,
    message_op: str = "add",
    reduce_op: str = "sum",
    out_size: Any = None,
    name: str | None = None,
) -> Any:
    """Combine x[src_index[e]] with the edge's y[e], and reduce the results as send_u_recv does.

    message_op is add, sub, mul or div. x [nodes, ...] and y [edges, ...] are broadcast after their first dim.
    """
    message = _message(message_op)
    _reduction("reduce_op", reduce_op)
    (src, dst), (x, y) = _ends(src_index, dst_index), _matched(x, y)
    return reduced(message(gather(x, src), y), dst, reduce_op, _rows(x, out_size))


@public
def send_uv(x: Any, y: Any, src_index: Any, dst_index: Any, message_op: str = "add", name: str | None = None) -> Any:
    """Combine x[src_index[e]] and y[dst_index[e]] of each edge: message_op add, sub, mul or div. out: [edges, ...]."""
    message = _message(message_op)
    (src, dst), (x, y) = _ends(src_index, dst_index), _matched(x, y)
    return message(gather(x, src), gather(y, dst))


@public
def graph_send_recv(
    x: Any, src_index: Any, dst_index: Any, pool_type: str = "sum", out_size: Any = None, name: str | None = None
) -> Any:
    """Return the result of send_u_recv. This function has the older name."""
    return send_u_recv(x, src_index, dst_index, _reduction("pool_type", pool_type), out_size)
