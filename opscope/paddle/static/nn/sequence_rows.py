"""Functions that rearrange the rows of sequences, by a `gather` with row numbers made of the offsets."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from opscope.core.public_calls import note_functions
from opscope.core.source import site
from opscope.core.state import mode, names
from opscope.errors import ArgumentError, ModeError, ShapeError, UsageError
from opscope.ir.program.lod import lod_of, offsets_of
from opscope.ops.registry import REGISTRY
from opscope.paddle.static.nn.checked import check_input
from opscope.paddle.static.nn.layers import sizes_from

FLOATS = ("float32", "float64")
WHOLE = ("int32", "int64")
NUMBERS = (*FLOATS, *WHOLE)


def sequence(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function with a check of static mode; its results get the name of the function."""

    @functools.wraps(function)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        if not mode.static:
            raise ModeError("sequence layers work only in static mode.", site=site(), fix="call paddle.enable_static()")
        with names.naming(kwargs.get("name") or names(function.__name__)):
            return function(*args, **kwargs)

    return wrapped


def picked(x: Any, rows: Any, levels: Sequence[Any] = ()) -> Any:
    """Return the rows of x with these numbers, with a LoD."""
    made = REGISTRY["gather"](x, rows)
    return REGISTRY["lod_reset"](made, *levels) if levels else made


def with_a_row(x: Any, value: float) -> Any:
    """Append a row of one value to x; the appended row replaces missing rows."""
    return REGISTRY["pad"](x, paddings=(0, 1, *(0, 0) * (len(x.shape) - 1)), value=value)


@sequence
def sequence_expand(x: Any, y: Any, ref_level: int = -1, name: str | None = None) -> Any:
    """Repeat each sequence of x as often as the sequence of y with the same number has rows.

    If x has no LoD, each row of x is a sequence. ref_level is the level of y's LoD; -1 means the last level. Raises
    ArgumentError for a level that y does not have.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/static/nn/sequence_expand_en.html
    """
    check_input(x, "x", "sequence_expand", NUMBERS)
    offsets_of(y, "sequence_expand", "Y")
    levels = lod_of(y)
    if not -1 <= ref_level < len(levels):
        raise ArgumentError(
            f"ref_level of sequence_expand should be -1, or in [0, {len(levels)}), but it is {ref_level}.",
            site=site(),
        )
    at = len(levels) - 1 if ref_level == -1 else ref_level
    own = lod_of(x)
    if own:
        rows, offsets = REGISTRY["expanded_rows"](own[-1], levels[at])
        return picked(x, rows, [offsets])
    like = y if at == len(levels) - 1 else REGISTRY["sequence_lengths"](levels[at + 1])
    return picked(x, REGISTRY["row_sequences"](levels[at], like, x))


@sequence
def sequence_expand_as(x: Any, y: Any, name: str | None = None) -> Any:
    """Repeat row i of x as often as sequence i of y has rows. The result has the LoD of y.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/static/nn/sequence_expand_as_en.html
    """
    check_input(x, "x", "sequence_expand_as", NUMBERS)
    offsets = offsets_of(y, "sequence_expand_as", "Y")
    return picked(x, REGISTRY["row_sequences"](offsets, y, x), lod_of(y))


@sequence
def sequence_concat(input: list[Any], name: str | None = None) -> Any:
    """Concatenate the sequences i of all inputs to one sequence. All inputs have the same number of sequences.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/static/nn/sequence_concat_en.html
    """
    if not isinstance(input, list):
        raise UsageError(
            f"The input of sequence_concat must be a list, but received {type(input)}.", site=site(),
        )  # fmt: skip
    for i, x in enumerate(input):
        check_input(x, f"input[{i}]", "sequence_concat", (*FLOATS, "int64"))
    rows, offsets = REGISTRY["joined_rows"](*(offsets_of(x, "sequence_concat") for x in input))
    return picked(REGISTRY["concat"](input, axis=0), rows, [offsets])


@sequence
def sequence_slice(input: Any, offset: Any, length: Any, name: str | None = None) -> Any:
    """Return a part of each sequence. offset [sequences, 1] is its first row, length [sequences, 1] its number of rows.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/static/nn/sequence_slice_en.html
    """
    check_input(input, "input", "sequence_slice", NUMBERS)
    check_input(offset, "offset", "sequence_slice", WHOLE)
    check_input(length, "length", "sequence_slice", WHOLE)
    rows, offsets = REGISTRY["sliced_rows"](offsets_of(input, "sequence_slice"), offset, length)
    return picked(input, rows, [offsets])


@sequence
def sequence_reverse(x: Any, name: str | None = None) -> Any:
    """Return the rows of each sequence in reverse order.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/static/nn/sequence_reverse_en.html
    """
    check_input(x, "x", "sequence_reverse", (*FLOATS, "int8", *WHOLE))
    return picked(x, REGISTRY["reversed_rows"](offsets_of(x, "sequence_reverse"), x), lod_of(x))


def side_by_side(x: Any, where: str, maxlen: int = -1, behind: Any = None) -> tuple[Any, Any]:
    """Return (the sequences [sequences, maxlen, *], padded with the row `behind`, None: with zeros; the lengths)."""
    offsets = offsets_of(x, where)
    more = with_a_row(x, 0.0) if behind is None else REGISTRY["concat"]([x, behind], axis=0)
    rows = REGISTRY["padded_rows"](offsets, x, maxlen=maxlen)
    return picked(more, rows), REGISTRY["sequence_lengths"](offsets)


@sequence
def sequence_pad(x: Any, pad_value: Any, maxlen: int | None = None, name: str | None = None) -> tuple[Any, Any]:
    """Return (the sequences [sequences, maxlen, *], padded with pad_value, a row or a number; the lengths).

    maxlen None means the length of the longest sequence. The run raises ArgumentError for a longer sequence than
    maxlen.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/static/nn/sequence_pad_en.html
    """
    check_input(x, "x", "sequence_pad", NUMBERS)
    check_input(pad_value, "pad_value", "sequence_pad", NUMBERS)
    if len(x.shape) < 2:
        raise ShapeError("sequence_pad: the input must have at least 2 dims.", facts={x.name: x.spec})
    behind = REGISTRY["full"](shape=(1, *sizes_from(x, 1, "sequence_pad")), fill_value=0, dtype=x.dtype) + pad_value
    return side_by_side(x, "sequence_pad", -1 if maxlen is None else maxlen, behind)


@sequence
def sequence_unpad(x: Any, length: Any, name: str | None = None) -> Any:
    """Return the first length[i] steps of x [N, T, *] for each i, as the rows of N sequences.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/static/nn/sequence_unpad_en.html
    """
    check_input(x, "x", "sequence_unpad", NUMBERS)
    check_input(length, "length", "sequence_unpad", ("int64",))
    rows, offsets = REGISTRY["unpadded_rows"](length, x)
    sizes = sizes_from(x, 2, "sequence_unpad") if x.ndim > 2 else (1,)
    flat = REGISTRY["reshape"](x, shape=(-1, *sizes))
    return picked(flat, rows, [offsets])


@sequence
def sequence_enumerate(input: Any, win_size: int, pad_value: int = 0, name: str | None = None) -> Any:
    """Return each number of input [rows, 1] and its successors in the sequence: [rows, win_size].

    pad_value replaces successors after the end of the sequence.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/static/nn/sequence_enumerate_en.html
    """
    check_input(input, "input", "sequence_enumerate", WHOLE)
    offsets = offsets_of(input, "sequence_enumerate")
    flat = REGISTRY["reshape"](input, shape=(-1,))
    rows = REGISTRY["neighboring_rows"](offsets, flat, start=0, count=win_size)
    return picked(with_a_row(flat, pad_value), rows, lod_of(input))


note_functions(__name__)
