"""paddle.static.nn.sequence_lod: functions of sequences of different lengths, stored as rows with a LoD."""

from opscope.paddle.nn.functional.loss import sequence_mask
from opscope.paddle.static.nn.sequence_rows import (
    sequence_concat,
    sequence_enumerate,
    sequence_expand,
    sequence_expand_as,
    sequence_pad,
    sequence_reverse,
    sequence_slice,
    sequence_unpad,
)
from opscope.paddle.static.nn.sequence_values import (
    sequence_conv,
    sequence_first_step,
    sequence_last_step,
    sequence_pool,
    sequence_reshape,
    sequence_scatter,
    sequence_softmax,
)

__all__ = [
    "sequence_concat", "sequence_conv", "sequence_enumerate", "sequence_expand", "sequence_expand_as",
    "sequence_first_step", "sequence_last_step", "sequence_mask", "sequence_pad", "sequence_pool", "sequence_reshape",
    "sequence_reverse", "sequence_scatter", "sequence_slice", "sequence_softmax", "sequence_unpad",
]  # fmt: skip
