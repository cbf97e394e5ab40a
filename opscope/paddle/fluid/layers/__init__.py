"""paddle.fluid.layers."""

import sys
from typing import Any

from opscope.paddle.fluid.layers import (
    arithmetic,
    beam_decoding,
    control_flow,
    detection,
    dynamic,
    images,
    learning_rate_scheduler,
    loss,
    metric_op,
    networks,
    nn,
    ops,
    readers,
    recurrent,
    refused,
    sampled,
    sequences,
    shaping,
    tagging,
    tensor,
    training,
)
from opscope.paddle.fluid.layers.arithmetic import *
from opscope.paddle.fluid.layers.beam_decoding import *
from opscope.paddle.fluid.layers.control_flow import *
from opscope.paddle.fluid.layers.detection import *
from opscope.paddle.fluid.layers.dynamic import *
from opscope.paddle.fluid.layers.images import *
from opscope.paddle.fluid.layers.learning_rate_scheduler import *
from opscope.paddle.fluid.layers.loss import *
from opscope.paddle.fluid.layers.metric_op import *
from opscope.paddle.fluid.layers.networks import *
from opscope.paddle.fluid.layers.ops import *
from opscope.paddle.fluid.layers.readers import *
from opscope.paddle.fluid.layers.recurrent import *
from opscope.paddle.fluid.layers.refused import *
from opscope.paddle.fluid.layers.rnn import *
from opscope.paddle.fluid.layers.sampled import *
from opscope.paddle.fluid.layers.sequences import *
from opscope.paddle.fluid.layers.shaping import *
from opscope.paddle.fluid.layers.tagging import *
from opscope.paddle.fluid.layers.tensor import *
from opscope.paddle.fluid.layers.training import *
from opscope.paddle.gradient_rows import get_tensor_from_selected_rows, merge_selected_rows
from opscope.paddle.utils import structure as utils

io, sequence_lod = readers, sequences  # as Paddle calls them
for _name, _module in {"utils": utils, "io": io, "sequence_lod": sequence_lod}.items():
    sys.modules[f"{__name__}.{_name}"] = _module


def _from_another_file(name: str) -> Any:
    """Find a name in another file: Paddle divides the names of fluid.layers among its files in another way."""
    if name not in __all__:
        raise AttributeError(name)
    return globals()[name]


for _name in ("control_flow", "detection", "io", "loss", "nn", "ops", "rnn", "sequence_lod", "tensor"):
    vars(sys.modules[f"{__name__}.{_name}"])["__getattr__"] = _from_another_file

__all__ = [
    "GRUCell",
    "LSTMCell",
    "RNNCell",
    "birnn",
    "get_tensor_from_selected_rows",
    "gru_unit",
    "io",
    "lstm_unit",
    "merge_selected_rows",
    "nn",
    "rnn",
    "utils",
]
__all__ += arithmetic.__all__
__all__ += beam_decoding.__all__
__all__ += control_flow.__all__
__all__ += detection.__all__
__all__ += dynamic.__all__
__all__ += images.__all__
__all__ += learning_rate_scheduler.__all__
__all__ += loss.__all__
__all__ += metric_op.__all__
__all__ += networks.__all__
__all__ += ops.__all__
__all__ += readers.__all__
__all__ += recurrent.__all__
__all__ += refused.__all__
__all__ += sampled.__all__
__all__ += sequences.__all__
__all__ += shaping.__all__
__all__ += tagging.__all__
__all__ += tensor.__all__
__all__ += training.__all__
