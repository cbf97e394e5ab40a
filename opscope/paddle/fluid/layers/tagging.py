"""fluid.layers: sequences of tags: conditional random fields, and evaluation of chunks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core.source import site
from opscope.core.state import names
from opscope.errors import ArgumentError, UnsupportedError
from opscope.ir.program.lod import lod_of, offsets_of
from opscope.ops.registry import REGISTRY
from opscope.ops.sequence.chunks import SCHEMES
from opscope.paddle.fluid.layers.dynamic import DynamicRNN
from opscope.paddle.fluid.statically import statically
from opscope.paddle.nn.param_attr import as_attr, layer_parameter
from opscope.paddle.static.nn.sequence_rows import picked, sequence_unpad, side_by_side, with_a_row


def _flat(x: Any) -> Any:
    return REGISTRY["reshape"](x, shape=(-1,))


def _weights(transition: Any) -> tuple[Any, Any, Any]:
    """Split a transition [D + 2, D]: the first row is for starts, the second for ends, the rest from tag to tag."""
    return transition[0:1], transition[1:2], transition[2:]


def _with_ends(emission: Any, transition: Any, offsets: Any) -> Any:
    """Return the emission plus the weights of starts and ends in the first and last rows of each sequence."""
    for weight, beside in zip(_weights(transition)[:2], (-1, 1), strict=True):
        near = REGISTRY["neighboring_rows"](offsets, emission, start=beside, count=1)
        emission = emission + weight * REGISTRY["cast"](near == offsets[-1:], dtype=emission.dtype)
    return emission


def crf_cost(emission: Any, transition: Any, label: Any) -> Any:
    """Return the negative log-likelihood [sequences, 1] of the tags `label` [rows, 1]."""
    offsets = offsets_of(emission, "linear_chain_crf", "Emission")
    scores = REGISTRY["lod_reset"](_with_ends(emission, transition, offsets), *lod_of(emission))
    rnn, moves = DynamicRNN(), _weights(transition)[2]
    with rnn.block():
        row = rnn.step_input(scores)
        before, begun = rnn.memory(shape=[moves.shape[1]], dtype=emission.dtype), rnn.memory(shape=[1])
        ways = REGISTRY["unsqueeze"](before, axis=2) + REGISTRY["unsqueeze"](moves, axis=0)
        after = REGISTRY["where"](begun > 0, REGISTRY["logsumexp"](ways, axis=1) + row, row)
        rnn.update_memory(before, after)
        rnn.update_memory(begun, REGISTRY["full_like"](begun, fill_value=1.0))
        rnn.output(after)
    sums = rnn()
    last = picked(with_a_row(sums, 0.0), REGISTRY["end_rows"](offsets, sums, last=True))
    return REGISTRY["logsumexp"](last, axis=1, keepdim=True) - _scored(scores, moves, label, offsets)


def _scored(scores: Any, moves: Any, label: Any, offsets: Any) -> Any:
    """Return the score of the given tags: [sequences, 1]."""
    tags = REGISTRY["cast"](_flat(label), dtype="int64")
    near = _flat(REGISTRY["neighboring_rows"](offsets, tags, start=-1, count=1))
    pairs = REGISTRY["stack"]([picked(with_a_row(tags, 0), near), tags], axis=1)
    inner = REGISTRY["cast"](near < offsets[-1:], dtype=scores.dtype)
    own = REGISTRY["take_along_axis"](scores, REGISTRY["unsqueeze"](tags, axis=1), axis=1)
    each = _flat(own) + REGISTRY["gather_nd"](moves, pairs) * inner
    return REGISTRY["sequence_sum"](REGISTRY["unsqueeze"](each, axis=1), offsets)


def crf_path(emission: Any, transition: Any, label: Any = None) -> Any:
    """Return the best tags [rows, 1]; with a label, 1 where the label is the best tag."""
    offsets = offsets_of(emission, "crf_decoding", "Emission")
    scores = REGISTRY["lod_reset"](_with_ends(emission, transition, offsets), *lod_of(emission))
    wide, lengths = side_by_side(scores, "crf_decoding")
    moves = _weights(transition)[2]
    _, paths = REGISTRY["viterbi_decode"](wide, moves, lengths, include_bos_eos_tag=False)
    found = REGISTRY["lod_reset"](sequence_unpad(paths, lengths), *lod_of(emission))
    if label is None:
        return found
    same = REGISTRY["equal"](found, REGISTRY["reshape"](REGISTRY["cast"](label, dtype="int64"), shape=(-1, 1)))
    return REGISTRY["cast"](same, dtype="int64")


@statically
def linear_chain_crf(input: Any, label: Any, param_attr: Any = None, length: Any = None) -> Any:
    """Return the negative log-likelihood [sequences, 1] of the tags in label, by a conditional random field.

    input [rows, D] and label [rows, 1] have a LoD, or they are [N, T, D] and [N, T] with a length [N]. The weight [D +
    2, D] contains the weights of starts, of ends, and of transitions from tag to tag.
    Source: Lafferty et al. 2001.
    """
    attr, width = as_attr(param_attr), input.shape[-1]
    weight = layer_parameter(names("linear_chain_crf"), "w", (width + 2, width), attr, input.dtype)
    if length is not None:
        input, label = unpadded(input, length), unpadded(label, length)
    with names.naming(names("crf")):
        return crf_cost(input, weight, label)


def unpadded(x: Any, length: Any) -> Any:
    """Return the first length[i] steps of each row i of x [N, T, *], with a LoD."""
    return sequence_unpad(x, REGISTRY["cast"](_flat(length), dtype="int64"))


@statically
def crf_decoding(input: Any, param_attr: Any, label: Any = None, length: Any = None) -> Any:
    """Return the best tags [rows, 1] of input [rows, D]; with a label, 1 where the label is the best tag.

    The weight is the weight of a linear_chain_crf. Raises ArgumentError if no weight has the name, UnsupportedError for
    a length.
    """
    if length is not None:
        raise UnsupportedError(
            "crf_decoding needs sequences with LoD; the argument length is not supported",
            site=site(),
            fix="pass sequence_unpad(input, length) as the input",
        )
    attr = as_attr(param_attr)
    weight = None if attr is None or not attr.name else input.program.global_block().vars.get(attr.name)
    if weight is None:
        raise ArgumentError(
            "crf_decoding needs a param_attr with the name of the parameter of linear_chain_crf", site=site()
        )
    with names.naming(names("crf_decoding")):
        return crf_path(input, weight, label)


@statically
def chunk_eval(
    input: Any, label: Any, chunk_scheme: str, num_chunk_types: int,
    excluded_chunk_types: Sequence[int] | None = None, seq_length: Any = None,
) -> Any:  # fmt: skip
    """Return (precision, recall, F1, numbers of found, true and right chunks) of tags with a LoD, [1] each.

    A tag is type * (number of tags of the scheme) + position; the scheme is 'IOB', 'IOE', 'IOBES' or 'plain'. With
    seq_length [N], tags are [N, T]. Raises ArgumentError for another scheme.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/1.8/api/layers/chunk_eval.html
    """
    if chunk_scheme not in SCHEMES:
        raise ArgumentError(
            f"Unknown chunk scheme {chunk_scheme}.", site=site(), fix=f"use one of {', '.join(SCHEMES)}"
        )
    if seq_length is not None:
        input, label = unpadded(input, seq_length), unpadded(label, seq_length)
    offsets = offsets_of(label, "chunk_eval", "Label")
    excluded = tuple(excluded_chunk_types or ())
    return tuple(
        REGISTRY["chunk_eval"](
            input, label, offsets, chunk_scheme=chunk_scheme, num_chunk_types=num_chunk_types,
            excluded_chunk_types=excluded,
        )
    )  # fmt: skip


__all__ = ["chunk_eval", "crf_decoding", "linear_chain_crf"]
