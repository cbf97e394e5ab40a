"""The most probable sequence of tags, by scores of tags and of transitions between tags."""

from __future__ import annotations

from typing import Any

from opscope.ops.public_functions import public
from opscope.ops.sequence import decoding
from opscope.paddle.nn.layer.layers import Layer


@public
def viterbi_decode(
    potentials: Any, transition_params: Any, lengths: Any, include_bos_eos_tag: bool = True, name: str | None = None
) -> tuple[Any, Any]:
    """Return (scores [batch], tags [batch, longest] int64) of the best sequences; tags after the end are 0.

    potentials [batch, length, tags], transition_params [from, to], lengths [batch]. include_bos_eos_tag: the last tag
    is the start of a sequence, the second to last tag its end. Raises ArgumentError (a ValueError) for shapes that do
    not match, and for a length above the number of steps.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/text/viterbi_decode_en.html
    """
    found = decoding.viterbi_decode(potentials, transition_params, lengths, include_bos_eos_tag=include_bos_eos_tag)
    return found[0], found[1]


class ViterbiDecoder(Layer):
    """viterbi_decode with fixed transitions."""

    def __init__(self, transitions: Any, include_bos_eos_tag: bool = True, name: str | None = None) -> None:
        super().__init__()
        self.transitions, self.include_bos_eos_tag = transitions, include_bos_eos_tag

    def forward(self, potentials: Any, lengths: Any) -> tuple[Any, Any]:
        return viterbi_decode(potentials, self.transitions, lengths, self.include_bos_eos_tag)
