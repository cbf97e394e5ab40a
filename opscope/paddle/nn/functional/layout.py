"""Channel layouts: functions compute with channels first, and convert other layouts before and after."""

from __future__ import annotations

from typing import Any

from opscope.errors import ArgumentError, ShapeError
from opscope.ops.manipulation.reshape import transpose

FORMATS = {1: ("NCL", "NLC"), 2: ("NCHW", "NHWC"), 3: ("NCDHW", "NDHWC")}


def channels_last(data_format: str, dims: int, where: str) -> bool:
    """Return True for NLC, NHWC and NDHWC. Raises ArgumentError for a layout that does not have these dims."""
    if data_format not in FORMATS[dims]:
        first, last = FORMATS[dims]
        raise ArgumentError(
            f"data_format of {where} should be '{first}' or '{last}', but received {data_format!r}",
            fix="pass one of them",
        )
    return data_format == FORMATS[dims][1]


def any_channels_last(data_format: str, where: str) -> bool:
    """Return True for a layout of any number of dims with channels last; 'NC' has channels first."""
    if data_format in ("NC", *(first for first, _ in FORMATS.values())):
        return False
    if data_format in (last for _, last in FORMATS.values()):
        return True
    raise ArgumentError(
        f"data_format of {where} should be one of NC, NCL, NCHW, NCDHW, NLC, NHWC, NDHWC, but received {data_format!r}",
        fix="pass one of them",
    )


def to_first(x: Any, last: bool) -> Any:
    """Convert [N, *, C] to [N, C, *]."""
    rank = len(x.shape)
    return transpose(x, perm=[0, rank - 1, *range(1, rank - 1)]) if last else x


def to_last(x: Any, last: bool) -> Any:
    """Convert [N, C, *] to [N, *, C]."""
    return transpose(x, perm=[0, *range(2, len(x.shape)), 1]) if last else x


def with_rank(x: Any, rank: int, where: str) -> None:
    """Raise ShapeError if x has another rank."""
    if len(x.shape) != rank:
        raise ShapeError(
            f"{where} needs an input of rank {rank}, but its rank is {len(x.shape)}",
            facts={"x": list(x.shape)},
            fix="add dims with paddle.unsqueeze, or remove dims with paddle.squeeze",
        )


def window_padding(padding: Any, dims: int, last: bool) -> Any:
    """Return padding without N and C, as a name, an int, or two numbers for each dim.

    Raises ArgumentError if N or C is padded.
    """
    if isinstance(padding, str | int):
        return padding
    given = list(padding)
    if not given or isinstance(given[0], int):
        return given[0] if len(given) == 1 else given
    if len(given) == dims + 2:
        outer = (given[0], given[-1]) if last else (given[0], given[1])
        if any(v for pair in outer for v in pair):
            raise ArgumentError(
                f"padding {padding!r} is not zero for N or C, but only the other dims can be padded",
                fix="pass [0, 0] for N and C",
            )
        given = given[1:-1] if last else given[2:]
    return [v for pair in given for v in pair]


def beside(padding: Any) -> Any:
    """Return padding of one dim as padding of [1, L]."""
    if isinstance(padding, str):
        return padding
    pair = [padding, padding] if isinstance(padding, int) else list(padding)
    if len(pair) != 2:
        raise ArgumentError(
            f"padding must be an int, two ints, 'SAME' or 'VALID', but it is {padding!r}", fix="pass one of these forms"
        )
    return [0, 0, *pair]


def one(value: Any, name: str) -> int:
    """Return an int from an int or a list of one int. Raises ArgumentError."""
    if isinstance(value, list | tuple) and len(value) == 1:
        value = value[0]
    if not isinstance(value, int):
        raise ArgumentError(f"{name} must be an int or a list of one int, but it is {value!r}")
    return value
