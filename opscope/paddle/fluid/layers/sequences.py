"""fluid.layers: sequences of different lengths, stored as rows with a LoD."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.core.source import site
from opscope.core.state import names
from opscope.errors import ArgumentError
from opscope.ir.program.lod import lod_of
from opscope.ops.registry import REGISTRY
from opscope.paddle.fluid.statically import statically
from opscope.paddle.static.nn import sequence_lod as nn

sequence_concat = statically(nn.sequence_concat)
sequence_conv = statically(nn.sequence_conv)
sequence_enumerate = statically(nn.sequence_enumerate)
sequence_expand = statically(nn.sequence_expand)
sequence_expand_as = statically(nn.sequence_expand_as)
sequence_first_step = statically(nn.sequence_first_step)
sequence_last_step = statically(nn.sequence_last_step)
sequence_mask = statically(nn.sequence_mask)
sequence_pad = statically(nn.sequence_pad)
sequence_pool = statically(nn.sequence_pool)
sequence_reshape = statically(nn.sequence_reshape)
sequence_reverse = statically(nn.sequence_reverse)
sequence_scatter = statically(nn.sequence_scatter)
sequence_slice = statically(nn.sequence_slice)
sequence_softmax = statically(nn.sequence_softmax)
sequence_unpad = statically(nn.sequence_unpad)


@statically
def lod_reset(x: Any, y: Any = None, target_lod: Sequence[int] | None = None) -> Any:
    """Return x with the LoD of y; if y has no LoD, with the numbers in y as offsets; or with the offsets target_lod.

    Raises ArgumentError without y and target_lod. The run raises ArgumentError if the last offset is not the number of
    rows.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/1.8/api/layers/lod_reset.html
    """
    if y is None and target_lod is None:
        raise ArgumentError("y and target_lod must not both be None.", site=site(), fix="pass one of them")
    with names.naming(names("lod_reset")):
        return REGISTRY["lod_reset"](x, *_levels(y, target_lod))


def _levels(y: Any, target_lod: Sequence[int] | None) -> tuple[Any, ...]:
    if y is None:
        return (REGISTRY["assign_value"](values=np.asarray(target_lod, dtype="int64")),)
    return lod_of(y) or (REGISTRY["reshape"](REGISTRY["cast"](y, dtype="int64"), shape=(-1,)),)


__all__ = [
    "lod_reset", "sequence_concat", "sequence_conv", "sequence_enumerate", "sequence_expand", "sequence_expand_as",
    "sequence_first_step", "sequence_last_step", "sequence_mask", "sequence_pad", "sequence_pool", "sequence_reshape",
    "sequence_reverse", "sequence_scatter", "sequence_slice", "sequence_softmax", "sequence_unpad",
]  # fmt: skip
