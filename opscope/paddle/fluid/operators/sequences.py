"""Operators on sequences of different lengths: rows with a LoD."""

from __future__ import annotations

from typing import Any

from opscope.core.source import site
from opscope.errors import ArgumentError, UnsupportedError
from opscope.ir.compat.composite_ops import Many, composed
from opscope.paddle.fluid.layers import recurrent, tagging
from opscope.paddle.fluid.layers import sequences as old
from opscope.paddle.static.nn import sequence_lod as seq
from opscope.paddle.static.nn.sequence_values import convolved


@composed("sequence_pool", out="Out MaxIndex")
def sequence_pool(X: Any, *, pooltype: str = "AVERAGE", pad_value: float = 0.0) -> Any:
    """The output MaxIndex, which only backward reads, is not written."""
    return seq.sequence_pool(X, pooltype, pad_value=pad_value)


@composed("sequence_softmax")
def sequence_softmax(X: Any) -> Any:
    return seq.sequence_softmax(X)


@composed("sequence_expand")
def sequence_expand(X: Any, Y: Any, *, ref_level: int = -1) -> Any:
    return seq.sequence_expand(X, Y, ref_level)


@composed("sequence_expand_as")
def sequence_expand_as(X: Any, Y: Any) -> Any:
    return seq.sequence_expand_as(X, Y)


@composed("sequence_concat")
def sequence_concat(X: Many) -> Any:
    return seq.sequence_concat(list(X))


@composed("sequence_slice")
def sequence_slice(X: Any, Offset: Any, Length: Any) -> Any:
    return seq.sequence_slice(X, Offset, Length)


@composed("sequence_reverse", out="Y")
def sequence_reverse(X: Any) -> Any:
    return seq.sequence_reverse(X)


@composed("sequence_pad", out="Out Length")
def sequence_pad(X: Any, PadValue: Any, *, padded_length: int = -1) -> Any:
    return seq.sequence_pad(X, PadValue, padded_length)


@composed("sequence_unpad")
def sequence_unpad(X: Any, Length: Any) -> Any:
    return seq.sequence_unpad(X, Length)


@composed("sequence_reshape")
def sequence_reshape(X: Any, *, new_dim: int) -> Any:
    return seq.sequence_reshape(X, new_dim)


@composed("sequence_scatter")
def sequence_scatter(X: Any, Ids: Any, Updates: Any) -> Any:
    return seq.sequence_scatter(X, Ids, Updates)


@composed("sequence_enumerate")
def sequence_enumerate(X: Any, *, win_size: int, pad_value: int = 0) -> Any:
    return seq.sequence_enumerate(X, win_size, pad_value)


@composed("sequence_conv")
def sequence_conv(X: Any, Filter: Any, *, contextLength: int, contextStart: int = 0, contextStride: int = 1) -> Any:
    width = X.shape[1]
    if contextStride != 1 or Filter.shape[0] != contextLength * width:
        raise ArgumentError(
            "SequenceConvOp needs contextStride=1, and a Filter with contextLength * (number of columns of X) rows",
            facts={"contextStride": contextStride, "contextLength": contextLength, "Filter": Filter.spec}, site=site(),
        )  # fmt: skip
    return convolved(X, Filter, contextStart)


@composed("lod_reset")
def lod_reset(X: Any, Y: Any = None, *, target_lod: Any = (), append: bool = False) -> Any:
    if append:
        raise UnsupportedError(
            "lod_reset does not support append=True", site=site(), fix="pass a Y whose LoD has all levels"
        )
    return old.lod_reset(X, Y, None if Y is not None else target_lod)


@composed("lstm", out="Hidden Cell")
def lstm(
    Input: Any, Weight: Any, Bias: Any, H0: Any = None, C0: Any = None, *, use_peepholes: bool = True,
    is_reverse: bool = False, gate_activation: str = "sigmoid", cell_activation: str = "tanh",
    candidate_activation: str = "tanh",
) -> Any:  # fmt: skip
    acts = gate_activation, cell_activation, candidate_activation
    hidden, cell = recurrent.lstm(Input, Weight.shape[1], Weight, Bias, use_peepholes, is_reverse, acts, (H0, C0))
    return hidden, cell


@composed("gru", out="Hidden")
def gru(
    Input: Any, Weight: Any, Bias: Any = None, H0: Any = None, *, activation: str = "tanh",
    gate_activation: str = "sigmoid", is_reverse: bool = False, origin_mode: bool = False,
) -> Any:  # fmt: skip
    return recurrent.gru(Input, Weight, Bias, is_reverse, (activation, gate_activation), H0, origin_mode)


@composed("linear_chain_crf", out="LogLikelihood")
def linear_chain_crf(Emission: Any, Transition: Any, Label: Any, Length: Any = None) -> Any:
    if Length is not None:
        Emission, Label = tagging.unpadded(Emission, Length), tagging.unpadded(Label, Length)
    return tagging.crf_cost(Emission, Transition, Label)


@composed("crf_decoding", out="ViterbiPath")
def crf_decoding(Emission: Any, Transition: Any, Label: Any = None) -> Any:
    return tagging.crf_path(Emission, Transition, Label)


@composed("chunk_eval", out="Precision Recall F1-Score NumInferChunks NumLabelChunks NumCorrectChunks")
def chunk_eval(
    Inference: Any, Label: Any, SeqLength: Any = None, *, num_chunk_types: int, chunk_scheme: str = "IOB",
    excluded_chunk_types: Any = (),
) -> Any:  # fmt: skip
    return tagging.chunk_eval(Inference, Label, chunk_scheme, num_chunk_types, excluded_chunk_types, SeqLength)
